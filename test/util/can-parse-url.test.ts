import { expect, it } from 'vitest'
import { canParseUrl } from '../../src/util/can-parse-url.ts'

it('canParseUrl recognizes URLs, also relative to a base', () => {
  expect([
    canParseUrl('https://example.com'),
    canParseUrl('/a'),
    canParseUrl('/a', 'https://example.com'),
  ]).toEqual([true, false, true])
})

it('canParseUrl still recognizes non-ASCII URLs after many calls', () => {
  let known = 0
  for (let call = 0; call < 20_000; call++) if (canParseUrl('https://exämple.com/ü')) known++
  expect(known).toBe(20_000)
})
