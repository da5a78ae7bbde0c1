import { quotePattern } from '../../scope/pattern/pattern-texts.ts'
import { canParseUrl } from '../../util/can-parse-url.ts'
import { isJsonObject, type Json, type JsonObject } from '../../util/json.ts'
import { CrawlDraft, type Imported, literalText, type NamedPage } from '../crawl-draft.ts'
import {
  aNumber,
  aText,
  FieldReader,
  type FieldSetting,
  listOf,
  type Located,
  mapFields,
  reasonsOf,
  withoutStart,
} from '../field-reader.ts'
import { nameCrawls, nameFromText } from '../name-crawls.ts'

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

/** Returns true for a configuration of Browsertrix Crawler. */
export function isBrowsertrix(value: JsonObject): boolean {
  return MARKS.some((key) => Object.hasOwn(value, key))
}

/** Returns one crawl for each seed. The file's settings are the defaults of its seeds. */
export function importBrowsertrix({ value, locate }: Located, name: string | undefined): Imported {
  const file = new FieldReader(value)
  const key = Object.hasOwn(value, 'seeds') ? 'seeds' : 'url'
  const seeds = listOf(file.take(key))
  const base = name ?? nameFrom(file)
  const drafts: CrawlDraft[] = []
  const read = seeds.flatMap((seed, index) => {
    const path = Array.isArray(value[key]) ? `${key}[${index}]` : key
    const own = new FieldReader(isJsonObject(seed) ? seed : { url: seed }, path)
    const url = own.takeText('url')
    return url === undefined ? [] : [{ seed, path, own, url }]
  })
  const names = nameCrawls(
    read.map(({ url }) => url),
    base,
  )
  const pages: NamedPage[] = []
  for (const [index, { seed, path, own, url }] of read.entries()) {
    const draft = new CrawlDraft(names[index] ?? '')
    const field = isJsonObject(seed) ? own.name('url') : path
    draft.map(field, '/request/url', literalText(url))
    pages.push({ field, url })
    const settings = { own, file, url, seeds: seeds.length }
    if (!importPage(draft, settings)) {
      importScope(draft, settings)
      importLimits(draft, settings)
    }
    mapFields(draft, file, SETTINGS)
    const auth = own.take('auth')
    if (typeof auth === 'string') draft.mapCredentials(own.name('auth'), auth)
    if (isJsonObject(seed)) own.dropRest([draft], REASONS, OTHERWISE)
    drafts.push(draft)
  }
  if (drafts.length === 0) return withoutStart(file, [key], locate('/seeds'))
  for (const draft of drafts)
    if (base !== undefined && name === undefined)
      draft.drop(
        NAMES.find((one) => Object.hasOwn(value, one)) ?? 'name',
        'the name of the crawl file is used instead',
      )
  file.dropRest(drafts, REASONS, OTHERWISE)
  return { ok: true, drafts, pages, base }
}

const NAMES = ['name', 'collection'] as const

function nameFrom(file: FieldReader): string | undefined {
  for (const key of NAMES) {
    const name = nameFromText(file.takeText(key) ?? '')
    if (name !== undefined) return name
  }
  return undefined
}

interface Seed {
  readonly own: FieldReader
  readonly file: FieldReader
  readonly url: string
}

/** Takes a field of the seed, or else of the file, under any of its names. */
function either<T>(
  { own, file }: { readonly own: FieldReader; readonly file: FieldReader },
  keys: readonly string[],
  take: (reader: FieldReader, key: string) => T | undefined,
): { readonly field: string; readonly value: T } | undefined {
  for (const reader of [own, file]) {
    for (const key of keys) {
      const value = take(reader, key)
      if (value !== undefined) return { field: reader.name(key), value }
    }
  }
  return undefined
}

const text = (reader: FieldReader, key: string): string | undefined => reader.takeText(key)
const number = (reader: FieldReader, key: string): number | undefined => reader.takeNumber(key)
const texts = (reader: FieldReader, key: string): readonly string[] | undefined => {
  const found = reader.takeTexts(key)
  return found.length === 0 ? undefined : found
}

const any = (reader: FieldReader, key: string): Json | undefined => reader.take(key)

const ONE_HOP = 'links to other hosts are followed one hop'

/** Returns a seed that is one page, with what it links to if need be, if it is. */
function importPage(draft: CrawlDraft, seed: Seed & { readonly seeds: number }): boolean {
  const type = either(seed, ['scopeType'], text)
  if (type?.value !== 'page' && type?.value !== 'page-spa') return false
  const hops = either(seed, ['extraHops'], number)
  const reach = Math.max(0, hops?.value ?? 0)
  const why = reach === 0 ? 'no link is followed' : 'links are followed as far as its extra hops'
  draft.map(type.field, '/request/maxDiscoveryDepth', reach, why)
  if (hops !== undefined && reach > 0) {
    draft.map(type.field, '/request/crawlEntireDomain', true)
    draft.approximate(hops.field, '/request/allowExternalLinks', true, ONE_HOP)
    importPatterns(draft, 'excludePaths', either(seed, ['exclude', 'scopeExcludeRx'], texts))
    importLimit(draft, seed)
    importSitemap(draft, seed)
  } else {
    draft.map(type.field, '/request/sitemap', 'skip')
    draft.map(type.field, '/request/limit', 1)
  }
  for (const key of MOOT_FOR_A_PAGE) {
    const found = either(seed, [key], any)
    if (found !== undefined && !draft.speaksOf(found.field)) draft.drop(found.field, 'the scope is one page')
  }
  return true
}

const MOOT_FOR_A_PAGE =
  'include scopeIncludeRx exclude scopeExcludeRx depth extraHops maxPageLimit pageLimit limit sitemap useSitemap'.split(
    ' ',
  )

interface Patterns {
  readonly field: string
  readonly value: readonly string[]
}

function importScope(draft: CrawlDraft, seed: Seed): void {
  const includes = either(seed, ['include', 'scopeIncludeRx'], texts)
  const excludes = either(seed, ['exclude', 'scopeExcludeRx'], texts)
  const type = either(seed, ['scopeType'], text)
  const scope = type?.value ?? (includes === undefined ? 'prefix' : 'custom')
  const isFull = includes !== undefined || excludes !== undefined
  const isWhole = ['host', 'domain', 'any'].includes(scope) || (scope === 'prefix' && isAtRoot(seed.url))
  const field = type?.field ?? 'the default scopeType'
  importScopeType(draft, { field, scope, isFull, hasMore: includes !== undefined && !isWhole }, seed.url)
  // Patterns in addition to a scope extend it.
  if (includes !== undefined && isWhole)
    draft.drop(includes.field, 'the scope admits the whole host without it; other hosts are out here')
  else importPatterns(draft, 'includePaths', includes)
  importPatterns(draft, 'excludePaths', excludes)
}

function importPatterns(
  draft: CrawlDraft,
  side: 'includePaths' | 'excludePaths',
  patterns: Patterns | undefined,
): void {
  if (patterns === undefined) return
  for (const [index, pattern] of patterns.value.entries())
    draft.map(`${patterns.field}[${index}]`, `/request/${side}/-`, literalText(pattern))
  if (!draft.has('/request/regexOnFullURL'))
    draft.map(patterns.field, '/request/regexOnFullURL', true, 'its patterns match against the whole URL')
}

function isAtRoot(url: string): boolean {
  return canParseUrl(url) && new URL(url).pathname.lastIndexOf('/') === 0
}

interface ScopeType {
  readonly field: string
  readonly scope: string
  /** Patterns see whole URLs. */
  readonly isFull: boolean
  /** Patterns add to the scope. */
  readonly hasMore: boolean
}

function importScopeType(draft: CrawlDraft, type: ScopeType, url: string): void {
  const { field, scope } = type
  switch (scope) {
    case 'host':
      return draft.map(field, '/request/crawlEntireDomain', true)
    case 'domain':
      draft.map(field, '/request/crawlEntireDomain', true)
      return draft.map(field, '/request/allowSubdomains', true)
    case 'any':
      draft.approximate(
        field,
        '/request/crawlEntireDomain',
        true,
        'other hosts are followed only one link deep',
      )
      return draft.map(field, '/request/allowExternalLinks', true)
    case 'custom':
      return draft.approximate(field, '/request/crawlEntireDomain', true, ADMITTED_ELSEWHERE)
    case 'prefix':
      return importPrefix(draft, type, url)
    default:
      return draft.drop(field, 'unknown scope; the pages below the start URL are crawled')
  }
}

const ADMITTED_ELSEWHERE = 'pages on other hosts are out, even if the patterns admit them'

/** Limits the crawl to the seed's directory, by a pattern if the start URL alone is not enough. */
function importPrefix(draft: CrawlDraft, { field, isFull, hasMore }: ScopeType, url: string): void {
  if (!canParseUrl(url)) return
  const { pathname, host } = new URL(url)
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

function importLimits(draft: CrawlDraft, seed: Seed & { readonly seeds: number }): void {
  const depth = either(seed, ['depth'], number)
  if (depth !== undefined) {
    if (depth.value >= 0) draft.map(depth.field, '/request/maxDiscoveryDepth', depth.value)
    else draft.drop(depth.field, 'without a depth there is no limit either')
  }
  const hops = either(seed, ['extraHops'], number)
  if (hops !== undefined && hops.value > 0)
    draft.approximate(hops.field, '/request/allowExternalLinks', true, ONE_HOP)
  importLimit(draft, seed)
  importSitemap(draft, seed)
}

/** Takes the smaller of two limits; zero means none. */
function importLimit(draft: CrawlDraft, seed: Seed & { readonly seeds: number }): void {
  const limits = ['maxPageLimit', 'pageLimit', 'limit'].flatMap((key) => either(seed, [key], number) ?? [])
  const [limit, ...others] = limits
    .filter(({ value }) => value > 0)
    .toSorted((one, other) => one.value - other.value)
  for (const { field, value } of limits)
    if (value <= 0) draft.drop(field, 'it meant no limit; the service allows 10000 pages')
  for (const { field } of others) draft.drop(field, 'a smaller limit is set')
  if (limit === undefined) return
  if (seed.seeds === 1) draft.map(limit.field, '/request/limit', limit.value)
  else
    draft.approximate(
      limit.field,
      '/request/limit',
      limit.value,
      'it counted all seeds together; here each has its own crawl',
    )
}

/** Sitemaps are read only if the source says so. */
function importSitemap(draft: CrawlDraft, seed: Seed): void {
  const sitemap = either(seed, ['sitemap', 'useSitemap'], any)
  const isUsed = sitemap !== undefined && sitemap.value !== false
  if (!isUsed)
    return draft.map(
      sitemap?.field ?? 'the default sitemap',
      '/request/sitemap',
      'skip',
      'sitemaps are read only if set',
    )
  if (sitemap.value === true) return draft.map(sitemap.field, '/request/sitemap', 'include')
  draft.mapSitemaps(sitemap.field)
}
