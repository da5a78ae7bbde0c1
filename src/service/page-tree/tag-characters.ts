import {
  CARRIAGE_RETURN,
  FORM_FEED,
  GREATER_THAN,
  LINE_FEED,
  LOWER_A,
  LOWER_Z,
  SLASH,
  SPACE,
  TAB,
} from '../../util/character-codes.ts'

/** Tells whether a character is ASCII white space as HTML defines it. */
export function isSpace(code: number): boolean {
  return (
    code === SPACE || code === LINE_FEED || code === TAB || code === CARRIAGE_RETURN || code === FORM_FEED
  )
}

export function isLetter(code: number): boolean {
  const folded = code | SPACE
  return folded >= LOWER_A && folded <= LOWER_Z
}

/** Returns where the tag name that begins at `from` ends: at white space, a slash or a bracket, else at the end of the page. */
export function endOfName(html: string, from: number): number {
  const { length } = html
  for (let at = from; at < length; at++) {
    const code = html.charCodeAt(at)
    if (code <= GREATER_THAN && (code === GREATER_THAN || code === SLASH || isSpace(code))) return at
  }
  return length
}
