const LESS = 0x3c
const SPACE = 0x20

/** Tells whether nothing but a little space stands between a place and the next tag. */
export function isTagNext(html: string, from: number): boolean {
  const first = html.charCodeAt(from)
  if (first === LESS) return true
  // Most elements begin with a letter.
  if (first > SPACE && first < 0x80) return false
  return /^\s{0,20}</.test(html.slice(from, from + 22))
}
