/** An http(s) URL in the parts that scope rules ask about. Every text is as the URL standard serialises it: ASCII. */
export interface PageUrl {
  /** Without credentials, and without a fragment unless that is a route. */
  readonly href: string
  readonly scheme: 'http' | 'https'
  /** Host name without a port and without any leading `www.`. */
  readonly host: string
  /** With `:`, or empty for the scheme's own. */
  readonly port: string
  readonly path: string
  /** With `?`, or empty. */
  readonly query: string
  /** `#/...` or `#!/...`, or empty. */
  readonly route: string
  /** The fragment that was dropped because it is no route; with `#`, or empty. */
  readonly section: string
}

/** `text` as a page's URL; undefined when it is not an absolute http(s) URL. */
export function parsePageUrl(text: string): PageUrl | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  const isRoute = url.hash.startsWith('#/') || url.hash.startsWith('#!/')
  const section = isRoute ? '' : url.hash
  if (!isRoute) url.hash = ''
  // Credentials say who asks, not which page is meant, and must not travel into results.
  url.username = ''
  url.password = ''
  return {
    href: url.href,
    scheme: url.protocol === 'http:' ? 'http' : 'https',
    host: withoutWww(url.hostname),
    port: url.port === '' ? '' : `:${url.port}`,
    path: url.pathname,
    query: url.search,
    route: isRoute ? url.hash : '',
    section,
  }
}

/** The start URL as the service reads it: white space trimmed, `http://` put before a URL without a scheme. */
export function parseStartUrl(text: string): PageUrl | undefined {
  const trimmed = text.trim()
  return parsePageUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`)
}

function withoutWww(host: string): string {
  let start = 0
  while (host.startsWith('www.', start) && host.length > start + 4) start += 4
  return host.slice(start)
}
