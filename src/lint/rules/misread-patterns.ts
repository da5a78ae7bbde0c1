import { globMeaning } from '../../scope/pattern/glob-pattern.ts'
import { quotePattern } from '../../scope/pattern/pattern-texts.ts'
import { type CrawlFacts, type PatternRule, reportPattern } from '../crawl-facts.ts'

/** The start of a whole pattern: a slash, a wildcard or the dot of an extension. */
const WHOLE_PATTERN = /^(?:\^?(?:https?:)?\\?\/|\.?\*|\\?\.)/

/** Reports several patterns in one item, such as `/a/,/b/` or the lines of a block of text. */
export const joinedPatterns: PatternRule = (use) => {
  const items = use.source.split(/[\s,;]+/).filter((item) => item !== '')
  const isWhole = (item: string): boolean =>
    WHOLE_PATTERN.test(item) && item.split(/[([{]/).length === item.split(/[)\]}]/).length
  if (items.length < 2 || !items.every(isWhole)) return undefined
  const list = items.map((item) => JSON.stringify(item)).join(', ')
  return reportPattern('scope/joined-patterns', use, { items: list })
}

/** Reports a glob that happens to be a regular expression with another meaning. */
export const globPattern: PatternRule = (use) => {
  const meant = globMeaning(use.source, use.crawl.settings.regexOnFullURL)
  if (meant === undefined) return undefined
  return reportPattern('scope/glob-pattern', use, { meant }, { instead: meant })
}

const SCHEME = /^\^?\(?(?:\?:)?https?[^:]{0,8}:(?:\\?\/){2}/

/** Reports a pattern with a scheme or host where only the path is searched. */
export const hostInPattern: PatternRule = (use) => {
  if (use.crawl.settings.regexOnFullURL) return undefined
  const afterScheme = use.source.replace(SCHEME, '')
  const text = afterScheme.replace(/^\^/, '')
  const host = startHost(text, use.crawl)
  if (afterScheme === use.source && host === undefined) return undefined
  const rest = host === undefined ? '' : text.slice(host.length)
  const meant = rest.length > 1 && rest.startsWith('/') ? `^${rest}` : undefined
  return reportPattern('scope/host-in-pattern', use, { meant }, { instead: meant })
}

/** Returns the start URL's host as `text` begins with it, dots escaped or not. */
function startHost(text: string, { start }: CrawlFacts): string | undefined {
  if (start === undefined) return undefined
  const hosts = [start.host, quotePattern(start.host)]
  const spellings = hosts.flatMap((host) => [host, `www.${host}`, `www\\.${host}`])
  return spellings.find((host) => text.startsWith(host) && /^(?:\\?\/|\$|$)/.test(text.slice(host.length)))
}

/** `\?page=`, `[?&]utm_`, `/search?q=`, `.*add-to-cart=`: a question mark, or a name with a value, of a query. */
const QUERY = /\\\?|\[[^\]]*\?[^\]]*\]|[\w/]\?[\w-]+=|^\?[\w-]+=|&[\w-]+=|(?:^|\.[*+]\??|[(|])[\w-]+=/

/** Reports a pattern about the query where only the path is searched. */
export const queryInPattern: PatternRule = (use) => {
  if (use.crawl.settings.regexOnFullURL || !QUERY.test(use.source)) return undefined
  return reportPattern('scope/query-in-pattern', use, {})
}

/** Reports a pattern anchored at the path's first slash where the whole URL is searched. */
export const pathPatternOnFullUrl: PatternRule = (use) => {
  if (!use.crawl.settings.regexOnFullURL || !/^\^\\?\//.test(use.source)) return undefined
  // With alternatives the anchor binds only the first of them.
  const meant = use.source.includes('|') ? undefined : `^https?://[^/]+${use.source.slice(1)}`
  return reportPattern('scope/path-pattern-on-full-url', use, { meant }, { instead: meant })
}

/** Reports `^blog`, which would match with a slash after the anchor. */
export const missingSlash: PatternRule = (use) => {
  const { source, facts, crawl } = use
  if (crawl.settings.regexOnFullURL || !facts.isDead || !/^\^[\w([%~-]/.test(source)) return undefined
  const meant = `^/${source.slice(1)}`
  if (crawl.patternFacts(meant).path === undefined) return undefined
  return reportPattern('scope/missing-slash', use, { meant }, { instead: meant })
}

/** Characters that a URL percent-encodes and a pattern may hold literally: white space and everything beyond ASCII. */
const ENCODED = /[^!-~]+/u

/** Reports a pattern with a literal character that never occurs in a serialised URL. */
export const unencodedPattern: PatternRule = (use) => {
  const { source } = use
  const found = use.facts.isDead ? ENCODED.exec(source)?.[0] : undefined
  if (found === undefined || !found.isWellFormed()) return undefined
  // White space around a pattern comes from an editor or a block of text. Inside brackets each byte would become a separate alternative.
  const encoded = source.includes('[')
    ? undefined
    : source.replaceAll(new RegExp(ENCODED, 'gu'), encodeURIComponent)
  const meant = source.trim() === source ? encoded : source.trim()
  return reportPattern('scope/unencoded-pattern', use, { found, meant }, { instead: meant })
}

/** Reports a single word without a slash: it is found inside other words and sections too. */
export const bareWordPattern: PatternRule = (use) => {
  if (use.crawl.settings.regexOnFullURL || !/^[A-Za-z]+$/.test(use.source)) return undefined
  return reportPattern('scope/bare-word-pattern', use, { meant: `^/${use.source}(/|$)` })
}
