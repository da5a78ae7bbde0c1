import { expect, it } from 'vitest'
import { compareText, oneLine } from '../../src/util/text.ts'

it('compareText orders by code units, in any locale', () => {
  expect(['b', 'a', 'Z', 'ä', 'a'].toSorted(compareText)).toEqual(['Z', 'a', 'a', 'b', 'ä'])
})

it('oneLine makes one short line of any text', () => {
  expect(oneLine('  two\r\n lines\tand \u001b[31mcolour ')).toBe('two lines and \\u001b[31mcolour')
  expect(oneLine('x'.repeat(1_000_000), 10)).toBe('xxxxxxxxxx...')
  expect(oneLine('x'.repeat(10), 10)).toBe('xxxxxxxxxx')
})
