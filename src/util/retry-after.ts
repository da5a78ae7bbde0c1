/**
 * Returns the milliseconds that a `Retry-After` header asks to wait, counted from `now` (milliseconds since the Unix
 * epoch): seconds or an HTTP date (RFC 9110 section 10.2.3). Undefined when it says neither; never negative.
 */
export function parseRetryAfter(value: string, now: number): number | undefined {
  const text = value.trim()
  if (/^\d{1,9}(?:\.\d+)?$/.test(text)) return Number(text) * 1000
  const date = parseHttpDate(text)
  return date === undefined ? undefined : Math.max(0, date - now)
}

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec'

/** Parses an IMF-fixdate (RFC 9110 section 5.6.7) to milliseconds since the Unix epoch. */
function parseHttpDate(text: string): number | undefined {
  const match = /^[A-Z][a-z]{2}, (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d):(\d\d) GMT$/.exec(text)
  const month = MONTHS.indexOf(match?.[2] ?? '?') / 3
  if (match === null || !Number.isInteger(month)) return undefined
  const [day = 0, year = 0, hours = 0, minutes = 0, seconds = 0] = [1, 3, 4, 5, 6].map((part) =>
    Number(match[part]),
  )
  return (((daysFromEpoch(year, month + 1, day) * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
}

/** Days since 1970-01-01 in the Gregorian calendar. Years start in March, so that the leap day comes last. */
function daysFromEpoch(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year
  const sinceMarch = (month + 9) % 12
  const days = 365 * y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400)
  return days + Math.floor((153 * sinceMarch + 2) / 5) + day - 1 - 719_468
}
