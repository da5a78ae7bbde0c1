import { diagnose } from '../../diagnostics/catalogue.ts'
import { quotePattern } from '../../scope/pattern/quote-pattern.ts'
import { canonicalJson } from '../../util/canonical-json.ts'
import { isJsonObject, type Json, type JsonObject } from '../../util/json.ts'
import { nameOfUrl } from '../../util/name-of-url.ts'
import { CrawlDraft } from '../crawl-draft.ts'
import { FieldReader, listOf, textOf } from '../field-reader.ts'
import { crawlNameFor, type Imported, type Located } from '../imported.ts'
import { literalText } from '../literal-text.ts'
import { pathPrefixPattern, testUrl, uniqueName } from '../scope-of-source.ts'
import { canParseUrl } from '../../util/can-parse-url.ts'
import { splitStarts } from '../split-starts.ts'

const REASONS: Readonly<Record<string, string>> = {
  selectors: 'pages come as Markdown; their headings are not records of an index',
  custom_settings: 'settings of an index of Algolia',
  min_indexed_level: 'pages come as Markdown; their headings are not records of an index',
  only_content_level: 'pages come as Markdown; their headings are not records of an index',
  conversation_id: 'a note of Algolia about its customer',
  nb_hits: 'it counts records, not pages; say how many pages are expected with expect',
  nb_hits_max: 'it counts records, not pages; say how many pages are expected with expect',
  strip_chars: 'texts stay as they are',
  use_anchors: 'fragments of a URL are one page here',
  sitemap_alternate_links: 'alternates in a sitemap are followed where the scope admits them',
  sitemap_urls_regexs: 'one set of patterns holds for sitemaps and links here',
  scrape_start_urls: 'the start URL is in the result where the patterns admit it',
  // As most files spell it.
  scrap_start_urls: 'the start URL is in the result where the patterns admit it',
}

const OTHERWISE = 'crawlform has nothing like it'

/** What makes a start URL a regular expression and not an address. */
const REGEX = /[()[\]\\^$*+|]|\?(?![\w=&%-]*$)/

/** Stands for any value of a variable. */
const VARIABLE = /\(\?P?<(\w+)>[^()]*\)/g

/** Returns true for a configuration of the DocSearch scraper, or of one that reads the same. */
export function isDocsearch(value: JsonObject): boolean {
  return (
    ['start_urls', 'sitemap_urls'].some((key) => Object.hasOwn(value, key)) &&
    ['index_name', 'index_uid', 'selectors'].some((key) => Object.hasOwn(value, key))
  )
}

const OTHER_START = 'what lies below the other start URLs is left to their own crawls'

/** Returns the starts of one host, each for a crawl of its own; one that another already begins with only once. */
function separateStarts(
  starts: readonly Start[],
): readonly { readonly starts: readonly Start[]; readonly others: readonly string[] }[] {
  const addresses = starts.filter(({ url }) => !REGEX.test(url))
  const parts = splitStarts(addresses)
  return starts.map((start) => {
    const part = parts.find((one) => one.start === start)
    return { starts: [start], others: part?.others ?? [] }
  })
}

interface Start {
  readonly field: string
  readonly url: string
  readonly variables: JsonObject | undefined
  readonly others: readonly string[]
}

/** Returns one crawl for each host of the start URLs. */
export function importDocsearch({ value, locate }: Located, name: string | undefined): Imported {
  const file = new FieldReader(value)
  const index = file.takeText('index_name') ?? file.takeText('index_uid')
  const starts = listOf(file.take('start_urls')).flatMap((start, at) => readStart(start, `start_urls[${at}]`))
  const hosts = new Map<string, Start[]>()
  for (const start of starts) {
    const origin = originOf(start.url)
    if (origin !== undefined) hosts.set(origin, [...(hosts.get(origin) ?? []), start])
  }
  if (hosts.size === 0) {
    if (file.takeTexts('sitemap_urls').length > 0) {
      const args = { field: 'sitemap_urls', start: 'start_urls' }
      return { ok: false, problems: [diagnose('import/only-sitemaps', args, locate('/sitemap_urls', 'key'))] }
    }
    const rule = file.hasCode('start_urls') ? 'import/start-url-is-code' : 'import/no-start-url'
    return { ok: false, problems: [diagnose(rule, { field: 'start_urls' }, locate('/start_urls'))] }
  }
  const base = name ?? nameFrom(index)
  const taken = new Set<string>()
  const hasSitemap = listOf(value['sitemap_urls']).length > 0
  const drafts = [...hosts].flatMap(([origin, group]) => {
    const own = hosts.size > 1 && base !== undefined ? `${base}-${nameOfUrl(origin) ?? ''}` : base
    const name = crawlNameFor(own, origin)
    const crawls = hasSitemap ? [{ starts: group, others: [] }] : separateStarts(group)
    return crawls.map(({ starts: together, others }) => {
      const draft = new CrawlDraft(uniqueName(name, taken))
      importStarts(draft, together)
      for (const pattern of others)
        draft.approximate(together[0]?.field ?? '', '/request/excludePaths/-', pattern, OTHER_START)
      return draft
    })
  })
  const named = Object.hasOwn(value, 'index_name') ? 'index_name' : 'index_uid'
  if (index !== undefined)
    for (const draft of drafts) draft.drop(named, 'it names the crawl, which its file does')
  for (const draft of drafts) importShared(draft, file, value)
  for (const { field, url } of starts)
    if (originOf(url) === undefined)
      for (const draft of drafts) draft.drop(field, 'it is no address to start from')
  file.dropRest(drafts, REASONS, OTHERWISE)
  return { ok: true, drafts }
}

function nameFrom(index: string | undefined): string | undefined {
  const name = index?.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replaceAll(/^[^A-Za-z0-9]+|-+$/g, '')
  return name === '' ? undefined : name
}

function readStart(start: Json, field: string): readonly Start[] {
  if (typeof start === 'string') return [{ field, url: start, variables: undefined, others: [] }]
  if (!isJsonObject(start)) return []
  const { url, variables, ...others } = start
  const text = textOf(url)
  if (text === undefined) return []
  const known = isJsonObject(variables) ? variables : undefined
  return [
    {
      field: `${field}.url`,
      url: text,
      variables: known,
      others: Object.keys(others).map((key) => `${field}.${key}`),
    },
  ]
}

/** Returns the origin; for an expression, that of the address it begins with. */
function originOf(url: string): string | undefined {
  return /^\^?(https?:\/\/[^/?#()[\]*+|\s]+)/i.exec(url)?.[1]?.replaceAll(String.raw`\.`, '.')
}

/**
 * The source follows links that begin with a start URL. Each start URL is an include pattern, unless the start alone
 * says so.
 */
function importStarts(draft: CrawlDraft, starts: readonly Start[]): void {
  const [first] = starts
  if (first === undefined) return
  const { address, isExact, axes } = importFirst(draft, first)
  const isAlone = starts.length === 1 && isExact && new URL(address).pathname.endsWith('/')
  const isWhole = starts.some(({ url }) => !REGEX.test(url) && /^https?:\/\/[^/]+\/?$/i.test(url))
  if (starts.length > 1 && !isWhole)
    draft.remark('every start URL admits what begins with it, so the patterns say what belongs to the crawl')
  if (!isAlone) draft.map(first.field, '/request/crawlEntireDomain', true)
  for (const start of starts) {
    if (!isAlone && !isWhole) importPrefix(draft, start, axes)
    if (start !== first)
      draft.approximate(start.field, '/request/sitemap', 'include', 'it is fetched if the sitemap lists it')
    else if (start.variables === undefined && !REGEX.test(start.url))
      draft.test('in', testUrl(start.url, address), start.field)
    for (const field of start.others) draft.drop(field, 'it is about the ranking and the records of an index')
  }
}

/**
 * Sets where the crawl starts, and tells whether that says everything: an expression with variables becomes a matrix,
 * another one its literal beginning.
 */
function importFirst(
  draft: CrawlDraft,
  { field, url, variables }: Start,
): { readonly address: string; readonly isExact: boolean; readonly axes: JsonObject } {
  if (!REGEX.test(url)) {
    draft.map(field, '/request/url', literalText(url))
    return { address: url, isExact: true, axes: {} }
  }
  const axes = Object.entries(variables ?? {}).filter(([, values]) => Array.isArray(values))
  const filled = url.replaceAll(VARIABLE, (group, axis: string) =>
    axes.some(([known]) => known === axis) ? `\${matrix.${axis}}` : group,
  )
  const address = filled
    .replace(/^\^/, '')
    .replace(/\$$/, '')
    .replaceAll(/\\([./-])/g, '$1')
  if (axes.length > 0 && !REGEX.test(address.replaceAll(/\$\{matrix\.\w+\}/g, ''))) {
    for (const [axis, values] of axes)
      draft.map(`${field.replace(/\.url$/, '')}.variables.${axis}`, `/matrix/${axis}`, literalText(values))
    draft.map(field, '/request/url', address)
    const sample = address.replaceAll(/\$\{matrix\.\w+\}/g, 'x')
    return { address: sample, isExact: true, axes: Object.fromEntries(axes) }
  }
  const literal = /^[^()[\]\\^$*+|?]*\//.exec(url.replace(/^\^/, ''))?.[0] ?? ''
  const origin = `${originOf(url) ?? ''}/`
  const start = canParseUrl(literal) && literal.length > origin.length ? literal : origin
  draft.approximate(
    field,
    '/request/url',
    literalText(start),
    'it was a regular expression; the crawl starts at what is literal in it',
  )
  return { address: start, isExact: false, axes: {} }
}

/**
 * Sets the include pattern of a start URL. `axes` are those of the crawl's matrix: there each crawl has one value of a
 * variable, elsewhere any value will do.
 */
function importPrefix(draft: CrawlDraft, { field, url, variables }: Start, axes: JsonObject): void {
  const to = '/request/includePaths/-'
  if (!REGEX.test(url)) return draft.map(field, to, pathPrefixPattern(url))
  const path = literalText(url).replace(/^\^?https?:\/\/[^/]+/i, '')
  const pattern = `^${path.replace(/^\^/, '')}`.replaceAll(VARIABLE, (group, axis: string) => {
    const values = listOf(variables?.[axis]).flatMap((value) => textOf(value) ?? [])
    if (values.length === 0) return group
    const isAxis = Object.hasOwn(axes, axis) && canonicalJson(axes[axis] ?? null) === canonicalJson(values)
    return isAxis ? `\${matrix.${axis}}` : `(${values.map((value) => quotePattern(value)).join('|')})`
  })
  if (variables !== undefined && !/\(\?P?</.test(pattern)) return draft.map(field, to, pattern)
  draft.approximate(field, to, pattern, 'it is asked of the path alone')
}

function importShared(draft: CrawlDraft, file: FieldReader, value: JsonObject): void {
  const url = draft.items.find((item) => item.kind === 'setting' && item.pointer === '/request/url')
  const start = url?.kind === 'setting' ? (textOf(url.value) ?? '') : ''
  const sitemaps = file.takeTexts('sitemap_urls')
  if (sitemaps.length > 0)
    draft.approximate(
      'sitemap_urls',
      '/request/sitemap',
      'include',
      'sitemaps are found through robots.txt and at /sitemap.xml; others are not read',
    )
  else if (Object.hasOwn(value, 'sitemap_urls')) file.take('sitemap_urls')
  for (const [index, stop] of file.takeTexts('stop_urls').entries())
    importStop(draft, stop, { field: `stop_urls[${index}]`, start })
  const domains = file.takeTexts('allowed_domains')
  if (domains.length > 0) importDomains(draft, domains, start)
  for (const selector of file.takeTexts('selectors_exclude')) {
    if (selector.startsWith('/')) draft.drop('selectors_exclude', 'an XPath; excludeTags takes CSS selectors')
    else draft.map('selectors_exclude', '/request/scrapeOptions/excludeTags/-', literalText(selector))
  }
  if (file.takeFlag('js_render') === true) {
    const wait = file.takeNumber('js_wait')
    const why = 'a browser is used when there is something to wait for; milliseconds'
    const field = wait === undefined ? 'js_render' : 'js_wait'
    draft.approximate(field, '/request/scrapeOptions/waitFor', Math.round((wait ?? 1) * 1000), why)
    if (wait !== undefined) draft.drop('js_render', 'what is waited for says it')
  }
  const agent = file.takeText('user_agent')
  if (agent !== undefined)
    draft.map('user_agent', '/request/scrapeOptions/headers/User-Agent', literalText(agent))
}

/** The end of patterns for the overview of a directory, which links to the rest of it. */
const HUB = /\/\??\$$|(?:^|\/|\))(?:index|default)\\?\.(?:html?|php)\$?$/

const KEPT_FROM_INDEX =
  'it kept overviews out of the index, not out of the crawl; without them, what they link to would not be found'

const NOT_FETCHED = 'what it matches is not fetched, and so what only these pages link to is not found'

/** Expressions that were searched in the whole URL. What they say about the path becomes a pattern. */
function importStop(
  draft: CrawlDraft,
  stop: string,
  { field, start }: { field: string; start: string },
): void {
  const to = '/request/excludePaths/-'
  if (HUB.test(stop)) return draft.drop(field, KEPT_FROM_INDEX)
  const host = canParseUrl(start) ? new URL(start).host : ''
  const address = /^\^?(?:(?:https?|https\?|http\[s\]\?):\/\/)?([^/]*)(\/[^]*)?$/i.exec(stop)
  const named = address?.[1]?.replaceAll(String.raw`\.`, '.')
  const path = address?.[2]
  if (/^\^?https?\??:?\/{0,2}$/.test(stop)) return draft.drop(field, 'http and https are one page here')
  const isAddress =
    named !== undefined && named !== '' && /^(?:www\.)?[\w-]+(?:\.[\w-]+)+(?::\d+)?$/.test(named)
  if (isAddress && !REGEX.test(named)) {
    if (named.replace(/^www\./, '') !== host.replace(/^www\./, '')) {
      return /^https?:/.test(stop) || path !== undefined
        ? draft.drop(field, 'it is about another host, which does not belong to this crawl')
        : draft.approximate(field, to, literalText(stop), NOT_FETCHED)
    }
    draft.approximate(field, to, literalText(`^${path ?? '/'}`), NOT_FETCHED)
    if (path !== undefined && !REGEX.test(path)) draft.test('out', path, field)
    return
  }
  if (/[#]/.test(stop)) return draft.drop(field, 'fragments of a URL are one page here')
  draft.approximate(field, to, literalText(stop), `it is asked of the path alone; ${NOT_FETCHED}`)
}

function importDomains(draft: CrawlDraft, domains: readonly string[], start: string): void {
  const host = canParseUrl(start) ? new URL(start).hostname : ''
  const root = host.replace(/^www\./, '')
  const others = domains.filter((domain) => domain.replace(/^www\./, '') !== root)
  if (others.some((domain) => domain.endsWith(`.${root}`)))
    draft.approximate(
      'allowed_domains',
      '/request/allowSubdomains',
      true,
      'every subdomain belongs to the crawl, not only those named',
    )
  else if (others.length > 0) draft.drop('allowed_domains', 'other hosts are crawls of their own')
  else draft.drop('allowed_domains', "the start URL's host is the only one anyway")
}
