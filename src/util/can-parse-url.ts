/**
 * Tells whether `text`, against `base` where it is relative, is a URL. Node 20's own `URL.canParse` says no to letters beyond
 * ASCII once V8 has compiled a caller of it.
 */
export function canParseUrl(text: string, base?: string | URL): boolean {
  try {
    return new URL(text, base).href !== ''
  } catch {
    return false
  }
}
