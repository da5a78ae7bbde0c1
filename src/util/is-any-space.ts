import { CARRIAGE_RETURN, NO_BREAK_SPACE, SPACE, TAB } from './character-codes.ts'

/** Tells whether the character with this code is white space as `\s` defines it. */
export function isAnySpace(code: number): boolean {
  if (code <= SPACE) return code === SPACE || (code >= TAB && code <= CARRIAGE_RETURN)
  return code >= NO_BREAK_SPACE && /\s/.test(String.fromCharCode(code))
}
