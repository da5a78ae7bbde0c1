/** Returns the URL that `text` is, relative to `base` if given; undefined for other text. */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

/** Returns the http(s) URL that `text` is; undefined for other text. */
export function parseHttpUrl(text: string): URL | undefined {
  const url = parseUrl(text)
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined
}

/** Tells whether `text` is a URL. Node 20's `URL.canParse` wrongly refuses some non-ASCII text, so we do not use it. */
export function canParseUrl(text: string, base?: string | URL): boolean {
  return parseUrl(text, base) !== undefined
}
