import { canParseUrl, parseUrl } from '../../util/can-parse-url.ts'
import { groupBy } from '../../util/group-by.ts'
import { canonicalJson, isJsonObject, type Json, type JsonObject, listOf, textOf } from '../../util/json.ts'
import { CrawlDraft, type Imported, literalText, type NamedPage, refuse } from '../crawl-draft.ts'
import {
  divideStarts,
  finishPart,
  importDivision,
  directoryPattern,
  bareHost,
  nameCrawls,
  nameFromText,
} from '../divide-starts.ts'
import type { DividedStart, Divisible } from '../divide-starts.ts'
import { FieldReader, type Located, reasonsOf, refuseStart } from '../field-reader.ts'
import { quotePattern } from '../../scope/pattern/pattern-texts.ts'

const REASONS = reasonsOf({
  'pages are delivered as Markdown; headings are not records of an index':
    'selectors min_indexed_level only_content_level',
  'settings of an Algolia index': 'custom_settings',
  'an internal note of Algolia': 'conversation_id',
  'it counts records, not pages; use expect to require a number of pages': 'nb_hits nb_hits_max',
  'texts are not changed': 'strip_chars',
  'URLs that differ only in their fragment are one page here': 'use_anchors',
  'alternates in a sitemap are followed where the scope admits them': 'sitemap_alternate_links',
  'here one set of patterns applies to sitemaps and links': 'sitemap_urls_regexs',
  // Most files use the second spelling.
  'the start URL is in the result if the patterns admit it': 'scrape_start_urls scrap_start_urls',
})

const OTHERWISE = 'crawlform has no such setting'

/** Returns true for a configuration of the DocSearch scraper, or of one that reads the same. */
export function isDocsearch(value: JsonObject): boolean {
  return (
    ['start_urls', 'sitemap_urls'].some((key) => Object.hasOwn(value, key)) &&
    ['index_name', 'index_uid', 'selectors'].some((key) => Object.hasOwn(value, key))
  )
}

/** Returns one crawl for each start URL, or for the start URLs of a host whose sitemap lists them. */
export function importDocsearch({ value, locate }: Located, name: string | undefined): Imported {
  const file = new FieldReader(value)
  const index = file.takeText('index_name') ?? file.takeText('index_uid')
  const written = listOf(file.take('start_urls')).flatMap((start, at) =>
    readStart(start, `start_urls[${at}]`),
  )
  const starts = written.flatMap((start) => asDivisible(start) ?? [])
  if (starts.length === 0) {
    const args = { field: 'sitemap_urls', start: 'start_urls' }
    if (file.takeTexts('sitemap_urls').length > 0)
      refuse('import/only-sitemaps', args, locate('/sitemap_urls', 'key'))
    return refuseStart(file, ['start_urls'], locate('/start_urls'))
  }
  const { crawls, divided } = groupStarts(starts, listOf(value['sitemap_urls']))
  const base = name ?? nameFromText(index ?? '')
  const urls = crawls.map(({ starts: [first] }) => first?.template?.bare ?? first?.url ?? '')
  const names = nameCrawls(urls, base)
  const drafts = crawls.map(({ starts: together, own }, at) => {
    const draft = new CrawlDraft(names[at] ?? '')
    importStarts(draft, together)
    if (own !== undefined) importDivision(draft, own)
    importShared(draft, file, value)
    if (own !== undefined) finishPart(draft, own, divided)
    return draft
  })
  const named = Object.hasOwn(value, 'index_name') ? 'index_name' : 'index_uid'
  if (index !== undefined)
    for (const draft of drafts) draft.drop(named, 'the name of the crawl file is used instead')
  for (const { field, text } of written)
    if (originOf(text) === undefined)
      for (const draft of drafts) draft.drop(field, 'it is not a URL to start from')
  file.dropRest(drafts, REASONS, OTHERWISE)
  return { drafts, pages: pagesOf(written), base }
}

interface CrawlOfStarts {
  readonly starts: readonly Start[]
  /** Absent where several start URLs are one crawl. */
  readonly own?: DividedStart<Start>
}

/** Groups the start URLs by crawl. Those of a host share a crawl if its sitemap lists them and no matrix multiplies it. */
function groupStarts(
  starts: readonly Start[],
  sitemaps: readonly Json[],
): { readonly crawls: readonly CrawlOfStarts[]; readonly divided: readonly DividedStart<Start>[] } {
  // Every crawl looks for a sitemap there.
  const read = sitemaps
    .map((url) => textOf(url) ?? '')
    .filter((url) => parseUrl(url)?.pathname === '/sitemap.xml')
  const listed = new Set(read.map((url) => bareHost(url)))
  for (const { url, shape } of starts) if (shape === 'template') listed.delete(bareHost(url))
  const isListed = ({ url }: Start): boolean => listed.has(bareHost(url))
  const divided = divideStarts(
    starts.filter((start) => !isListed(start)),
    { mainTakesRest: false },
  )
  const owns = new Map(divided.map((own) => [own.start, own]))
  const hosts = groupBy(starts, ({ url }) => bareHost(url))
  const crawls = starts.flatMap((start): CrawlOfStarts[] => {
    const own = owns.get(start)
    if (own !== undefined) return own.as === undefined ? [{ starts: [start], own }] : []
    const group = hosts.get(bareHost(start.url)) ?? []
    return group[0] === start ? [{ starts: group }] : []
  })
  return { crawls, divided }
}

function pagesOf(written: readonly Written[]): readonly NamedPage[] {
  return written.flatMap(({ field, text }) =>
    !REGEX.test(text) && canParseUrl(text) ? [{ field, url: text }] : [],
  )
}

/** The source follows links that begin with a start URL. Each start URL is an include pattern, unless the start alone says so. */
function importStarts(draft: CrawlDraft, starts: readonly Start[]): void {
  const [first] = starts
  if (first === undefined) return
  importFirst(draft, first)
  const isAlone =
    starts.length === 1 && first.shape !== 'expression' && new URL(first.url).pathname.endsWith('/')
  const isWhole = starts.some(({ text }) => !REGEX.test(text) && /^https?:\/\/[^/]+\/?$/i.test(text))
  if (starts.length > 1 && !isWhole)
    draft.remark(
      'every start URL admits URLs that begin with it, so the patterns decide which pages belong to the crawl',
    )
  if (!isAlone) draft.map(first.field, '/request/crawlEntireDomain', true)
  for (const start of starts) {
    if (!isAlone && !isWhole) importPrefix(draft, start, first.template?.axes ?? {})
    if (start !== first)
      draft.approximate(start.field, '/request/sitemap', 'include', 'it is fetched if the sitemap lists it')
    for (const field of start.others) draft.drop(field, 'it is about ranking and records of an index')
    for (const field of start.unused) draft.drop(field, 'the start URL does not use it')
  }
}

/** Sets the start of the crawl. An expression with variables becomes a matrix, another one its literal beginning. */
function importFirst(draft: CrawlDraft, { field, url, shape, template }: Start): void {
  const to = '/request/url'
  for (const [axis, values] of Object.entries(template?.axes ?? {}))
    draft.map(`${field.replace(/\.url$/, '')}.variables.${axis}`, `/matrix/${axis}`, literalText(values))
  const why = 'it was a regular expression; the crawl starts at its literal part'
  if (shape === 'expression') draft.approximate(field, to, literalText(url), why)
  else draft.map(field, to, template?.address ?? literalText(url))
}

/** Sets the include pattern of a start URL. `axes` are those of the crawl's matrix: elsewhere any value of a variable will do. */
function importPrefix(draft: CrawlDraft, start: Start, axes: JsonObject): void {
  const to = '/request/includePaths/-'
  const { field, text, variables } = start
  if (start.shape === undefined) return draft.map(field, to, pathPrefixPattern(text))
  const pattern = prefixPattern(start, axes)
  if (variables !== undefined && !/\(\?P?</.test(pattern)) return draft.map(field, to, pattern)
  draft.approximate(field, to, pattern, 'it matches against the path only')
}

function importShared(draft: CrawlDraft, file: FieldReader, value: JsonObject): void {
  const url = draft.items.find((item) => item.kind === 'setting' && item.pointer === '/request/url')
  const start = url?.kind === 'setting' ? (textOf(url.value) ?? '') : ''
  const sitemaps = file.takeTexts('sitemap_urls')
  if (sitemaps.length > 0) draft.mapSitemaps('sitemap_urls')
  else if (Object.hasOwn(value, 'sitemap_urls')) file.take('sitemap_urls')
  for (const { field, text } of file.takeItems('stop_urls')) importStop(draft, text, { field, start })
  const domains = file.takeTexts('allowed_domains')
  if (domains.length > 0) importDomains(draft, domains, start)
  for (const selector of file.takeTexts('selectors_exclude')) {
    if (selector.startsWith('/')) draft.drop('selectors_exclude', 'an XPath; excludeTags takes CSS selectors')
    else draft.map('selectors_exclude', '/request/scrapeOptions/excludeTags/-', literalText(selector))
  }
  if (file.takeFlag('js_render') === true) {
    const wait = file.takeNumber('js_wait')
    const why = 'with a wait, pages use a browser; milliseconds'
    const field = wait === undefined ? 'js_render' : 'js_wait'
    draft.approximate(field, '/request/scrapeOptions/waitFor', Math.round((wait ?? 1) * 1000), why)
    if (wait !== undefined) draft.drop('js_render', 'the wait settings decide it')
  }
  if (file.takeFlag('remove_get_params') === true) {
    const why = 'one URL of each path is fetched, with its query'
    draft.approximate('remove_get_params', '/request/ignoreQueryParameters', true, why)
  }
  const agent = file.takeText('user_agent')
  if (agent !== undefined) draft.mapHeader('user_agent', 'User-Agent', agent)
}

/** The end of patterns for the overview of a directory, which links to the rest of it. */
const HUB = /\/\??\$$|(?:^|\/|\))(?:index|default)\\?\.(?:html?|php)\$?$/

const KEPT_FROM_INDEX =
  'it kept overview pages out of the index, not out of the crawl; pages that they link to would not be found without them'

const NOT_FETCHED = 'matching pages are not fetched, so pages that only they link to are not found'

/** Expressions that were searched in the whole URL. Their part about the path becomes a pattern. */
function importStop(
  draft: CrawlDraft,
  stop: string,
  { field, start }: { field: string; start: string },
): void {
  const to = '/request/excludePaths/-'
  if (HUB.test(stop)) return draft.drop(field, KEPT_FROM_INDEX)
  const { host = '' } = parseUrl(start) ?? {}
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
  if (/[#]/.test(stop)) return draft.drop(field, 'URLs that differ only in their fragment are one page here')
  draft.approximate(field, to, literalText(stop), `it matches against the path only; ${NOT_FETCHED}`)
}

const ALL_SUBDOMAINS = 'every subdomain belongs to the crawl, not only those named'

function importDomains(draft: CrawlDraft, domains: readonly string[], start: string): void {
  const { hostname: host = '' } = parseUrl(start) ?? {}
  const root = host.replace(/^www\./, '')
  const others = domains.filter((domain) => domain.replace(/^www\./, '') !== root)
  if (others.some((domain) => domain.endsWith(`.${root}`)))
    draft.approximate('allowed_domains', '/request/allowSubdomains', true, ALL_SUBDOMAINS)
  else if (others.length > 0) draft.drop('allowed_domains', 'other hosts need their own crawls')
  else draft.drop('allowed_domains', "the start URL's host is the only one anyway")
}

/** Signs that a start URL is a regular expression and not an address. */
const REGEX = /[()[\]\\^$*+|]|\?(?![\w=&%-]*$)/

const VARIABLE = /\(\?P?<(\w+)>[^()]*\)/g

interface Start extends Divisible {
  /** As written; `url` is the address that it begins with. */
  readonly text: string
  readonly template?: Template
  readonly variables: JsonObject | undefined
  readonly others: readonly string[]
  /** Variables that the text does not name. */
  readonly unused: readonly string[]
}

type Written = Pick<Start, 'field' | 'text' | 'variables' | 'others' | 'unused'>

function readStart(start: Json, field: string): readonly Written[] {
  if (typeof start === 'string') return [{ field, text: start, variables: undefined, others: [], unused: [] }]
  if (!isJsonObject(start)) return []
  const { url, variables, ...others } = start
  const text = textOf(url)
  if (text === undefined) return []
  const known = isJsonObject(variables) ? variables : undefined
  // A variable with one value is that value.
  const plain = text.replaceAll(VARIABLE, (group, axis: string) => {
    const [value, ...more] = listOf(known?.[axis])
    return typeof value === 'string' && more.length === 0 ? value : group
  })
  return [
    {
      field: `${field}.url`,
      text: plain,
      variables: known,
      others: Object.keys(others).map((key) => `${field}.${key}`),
      unused: Object.keys(known ?? {})
        .filter((axis) => !text.includes(`<${axis}>`))
        .map((axis) => `${field}.variables.${axis}`),
    },
  ]
}

/** Returns the origin; for an expression, that of the address it begins with. */
function originOf(url: string): string | undefined {
  return /^\^?(https?:\/\/[^/?#()[\]*+|\s]+)/i.exec(url)?.[1]?.replaceAll(String.raw`\.`, '.')
}

/** Parses a start URL; undefined if it is not an address. */
function asDivisible(start: Written): Start | undefined {
  const origin = originOf(start.text)
  if (origin === undefined || !canParseUrl(origin)) return undefined
  const isExpression = REGEX.test(start.text)
  const address = isExpression ? undefined : parseUrl(start.text)
  if (address !== undefined) {
    const area = { prefix: address.pathname, pattern: directoryPattern(pathPrefixPattern(start.text)) }
    return { ...start, url: start.text, area }
  }
  const template = asTemplate(start)
  if (template !== undefined && canParseUrl(template.sample)) {
    const values = (axis: string): string => `{${canonicalJson(template.axes[axis] ?? null)}}`
    const prefix = template.address.replaceAll(MATRIX, (_, axis: string) => values(axis)).slice(origin.length)
    const area = { prefix, pattern: directoryPattern(prefixPattern(start, {})) }
    return { ...start, url: template.sample, template, area, shape: 'template' }
  }
  const url = literalBeginning(start.text)
  const area = { prefix: new URL(url).pathname, pattern: prefixPattern(start, {}) }
  return { ...start, url, area, shape: 'expression' }
}

const MATRIX = /\$\{matrix\.(\w+)\}/g

interface Template {
  /** With `${matrix.AXIS}` in place of each variable, and without variables, which names the crawl. */
  readonly address: string
  readonly bare: string
  /** With a text in place of each variable. */
  readonly sample: string
  readonly axes: Readonly<Record<string, Json>>
}

/** Returns an expression with variables as an address of a matrix; undefined if it is more complex. */
function asTemplate({ text, variables }: Written): Template | undefined {
  const axes: Record<string, Json> = {}
  const filled = text.replaceAll(VARIABLE, (group, axis: string) => {
    const values = variables?.[axis]
    // Names of crawls must differ in more than case.
    if (
      !Array.isArray(values) ||
      new Set(values.map((value) => String(value).toLowerCase())).size < values.length
    )
      return group
    axes[axis] = values
    return `\${matrix.${axis}}`
  })
  const address = filled
    .replace(/^\^/, '')
    .replace(/\$$/, '')
    .replaceAll(/\\([./-])/g, '$1')
  const bare = address.replaceAll(MATRIX, '')
  if (Object.keys(axes).length === 0 || REGEX.test(bare)) return undefined
  return { address, bare, sample: address.replaceAll(MATRIX, 'x'), axes }
}

/** Returns the address that an expression begins with: its directory, or else the host's root. */
function literalBeginning(expression: string): string {
  const literal = /^[^()[\]\\^$*+|?]*\//.exec(expression.replace(/^\^/, ''))?.[0] ?? ''
  const origin = `${originOf(expression) ?? ''}/`
  return canParseUrl(literal) && literal.length > origin.length ? literal : origin
}

/** Returns the pattern of an expression, with the values of its variables, or with the axes that they are. */
function prefixPattern({ text, variables }: Written, axes: JsonObject): string {
  const path = literalText(text).replace(/^\^?https?:\/\/[^/]+/i, '')
  return `^${path.replace(/^\^/, '')}`.replaceAll(VARIABLE, (group, axis: string) => {
    const values = listOf(variables?.[axis]).flatMap((value) => textOf(value) ?? [])
    if (values.length === 0) return group
    const isAxis = Object.hasOwn(axes, axis) && canonicalJson(axes[axis] ?? null) === canonicalJson(values)
    return isAxis ? `\${matrix.${axis}}` : `(${values.map((value) => quotePattern(value)).join('|')})`
  })
}

function pathPrefixPattern(url: string): string {
  return `^${quotePattern(new URL(url).pathname)}`
}
