import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentHash, normalizeContent } from '../../src/manifest/manifest.ts'

describe('the hash of a page', () => {
  it.each([
    ['a timestamp', 'Updated 2026-11-25T10:04:11Z.', 'Updated 2026-11-26T11:30:00.123+01:00.'],
    ['an HTTP date', 'Served Wed, 25 Nov 2026 10:04:11 GMT', 'Served Thu, 26 Nov 2026 08:00:59 GMT'],
    ['a clock with seconds', 'Now 10:04:11', 'Now 8:15:59 pm'],
    ['an age', 'Posted 5 minutes ago by Ann', 'Posted an hour ago by Ann'],
    ['a counter', '1,204 views, 3 guests online', '1.3k views, 12 guests online'],
    ['a countdown', 'The sale ends in 3 hours', 'The sale ends in 2 hours'],
    ['a minute of loading', 'Generated at 2026-11-25 10:04', 'Generated at 2026-11-26 08:00'],
    ['a nonce in HTML', '<script nonce="a1">', '<script nonce="b2">'],
    ['a token of a form', '<input name="csrf-token" value="a1">', '<input name="csrf-token" value="b2">'],
    ['a load time', 'Page generated in 0.12 seconds', 'Page generated in 1.9 seconds'],
    ['a session in a path', '[Cart](/cart;jsessionid=A1B2)', '[Cart](/cart;jsessionid=C3D4)'],
    ['a nonce in a query', '![x](/a.png?nonce=8f3&w=2)', '![x](/a.png?nonce=77a&w=2)'],
    ['a cache key', '![x](/a.png?v=3)', '![x](/a.png?v=4)'],
    ['a fingerprint', '![x](/logo.3f2a9c1b.png)', '![x](/logo.99e0ab12.png)'],
    ['a UUID', 'id 3f2a9c1b-1111-4222-8333-944455556666', 'id 00000000-1111-4222-8333-944455556666'],
    ['white space', 'one\n\n two', 'one two\n'],
  ])('ignores %s', (_kind, one, other) => {
    expect(contentHash(one)).toBe(contentHash(other))
  })

  it.each([
    ['a date', 'Released on 2026-11-25', 'Released on 2026-11-26'],
    ['opening hours', 'Open 9:00 to 17:00', 'Open 9:00 to 18:00'],
    ['a price', 'Price: 12.00 EUR', 'Price: 13.00 EUR'],
    ['a number of things', '3 rooms', '4 rooms'],
    ['a query that chooses content', '[a](/list?page=2)', '[a](/list?page=3)'],
    ['a word', 'one two', 'one three'],
    ['the time of an event', 'Concert: 2026-11-25 19:00', 'Concert: 2026-12-02 19:00'],
    ['how long something takes', 'Ready in 30 minutes', 'Ready in 45 minutes'],
    [
      'another video',
      '[Watch](https://videos.example/watch?v=abc)',
      '[Watch](https://videos.example/watch?v=xyz)',
    ],
    ['another edition', '[Manual](/manual.pdf?v=1)', '[Manual](/manual.pdf?v=2)'],
    ['a deadline', 'Delivered in 3 days', 'Delivered in 5 days'],
  ])('sees %s', (_kind, one, other) => {
    expect(contentHash(one)).not.toBe(contentHash(other))
  })

  it('is the same wherever a long text is cut', () => {
    const lines = (line: string, end: string): string => `${line}${end}`.repeat(100_000)
    const text = lines('A line that was seen 3 times, last 5 minutes ago', '\n')
    expect(contentHash(text)).toBe(
      contentHash(lines('A line that was seen 3 times, last an hour ago', '\r\n')),
    )
    expect(contentHash(text)).toBe(contentHash(text.replaceAll('\n', ' ')))
    expect(contentHash(text)).not.toBe(contentHash(`${text}.`))
    expect(contentHash(text)).not.toBe(contentHash(text.replace('3 times', '4 times')))
  })

  it('normalizes a normal text to itself', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const once = normalizeContent(text.replaceAll(/[\d:?&]/g, ''))
        expect(normalizeContent(once)).toBe(once)
      }),
    )
  })
})
