import type { PageUrl } from './page-url.ts'
import { parseAnyUrl } from './parse-any-url.ts'
import { splitCanonical } from './split-canonical.ts'

/**
 * Returns `text` as a page's URL; undefined when it is not an absolute http(s) URL. Crawlers ask this of every link,
 * and nearly all links come serialised already, so these are only cut (`href` may then be `text` itself).
 */
export function parsePageUrl(text: string): PageUrl | undefined {
  if (last !== undefined && text === last.href && last.section === '') return last
  last = splitCanonical(text) ?? parseAnyUrl(text)
  return last
}

/** A crawler decides about a URL and then asks for the key of the same URL. */
let last: PageUrl | undefined

/** Returns the start URL as the service reads it: white space trimmed, `http://` put before a URL without a scheme. */
export function parseStartUrl(text: string): PageUrl | undefined {
  const trimmed = text.trim()
  return parsePageUrl(hasScheme(trimmed) ? trimmed : `http://${trimmed}`)
}

/**
 * Tells whether `text` has a scheme. The usual ones are found without a regular expression, whose first use takes 0.1
 * ms.
 */
function hasScheme(text: string): boolean {
  return text.startsWith('https://') || text.startsWith('http://') || /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
}
