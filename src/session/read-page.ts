import type { BoardPage, PageDetail, PageRun } from '../board/board-model.ts'
import { compareManifests } from '../changes/changes.ts'
import { ClientError } from '../client/crawl-client.ts'
import {
  isSameRule,
  type Manifest,
  manifestKey,
  type ManifestPage,
  pageId,
  referrerOf,
} from '../manifest/manifest.ts'
import { kinds } from '../render/render-changes.ts'
import { renderPageDifferenceText } from '../render/render-page-difference.ts'
import { renderScopeExplanationText } from '../render/render-scope.ts'
import { plainStyle } from '../render/render.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import { given } from '../util/json.ts'
import { explainScope } from './explain-scope.ts'
import { type KeptRun, pageOf } from './kept-runs.ts'
import type { KeptJobs } from './kept-jobs.ts'
import { pageDifference } from './page-difference.ts'
import { type KnownLinks, pageLinks } from './page-links.ts'
import type { Session } from './session.ts'

/** Pages that are named of those that a page led to. */
const MOST_NAMED = 100

interface PagesWish {
  /** As `pageId` gives them. */
  readonly ids: readonly string[]
  readonly crawl: ResolvedCrawl | undefined
  /** Why the service is not asked for texts of the last two runs; undefined if it is. */
  readonly noTexts: string | undefined
  /** Links that earlier calls have read. */
  readonly links: KnownLinks
}

/** Returns all that is known of some pages of the last kept run, as far as it has them. Each manifest is read once for all. */
export async function readPages(
  session: Session,
  kept: readonly KeptRun[],
  { ids, crawl, noTexts, links }: PagesWish,
): Promise<readonly PageDetail[]> {
  const last = kept.at(-1)?.pages?.manifest
  if (last === undefined || ids.length === 0) return []
  const found = new Map<string, ManifestPage | undefined>(ids.map((id) => [id, undefined]))
  for (const page of last.pages) {
    const id = pageId(last, page)
    if (found.has(id)) found.set(id, page)
  }
  const pages = [...found].flatMap(([id, page]) => (page === undefined ? [] : [{ ...pageOf(page), id }]))
  const urls = pages.map(({ url }) => url)
  const led = pagesFoundOn(last, urls)
  const rows = kept.flatMap((run) => rowsOf(run, urls))
  const { kept: jobs } = await session.checks()
  return Promise.all(
    pages.map(async (page) => ({
      crawl: last.crawl,
      page,
      runs: pageRuns(rows, page.url),
      leadsTo: led.get(page.url) ?? [],
      links: noTexts ?? (await pageLinks(jobs, last, page.url, links)),
      ...given({
        scope: crawl && scopeText(session, crawl, page),
        difference: noTexts === undefined ? await differenceText(jobs, kept, page.url) : undefined,
      }),
    })),
  )
}

/** Returns the pages that were found first on each of these. */
function pagesFoundOn(manifest: Manifest, urls: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const led = new Map<string, string[]>(urls.map((url) => [url, []]))
  for (const page of manifest.pages) {
    const list = led.get(referrerOf(page) ?? '')
    if (list !== undefined && list.length < MOST_NAMED) list.push(page.url)
  }
  return led
}

/** A run, and what it delivered of some pages, by their keys. */
interface RunRows {
  readonly stored: KeptRun['stored']
  readonly manifest: Manifest
  readonly byKey: ReadonlyMap<string, ManifestPage>
}

/** Returns what a run delivered of these pages; nothing if its manifest cannot be used. */
function rowsOf({ stored, pages }: KeptRun, urls: readonly string[]): RunRows[] {
  if (pages === undefined) return []
  const { manifest } = pages
  const keys = new Set(urls.map((url) => manifestKey(manifest, url)))
  const byKey = new Map<string, ManifestPage>()
  for (const page of manifest.pages) {
    const key = manifestKey(manifest, page.url)
    if (keys.has(key)) byKey.set(key, page)
  }
  return [{ stored, manifest, byKey }]
}

/** Returns what each run delivered of a page, oldest first. */
function pageRuns(runs: readonly RunRows[], url: string): readonly PageRun[] {
  let before: KeptPage | undefined
  return runs.map(({ stored, manifest, byKey }): PageRun => {
    const row = byKey.get(manifestKey(manifest, url))
    const { job, at } = stored
    const end = endOf(row, before, manifest)
    if (row !== undefined) before = { manifest, row }
    return { job, at, end, ...given({ status: row?.status, size: row?.size }) }
  })
}

interface KeptPage {
  readonly manifest: Manifest
  readonly row: ManifestPage
}

function endOf(row: ManifestPage | undefined, before: KeptPage | undefined, manifest: Manifest): string {
  if (row === undefined) return before === undefined ? 'not there yet' : 'not there'
  if (row.missing !== undefined) return kinds[row.missing].words
  if (before === undefined) return 'first kept run'
  if (!isSameRule(before.manifest, manifest)) return 'cannot be compared'
  return before.row.hash === row.hash ? 'unchanged' : 'changed'
}

/** Says which rules decide that a page belongs to a crawl, as `explain` does. */
function scopeText({ project }: Session, crawl: ResolvedCrawl, { url, depth, from }: BoardPage): string {
  const isListed = from === 'sitemap'
  const via = isListed ? 'sitemap' : from === undefined ? 'start' : 'link'
  const discovery =
    depth === undefined ? undefined : ({ depth, via, from: isListed ? undefined : from } as const)
  return renderScopeExplanationText(explainScope(crawl, project.environment, url, discovery), plainStyle)
}

/** Returns the difference of the last two runs in a page, as `changes --diff` shows it; undefined without an earlier run. */
async function differenceText(jobs: KeptJobs, kept: readonly KeptRun[], url: string) {
  const [before, after] = kept.slice(-2).map(({ pages }) => pages?.manifest)
  if (before === undefined || after === undefined) return undefined
  try {
    const difference = await pageDifference(jobs, compareManifests(before, after), () => url, undefined)
    return difference && renderPageDifferenceText(difference, plainStyle)
  } catch (error) {
    if (error instanceof ClientError) return error.message
    throw error
  }
}
