/**
 * Returns the origin of an absolute http(s) URL in the form that `URL` writes. Crawlers ask this so often that parsing
 * again would cost.
 */
export function originOf(href: string): string {
  const end = href.indexOf('/', 'https://'.length)
  const origin = end === -1 ? href : href.slice(0, end)
  return origin.includes('@') ? new URL(href).origin : origin
}

/** Returns the host of such a URL, with its port. */
export function hostOf(href: string): string {
  const origin = originOf(href)
  return origin.slice(origin.indexOf('//') + 2)
}
