/**
 * Returns a start URL as services read it: white space trimmed, and `http://` put before a URL without a scheme. It may still
 * be no URL.
 */
export function absoluteUrl(text: string): string {
  const trimmed = text.trim()
  return hasScheme(trimmed) ? trimmed : `http://${trimmed}`
}

/** Tells whether `text` begins with a scheme. */
export function hasScheme(text: string): boolean {
  return /^\s*[a-z][a-z0-9+.-]*:\/\//i.test(text)
}
