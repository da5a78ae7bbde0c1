import { expect, it } from 'vitest'
import { oneLine } from '../../src/util/one-line.ts'

it('makes one short line of any text', () => {
  expect(oneLine('  two\r\n lines\tand \u001b[31mcolour ')).toBe('two lines and \\u001b[31mcolour')
  expect(oneLine('x'.repeat(1_000_000), 10)).toBe('xxxxxxxxxx...')
  expect(oneLine('x'.repeat(10), 10)).toBe('xxxxxxxxxx')
})
