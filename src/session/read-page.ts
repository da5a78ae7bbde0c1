import type { BoardPage, PageDetail, PageRun } from '../board/board-model.ts'
import { compareManifests } from '../changes/changes.ts'
import { ClientError } from '../client/crawl-client.ts'
import { isSameRule, manifestKey, type ManifestPage, pageId, referrerOf } from '../manifest/manifest.ts'
import { keepsErrorPages } from '../apply/review-pages.ts'
import { kinds } from '../render/render-changes.ts'
import { renderPageDifferenceText } from '../render/render-page-difference.ts'
import { renderScopeExplanationText } from '../render/render-scope.ts'
import { plainStyle } from '../render/render.ts'
import { scopeSettings } from '../request/page-settings.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import { compileScope } from '../scope/compile-scope.ts'
import { given } from '../util/json.ts'
import { rendersRoutes } from './embedded-refusals.ts'
import { type KeptRun, pageOf } from './kept-runs.ts'
import { pageDifference } from './page-difference.ts'
import type { Session } from './session.ts'

/** Pages that are named of those that a page led to. */
const MOST_NAMED = 100

interface PageWish {
  /** As `pageId` gives it. */
  readonly id: string
  readonly crawl: ResolvedCrawl | undefined
  /** Whether the service is asked for the texts of the last two runs. */
  readonly asksTexts: boolean
}

/** Returns all that is known of a page of the last kept run; undefined if that has no such page. */
export async function readPage(
  session: Session,
  kept: readonly KeptRun[],
  { id, crawl, asksTexts }: PageWish,
): Promise<PageDetail | undefined> {
  const last = kept.at(-1)?.pages?.manifest
  if (last === undefined) return undefined
  let found: ManifestPage | undefined
  for (const page of last.pages) if (pageId(last, page) === id) found = page
  if (found === undefined) return undefined
  const leadsTo: string[] = []
  for (const page of last.pages)
    if (leadsTo.length < MOST_NAMED && referrerOf(page) === found.url) leadsTo.push(page.url)
  const page = { ...pageOf(found), id }
  return {
    crawl: last.crawl,
    page,
    runs: pageRuns(kept, found.url),
    leadsTo,
    ...given({
      scope: crawl && scopeText(session, crawl, page),
      difference: asksTexts ? await differenceText(session, kept, found.url) : undefined,
    }),
  }
}

/** Returns what each kept run delivered of a page, oldest first. */
function pageRuns(kept: readonly KeptRun[], url: string): readonly PageRun[] {
  let before: KeptPage | undefined
  return kept.flatMap(({ stored, pages }): PageRun[] => {
    if (pages === undefined) return []
    const { manifest } = pages
    const key = manifestKey(manifest, url)
    let row: ManifestPage | undefined
    for (const page of manifest.pages) if (manifestKey(manifest, page.url) === key) row = page
    const { job, at } = stored
    const end = endOf(row, before, manifest)
    if (row !== undefined) before = { manifest, row }
    return [{ job, at, end, ...given({ status: row?.status, size: row?.size }) }]
  })
}

interface KeptPage {
  readonly manifest: NonNullable<KeptRun['pages']>['manifest']
  readonly row: ManifestPage
}

function endOf(
  row: ManifestPage | undefined,
  before: KeptPage | undefined,
  manifest: KeptPage['manifest'],
): string {
  if (row === undefined) return before === undefined ? 'not there yet' : 'not there'
  if (row.missing !== undefined) return kinds[row.missing].words
  if (before === undefined) return 'first kept run'
  if (!isSameRule(before.manifest, manifest)) return 'cannot be compared'
  return before.row.hash === row.hash ? 'unchanged' : 'changed'
}

/** Says which rules decide that a page belongs to a crawl, as `explain` does. */
function scopeText({ project }: Session, crawl: ResolvedCrawl, { url, depth, from }: BoardPage): string {
  const routes = rendersRoutes(crawl, project.environment)
  const scope = compileScope({ ...scopeSettings(crawl.effective), rendersRoutes: routes })
  const isListed = from === 'sitemap'
  const via = isListed ? 'sitemap' : from === undefined ? 'start' : 'link'
  const discovery = depth === undefined ? undefined : { depth, via, from: isListed ? undefined : from }
  const explanation = scope.explain(url, discovery as Parameters<typeof scope.explain>[1])
  const explained = { name: crawl.name, explanation, keepsErrorPages: keepsErrorPages(crawl.expect) }
  return renderScopeExplanationText(explained, plainStyle)
}

/** Returns the difference of the last two runs in a page, as `changes --diff` shows it; undefined without an earlier run. */
async function differenceText(session: Session, kept: readonly KeptRun[], url: string) {
  const [before, after] = kept.slice(-2).map(({ pages }) => pages?.manifest)
  if (before === undefined || after === undefined) return undefined
  const { kept: jobs } = await session.checks()
  try {
    const difference = await pageDifference(jobs, compareManifests(before, after), () => url, undefined)
    return difference && renderPageDifferenceText(difference, plainStyle)
  } catch (error) {
    if (error instanceof ClientError) return error.message
    throw error
  }
}
