import { isSameDomain } from '../../scope/rules.ts'
import { quotePattern } from '../../scope/pattern/pattern-texts.ts'
import { parseUrl } from '../../util/can-parse-url.ts'
import { wordSet } from '../../util/word-set.ts'
import { isJsonObject, type Json, type JsonObject, listOf } from '../../util/json.ts'
import { CrawlDraft, type Imported, literalText, refuse } from '../crawl-draft.ts'
import { aNumber, aText, FieldReader, mapFields, reasonsOf, refuseStart } from '../field-reader.ts'
import type { FieldSetting, Located } from '../field-reader.ts'
import { nameCrawls, nameFromText } from '../divide-starts.ts'

const REASONS = reasonsOf({
  'the list of seeds is another file, which is not opened': 'seedFile urlFile',
  'page scripts have no counterpart; scrapeOptions.actions comes closest': 'behaviors',
  'code is not executed; scrapeOptions.actions comes closest': 'customBehaviors driver',
  'browser profiles are not kept; log in through headers or actions': 'profile',
  'the service chooses the proxy: scrapeOptions.proxy': 'proxyServer',
  'wait and apply take a time limit: --timeout': 'timeLimit',
  'resources of a page are not blocked one by one; scrapeOptions.blockAds comes closest': 'blockRules',
  'pages are delivered as Markdown anyway': 'text',
  'robots.txt is honoured unless ignoreRobotsTxt is true': 'robots',
  'sitemaps are read completely, regardless of dates': 'sitemapFromDate sitemapFrom sitemapToDate sitemapTo',
  'use scrapeOptions.waitFor to wait for a page': 'waitUntil netIdleWait',
  'all links of a page are followed': 'selectLinks linkSelector',
  'URLs that differ only in their fragment are one page here': 'allowHash allowHashUrls',
  'the header User-Agent replaces it as a whole': 'userAgentSuffix',
})

const OTHERWISE = 'it is about archives and browsers, which crawlform does not produce'

const PAGE = '/request/scrapeOptions'

// Zero is the same as not set.
const aPositive = aNumber((value) => (value > 0 ? value : undefined))
const seconds: Omit<FieldSetting, 'from' | 'to'> = {
  take: aNumber((value) => (value > 0 ? value * 1000 : undefined)),
  why: 'seconds there, milliseconds here',
}

/** Settings of pages, which only the whole file has. */
const SETTINGS: readonly FieldSetting[] = [
  { from: 'workers', to: '/request/maxConcurrency', take: aPositive },
  { from: 'pageExtraDelay', to: '/request/delay', take: aPositive },
  { from: 'delay', to: '/request/delay', take: aPositive },
  { from: 'postLoadDelay', to: `${PAGE}/waitFor`, ...seconds },
  { from: 'pageLoadTimeout', to: `${PAGE}/timeout`, ...seconds },
  { from: 'timeout', to: `${PAGE}/timeout`, ...seconds },
  { from: 'blockAds', to: `${PAGE}/blockAds`, take: (reader, key) => reader.takeFlag(key) },
  { from: 'userAgent', to: `${PAGE}/headers/User-Agent`, take: aText() },
  {
    from: 'lang',
    to: `${PAGE}/headers/Accept-Language`,
    take: aText(),
    about: 'sites are asked for it; the browser does not use it',
  },
  {
    from: 'mobileDevice',
    to: `${PAGE}/mobile`,
    take: aText(() => true),
    about: 'only one mobile device is available',
  },
  { from: 'screenshot', to: `${PAGE}/formats`, take: screenshots },
]

function screenshots(reader: FieldReader, key: string): Json | undefined {
  const shots = reader.takeTexts(key).flatMap((list) => list.split(','))
  const fullPage = shots.some((shot) => shot.startsWith('fullPage'))
  return shots.length === 0 ? undefined : ['markdown', { type: 'screenshot', fullPage }]
}

const MARKS = 'seeds seedFile urlFile scopeType generateWACZ combineWARC collection behaviors'.split(' ')

export function isBrowsertrix(value: JsonObject): boolean {
  return MARKS.some((key) => Object.hasOwn(value, key))
}

interface Seed {
  /** Its settings; those of the file are the defaults. */
  readonly reader: FieldReader
  readonly url: string
  readonly count: number
}

export function importBrowsertrix({ value, locate }: Located, name: string | undefined): Imported {
  const file = new FieldReader(value)
  const key = file.has('seeds') ? 'seeds' : 'url'
  // zimit takes the addresses in one text.
  const listed = listOf(file.take(key)).flatMap((seed): readonly Json[] =>
    typeof seed === 'string' ? seed.split(/,\s*(?=https?:)/) : [seed],
  )
  const seeds = listed.flatMap((seed, index) => {
    const path = Array.isArray(value[key]) ? `${key}[${index}]` : key
    const isMapping = isJsonObject(seed)
    const reader = new FieldReader(isMapping ? seed : { url: seed }, path, file)
    const url = reader.has('url') ? reader.takeText('url') : undefined
    const field = isMapping ? reader.name('url') : path
    return url === undefined ? [] : [{ reader, url, field, isMapping, count: listed.length }]
  })
  const list = ['seedFile', 'urlFile'].find((one) => file.has(one))
  if (list !== undefined && listed.length === 0) refuse('import/seeds-in-file', { list }, locate(`/${list}`))
  if (seeds.length === 0) return refuseStart(file, [file.has(key) ? key : 'seeds'], locate('/seeds'))
  const named = NAMES.find((one) => nameFromText(file.takeText(one) ?? '') !== undefined)
  const base = name ?? (named === undefined ? undefined : nameFromText(file.takeText(named) ?? ''))
  const urls = seeds.map(({ url }) => url)
  const names = nameCrawls(urls, base)
  const drafts = seeds.map((seed, index) => {
    const { reader, url, field, isMapping } = seed
    const draft = new CrawlDraft(names[index] ?? '')
    draft.map(field, '/request/url', literalText(url))
    if (!importPage(draft, seed)) {
      importScope(draft, seed)
      importLimits(draft, seed)
    }
    mapFields(draft, file, SETTINGS)
    const auth = reader.take('auth')
    if (typeof auth === 'string') draft.mapCredentials(reader.name('auth'), auth)
    if (isMapping) reader.dropRest([draft], REASONS, OTHERWISE)
    if (named !== undefined && name === undefined)
      draft.drop(named, 'the name of the crawl file is used instead')
    return draft
  })
  file.dropRest(drafts, REASONS, OTHERWISE)
  return { drafts, pages: seeds, base }
}

const NAMES = ['name', 'collection'] as const

const ONE_HOP = 'links to other hosts are followed one hop'

/** Imports a seed whose scope is one page, with its extra hops. Returns false for any other scope. */
function importPage(draft: CrawlDraft, seed: Seed): boolean {
  const { reader } = seed
  const type = reader.takeText('scopeType')
  if (type !== 'page' && type !== 'page-spa') return false
  const field = reader.name('scopeType')
  const hops = Math.max(0, reader.takeNumber('extraHops') ?? 0)
  const why = hops === 0 ? 'no link is followed' : 'links are followed as far as its extra hops'
  draft.map(field, '/request/maxDiscoveryDepth', hops, why)
  if (hops > 0) {
    draft.map(field, '/request/crawlEntireDomain', true)
    draft.approximate(reader.name('extraHops'), '/request/allowExternalLinks', true, ONE_HOP)
    importPatterns(draft, reader, 'excludePaths', reader.spelling('exclude', 'scopeExcludeRx'))
    importLimit(draft, seed)
    importSitemap(draft, reader)
  } else {
    draft.map(field, '/request/sitemap', 'skip')
    draft.map(field, '/request/limit', 1)
  }
  for (const key of MOOT_FOR_A_PAGE)
    if (reader.take(key) !== undefined && !draft.mentions(reader.name(key)))
      draft.drop(reader.name(key), 'the scope is one page')
  return true
}

const MOOT_FOR_A_PAGE = wordSet(
  'include scopeIncludeRx exclude scopeExcludeRx depth extraHops maxPageLimit pageLimit limit sitemap useSitemap',
)

function importScope(draft: CrawlDraft, { reader, url }: Seed): void {
  const include = reader.spelling('include', 'scopeIncludeRx')
  const exclude = reader.spelling('exclude', 'scopeExcludeRx')
  const hasIncludes = reader.takeTexts(include).length > 0
  // Patterns see whole URLs.
  const isFull = hasIncludes || reader.takeTexts(exclude).length > 0
  const type = reader.takeText('scopeType')
  const scope = type ?? (hasIncludes ? 'custom' : 'prefix')
  const isAtRoot = parseUrl(url)?.pathname.lastIndexOf('/') === 0
  const isWhole = ['host', 'domain', 'any'].includes(scope) || (scope === 'prefix' && isAtRoot)
  const field = type === undefined ? 'the default scopeType' : reader.name('scopeType')
  const to = '/request/crawlEntireDomain'
  if (scope === 'prefix') importPrefix(draft, { field, isFull, hasMore: hasIncludes && !isWhole }, url)
  else if (scope === 'custom') draft.approximate(field, to, true, ADMITTED_ELSEWHERE)
  else if (scope === 'any') draft.approximate(field, to, true, 'other hosts are followed only one link deep')
  else if (isWhole) draft.map(field, to, true)
  else draft.drop(field, 'unknown scope; the pages below the start URL are crawled')
  if (scope === 'any') draft.map(field, '/request/allowExternalLinks', true)
  if (scope === 'domain') mapSubdomains(draft, field, url)
  // Patterns in addition to a scope extend it.
  if (hasIncludes && isWhole)
    draft.drop(reader.name(include), 'the scope admits the whole host without it; other hosts are out here')
  else importPatterns(draft, reader, 'includePaths', include)
  importPatterns(draft, reader, 'excludePaths', exclude)
}

function importPatterns(
  draft: CrawlDraft,
  reader: FieldReader,
  side: 'includePaths' | 'excludePaths',
  key: string,
): void {
  const patterns = reader.takeItems(key)
  for (const { field, text } of patterns) draft.map(field, `/request/${side}/-`, literalText(text))
  if (patterns.length > 0 && !draft.has('/request/regexOnFullURL'))
    draft.map(reader.name(key), '/request/regexOnFullURL', true, 'its patterns match against the whole URL')
}

const ADMITTED_ELSEWHERE = 'pages on other hosts are out, even if the patterns admit them'

/** Subdomains are those of the seed's host there, and those of its registrable domain here. */
function mapSubdomains(draft: CrawlDraft, field: string, url: string): void {
  const to = '/request/allowSubdomains'
  const host = parseUrl(url)?.hostname.replace(/^www\./, '') ?? ''
  const why = `other hosts of its domain are followed too, not only those below ${host}`
  if (isSameDomain(host.replace(/^[^.]*\./, ''), host)) draft.approximate(field, to, true, why)
  else draft.map(field, to, true)
}

/** Limits the crawl to the seed's directory, by a pattern if the start URL alone is not enough. */
function importPrefix(
  draft: CrawlDraft,
  { field, isFull, hasMore }: { field: string; isFull: boolean; hasMore: boolean },
  url: string,
): void {
  const seed = parseUrl(url)
  if (seed === undefined) return
  const { pathname, host } = seed
  const directory = pathname.slice(0, pathname.lastIndexOf('/') + 1)
  if (!hasMore && (pathname.endsWith('/') || /\.\w{2,5}$/.test(pathname))) return
  if (hasMore) draft.approximate(field, '/request/crawlEntireDomain', true, ADMITTED_ELSEWHERE)
  else draft.map(field, '/request/crawlEntireDomain', true)
  if (directory === '/') return
  const pattern = isFull
    ? `^https?://${quotePattern(host)}${quotePattern(directory)}`
    : `^${quotePattern(directory)}`
  draft.map(field, '/request/includePaths/-', pattern, "the seed's directory")
}

function importLimits(draft: CrawlDraft, seed: Seed): void {
  const { reader } = seed
  const depth = reader.takeNumber('depth')
  if (depth !== undefined && depth >= 0) draft.map(reader.name('depth'), '/request/maxDiscoveryDepth', depth)
  else if (depth !== undefined) draft.drop(reader.name('depth'), 'without a depth there is no limit either')
  if ((reader.takeNumber('extraHops') ?? 0) > 0)
    draft.approximate(reader.name('extraHops'), '/request/allowExternalLinks', true, ONE_HOP)
  importLimit(draft, seed)
  importSitemap(draft, reader)
}

/** Takes the smaller of two limits; zero means none. */
function importLimit(draft: CrawlDraft, { reader, count }: Seed): void {
  const limits = ['maxPageLimit', 'pageLimit', 'limit'].flatMap((key) => {
    const value = reader.takeNumber(key)
    return value === undefined ? [] : [{ field: reader.name(key), value }]
  })
  const [limit, ...others] = limits
    .filter(({ value }) => value > 0)
    .toSorted((one, other) => one.value - other.value)
  for (const { field, value } of limits)
    if (value <= 0) draft.drop(field, 'it meant no limit; the service allows 10000 pages')
  for (const { field } of others) draft.drop(field, 'a smaller limit is set')
  if (limit === undefined) return
  const why = 'it counted all seeds together; here each has its own crawl'
  if (count === 1) draft.map(limit.field, '/request/limit', limit.value)
  else draft.approximate(limit.field, '/request/limit', limit.value, why)
}

/** Sitemaps are read only if the source says so. */
function importSitemap(draft: CrawlDraft, reader: FieldReader): void {
  const key = reader.spelling('sitemap', 'useSitemap')
  const sitemap = reader.take(key)
  const field = sitemap === undefined ? 'the default sitemap' : reader.name(key)
  if (sitemap === undefined || sitemap === false)
    draft.map(field, '/request/sitemap', 'skip', 'sitemaps are read only if set')
  else if (sitemap === true) draft.map(field, '/request/sitemap', 'include')
  else draft.mapSitemaps(field)
}
