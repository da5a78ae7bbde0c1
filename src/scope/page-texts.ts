import { childPath } from './rules.ts'
import { parseStartUrl } from './page-url.ts'
import { quotePattern } from './pattern/pattern-texts.ts'
import type { ScopeSettings } from './scope.ts'

/** The rest of a serialised path after its first slash. Other characters are percent-encoded or end the path. */
const PATH_REST = '[^"#<>?`{}\\\\]*'
const ANY_HOST = 'https?://[^/]+'
const QUERY_AND_ROUTE = '(\\?[^#]*)?(#.*)?'

/** Returns a pattern that matches every text in which patterns are searched, and few others. */
export function searchedTexts(regexOnFullURL: boolean): string {
  return regexOnFullURL ? `^${ANY_HOST}/${PATH_REST}${QUERY_AND_ROUTE}$` : `^/${PATH_REST}$`
}

/**
 * Returns the same for includePaths on the start's host: a crawl that stays below the start URL's path searches only there.
 * Excludes are also searched in targets of redirects, which may be anywhere.
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
