import { globMeaning } from '../../scope/pattern/glob-pattern.ts'
import { quotePattern } from '../../scope/pattern/pattern-texts.ts'
import { reportPattern, patternPlace } from '../crawl-facts.ts'
import type { CrawlFacts, PatternRule, PatternUse } from '../crawl-facts.ts'
import { type ChildPath, childPath, includedTexts, searchedTexts } from '../../scope/rules.ts'

/** The start of a whole pattern: a slash, a wildcard or the dot of an extension. */
const WHOLE_PATTERN = /^(?:\^?(?:https?:)?\\?\/|\.?\*|\\?\.)/

/** A word of a list with commas, such as `pdf` or `blog/.*`. */
const WORD = /^[A-Za-z][\w-]*(?:\/|$)/

/** Reports several patterns in one item, such as `/a/,/b/` or the lines of a block of text, and one with a comma after it. */
const joinedPatterns: PatternRule = (use) => {
  const { source } = use
  // Items of a list that are not aligned are one text, with their hyphens.
  const items = source.split(/[\s,;]+/).filter((item) => item !== '' && item !== '-')
  const areAll = (start: RegExp): boolean =>
    items.every((item) => start.test(item) && item.split(/[([{]/).length === item.split(/[)\]}]/).length)
  if (items.length < 2 && !/[^\s,;][,;]$/.test(source)) return undefined
  if (!areAll(WHOLE_PATTERN) && !(/[,;]/.test(source) && areAll(WORD))) return undefined
  return reportPattern('scope/joined-patterns', use, {
    items: items.map((item) => JSON.stringify(item)).join(', '),
  })
}

/** Reports a glob that happens to be a regular expression with another meaning. */
const globPattern: PatternRule = (use) => {
  const meant = globMeaning(use.source, use.crawl.settings.regexOnFullURL)
  if (meant === undefined) return undefined
  return reportPattern('scope/glob-pattern', use, { meant }, { instead: meant })
}

const SCHEME = /^\^?\(?(?:\?:)?https?[^:]{0,8}:(?:\\?\/){2}/

const hostInPattern: PatternRule = (use) => {
  if (use.crawl.settings.regexOnFullURL) return undefined
  const afterScheme = use.source.replace(SCHEME, '')
  const text = afterScheme.replace(/^\^/, '')
  const host = startHost(text, use.crawl)
  if (afterScheme === use.source && host === undefined) return undefined
  const rest = host === undefined ? '' : text.slice(host.length)
  const meant = rest.length > 1 && rest.startsWith('/') ? `^${rest}` : undefined
  return reportPattern('scope/host-in-pattern', use, { meant }, { instead: meant })
}

/** The text before the first slash of a pattern, or before its end. */
const FIRST_PART = /^[^/$]*?(?=\\?\/|\$|$)/

/** Returns the start URL's host as `text` begins with it, dots escaped or not. */
function startHost(text: string, { start }: CrawlFacts): string | undefined {
  const [part = ''] = FIRST_PART.exec(text) ?? []
  if (start === undefined || part === '') return undefined
  const host = part.replace(/^www\\?\./, '')
  return host === start.host || host === quotePattern(start.host) ? part : undefined
}

/** `\?page=`, `[?&]utm_`, `/search?q=`, `.*add-to-cart=`: a question mark, or a name with a value, of a query. */
const QUERY = /\\\?|\[[^\]]*\?[^\]]*\]|[\w/]\?[\w-]+=|^\?[\w-]+=|&[\w-]+=|(?:^|\.[*+]\??|[(|])[\w-]+=/

const queryInPattern: PatternRule = (use) => {
  if (use.crawl.settings.regexOnFullURL || !QUERY.test(use.source)) return undefined
  return reportPattern('scope/query-in-pattern', use, {})
}

const pathPatternOnFullUrl: PatternRule = (use) => {
  if (!use.crawl.settings.regexOnFullURL || !/^\^\\?\//.test(use.source)) return undefined
  // With alternatives the anchor binds only the first of them.
  const meant = use.source.includes('|') ? undefined : `^https?://[^/]+${use.source.slice(1)}`
  return reportPattern('scope/path-pattern-on-full-url', use, { meant }, { instead: meant })
}

/** Reports `^blog`, which would match with a slash after the anchor. */
const missingSlash: PatternRule = (use) => {
  const { source, facts, crawl } = use
  if (crawl.settings.regexOnFullURL || !facts.isDead || !/^\^[\w([%~-]/.test(source)) return undefined
  const meant = `^/${source.slice(1)}`
  if (crawl.patternFacts(meant).path === undefined) return undefined
  return reportPattern('scope/missing-slash', use, { meant }, { instead: meant })
}

/** Characters that a URL percent-encodes and a pattern may hold literally: white space and everything beyond ASCII. */
const ENCODED = /[^!-~]+/u

/** Reports a pattern with a literal character that never occurs in a serialised URL. */
const unencodedPattern: PatternRule = (use) => {
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
const bareWordPattern: PatternRule = (use) => {
  if (use.crawl.settings.regexOnFullURL || !/^[A-Za-z]+$/.test(use.source)) return undefined
  return reportPattern('scope/bare-word-pattern', use, { meant: `^/${use.source}(/|$)` })
}

/** Reports a pattern that cannot match any path or URL, if no other rule knows the reason. */
const neverMatches: PatternRule = (use) => {
  const { regexOnFullURL } = use.crawl.settings
  const isDead = regexOnFullURL
    ? use.crawl.budget.isImpossible({ all: [searchedTexts(true), use.source], none: [] })
    : use.facts.isDead
  if (!isDead) return undefined
  const searched = regexOnFullURL ? 'possible URL' : 'possible path'
  const [, literal, flags = ''] = LITERAL.exec(use.source) ?? []
  const meant = literal === undefined ? undefined : `${flags.includes('i') ? '(?i)' : ''}${literal}`
  return reportPattern('scope/never-matches', use, { searched, meant }, { instead: meant })
}

/** A regular expression as JavaScript writes it: `/^\/blog\//i`. */
const LITERAL = /^\/(\^.*|.*\$|.*\\\/.*)\/([a-z]*)$/

const duplicatePattern: PatternRule = (use) => {
  // Patterns may be equal in one cell of a matrix and differ in another.
  if (use.crawl.crawl.spec.matrix !== undefined) return undefined
  const first = listOf(use).find((other) => other.source === use.source)
  if (first === undefined || first === use) return undefined
  const related = [{ message: 'it is already here', place: patternPlace(first) }]
  return reportPattern('scope/duplicate-pattern', use, {}, { related })
}

function listOf({ list, crawl }: PatternUse): readonly PatternUse[] {
  return list === 'includePaths' ? crawl.includes : crawl.excludes
}

/** Reports an include that matches only pages outside the start. Profiles and matrices are left alone: they have several starts. */
const includeOutsideStart: PatternRule = (use) => {
  const { settings, start, crawl, searchesOwnPaths } = use.crawl
  if (use.list !== 'includePaths' || settings.crawlEntireDomain || start === undefined || start.path === '/')
    return undefined
  if (!searchesOwnPaths || crawl.spec.matrix !== undefined) return undefined
  const children = childPath(start.path)
  if (mayBeWithin(use, start.path, children)) return undefined
  if (patternPlace(use).file !== crawl.document.file) return undefined
  return reportPattern('scope/include-outside-start', use, { admitted: children.description })
}

/** Tries a few likely paths first, because a proof is expensive. */
function mayBeWithin({ crawl, facts, source }: PatternUse, startPath: string, children: ChildPath): boolean {
  const { prefixes, path = '' } = facts
  const within = children.exact ?? children.prefix
  // Anchored elsewhere, like most includes of other sections.
  if (!prefixes.some((prefix) => within.startsWith(prefix) || prefix.startsWith(within))) return false
  const directory = children.prefix.slice(0, -1)
  const near = [`${directory}${path}`, path, children.prefix, `${children.prefix}x`, startPath]
  if (near.some((text) => children.admits(text) && facts.isFoundIn(text))) return true
  return !crawl.budget.isImpossible({ all: [includedTexts(crawl.settings), source], none: [] })
}

/** Reports a pattern that another one makes useless, because it admits or excludes the same paths. Of two equal ones, the later. */
const shadowedPattern: PatternRule = (use) => {
  const by = shadow(use)
  if (by === undefined) return undefined
  const related = [{ message: 'by this pattern', place: patternPlace(by) }]
  return reportPattern('scope/shadowed-pattern', use, { by: by.source, byList: by.list }, { related })
}

function shadow(use: PatternUse): PatternUse | undefined {
  const { crawl, searchesOwnPaths, includes, excludes, budget } = use.crawl
  // A pattern may be useless in one cell of a matrix and needed in another.
  if (crawl.spec.matrix !== undefined || !searchesOwnPaths) return undefined
  if (!budget.spend(0)) {
    budget.skipped += includes.length + excludes.length
    return undefined
  }
  if (use.list === 'includePaths') {
    const exclude = excludes.find((other) => other.facts.covers(use.facts))
    if (exclude !== undefined) return exclude
  }
  return listOf(use).find(
    (other) =>
      other !== use &&
      other.facts.meantGlob === undefined &&
      other.facts.covers(use.facts) &&
      (other.index < use.index || !use.facts.covers(other.facts)),
  )
}

/** In order of certainty: patterns that mean something else, that never match, that change nothing. */
export const patternRules: readonly PatternRule[] = [
  joinedPatterns,
  globPattern,
  hostInPattern,
  queryInPattern,
  pathPatternOnFullUrl,
  missingSlash,
  unencodedPattern,
  neverMatches,
  duplicatePattern,
  includeOutsideStart,
  shadowedPattern,
  bareWordPattern,
]
