import { describe, expect, it } from 'vitest'
import { requestedDelayMs, retryDelayMs } from '../../src/client/read-answer.ts'

const NOW = Date.parse('Sat, 21 Nov 2026 12:00:00 GMT')

describe('the delay that a service asks for', () => {
  it.each([
    ['seconds in the header', { retryAfter: '7' }, 7000],
    ['zero seconds', { retryAfter: '0' }, 0],
    ['a date in the header', { retryAfter: 'Sat, 21 Nov 2026 12:01:30 GMT' }, 90_000],
    ['a date in the past', { retryAfter: 'Sat, 21 Nov 2026 11:00:00 GMT' }, 0],
    [
      'seconds in the text of the hosted service',
      {
        errorText:
          'Rate limit exceeded. Consumed (req/min): 3. Please retry after 21s, resets at Sat Nov 21 2026',
      },
      21_000,
    ],
    ['a decimal number of seconds', { errorText: 'Too many requests, try again in 1.5 seconds.' }, 1500],
    ['the header rather than the text', { retryAfter: '7', errorText: 'retry after 21s' }, 7000],
    ['the text if the header is broken', { retryAfter: 'soon', errorText: 'retry after 21s' }, 21_000],
    ['seconds at the start of a sentence', { errorText: 'Retry after 5 s' }, 5000],
    ['the header, with space around it', { retryAfter: ' 7 ' }, 7000],
    ['a delay that is limited to a day', { retryAfter: '9999999999' }, 86_400_000],
  ])('is read from %s', (_what, answer, ms) => {
    expect(requestedDelayMs(answer, NOW)).toBe(ms)
  })

  it.each([
    {},
    { retryAfter: '' },
    { retryAfter: '-5' },
    { retryAfter: '1e9' },
    { retryAfter: '2026' + '-11-21' },
    { retryAfter: 'Sat, no day at all' },
    { errorText: 'Insufficient credits' },
    { errorText: 'retry after the holidays' },
  ])('is unknown for %j', (answer) => {
    expect(requestedDelayMs(answer, NOW)).toBeUndefined()
  })
})

describe('the delay before the next attempt', () => {
  it('is the requested delay plus up to a second', () => {
    expect(retryDelayMs({ failures: 3, askedMs: 21_000, random: () => 0 })).toBe(21_000)
    expect(retryDelayMs({ failures: 3, askedMs: 21_000, random: () => 0.999 })).toBe(21_999)
  })

  it('doubles from one second up to a minute, and is at least half of that', () => {
    const delays = (random: number) =>
      [1, 2, 3, 7, 8, 1000].map((failures) => retryDelayMs({ failures, random: () => random }))
    expect(delays(0)).toEqual([500, 1000, 2000, 30_000, 30_000, 30_000])
    expect(delays(1)).toEqual([1000, 2000, 4000, 60_000, 60_000, 60_000])
  })
})
