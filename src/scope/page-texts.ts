import { childPath } from './child-path.ts'
import { parseStartUrl } from './parse-page-url.ts'
import { quotePattern } from './pattern/quote-pattern.ts'
import type { ScopeSettings } from './scope.ts'

/** What a serialised path can hold after its first slash. The rest is percent-encoded or ends the path. */
const PATH_REST = '[^"#<>?`{}\\\\]*'
const ANY_HOST = 'https?://[^/]+'
const QUERY_AND_ROUTE = '(\\?[^#]*)?(#.*)?'

/** Returns a pattern that is found in every text in which patterns may be searched, and in few others. */
export function searchedTexts(regexOnFullURL: boolean): string {
  return regexOnFullURL ? `^${ANY_HOST}/${PATH_REST}${QUERY_AND_ROUTE}$` : `^/${PATH_REST}$`
}

/**
 * Returns the same for the paths of the start's host in which includePaths of a crawl are searched: those below the start
 * URL's path, where the crawl stays there. Excludes are also searched where a redirect leads, which may be anywhere.
 */
export function includedTexts({ url, crawlEntireDomain }: ScopeSettings): string {
  const start = parseStartUrl(url)
  if (start === undefined || crawlEntireDomain) return searchedTexts(false)
  return `^${childPathTexts(start.path)}$`
}

function childPathTexts(startPath: string): string {
  const { prefix, exact } = childPath(startPath)
  if (exact === undefined) return quotePattern(prefix) + PATH_REST
  return `${quotePattern(exact)}(/${PATH_REST})?`
}
