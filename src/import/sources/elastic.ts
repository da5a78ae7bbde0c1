import { quotePattern } from '../../scope/pattern/pattern-texts.ts'
import { isJsonObject, type Json, type JsonObject, listOf, textOf } from '../../util/json.ts'
import { type CrawlDraft, type Imported, literalText } from '../crawl-draft.ts'
import { areaBelow, divideStarts, type Divisible, draftParts, importStart } from '../divide-starts.ts'
import { aNumber, aFlag, aText, FieldReader, mapFields, reasonsOf, refuseStart } from '../field-reader.ts'
import type { FieldSetting, Located } from '../field-reader.ts'

const REASONS = reasonsOf({
  'get pages with crawlform results or apply --output': 'output_sink output_index output_dir',
  'pages are not sent to Elasticsearch; its keys are not stored': 'elasticsearch',
  'it is about the crawler itself': 'log_level event_logs',
  'scrapeOptions.parsers lists the file types to read':
    'binary_content_extraction_mime_types content_extraction_mime_types',
  'wait and apply take a time limit: --timeout': 'max_duration',
  'the service chooses the proxy: scrapeOptions.proxy':
    'http_proxy_host http_proxy_port http_proxy_protocol http_proxy_username http_proxy_password',
  'fields of Elasticsearch; use the format json with a schema instead': 'extraction_rulesets',
  'the service decides which addresses it fetches': 'loopback_allowed private_networks_allowed',
})

const OTHERWISE = 'crawlform has no such setting'

const SETTINGS: readonly FieldSetting[] = [
  {
    from: 'max_crawl_depth',
    to: '/request/maxDiscoveryDepth',
    take: aNumber((depth) => Math.max(0, depth - 1)),
    why: 'seeds have depth 1 there, and 0 here',
  },
  {
    from: 'max_unique_url_count',
    to: '/request/limit',
    take: aNumber(),
    about: 'it counted the URLs of all domains; here each crawl counts the pages in its result',
  },
  { from: 'threads_per_crawl', to: '/request/maxConcurrency', take: aNumber() },
  {
    from: 'request_timeout',
    to: '/request/scrapeOptions/timeout',
    take: aNumber((seconds) => seconds * 1000),
    why: 'seconds there, milliseconds here',
  },
  { from: 'user_agent', to: '/request/scrapeOptions/headers/User-Agent', take: aText() },
  {
    from: 'ssl_verification_mode',
    to: '/request/scrapeOptions/skipTlsVerification',
    take: aText((mode) => (mode === 'none' ? true : undefined)),
  },
]

export function isElastic(value: JsonObject): boolean {
  const domains = value['domains']
  return (
    Array.isArray(domains) && domains.some((domain) => isJsonObject(domain) && Object.hasOwn(domain, 'url'))
  )
}

interface Seed extends Divisible {
  readonly reader: FieldReader
  /** The field that names the whole domain next to its seeds. */
  readonly domain: string | undefined
}

/** Returns one crawl for each domain; settings of the whole file go into each. */
export function importElastic({ value, locate }: Located, name: string | undefined): Imported {
  const file = new FieldReader(value)
  const domains = listOf(file.take('domains') ?? value['domains']).map(
    (domain, index) => new FieldReader(isJsonObject(domain) ? domain : {}, `domains[${index}]`),
  )
  const seeds = domains.map((reader) => seedsOf(reader))
  const empty = seeds.findIndex((own) => own.length === 0)
  if (empty !== -1) {
    const reader = domains[empty] ?? file
    return refuseStart(reader, ['url', 'seed_urls'], locate(`/domains/${empty}`))
  }
  // The widest seed gets the rest of its domain.
  const divided = seeds.flatMap((own) => divideStarts(own, { mainTakesRest: true }))
  const readers = new Map<CrawlDraft, FieldReader>()
  const drafts = draftParts(divided, name, (draft, part) => {
    const { reader, domain } = part.start
    readers.set(draft, reader)
    const why = 'every page of the host belongs to the domain'
    importStart(draft, part, domain === undefined ? undefined : { field: domain, why })
    importDomain(draft, reader)
    importShared(draft, file)
  })
  for (const reader of domains) {
    const own = drafts.filter((draft) => readers.get(draft) === reader)
    reader.dropRest(own, REASONS, OTHERWISE)
  }
  if (drafts.length === 0) return refuseStart(file, ['domains'], locate(''))
  file.dropRest(drafts, REASONS, OTHERWISE)
  return { drafts, pages: divided.map(({ start }) => start), base: name }
}

function seedsOf(reader: FieldReader): readonly Seed[] {
  const url = reader.takeText('url')
  const seeds = reader.takeTexts('seed_urls')
  if (seeds.length === 0 && url === undefined) return []
  const root = { field: reader.name('url'), url: `${url?.replace(/\/+$/, '')}/` }
  const starts =
    seeds.length === 0
      ? [root]
      : [...new Set(seeds)].map((seed) => ({
          field: `${reader.name('seed_urls')}[${seeds.indexOf(seed)}]`,
          url: seed,
        }))
  const domain = seeds.length > 0 && url !== undefined ? reader.name('url') : undefined
  return starts.map((start) => ({ ...start, area: areaBelow(start.url), reader, domain }))
}

function importDomain(draft: CrawlDraft, reader: FieldReader): void {
  if (reader.take('sitemap_urls') !== undefined) draft.mapSitemaps(reader.name('sitemap_urls'))
  const rules = reader.take('crawl_rules')
  if (rules !== undefined) importCrawlRules(draft, listOf(rules), reader.name('crawl_rules'))
  for (const tag of reader.takeTexts('exclude_tags'))
    draft.map(reader.name('exclude_tags'), '/request/scrapeOptions/excludeTags/-', literalText(tag))
  const headers = listOf(reader.take('http_headers')).filter(isJsonObject)
  for (const [header, value] of headers.flatMap((one) => Object.entries(one)))
    draft.mapHeader(`${reader.name('http_headers')}.${header}`, header, value)
  const auth = reader.take('auth')
  if (!isJsonObject(auth)) return
  const raw = textOf(auth['value'])
  if (auth['type'] === 'raw' && raw !== undefined) draft.mapHeader(reader.name('auth'), 'Authorization', raw)
  else draft.mapCredentials(reader.name('auth'), textOf(auth['password']) ?? '')
}

/** Settings of the whole file, which each draft takes again. */
function importShared(draft: CrawlDraft, file: FieldReader): void {
  mapFields(draft, file, SETTINGS)
  if (aFlag(file, 'sitemap_discovery_disabled') === true && !draft.has('/request/sitemap'))
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

function cronInterval(cron: string): string | undefined {
  const [minute = '', hour = '', day = '', month = '', weekday = '', ...more] = cron.trim().split(/\s+/)
  if (more.length > 0 || month !== '*' || !/^\d+$|^\*\/\d+$/.test(minute)) return undefined
  const everyMinutes = /^\*\/(\d+)$/.exec(minute)?.[1]
  if (everyMinutes !== undefined)
    return hour === '*' && day === '*' && weekday === '*' ? `${everyMinutes}m` : undefined
  const everyHours = /^\*\/(\d+)$/.exec(hour)?.[1]
  if (day === '*' && weekday === '*') {
    if (hour === '*') return '1h'
    if (everyHours !== undefined) return `${everyHours}h`
    return /^\d+$/.test(hour) ? '1d' : undefined
  }
  if (!/^\d+$/.test(hour)) return undefined
  if (day === '*' && /^(?:[0-7]|[A-Z]{3})$/i.test(weekday)) return '7d'
  return weekday === '*' && /^\d+$/.test(day) ? '30d' : undefined
}

interface Rule {
  readonly field: string
  readonly policy: 'allow' | 'deny'
  readonly pattern: string
  readonly isAll: boolean
  /** The prefix of the paths that it matches, if that alone decides. */
  readonly prefix: string | undefined
  /** A path that it certainly matches. */
  readonly example: string | undefined
}

/** Translates crawl rules, of which the first match decides, to patterns, of which excludes win, and reports what that changes. */
function importCrawlRules(draft: CrawlDraft, rules: readonly Json[], field: string): void {
  const read = rules.map((rule, index) => readRule(rule, `${field}[${index}]`))
  const known = read.flatMap((rule) => (typeof rule === 'string' ? [] : [rule]))
  for (const [index, rule] of read.entries())
    if (typeof rule === 'string') draft.drop(`${field}[${index}]`, rule)
  const end = known.findIndex(({ isAll }) => isAll)
  const catchAll = known[end]
  const effective = end === -1 ? known : known.slice(0, end)
  const isClosed = catchAll?.policy === 'deny'
  for (const [index, rule] of effective.entries()) {
    const before = effective.slice(0, index)
    if (rule.policy === 'deny') importDeny(draft, rule, before)
    else if (isClosed) {
      draft.map(rule.field, '/request/includePaths/-', literalText(rule.pattern))
      if (rule.example !== undefined) draft.test('in', rule.example, rule.field)
    } else if (effective.slice(index + 1).some(({ policy }) => policy === 'deny'))
      draft.drop(rule.field, 'an exception from later rules; exclude patterns have no exceptions')
    else draft.drop(rule.field, 'it has no effect: URLs are allowed unless a rule denies them')
  }
  if (catchAll !== undefined) importCatchAll(draft, catchAll, effective)
  for (const { field: useless } of end === -1 ? [] : known.slice(end + 1))
    draft.drop(useless, 'it is never used: the rule before it matches everything')
}

function importDeny(draft: CrawlDraft, rule: Rule, before: readonly Rule[]): void {
  const to = '/request/excludePaths/-'
  const decided = before.some(
    ({ policy, prefix }) =>
      policy === 'allow' && prefix !== undefined && rule.prefix?.startsWith(prefix) === true,
  )
  if (decided) return draft.drop(rule.field, 'it is never used: an earlier rule allows all its URLs')
  const why = 'it also excludes URLs that an earlier rule allowed'
  if (before.some(({ policy }) => policy === 'allow'))
    return draft.approximate(rule.field, to, literalText(rule.pattern), why)
  draft.map(rule.field, to, literalText(rule.pattern))
  if (rule.example !== undefined) draft.test('out', rule.example, rule.field)
}

function importCatchAll(draft: CrawlDraft, rule: Rule, effective: readonly Rule[]): void {
  if (rule.policy === 'allow')
    draft.drop(rule.field, 'it has no effect: URLs are allowed unless a rule denies them')
  else if (effective.some(({ policy }) => policy === 'allow'))
    draft.drop(rule.field, 'includePaths does this: URLs that do not match are out')
  else draft.map(rule.field, '/request/excludePaths/-', literalText(rule.pattern))
}

/** How each type of rule is written as a pattern, and the rules that match every path. */
const RULE_TYPES: Readonly<
  Record<string, { readonly write: (text: string) => string; readonly all: RegExp }>
> = {
  begins: { write: (text) => `^${starPattern(text)}`, all: /^[/*]$/ },
  ends: { write: (text) => `${starPattern(text)}$`, all: /^\*$/ },
  contains: { write: starPattern, all: /^[/*]$/ },
  regex: { write: fromRuby, all: /^(?:\^|\\A)?\/?\.\*(?:\$|\\[zZ])?$/ },
}

function readRule(rule: Json, field: string): Rule | string {
  const { policy, type, pattern } = isJsonObject(rule) ? rule : {}
  if (typeof pattern !== 'string' || (policy !== 'allow' && policy !== 'deny'))
    return 'it is not a rule with a policy and a pattern'
  const known = typeof type === 'string' && Object.hasOwn(RULE_TYPES, type) ? RULE_TYPES[type] : undefined
  if (known === undefined) return 'its type is not begins, ends, contains or regex'
  const isLiteral = type !== 'regex' && !pattern.includes('*') && pattern.startsWith('/')
  return {
    field,
    policy,
    pattern: known.write(pattern),
    isAll: known.all.test(pattern),
    prefix: isLiteral && type === 'begins' ? pattern : undefined,
    example: isLiteral ? pattern : undefined,
  }
}

/** Writes Ruby's anchors in the service's syntax; such a rule matches at the beginning of the path. */
function fromRuby(pattern: string): string {
  const text = pattern
    .replaceAll(String.raw`\/`, '/')
    .replace(/^\\A/, '^')
    .replace(/\\[zZ]$/, '$')
  if (text.startsWith('^')) return text
  return text.includes('|') ? `^(?:${text})` : `^${text}`
}

/** Returns `text` as a pattern in which only `*` is no literal. */
function starPattern(text: string): string {
  return text
    .split('*')
    .map((part) => quotePattern(part))
    .join('.*')
}
