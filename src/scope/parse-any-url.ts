import type { PageUrl } from './page-url.ts'

/** Parses `text` with the platform's parser. It knows every rule and takes ten times as long as `splitCanonical`. */
export function parseAnyUrl(text: string): PageUrl | undefined {
  const url = tryUrl(text)
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined
  const { hash, pathname: path, search: query } = url
  const isRoute = hash.startsWith('#/') || hash.startsWith('#!/')
  const route = isRoute ? hash : ''
  return {
    href: withoutFragment(url) + route,
    scheme: url.protocol === 'http:' ? 'http' : 'https',
    host: withoutWww(url.hostname),
    port: url.port === '' ? '' : `:${url.port}`,
    path,
    query,
    route,
    section: isRoute ? '' : hash,
  }
}

/** Returns `host` without any leading `www.`; a host that is nothing else keeps one. */
export function withoutWww(host: string): string {
  let start = 0
  while (host.startsWith('www.', start) && host.length > start + 4) start += 4
  return host.slice(start)
}

/** Returns the URL without fragment and credentials. Credentials must not get into results. */
function withoutFragment({ href, username, password, protocol, host, pathname, search }: URL): string {
  if (username !== '' || password !== '') return `${protocol}//${host}${pathname}${search}`
  const fragment = href.indexOf('#')
  return fragment === -1 ? href : href.slice(0, fragment)
}

function tryUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
