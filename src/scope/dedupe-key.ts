import { SLASH } from '../util/character-codes.ts'
import type { PageUrl } from './page-url.ts'
import type { ScopeSettings } from './scope.ts'

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
