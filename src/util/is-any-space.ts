/** Tells whether a character is white space as `\s` defines it, without an expression for most. */
export function isAnySpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d)
  return code >= 0xa0 && /\s/.test(String.fromCharCode(code))
}
