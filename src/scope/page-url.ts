import { parseHttpUrl } from '../util/can-parse-url.ts'
import { SLASH } from '../util/character-codes.ts'
import type { ScopeSettings } from './scope.ts'

/** An http(s) URL in the parts that scope rules ask about. All texts are ASCII, as the URL standard serialises them. */
export interface PageUrl {
  /** Without credentials, and without a fragment unless that is a route. */
  readonly href: string
  readonly scheme: 'http' | 'https'
  /** Host name without a port and without any leading `www.`. */
  readonly host: string
  /** With `:`; empty for the scheme's default port. */
  readonly port: string
  readonly path: string
  /** With `?`, or empty. */
  readonly query: string
  /** `#/...` or `#!/...`, or empty. */
  readonly route: string
  /** The fragment that was dropped because it is not a route; with `#`, or empty. */
  readonly section: string
}

/** A crawler decides about a URL and then needs the key of the same URL. */
let last: PageUrl | undefined

/** Returns `text` as a page's URL; undefined when it is not an absolute http(s) URL. */
export function parsePageUrl(text: string): PageUrl | undefined {
  if (last === undefined || text !== last.href || last.section !== '') last = parse(text)
  return last
}

function parse(text: string): PageUrl | undefined {
  const url = parseHttpUrl(text)
  if (url === undefined) return undefined
  const { hash, pathname: path, search: query, port } = url
  const route = /^#!?\//.test(hash) ? hash : ''
  return {
    href: withoutFragment(url) + route,
    scheme: url.protocol === 'http:' ? 'http' : 'https',
    // A host that is nothing else keeps one.
    host: url.hostname.replace(/^(?:www\.)+(?=.)/, ''),
    port: port === '' ? '' : `:${port}`,
    path,
    query,
    route,
    section: route === '' ? hash : '',
  }
}

/** Returns the URL without fragment and credentials. Credentials must not get into results. */
function withoutFragment({ href, username, password, protocol, host, pathname, search }: URL): string {
  if (username !== '' || password !== '') return `${protocol}//${host}${pathname}${search}`
  const fragment = href.indexOf('#')
  return fragment === -1 ? href : href.slice(0, fragment)
}

/**
 * Returns the URL under which a page is fetched: serialised by the URL standard, without credentials, and without a
 * fragment unless that is a route (`#/`, `#!/`). Undefined when `url` is not an absolute http(s) URL. Idempotent.
 */
export function normalizeUrl(url: string): string | undefined {
  return parsePageUrl(url)?.href
}

/** Returns the start URL as services read it; undefined when it is not an http(s) URL. */
export function parseStartUrl(text: string): PageUrl | undefined {
  return parsePageUrl(absoluteUrl(text))
}

/** Returns a start URL as services read it: trimmed, and with `http://` if it has no scheme. It may still be invalid. */
export function absoluteUrl(text: string): string {
  const trimmed = text.trim()
  return hasScheme(trimmed) ? trimmed : `http://${trimmed}`
}

export function hasScheme(text: string): boolean {
  return /^\s*[a-z][a-z0-9+.-]*:\/\//i.test(text)
}

/** The settings that say when two URLs are one page. */
export type DedupeSettings = Pick<
  ScopeSettings,
  'deduplicateSimilarURLs' | 'ignoreQueryParameters' | 'rendersRoutes'
>

/**
 * Returns the form under which two URLs are one page. With `deduplicateSimilarURLs`, http and https, `www.`, a trailing
 * slash and `index.html` or `index.php` make no difference; with `ignoreQueryParameters` the query makes none. Letter
 * case and the order of query parameters always do. Percent-encodings of one character never do. A route (`#/`) makes one
 * unless `rendersRoutes` is false.
 */
export function dedupeKey(page: PageUrl, settings: DedupeSettings): string {
  const route = settings.rendersRoutes === false ? '' : page.route
  if (!settings.deduplicateSimilarURLs) {
    const url = page.href.slice(0, page.href.length - page.route.length) + route
    if (!settings.ignoreQueryParameters || page.query === '') return withOneEncoding(url)
    return withOneEncoding(url.replace(page.query, ''))
  }
  const query = settings.ignoreQueryParameters ? '' : page.query
  const path = withoutIndex(withOneEncoding(page.path))
  return `//${page.host}${page.port}${path}${withOneEncoding(query + route)}`
}

/** Returns a text that is the same for URLs of one page: `http` or `https`, `www.` and a final slash make no difference. */
export function pageKey(url: string): string {
  const page = parsePageUrl(url)
  if (page === undefined) return url
  return dedupeKey(page, { deduplicateSimilarURLs: true, ignoreQueryParameters: false })
}

const UNRESERVED = /[\w.~-]/

/** Returns a URL or a part with its percent-encodings in one form (RFC 3986, sections 6.2.2.1 and 6.2.2.2). */
function withOneEncoding(text: string): string {
  if (!text.includes('%')) return text
  return text.replaceAll(/%[\da-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16))
    return UNRESERVED.test(character) ? character : encoded.toUpperCase()
  })
}

function withoutIndex(path: string): string {
  let end = path.length
  for (;;) {
    const before = end
    while (end > 0 && path.charCodeAt(end - 1) === SLASH) end--
    if (path.endsWith('/index.html', end)) end -= '/index.html'.length
    else if (path.endsWith('/index.php', end)) end -= '/index.php'.length
    if (end === before) return path.slice(0, end)
  }
}
