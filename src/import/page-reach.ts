import { absoluteUrl } from '../scope/page-url.ts'
import type { Reach, Scope } from '../scope/scope.ts'
import { isJsonObject, type Json } from '../util/json.ts'
import { type DraftTest, draftValue, literalText, type NamedPage, testUrl } from './crawl-draft.ts'
import type { SettledDraft } from './render-draft.ts'
import { draftScope } from './settle-draft.ts'
import { parseUrl } from '../util/can-parse-url.ts'
import { fillDefaults } from '../request/fill-defaults.ts'
import { childPath } from '../scope/rules.ts'
import { groupBy } from '../util/group-by.ts'
import { countWords, plural } from '../util/text.ts'

/** A page that the source names, and how the crawls that it became reach it. */
export interface PageReach extends NamedPage {
  /** The most certain way of any crawl. */
  readonly reached: Reach
  /** False for a start URL that the patterns refuse: it is fetched only for its links. */
  readonly inResults: boolean
  /** Why nothing reaches it, or it is not in the results; a clause. */
  readonly because: string | undefined
}

/** Returns how each page is reached, and the drafts with tests that hold: each page in the crawl that most certainly reaches it. */
export function findPageReach(
  pages: readonly NamedPage[],
  drafts: readonly SettledDraft[],
): { readonly pages: readonly PageReach[]; readonly drafts: readonly SettledDraft[] } {
  const crawls = drafts.map((draft) => asCrawl(draft))
  const starts = new Map(crawls.toReversed().map((crawl) => [crawl.key, crawl]))
  const found = pages.map((page) => reachOf(page, crawls, starts))
  const byCrawl = groupBy(found, ({ crawl }) => crawl)
  return {
    pages: found.map(({ page }) => page),
    drafts: crawls.map((crawl) =>
      withTests(
        crawl,
        (byCrawl.get(crawl) ?? []).map(({ page }) => page),
      ),
    ),
  }
}

interface Crawl {
  readonly draft: SettledDraft
  /** As written in the file. */
  readonly url: string
  /** Undefined where references decide, which are filled in later. */
  readonly scope: Scope | undefined
  /** Equal for URLs of the start page; without a scope the URL itself. */
  readonly key: string
}

function asCrawl(draft: SettledDraft): Crawl {
  const { request } = draftValue(draft.items)
  const url = isJsonObject(request) && typeof request['url'] === 'string' ? request['url'] : ''
  const scope = draftScope(request)
  return { draft, url, scope, key: scope?.dedupeKey(url) ?? url }
}

/** Returns how a page is reached, and the crawl that gets the test, if one reaches it. */
function reachOf(
  page: NamedPage,
  crawls: readonly Crawl[],
  starts: ReadonlyMap<string, Crawl>,
): { readonly page: PageReach; readonly crawl?: Crawl } {
  const key = crawls[0]?.scope?.dedupeKey(page.url) ?? ''
  const own = starts.get(literalText(page.url)) ?? starts.get(key)
  if (own !== undefined && own.scope === undefined)
    return { page: { ...page, reached: 'start', inResults: true, because: undefined } }
  // The crawl's own text, from which secrets are already removed.
  const url = own?.url ?? withoutSecrets(page.url)
  const found = (own === undefined ? crawls : [own]).flatMap((crawl) => {
    if (crawl.scope === undefined) return []
    const { reached, inResults, trace } = crawl.scope.explain(url)
    const because = trace.find(({ passed }) => !passed)?.detail
    return [{ page: { ...page, url, reached, inResults, because }, crawl }]
  })
  const rank = (way: Reach): number => Object.keys(WAYS).indexOf(way)
  const [best] = found.toSorted((a, b) => rank(a.page.reached) - rank(b.page.reached))
  const because = 'no crawl contains it'
  return best ?? { page: { ...page, url, reached: 'never', inResults: false, because } }
}

function withTests({ draft, scope, url: start }: Crawl, pages: readonly PageReach[]): SettledDraft {
  const tests: DraftTest[] = []
  const failedTests: (DraftTest & { readonly because: string })[] = []
  for (const test of draft.tests) {
    const url = parseUrl(test.url, parseUrl('/', start))?.href ?? test.url
    const explained = scope?.explain(url)
    const because = explained?.trace.find(({ passed }) => !passed)?.detail
    if (explained === undefined || explained.inResults === (test.side === 'in')) tests.push(test)
    else failedTests.push({ ...test, because: because ?? 'no rule of the crawl keeps it out' })
  }
  const tested = new Set<string>()
  for (const { url: page, field, reached, inResults, because } of pages) {
    // A text that would be read as a reference is not a URL.
    const url = testUrl(page, start)
    if (page.includes('${') || tested.has(url)) continue
    tested.add(url)
    const wanted = reached === 'sitemap-or-link' ? 'sitemap' : reached
    // A page fetched for its links is fetched the same way here; whether the source delivers it is unknown.
    if (reached === 'start' && !inResults) continue
    if (wanted !== 'never') tests.push({ side: 'in', url, field, reached: wanted })
    else failedTests.push({ side: 'in', url, field, because: because ?? 'nothing reaches it' })
  }
  return { ...draft, tests, failedTests }
}

/** Returns an address without its credentials, query and fragment, which may hold a secret. */
function withoutSecrets(text: string): string {
  const url = parseUrl(text)
  if (url === undefined) return text
  return Object.assign(url, { username: '', password: '', search: '', hash: '' }).href
}

/** Returns where a crawl starts and what it follows from there, so that people notice a page that nothing leads to. */
export function describeReach({ name, items }: SettledDraft): string {
  const { request } = draftValue(items)
  const settings = fillDefaults(isJsonObject(request) ? request : {})
  const get = (key: string): Json | undefined => settings[key]
  const url = formatScalar(get('url'))
  const parts = [url]
  if (get('sitemap') !== 'skip') parts.push('the pages of its sitemap')
  if (get('sitemap') !== 'only' && get('maxDiscoveryDepth') !== 0)
    parts.push(
      [
        `pages linked from there ${within(url, get('crawlEntireDomain') === true)}`,
        ...(get('allowSubdomains') === true ? ['on other hosts of its domain'] : []),
        ...(get('allowExternalLinks') === true ? ['one link deep on other sites'] : []),
      ].join(' or '),
    )
  const limits = [
    ...(hasItems(get('includePaths')) ? ['only pages of includePaths'] : []),
    ...(hasItems(get('excludePaths')) ? ['no pages of excludePaths'] : []),
    `up to ${formatScalar(get('limit'))} ${get('limit') === 1 ? 'page' : 'pages'}`,
  ]
  return `${name}: ${parts.join(', ')}; ${limits.join(', ')}`
}

/** The ways to reach a page, the most certain first. */
const WAYS = {
  start: 'certainly reached',
  'not-in-results': 'certainly reached, but only for its links',
  'sitemap-or-link': 'if listed in the sitemap or linked',
  sitemap: 'only if listed in the sitemap',
  link: 'only if linked',
  never: 'never',
} as const

/** Describes how the source's pages are reached: a count for each way, then each page that may not be reached. */
export function describePages(pages: readonly PageReach[]): readonly string[] {
  if (pages.length === 0) return []
  const counts = countWords(
    Object.entries(WAYS).map(([way, text]) => [pages.filter((page) => wayOf(page) === way).length, text]),
  )
  const doubtful = pages.filter((page) => wayOf(page) !== 'start')
  return [
    `The source names ${plural(pages.length, 'page')}: ${counts.join(', ')}.`,
    ...doubtful.map((page) => {
      const why = page.inResults || page.because === undefined ? '' : `: ${page.because}`
      return `  ${WAYS[wayOf(page)]}  ${page.url} (${page.field})${why}`
    }),
  ]
}

function wayOf({ reached, inResults }: PageReach): keyof typeof WAYS {
  return reached === 'start' && !inResults ? 'not-in-results' : reached
}

function formatScalar(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '')
}

function within(url: string, isWhole: boolean): string {
  const start = parseUrl(absoluteUrl(url))
  if (isWhole || start === undefined) return 'on its host'
  const { description } = childPath(start.pathname)
  // The URL parser encodes the braces of a template.
  return `at ${description.replaceAll(/\$%7B((?:matrix\.|env:|secret:).*?)%7D/g, '${$1}')}`
}

function hasItems(list: Json | undefined): boolean {
  return Array.isArray(list) && list.length > 0
}
