import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatDuration, parseDuration } from '../../src/util/clock.ts'

it('durations are formatted as people write them', () => {
  expect(
    ['30s', '12h', '7d', '1d12h', '2w', '8d', '250ms'].map((text) =>
      formatDuration(parseDuration(text) ?? -1),
    ),
  ).toEqual(['30s', '12h', '7d', '1d12h', '2w', '8d', '250ms'])
})

it('a formatted duration is parsed as the same number of milliseconds', () => {
  fc.assert(
    fc.property(fc.nat({ max: 10 ** 11 }), (milliseconds) => {
      expect(parseDuration(formatDuration(milliseconds))).toBe(milliseconds)
    }),
  )
})
