import { SLASH } from '../util/character-codes.ts'
import type { PageUrl } from './page-url.ts'
import type { ScopeSettings } from './scope.ts'

/** The settings that say when two URLs are one page. */
export type DedupeSettings = Pick<ScopeSettings, 'deduplicateSimilarURLs' | 'ignoreQueryParameters'>

/**
 * Returns the form under which two URLs are one page. With `deduplicateSimilarURLs`, http and https, `www.`, a trailing
 * slash and `index.html` or `index.php` make no difference; with `ignoreQueryParameters` the query makes none. Letter
 * case and the order of query parameters always do.
 */
export function dedupeKey(page: PageUrl, settings: DedupeSettings): string {
  if (!settings.deduplicateSimilarURLs) {
    if (!settings.ignoreQueryParameters || page.query === '') return page.href
    return page.href.replace(page.query, '')
  }
  const query = settings.ignoreQueryParameters ? '' : page.query
  return `//${page.host}${page.port}${withoutIndex(page.path)}${query}${page.route}`
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
