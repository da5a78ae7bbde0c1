const SLASH = 0x2f
const GREATER = 0x3e

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
