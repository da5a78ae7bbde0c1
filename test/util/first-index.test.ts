import fc from 'fast-check'
import { expect, it } from 'vitest'
import { firstIndex } from '../../src/util/first-index.ts'

it('firstIndex finds the first index for which the test holds, or the end', () => {
  fc.assert(
    fc.property(fc.nat(300), fc.nat(320), (count, start) => {
      expect(firstIndex(count, (index) => index >= start)).toBe(Math.min(start, count))
    }),
  )
})
