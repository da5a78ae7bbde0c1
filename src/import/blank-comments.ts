/** Text in quotation marks, which may hold slashes, or a comment. A slash in an unquoted URL follows a colon. */
const QUOTED_OR_COMMENT = /"(?:[^"\\\n]|\\.)*"?|(?<![^\s,[\]{}"\d])(?:\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))/g

/**
 * Returns JSON with its comments (`//` and `/* *\/`, as in JSONC) replaced by spaces, so that places stay the same. Other
 * text is returned as it is.
 */
export function blankComments(text: string): string {
  if (!/^\s*(?:[[{]|\/\/|\/\*)/.test(text)) return text
  return text.replaceAll(QUOTED_OR_COMMENT, (found) =>
    found.startsWith('/') ? found.replaceAll(/[^\n]/g, ' ') : found,
  )
}
