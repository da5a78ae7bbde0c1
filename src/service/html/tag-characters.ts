const SLASH = 0x2f
const GREATER = 0x3e
const UPPER_A = 0x41
const UPPER_Z = 0x5a
/** The bit that tells a small ASCII letter from its capital. */
const CASE = 0x20

/** Tells whether a character is ASCII white space as HTML defines it. */
export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d || code === 0x0c
}

/**
 * Returns where a tag's name ends that begins at `from`: at white space, a slash or a bracket, else at the end of the
 * page.
 */
export function endOfName(html: string, from: number): number {
  const { length } = html
  for (let at = from; at < length; at++) {
    const code = html.charCodeAt(at)
    if (code <= GREATER && (code === GREATER || code === SLASH || isSpace(code))) return at
  }
  return length
}

/** Tells whether the text from `start` to `end` is a lower-case name, but for the case of ASCII letters. */
export function isNamed(html: string, start: number, end: number, name: string): boolean {
  const { length } = name
  if (end - start !== length) return false
  for (let at = 0; at < length; at++) {
    const code = html.charCodeAt(start + at)
    const folded = code >= UPPER_A && code <= UPPER_Z ? code | CASE : code
    if (folded !== name.charCodeAt(at)) return false
  }
  return true
}
