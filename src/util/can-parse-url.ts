/**
 * Tells whether `text` is a URL, relative to `base` if given. Node 20's `URL.canParse` wrongly refuses some non-ASCII text, so
 * we do not use it.
 */
export function canParseUrl(text: string, base?: string | URL): boolean {
  try {
    return new URL(text, base).href !== ''
  } catch {
    return false
  }
}
