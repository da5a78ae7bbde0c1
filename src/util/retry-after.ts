import { fromTimeText } from './clock.ts'

/**
 * Returns the milliseconds that a `Retry-After` header asks to wait, counted from `now` (milliseconds since the Unix
 * epoch): seconds or an HTTP date (RFC 9110 section 10.2.3). Undefined when it says neither; never negative.
 */
export function parseRetryAfter(value: string, now: number): number | undefined {
  const text = value.trim()
  if (/^\d{1,9}(?:\.\d+)?$/.test(text)) return Number(text) * 1000
  // An IMF-fixdate (RFC 9110 section 5.6.7).
  if (!/^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(text)) return undefined
  const date = fromTimeText(text)
  return date === undefined ? undefined : Math.max(0, date - now)
}
