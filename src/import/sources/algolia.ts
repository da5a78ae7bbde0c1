import { globPattern } from '../../scope/pattern/glob-pattern.ts'
import { canParseUrl } from '../../util/can-parse-url.ts'
import { isJsonObject, type JsonObject, listOf } from '../../util/json.ts'
import { type CrawlDraft, type Imported, type NamedPage, testUrl } from '../crawl-draft.ts'
import { areaBelow, divideStarts, draftParts, importStart, nameFromText } from '../divide-starts.ts'
import { aNumber, aFlag, FieldReader, mapFields, reasonsOf, refuseStart } from '../field-reader.ts'
import type { FieldSetting, Located } from '../field-reader.ts'

const NO_RECORDS = 'pages are delivered as Markdown, not as records of an index'

const REASONS = reasonsOf({
  'it identifies an Algolia account': 'appId',
  'an Algolia key': 'apiKey',
  [NO_RECORDS]: 'indexPrefix',
  'settings of an Algolia index': 'initialIndexSettings',
  'pages are delivered unchanged; join other data where you use them': 'externalData',
  'canonical URLs do not decide which pages belong to a crawl': 'ignoreCanonicalTo',
  'links are followed where the scope admits them': 'ignoreNoFollowTo',
  'robots tags about indexing do not decide which pages are crawled': 'ignoreNoIndex',
  'code is not executed; includePaths and excludePaths come closest': 'linkExtractor',
  'log in through scrapeOptions.headers or scrapeOptions.actions': 'login',
  'use expect to require a number of pages': 'safetyChecks maxLostRecordsPercentage',
  'scrapeOptions.maxAge limits the age of cached pages': 'cache',
  'run apply on a schedule, or set refresh': 'schedule',
})

const OTHERWISE = 'crawlform has no such setting'

const SETTINGS: readonly FieldSetting[] = [
  { from: 'maxUrls', to: '/request/limit', take: aNumber() },
  {
    from: 'maxDepth',
    to: '/request/excludePaths/-',
    take: aNumber((depth) => (Number.isInteger(depth) && depth > 0 ? `^(/[^/]*){${depth + 1}}` : undefined)),
    why: 'it counts the slashes of a path',
  },
  {
    from: 'rateLimit',
    to: '/request/maxConcurrency',
    take: aNumber((rate) => (rate >= 1 ? Math.floor(rate) : undefined)),
    about: 'pages at the same time, not pages per second',
  },
  {
    from: 'schedule',
    to: '/refresh',
    take: (reader, key) => intervalOf(reader.takeText(key) ?? ''),
    about: 'due again after this time, when apply runs',
  },
  { from: 'ignoreRobotsTxtRules', to: '/request/ignoreRobotsTxt', take: aFlag },
]

/** Returns true for a configuration of the Algolia Crawler, as its API and its command line give it. */
export function isAlgolia(value: JsonObject): boolean {
  const config = configOf(value)
  return (
    Array.isArray(config['actions']) && ['startUrls', 'sitemaps'].some((key) => Object.hasOwn(config, key))
  )
}

/** Returns the configuration itself: the API wraps it when it describes a whole crawler. */
function configOf(value: JsonObject): JsonObject {
  const { config } = value
  return isJsonObject(config) ? config : value
}

export function importAlgolia({ value, locate }: Located, name: string | undefined): Imported {
  const isWrapped = isJsonObject(value['config'])
  const whole = new FieldReader(value)
  const title = isWrapped ? whole.takeText('name') : undefined
  const file = new FieldReader(configOf(value), isWrapped ? 'config' : '')
  const named = readStarts(file)
  const starts = named
    .filter(({ url }) => canParseUrl(url))
    .map((start) => ({ ...start, area: areaBelow(start.url) }))
  if (starts.length === 0)
    return refuseStart(file, ['startUrls'], locate(isWrapped ? '/config/startUrls' : '/startUrls'))
  // Each holds code, which is not imported.
  const actions = listOf(configOf(value)['actions'])
    .filter(isJsonObject)
    .map((action, at) => new FieldReader(action, `${file.name('actions')}[${at}]`))
  const divided = divideStarts(starts, { mainTakesRest: true })
  const base = name ?? nameFromText(title ?? actions[0]?.takeText('indexName') ?? '')
  const drafts = draftParts(divided, base, (draft, part) => {
    const { field, url } = part.start
    const why = 'the patterns decide which pages belong to the crawl'
    importStart(draft, part, new URL(url).pathname === '/' ? undefined : { field, why })
    importIncludes(draft, [file, ...actions], new URL(url).origin)
    importExcludes(draft, file, new URL(url).origin)
    mapFields(draft, file, SETTINGS)
    importPages(draft, file)
  })
  for (const { field, url } of named)
    if (!canParseUrl(url)) for (const draft of drafts) draft.drop(field, 'it is not a URL to start from')
  const ofRecords = reasonsOf({ [NO_RECORDS]: 'indexName recordExtractor' })
  for (const action of actions) action.dropRest(drafts, ofRecords, NO_RECORDS)
  file.dropRest(drafts, REASONS, OTHERWISE)
  if (isWrapped) {
    whole.take('config')
    const reasons = { name: 'the name of the crawl file is used instead' }
    whole.dropRest(drafts, reasons, 'an internal note of Algolia')
  }
  return { drafts, pages: named, base }
}

/** Reads the start URLs, of which there are two lists; without any, the crawl starts where the sitemaps are. */
function readStarts(file: FieldReader): readonly NamedPage[] {
  const starts = ['startUrls', 'extraUrls'].flatMap((key) => file.takeItems(key))
  const sitemaps = starts.length > 0 ? [] : file.takeItems('sitemaps').filter(({ text }) => canParseUrl(text))
  return [
    ...starts.map(({ field, text }) => ({ field, url: text })),
    ...sitemaps.map(({ field, text }) => ({ field, url: `${new URL(text).origin}/` })),
  ]
}

/** A pattern that admits the whole host. */
const ALL = '^/'

/** Algolia visits the pages of discoveryPatterns and pathsToMatch; here they are also the results. */
function importIncludes(draft: CrawlDraft, readers: readonly FieldReader[], origin: string): void {
  const wanted = readers
    .flatMap((reader) => [...reader.takeItems('discoveryPatterns'), ...reader.takeItems('pathsToMatch')])
    .map(({ field, text }) => ({
      field,
      isException: text.startsWith('!'),
      ...readGlob(text.replace(/^!/, ''), origin),
    }))
  const admitsAll = wanted.some(({ pattern, isException }) => pattern === ALL && !isException)
  const patterns = new Set<string>()
  for (const { field, pattern, isException, why } of wanted) {
    if (pattern === undefined) draft.drop(field, why)
    else if (isException)
      draft.approximate(
        field,
        '/request/excludePaths/-',
        pattern,
        'its pages are out of every other pattern too',
      )
    else if (pattern === ALL) draft.drop(field, 'the whole host belongs to the crawl')
    else if (admitsAll)
      draft.drop(
        field,
        'another pattern admits the whole host, and here followed pages are also in the result',
      )
    else if (patterns.has(pattern)) draft.drop(field, 'the same pattern is already there')
    else draft.map(field, '/request/includePaths/-', pattern)
    if (!isException) patterns.add(pattern ?? '')
  }
}

function importExcludes(draft: CrawlDraft, file: FieldReader, origin: string): void {
  for (const { field, text } of file.takeItems('exclusionPatterns')) {
    const { pattern, why } = readGlob(text, origin)
    if (pattern === undefined) draft.drop(field, why)
    else if (pattern === ALL) draft.drop(field, 'it would exclude the whole crawl')
    else {
      draft.map(field, '/request/excludePaths/-', pattern)
      if (!/[*{}!?[\]]/.test(text) && canParseUrl(text)) draft.test('out', testUrl(text, origin), field)
    }
  }
}

type ReadGlob =
  | { readonly pattern: string; readonly why?: undefined }
  | { readonly pattern?: undefined; readonly why: string }

/** Returns a glob of whole URLs as a pattern of the paths of `origin`, or why it cannot be one. */
function readGlob(glob: string, origin: string): ReadGlob {
  if (glob.startsWith('!')) return { why: 'an exception to a pattern; here excludes always win' }
  const address = /^(?:https?|http\{s,\}|\*):\/\/([^/]+)(\/.*)?$/.exec(glob)
  const host = address?.[1]
  const bare = (text: string): string => text.replace(/^www\./, '')
  if (host !== undefined && !host.includes('*') && bare(host) !== bare(new URL(origin).host))
    return { why: 'it is about another host' }
  if (/[[\]()@+!]|\?/.test(glob)) return { why: 'an unsupported glob; write it as a regular expression' }
  const path = address === null ? glob.replace(/^\/?/, glob.startsWith('**') ? '' : '/') : (address[2] ?? '/')
  return { pattern: /^\/?\*\*$/.test(path) ? ALL : pathPattern(path) }
}

function pathPattern(path: string): string {
  const body = globPattern(path)
  const rooted = body.startsWith('/') ? body : `/${body}`
  return rooted.endsWith('.*') ? `^${rooted.slice(0, -2)}` : `^${rooted}$`
}

/** Reads a schedule: `every 2 days`, `at 10:30 on Friday`, `every weekday at 12:00 pm`. */
function intervalOf(schedule: string): string | undefined {
  const every = /^every (?:(\d+) )?(hour|day|week|month)s?\b/i.exec(schedule)
  const unit = every?.[2]?.toLowerCase()
  const count = Number(every?.[1] ?? 1)
  if (unit === 'month') return `${count * 30}d`
  if (unit !== undefined) return `${count}${unit[0]}`
  if (/^every weekday\b|^at \S+(?: [ap]m)?$/i.test(schedule)) return '1d'
  return /\bon (?:sun|mon|tues|wednes|thurs|fri|satur)day\b/i.test(schedule) ? '7d' : undefined
}

function importPages(draft: CrawlDraft, file: FieldReader): void {
  if (file.takeTexts('sitemaps').length > 0) draft.mapSitemaps(file.name('sitemaps'))
  const ignored = file.takeTexts('ignoreQueryParams')
  if (ignored.includes('*')) draft.map(file.name('ignoreQueryParams'), '/request/ignoreQueryParameters', true)
  else if (ignored.length > 0)
    draft.drop(file.name('ignoreQueryParams'), 'ignoreQueryParameters ignores all parameters or none')
  const browser = file.take('renderJavaScript')
  const times = isJsonObject(browser) && isJsonObject(browser['waitTime']) ? browser['waitTime'] : {}
  const isOff =
    browser === undefined || browser === false || (isJsonObject(browser) && browser['enabled'] === false)
  if (!isOff) {
    const wait = typeof times['min'] === 'number' ? times['min'] : 1000
    const why = 'with a wait, every page uses a browser; milliseconds'
    draft.approximate(file.name('renderJavaScript'), '/request/scrapeOptions/waitFor', wait, why)
  }
  importRequest(draft, file)
}

function importRequest(draft: CrawlDraft, file: FieldReader): void {
  const options = file.take('requestOptions')
  if (!isJsonObject(options)) return
  const own = new FieldReader(options, file.name('requestOptions'))
  const headers = own.take('headers')
  for (const [header, value] of Object.entries(isJsonObject(headers) ? headers : {}))
    draft.mapHeader(`${own.name('headers')}.${header}`, header, value)
  const timeout = own.takeNumber('timeout')
  if (timeout !== undefined)
    draft.map(own.name('timeout'), '/request/scrapeOptions/timeout', Math.max(timeout, 1000))
  own.dropRest([draft], { proxy: 'the service chooses the proxy: scrapeOptions.proxy' }, OTHERWISE)
}
