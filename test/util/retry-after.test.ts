import { expect, it } from 'vitest'
import { parseRetryAfter } from '../../src/util/clock.ts'

it('parseRetryAfter reads seconds', () => {
  expect(parseRetryAfter(' 120 ', 0)).toBe(120_000)
})

it('parseRetryAfter reads HTTP dates as the time from now, never negative', () => {
  for (const time of [951_868_799_000, 951_868_800_000, 1_790_000_000_000, 4_102_444_800_000]) {
    expect(parseRetryAfter(new Date(time).toUTCString(), time - 5000)).toBe(5000)
    expect(parseRetryAfter(new Date(time).toUTCString(), time + 5000)).toBe(0)
  }
})

it.each([
  ['1.5', 1500],
  ['99999999999', 99_999_999_999_000],
  ['Sunday, 06-Nov-94 08:49:37 GMT', 5000],
  ['Sun Nov  6 08:49:37 1994', 5000],
  ['Sun, 06 Nov 1994 09:49:37 +0100', 5000],
])('parseRetryAfter reads %s', (text, ms) => {
  expect(parseRetryAfter(text, Date.parse('1994-11-06T08:49:32Z'))).toBe(ms)
})

it('parseRetryAfter returns undefined for other texts', () => {
  for (const text of ['', 'soon', '-1', 'Sun, 06 Foo 1994 08:49:37 GMT', '2026-01-01']) {
    expect(parseRetryAfter(text, 0)).toBeUndefined()
  }
})
