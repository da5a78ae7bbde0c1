import { diagnose } from '../../diagnostics/catalogue.ts'
import { escapeToken } from '../../util/json-pointer.ts'
import { isJsonObject, type Json, type JsonObject } from '../../util/json.ts'
import { CrawlDraft } from '../crawl-draft.ts'
import { FieldReader, listOf, textOf } from '../field-reader.ts'
import { areaBelow, type Divisible, type DividedStart, divideStarts } from '../divide-starts.ts'
import { dropSame, importDivision, onePageWhy } from '../import-division.ts'
import type { Imported, Located } from '../imported.ts'
import { literalText } from '../literal-text.ts'
import { nameCrawls } from '../name-crawls.ts'
import { cronInterval } from '../scope-of-source.ts'
import { importCrawlRules } from './elastic-rules.ts'

/** Reasons for dropping settings that do not concern a crawl's request. */
const REASONS: Readonly<Record<string, string>> = {
  output_sink: 'get pages with crawlform results or apply --output',
  output_index: 'get pages with crawlform results or apply --output',
  output_dir: 'get pages with crawlform results or apply --output',
  elasticsearch: 'pages are not sent to Elasticsearch; its keys are not stored',
  log_level: 'it is about the crawler itself',
  event_logs: 'it is about the crawler itself',
  binary_content_extraction_mime_types: 'scrapeOptions.parsers lists the file types to read',
  content_extraction_mime_types: 'scrapeOptions.parsers lists the file types to read',
  max_duration: 'wait and apply take a time limit: --timeout',
  http_proxy_host: 'the service chooses the proxy: scrapeOptions.proxy',
  http_proxy_port: 'the service chooses the proxy: scrapeOptions.proxy',
  http_proxy_protocol: 'the service chooses the proxy: scrapeOptions.proxy',
  http_proxy_username: 'the service chooses the proxy: scrapeOptions.proxy',
  http_proxy_password: 'the service chooses the proxy: scrapeOptions.proxy',
  extraction_rulesets: 'fields of Elasticsearch; use the format json with a schema instead',
  loopback_allowed: 'the service decides which addresses it fetches',
  private_networks_allowed: 'the service decides which addresses it fetches',
}

const OTHERWISE = 'crawlform has no such setting'

/** Returns true for a file of Elastic Open Crawler. */
export function isElastic(value: JsonObject): boolean {
  const domains = value['domains']
  return (
    Array.isArray(domains) && domains.some((domain) => isJsonObject(domain) && Object.hasOwn(domain, 'url'))
  )
}

/** Returns one crawl for each domain; settings of the whole file go into each. */
export function importElastic({ value, locate }: Located, name: string | undefined): Imported {
  const file = new FieldReader(value)
  const domains = listOf(file.take('domains') ?? value['domains'])
  const read: Domain[] = []
  for (const [index, domain] of domains.entries()) {
    const reader = new FieldReader(isJsonObject(domain) ? domain : {}, `domains[${index}]`)
    const url = reader.takeText('url')
    const seeds = reader.takeTexts('seed_urls')
    const root = url === undefined ? [] : [`${url.replace(/\/+$/, '')}/`]
    const starts = [...new Set(seeds.length === 0 ? root : seeds)]
    if (starts.length === 0) {
      const field = reader.name('url')
      const rule =
        reader.hasCode('url') || reader.hasCode('seed_urls')
          ? 'import/start-url-is-code'
          : 'import/no-start-url'
      return { ok: false, problems: [diagnose(rule, { field }, locate(`/domains/${index}`))] }
    }
    read.push({ reader, url, seeds, parts: divide(reader, starts, seeds) })
  }
  const crawls = read.flatMap((domain) => domain.parts.map((part) => ({ ...domain, part })))
  const kept = crawls.flatMap(({ part, ...domain }) => (part.kind === 'same' ? [] : [{ ...domain, part }]))
  const names = nameCrawls(
    kept.map(({ part }) => part.start.url),
    name,
  )
  const drafts = kept.map((crawl, at) => {
    const draft = new CrawlDraft(names[at] ?? '')
    importStart(draft, crawl)
    importDomain(draft, crawl.reader)
    importShared(draft, file, kept.length)
    dropSame(draft, crawl.parts, crawl.part.start)
    if (crawl.part.kind === 'page')
      draft.fetchOnlyStart(crawl.part.start.field, onePageWhy(crawl.part.within.field))
    return draft
  })
  for (const { reader } of read) {
    const own = drafts.filter((_, at) => kept[at]?.reader === reader)
    reader.dropRest(own, REASONS, OTHERWISE)
  }
  if (drafts.length === 0)
    return { ok: false, problems: [diagnose('import/no-start-url', { field: 'domains' }, locate(''))] }
  file.dropRest(drafts, REASONS, OTHERWISE)
  return { ok: true, drafts, pages: crawls.map(({ part }) => part.start), base: name }
}

interface Domain {
  readonly reader: FieldReader
  readonly url: string | undefined
  readonly seeds: readonly string[]
  readonly parts: readonly DividedStart<Divisible>[]
}

/** Decides the crawl of each seed; the widest gets the rest of the domain. */
function divide(
  reader: FieldReader,
  starts: readonly string[],
  seeds: readonly string[],
): readonly DividedStart<Divisible>[] {
  const divisible = starts.map((url): Divisible => {
    const at = seeds.indexOf(url)
    const field = at === -1 ? reader.name('url') : `${reader.name('seed_urls')}[${at}]`
    return { field, url, area: areaBelow(url) }
  })
  return divideStarts(divisible, { mainTakesRest: true })
}

function importStart(
  draft: CrawlDraft,
  { reader, url, seeds, part }: Domain & { readonly part: DividedStart<Divisible> },
): void {
  const { field, url: start } = part.start
  draft.map(field, '/request/url', literalText(start))
  if (part.kind !== 'area') return
  if (part.isMain && seeds.length > 0 && url !== undefined)
    draft.map(
      reader.name('url'),
      '/request/crawlEntireDomain',
      true,
      'every page of the host belongs to the domain',
    )
  if (!part.isMain)
    draft.approximate(
      field,
      '/request/crawlEntireDomain',
      false,
      'this crawl fetches the pages below its seed',
    )
  importDivision(draft, part)
}

function importDomain(draft: CrawlDraft, reader: FieldReader): void {
  if (reader.take('sitemap_urls') !== undefined) draft.mapSitemaps(reader.name('sitemap_urls'))
  const rules = reader.take('crawl_rules')
  if (rules !== undefined) importCrawlRules(draft, listOf(rules), reader.name('crawl_rules'))
  for (const tag of reader.takeTexts('exclude_tags'))
    draft.map(reader.name('exclude_tags'), '/request/scrapeOptions/excludeTags/-', literalText(tag))
  const headers = listOf(reader.take('http_headers')).filter(isJsonObject)
  for (const [header, value] of headers.flatMap((one) => Object.entries(one)))
    importHeader(draft, `${reader.name('http_headers')}.${header}`, header, value)
  importAuth(draft, reader.take('auth'), reader.name('auth'))
}

function importHeader(draft: CrawlDraft, field: string, header: string, value: Json): void {
  draft.map(
    field,
    `/request/scrapeOptions/headers/${escapeToken(header)}`,
    literalText(typeof value === 'string' ? value : JSON.stringify(value)),
  )
}

function importAuth(draft: CrawlDraft, auth: Json | undefined, field: string): void {
  if (!isJsonObject(auth)) return
  const to = '/request/scrapeOptions/headers/Authorization'
  const raw = textOf(auth['value'])
  if (auth['type'] === 'raw' && raw !== undefined) draft.map(field, to, literalText(raw))
  else
    draft.approximate(
      field,
      to,
      `Basic ${textOf(auth['password']) ?? ''}`,
      'Basic takes the Base64 of user:password',
    )
}

/** Settings of the whole file, which each draft takes again. */
function importShared(draft: CrawlDraft, file: FieldReader, crawls: number): void {
  const depth = file.takeNumber('max_crawl_depth')
  if (depth !== undefined)
    draft.map(
      'max_crawl_depth',
      '/request/maxDiscoveryDepth',
      Math.max(0, depth - 1),
      'seeds have depth 1 there, and 0 here',
    )
  const count = file.takeNumber('max_unique_url_count')
  if (count !== undefined)
    draft.approximate(
      'max_unique_url_count',
      '/request/limit',
      count,
      `it counted URLs; here only pages in the result count${crawls > 1 ? ', for each crawl' : ''}`,
    )
  const threads = file.takeNumber('threads_per_crawl')
  if (threads !== undefined) draft.map('threads_per_crawl', '/request/maxConcurrency', threads)
  const timeout = file.takeNumber('request_timeout')
  if (timeout !== undefined)
    draft.map(
      'request_timeout',
      '/request/scrapeOptions/timeout',
      timeout * 1000,
      'seconds there, milliseconds here',
    )
  const agent = file.takeText('user_agent')
  if (agent !== undefined) importHeader(draft, 'user_agent', 'User-Agent', agent)
  if (file.takeText('ssl_verification_mode') === 'none')
    draft.map('ssl_verification_mode', '/request/scrapeOptions/skipTlsVerification', true)
  if (file.takeFlag('sitemap_discovery_disabled') === true && !draft.has('/request/sitemap'))
    draft.map('sitemap_discovery_disabled', '/request/sitemap', 'skip')
  importFiles(draft, file)
  // Settings may be written flat, with dots.
  const flat = file.take('schedule.pattern')
  const schedule = flat ?? file.take('schedule')
  const field = flat === undefined ? 'schedule' : 'schedule.pattern'
  const cron = textOf(isJsonObject(schedule) ? schedule['pattern'] : schedule)
  const interval = cron === undefined ? undefined : cronInterval(cron)
  if (interval !== undefined)
    draft.approximate(field, '/refresh', interval, 'due if the last submission is older, at the next apply')
  else if (schedule !== undefined) draft.drop(field, 'refresh cannot express this schedule; run apply in CI')
}

function importFiles(draft: CrawlDraft, file: FieldReader): void {
  const enabled =
    file.takeFlag('binary_content_extraction_enabled') ?? file.takeFlag('content_extraction_enabled')
  const types = [
    ...file.takeTexts('binary_content_extraction_mime_types'),
    ...file.takeTexts('content_extraction_mime_types'),
  ]
  if (enabled === undefined) return
  const field = 'binary_content_extraction_enabled'
  const readsPdf = enabled && (types.length === 0 || types.includes('application/pdf'))
  const why = readsPdf ? 'PDF is the only file type that is read' : 'no file type is read'
  draft.approximate(field, '/request/scrapeOptions/parsers', readsPdf ? ['pdf'] : [], why)
}
