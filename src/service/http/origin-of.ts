/** Returns the origin of an absolute http(s) URL in the form that `URL` writes. Cutting is cheaper than parsing again. */
export function originOf(href: string): string {
  const end = href.indexOf('/', 'https://'.length)
  const origin = end === -1 ? href : href.slice(0, end)
  return origin.includes('@') ? new URL(href).origin : origin
}

/** Returns the host of an absolute http(s) URL, with its port. */
export function hostOf(href: string): string {
  const origin = originOf(href)
  return origin.slice(origin.indexOf('//') + 2)
}
