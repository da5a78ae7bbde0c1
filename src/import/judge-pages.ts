import type { Reach, Scope } from '../scope/scope.ts'
import { isJsonObject } from '../util/json.ts'
import { draftValue, literalText, type NamedPage, testUrl } from './crawl-draft.ts'
import type { SettledDraft } from './render-draft.ts'
import { draftScope } from './settle-draft.ts'
import { canParseUrl } from '../util/can-parse-url.ts'

/** A page that the source names, and how the crawls that it became reach it. */
export interface JudgedPage extends NamedPage {
  /** The surest way of any crawl. */
  readonly reached: Reach
  /** False for a start URL that the patterns refuse: it is fetched for its links alone. */
  readonly inResults: boolean
  /** Why nothing reaches it, or it is not in the results; a clause. */
  readonly because: string | undefined
}

/** How surely each way reaches a page: the first is surest. */
const SUREST = ['start', 'sitemap-or-link', 'sitemap', 'link', 'never'] as const satisfies readonly Reach[]

/**
 * Returns how each page is reached, and the drafts with tests: the crawl that reaches a page most surely gets a test for it.
 */
export function judgePages(
  pages: readonly NamedPage[],
  drafts: readonly SettledDraft[],
): { readonly pages: readonly JudgedPage[]; readonly drafts: readonly SettledDraft[] } {
  const crawls = drafts.map((draft) => asCrawl(draft))
  const starts = new Map<string, Crawl>()
  for (const crawl of crawls.toReversed()) if (crawl.key !== undefined) starts.set(crawl.key, crawl)
  const judged = pages.map((page) => judge(page, crawls, starts))
  return {
    pages: judged.map(({ page }) => page),
    drafts: drafts.map((draft, at) => {
      const own = judged.filter(({ crawl }) => crawl === crawls[at])
      return own.length === 0 ? draft : withTests(draft, own)
    }),
  }
}

interface Crawl {
  /** As written in the file. */
  readonly url: string
  /** Undefined where references decide, which are filled in later. */
  readonly scope: Scope | undefined
  /** Equal for URLs of the start page. */
  readonly key: string | undefined
}

function asCrawl({ items }: SettledDraft): Crawl {
  const { request } = draftValue(items)
  const url = isJsonObject(request) && typeof request['url'] === 'string' ? request['url'] : ''
  const scope = draftScope(request)
  return { url, scope, key: scope?.dedupeKey(url) }
}

interface Judgement {
  readonly page: JudgedPage
  /** The one that has the test. */
  readonly crawl: Crawl | undefined
}

function judge(page: NamedPage, crawls: readonly Crawl[], starts: ReadonlyMap<string, Crawl>): Judgement {
  const [first] = crawls
  const written = crawls.find(({ scope, url }) => scope === undefined && url === literalText(page.url))
  if (written !== undefined)
    return {
      page: { ...page, reached: 'start', inResults: true, because: undefined },
      crawl: undefined,
    }
  const key = first?.scope?.dedupeKey(page.url)
  const own = key === undefined ? undefined : starts.get(key)
  // The crawl's own text: what looked like a secret is out of it already.
  const asked = own?.url ?? withoutSecrets(page.url)
  let best: Judgement | undefined
  for (const crawl of own === undefined ? crawls : [own]) {
    if (crawl.scope === undefined) continue
    const { reached, inResults, trace } = crawl.scope.explain(asked)
    const because = trace.find(({ passed }) => !passed)?.detail
    const one = { page: { ...page, url: asked, reached, inResults, because }, crawl }
    if (best === undefined || isSurer(reached, best.page.reached)) best = one
  }
  if (best !== undefined) return best
  const because = 'no crawl contains it'
  return {
    page: { ...page, url: asked, reached: 'never', inResults: false, because },
    crawl: undefined,
  }
}

function isSurer(one: Reach, other: Reach): boolean {
  return SUREST.indexOf(one) < SUREST.indexOf(other)
}

function withTests(draft: SettledDraft, judged: readonly Judgement[]): SettledDraft {
  const { url: start } = judged[0]?.crawl ?? { url: '' }
  const told = new Set<string>()
  const tests = [...draft.tests]
  const failedTests = [...draft.failedTests]
  for (const { page } of judged) {
    // A text that would read as a reference is nobody's address.
    const url = testUrl(page.url, start)
    if (page.url.includes('${') || told.has(url)) continue
    told.add(url)
    const test = { side: 'in', url, field: page.field } as const
    const reached = ASKED[page.reached]
    // A page fetched for its links is fetched the same way here; whether the source delivers it is unknown.
    if (page.reached === 'start' && !page.inResults) continue
    if (reached !== undefined) tests.push({ ...test, reached })
    else failedTests.push({ ...test, because: page.because ?? 'nothing reaches it' })
  }
  return { ...draft, tests, failedTests }
}

/** Returns an address without its credentials, query and fragment, which may hold a secret. */
function withoutSecrets(text: string): string {
  if (!canParseUrl(text)) return text
  const url = new URL(text)
  url.username = ''
  url.password = ''
  url.search = ''
  url.hash = ''
  return url.href
}

const ASKED = {
  start: 'start',
  'sitemap-or-link': 'sitemap',
  sitemap: 'sitemap',
  link: 'link',
  never: undefined,
} as const satisfies Readonly<Record<Reach, string | undefined>>
