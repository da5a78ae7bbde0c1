import { expect, it } from 'vitest'
import { canParseUrl } from '../../src/util/can-parse-url.ts'

it('tells URLs from other texts, against a base too', () => {
  expect([
    canParseUrl('https://example.com'),
    canParseUrl('/a'),
    canParseUrl('/a', 'https://example.com'),
  ]).toEqual([true, false, true])
})

it('goes on knowing letters beyond ASCII when it has been asked often', () => {
  let known = 0
  for (let call = 0; call < 20_000; call++) if (canParseUrl('https://exämple.com/ü')) known++
  expect(known).toBe(20_000)
})
