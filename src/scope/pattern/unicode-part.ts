const TOKEN =
  /\\Q[\s\S]*?(?:\\E|$)|\\[pP](?:\{[^}]*\}|[\s\S])|\[\^?\]?(?:\[:\^?\w+:\]|\\[\s\S]|[^\]\\])*\]|\\[\s\S]/gu
const BEYOND_ASCII =
  /[^\0-\x7f]|\\[pP]|\\x\{0*(?:[89a-fA-F][0-9a-fA-F]|[1-9a-fA-F][0-9a-fA-F]{2,})\}|\\x[89a-fA-F][0-9a-fA-F]/u

/**
 * Returns the first class of characters in `pattern` that needs Unicode, as it is written: `\p{L}`, or brackets that hold
 * more than ASCII. Undefined for a pattern that is read alike with and without Unicode.
 */
export function unicodePart(pattern: string): string | undefined {
  if (!/[^\0-\x7f]|\\[pPx]/u.test(pattern)) return undefined
  for (const [token] of pattern.matchAll(TOKEN)) {
    if (/^\\[pP]/.test(token) || (token.startsWith('[') && BEYOND_ASCII.test(token))) return token
  }
  return undefined
}
