import type { PageUrl } from './page-url.ts'
import { parseAnyUrl } from './parse-any-url.ts'

/** An origin, path, query and fragment of characters that the URL standard leaves as they are. */
const SERIALISED =
  /^(https?:\/\/[^/?#]+)(\/[!$-&(-;=@-[\]_a-z~]*)((?:\?[!$-&(-;=?-~]*)?)((?:#[!#-;=?-_a-~]*)?)$/

/** A segment that may be `.` or `..`, also written %2e. */
const DOTS = /\/(?:\.|%2)/

/** Bounds the memory that a hostile site can fill with host names. */
const MOST_ORIGINS = 10_000

/** Origins as the platform's parser reads them; undefined for one that it changes. A crawl meets few. */
const origins = new Map<string, PageUrl | undefined>()

/**
 * Cuts a URL that is certainly serialised: no dot segments, no character that would be encoded. Undefined means "don't know".
 * Links are cut faster than the platform's parser reads them.
 */
export function splitCanonical(text: string): PageUrl | undefined {
  const [, start = '', path = '', search = '', fragment = ''] = SERIALISED.exec(text) ?? []
  if (path === '' || DOTS.test(path)) return undefined
  const page = originPage(start)
  if (page === undefined) return undefined
  const isRoute = fragment.startsWith('#/') || fragment.startsWith('#!/')
  return {
    href: isRoute || fragment === '' ? text : text.slice(0, text.length - fragment.length),
    scheme: page.scheme,
    host: page.host,
    port: page.port,
    path,
    // A question mark with nothing after it stays in the URL but is no query.
    query: search === '?' ? '' : search,
    route: isRoute ? fragment : '',
    section: isRoute || fragment === '#' ? '' : fragment,
  }
}

function originPage(text: string): PageUrl | undefined {
  const known = origins.get(text)
  if (known !== undefined || origins.has(text)) return known
  const page = parseAnyUrl(`${text}/`)
  const canonical = page?.href === `${text}/` ? page : undefined
  if (origins.size >= MOST_ORIGINS) origins.clear()
  origins.set(text, canonical)
  return canonical
}
