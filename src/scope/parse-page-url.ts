import type { PageUrl } from './page-url.ts'
import { parseAnyUrl } from './parse-any-url.ts'
import { splitCanonical } from './split-canonical.ts'

/**
 * Returns `text` as a page's URL; undefined when it is not an absolute http(s) URL. Most links are serialised already and need
 * no parser.
 */
export function parsePageUrl(text: string): PageUrl | undefined {
  if (last !== undefined && text === last.href && last.section === '') return last
  last = splitCanonical(text) ?? parseAnyUrl(text)
  return last
}

/** A crawler decides about a URL and then needs the key of the same URL. */
let last: PageUrl | undefined

/** Returns the start URL as services read it; undefined when it is not an http(s) URL. */
export function parseStartUrl(text: string): PageUrl | undefined {
  return parsePageUrl(absoluteUrl(text))
}

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
