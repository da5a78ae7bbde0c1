import type {
  Board,
  BoardCrawl,
  BoardRun,
  CrawlDetail,
  CrawlState,
  KnownFailure,
  BoardPage,
  PageDetail,
  RunChanges,
  RunState,
} from '../board/board-model.ts'
import { isBriefBoard, MOST_NOTABLE } from '../board/board-model.ts'
import { hasErrors } from '../diagnostics/diagnostic.ts'
import { type Manifest, pageId } from '../manifest/manifest.ts'
import { lastJob, resultBefore } from '../plan/last-job.ts'
import type { PlannedChange } from '../plan/plan.ts'
import {
  type JobState,
  type JobView,
  noteLines,
  pagesOf as crawlPages,
  reasonLines,
  resultOf,
  stateOf,
} from '../render/render-jobs.ts'
import type { FailedPage } from '../apply/review-pages.ts'
import { guardReadings } from '../apply/guard-readings.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import type { RunSummary } from '../state/run-summaries.ts'
import { mayRun, type PreviousJob } from '../state/state.ts'
import { type Clock, fromTimeText, toIsoTime } from '../util/clock.ts'
import { given, type JsonObject } from '../util/json.ts'
import { hasUnreadSitemap, sitemapText, stoppedText } from '../protocol/job-texts.ts'
import { shellQuote } from '../util/shell-quote.ts'
import { compareText } from '../util/text.ts'
import { type KeptRun, KeptRuns, type KnownCounts, pageOf, type RunCounts } from './kept-runs.ts'
import type { KnownLinks } from './page-links.ts'
import { readPages } from './read-page.ts'
import { progressOf, readJobs, type SelectedCrawl } from './read-jobs.ts'
import type { Session } from './session.ts'

export interface BoardSettings {
  readonly clock: Clock
  /** Uses only what is recorded, and asks no service. */
  readonly isOffline: boolean
  /** Whether a server shows it, and not files. */
  readonly isServed: boolean
  /** Counts of earlier calls. */
  readonly counts: KnownCounts
  /** Links that earlier calls have read. */
  readonly links: KnownLinks
  /** Whether the pages of a crawl are read too, not only their counts. */
  readonly needsDetail: (crawl: string) => boolean
  /** The page of these crawls that is wanted, by its id. Without one, files have those that changed or fail. */
  readonly page?: string | undefined
}

/** Reads all that the record, kept manifests, files and the service know of these crawls, and details of some. */
export async function readBoard(
  session: Session,
  crawls: readonly SelectedCrawl[],
  { clock, isOffline, isServed, counts, links, needsDetail, page }: BoardSettings,
): Promise<{
  readonly board: Board
  readonly details: readonly CrawlDetail[]
  readonly pages: readonly PageDetail[]
}> {
  const { project, backend } = session
  const isSound = !hasErrors(project.diagnostics)
  // With mistakes in files, a plan would take crawls for removed.
  const changes = isSound ? (await session.plan()).changes : []
  const plan = new Map(changes.map((change) => [change.name, change]))
  const declared = new Map(project.resolved.map((crawl) => [crawl.name, crawl]))
  const store = await (await session.checks()).store.snapshot()
  const read: BoardCrawl[] = []
  const details: CrawlDetail[] = []
  const pages: PageDetail[] = []
  const isBrief = isBriefBoard({ isServed, crawls })
  const noTexts = !isServed ? NO_TEXTS.files : isOffline ? NO_TEXTS.offline : undefined
  for (const view of await readJobs(session, crawls, { clock, isOffline })) {
    const { name } = view
    const isDetailed = needsDetail(name)
    const summaries = await store.runs(name)
    const counted = new Set(summaries.map(({ job }) => job))
    const keptRuns = new KeptRuns(store, counts)
    const readKept = (withPages: number) => keptRuns.read(name, { counted, withPages })
    const needed = isBrief ? 1 : Infinity
    let kept = await readKept(isDetailed ? needed : 0)
    // Since when pages fail, earlier runs tell.
    if (isDetailed && isBrief && (kept.at(-1)?.pages?.failed.size ?? 0) > 0) kept = await readKept(Infinity)
    const crawl = {
      ...crawlOf(view, { crawl: declared.get(name), change: plan.get(name) }),
      runs: runsOf(view, kept, summaries),
    }
    read.push(crawl)
    if (!isDetailed) continue
    const own = declared.get(name)
    const notable = isBrief || isServed ? [] : notableIds(kept)
    details.push(detailOf(view, crawl, { kept, expect: own?.expect, ids: isServed ? undefined : notable }))
    const ids = page === undefined ? notable : [page]
    pages.push(...(await readPages(session, kept, { ids, crawl: own, noTexts, links })))
  }
  const problem = isSound ? undefined : 'Crawl files have errors, which "crawlform validate" shows.'
  const { environment } = backend
  const board = {
    environment,
    at: toIsoTime(clock.now()),
    isOffline,
    isServed,
    ...given({ problem }),
    crawls: read,
  }
  return { board, details, pages }
}

/** Why the service is not asked for the texts of pages. */
const NO_TEXTS = {
  files:
    'Files hold no texts of pages. "crawlform board" shows their links and differences while the service keeps them.',
  offline: 'The service was not asked for the texts of the page, because of --offline.',
}

/** Returns the details of a crawl: what its runs changed, what failed, and how near its guards are. */
function detailOf(
  view: JobView,
  crawl: BoardCrawl,
  {
    kept,
    expect,
    ids,
  }: {
    readonly kept: readonly KeptRun[]
    readonly expect: JsonObject | undefined
    /** Pages that have a page of their own; all without a list. */
    readonly ids: readonly string[] | undefined
  },
): CrawlDetail {
  const { record, failedPages = [], unlisted } = view
  const result = resultOf(view)
  const before = record?.phase === 'submitted' ? resultBefore(record, record.job) : undefined
  const earlier = new Map((before?.sitemaps ?? []).map(({ url, urls }) => [url, urls]))
  const last = kept.at(-1)
  const isLast = record?.phase === 'submitted' && last?.stored.job === record.job
  return {
    crawl,
    changes: shownChanges(kept.flatMap(({ pages }) => pages?.changes ?? [])),
    failed: failuresOf(isLast ? kept : [], failedPages),
    pages: last?.pages === undefined ? [] : pagesOf(last.pages.manifest, ids),
    ...given({ unlisted }),
    // How far a running job is has a place of its own, which the script of the page keeps up to date.
    account: crawl.progress === undefined ? crawlPages(result, failedPages) : '',
    notes: noteLines(view),
    sitemaps: (result?.sitemaps ?? []).map((sitemap) => {
      const text = sitemapText(sitemap)
      return {
        url: sitemap.url,
        text,
        isUnread: sitemap.error !== undefined,
        ...given({ before: earlier.get(sitemap.url) }),
      }
    }),
    guards: guardReadings(expect, {
      result,
      before,
      ...(isLast ? { published: last.counts?.before, changes: last.counts?.changes } : {}),
    }),
  }
}

/** Returns the pages that failed in the last run, with the runs in which they failed before it, one after the other. */
function failuresOf(kept: readonly KeptRun[], listed: readonly FailedPage[]): readonly KnownFailure[] {
  const newestFirst = kept.toReversed()
  const { failed = [], failing = [] } = newestFirst[0]?.pages ?? {}
  // The manifest names all of them, also where the service is not asked why they failed.
  const named = Array.from(failed, (url): [string, BoardPage] => [url, { url }])
  const pages = new Map<string, BoardPage>([...named, ...failing, ...listed.map(fromListed)])
  return [...pages.values()].map(({ url, error = 'failed', from, depth }) => {
    const first = newestFirst.findIndex(({ pages }) => pages?.failed.has(url) !== true)
    const runs = first === -1 ? newestFirst.length : first
    return {
      url,
      error,
      ...given({ from, depth }),
      ...(runs === 0 ? {} : { runs, ...given({ since: newestFirst[runs - 1]?.stored.at }) }),
    }
  })
}

function fromListed({ url, error, from, depth }: FailedPage): [string, BoardPage] {
  return [url, { url, error, ...given({ from, depth }) }]
}

/** Returns the pages of a manifest with what the board shows of them. */
function pagesOf(manifest: Manifest, ids: readonly string[] | undefined): readonly BoardPage[] {
  const shown = ids && new Set(ids)
  return Array.from(manifest.pages, (page) => {
    const id = pageId(manifest, page)
    return shown?.has(id) === false ? pageOf(page) : { ...pageOf(page), id }
  })
}

/** Returns the ids of pages that fail or changed in the last run. */
function notableIds(kept: readonly KeptRun[]): readonly string[] {
  const { manifest, changes } = kept.at(-1)?.pages ?? {}
  if (manifest === undefined || changes === undefined) return []
  const there = changes.pages.filter(({ change }) => change !== 'removed')
  return there.slice(0, MOST_NOTABLE).map(({ page }) => pageId(manifest, page))
}

interface Declared {
  readonly crawl: ResolvedCrawl | undefined
  readonly change: PlannedChange | undefined
}

function crawlOf(view: JobView, { crawl, change }: Declared): Omit<BoardCrawl, 'runs'> {
  const { name, record } = view
  const state = boardState(view, change)
  const last = record && lastJob(record)
  const at = last && fromTimeText(last.at)
  const isRefreshed = crawl?.refreshMs !== undefined && at !== undefined
  const { file, line } = crawl?.document.locate('') ?? {}
  return {
    name,
    state,
    ...given({
      why: whyOf(view, change),
      matrix: crawl?.spec.matrix === undefined ? undefined : file,
      place: file === undefined ? undefined : `${file}:${line}`,
      startUrl: crawl?.request.url ?? startOf(last),
      progress:
        state === 'running' && view.result !== undefined
          ? progressOf(name, view.result, view.waitsBecause)
          : undefined,
      plan: change && { action: change.action, reason: change.reason },
      dueAt: isRefreshed ? toIsoTime(at + (crawl.refreshMs ?? 0)) : undefined,
    }),
  }
}

function startOf(job: PreviousJob | undefined): string | undefined {
  const url = job?.request['url']
  return typeof url === 'string' ? url : undefined
}

/** The words of the board for states of jobs. */
const WORDS: Readonly<Record<JobState, CrawlState>> = {
  completed: 'published',
  'held back': 'held back',
  scraping: 'running',
  paused: 'paused',
  failed: 'failed',
  cancelled: 'failed',
  'submission failed': 'failed',
  'in doubt': 'in doubt',
  'never submitted': 'never',
  forgotten: 'never',
  unknown: 'unknown',
}

function boardState(view: JobView, change: PlannedChange | undefined): CrawlState {
  const word = WORDS[stateOf(view)]
  if (word !== 'published') return word
  if (waitsForChecks(view)) return 'paused'
  return change?.action === 'repeat' ? 'due' : word
}

/** Returns whether a job has ended and nobody has followed it: its pages are neither published nor held back. */
function waitsForChecks({ record, result }: JobView): boolean {
  return record?.phase === 'submitted' && mayRun(record) && result?.status === 'completed'
}

/** Returns why a crawl is in its state: what `status` says of its job, or else what `plan` says of the crawl. */
function whyOf(view: JobView, change: PlannedChange | undefined): string | undefined {
  const held = resultOf(view)?.heldBack
  if (held !== undefined) return held.join('; ')
  if (waitsForChecks(view))
    return `the job has completed; "crawlform wait ${shellQuote(view.name)}" checks and publishes its pages`
  const reasons = [...reasonLines(view), ...gapsOf(view)]
  if (reasons.length > 0) return reasons.join('; ')
  if (stateOf(view) === 'cancelled') return 'the job was cancelled'
  const reason = change?.reason
  if (reason === undefined || reason === 'unchanged' || reason === 'never submitted') return undefined
  // That it is due is its state.
  return change?.action === 'repeat' ? reason.replace(/^due: [^;]*(?:; |$)/, '') || undefined : reason
}

/** Says where a completed job may lack pages: at its limit, and without a sitemap. */
function gapsOf(view: JobView): readonly string[] {
  const result = resultOf(view)
  if (result?.status !== 'completed') return []
  const stopped = stoppedText(result) ?? []
  return [stopped, hasUnreadSitemap(result) ? 'a sitemap was not read completely' : []].flat()
}

/** Returns the runs of a crawl that are kept or recorded, oldest first. */
function runsOf(
  view: JobView,
  kept: readonly KeptRun[],
  summaries: readonly RunSummary[],
): readonly BoardRun[] {
  const { record } = view
  const recorded = record === undefined ? [] : [record.previous, lastJob(record)].flatMap((job) => job ?? [])
  const jobs = new Map(recorded.map((job) => [job.job, job]))
  const last = recorded.at(-1)
  const known = new Map(summaries.map((run) => [run.job, run]))
  const results = new Map(recorded.map(({ job, result }) => [job, result]))
  const resultAt = (job: string): RunResult | undefined => {
    const recorded = job === last?.job ? (resultOf(view) ?? last.result) : results.get(job)
    const summary = known.get(job)
    const result = recorded ?? summary?.result
    return result && { ...result, ...given({ changes: recorded?.summary?.changes ?? summary?.changes }) }
  }
  const runs: BoardRun[] = []
  for (const { stored, counts, problem } of kept) {
    const { job, at, isHeld } = stored
    jobs.delete(job)
    const state: RunState = isHeld ? 'held back' : 'published'
    runs.push({ job, at, state, ...counted(resultAt(job), counts), ...given({ why: problem }) })
  }
  const keptJobs = new Set(kept.map(({ stored }) => stored.job))
  const gone = summaries.filter(({ job }) => !jobs.has(job) && !keptJobs.has(job))
  for (const { job, at } of [...gone, ...jobs.values()]) {
    const result = resultAt(job)
    runs.push({
      job,
      at,
      state: runState(result),
      ...counted(result, undefined),
      ...given({ why: result?.error }),
    })
  }
  return runs.toSorted((a, b) => compareText(a.at, b.at))
}

/** What is known of a job's result: of an old one, what its summary holds. */
type RunResult = RunSummary['result'] & Pick<RunSummary, 'changes'>

function runState(result: RunResult | undefined): RunState {
  if (result === undefined || result.status === 'scraping') return 'running'
  if (result.heldBack !== undefined) return 'held back'
  return result.status === 'completed' ? 'published' : 'failed'
}

/** Returns the counts of a run: of its result or summary where that is kept, or else of its manifest. */
function counted(result: RunResult | undefined, counts: RunCounts | undefined): Partial<BoardRun> {
  const hasEnded = result !== undefined && result.status !== 'scraping'
  return given({
    endedAt: hasEnded ? result.at : undefined,
    pages: hasEnded || (counts === undefined && result?.completed !== 0) ? result?.completed : counts?.pages,
    failed: result?.failed ?? counts?.failing,
    changes: result?.changes ?? counts?.changes,
    credits: result?.creditsUsed,
    why: result?.heldBack?.join('; '),
  })
}

/** Changed pages that are shown of an earlier run than the last. */
const MOST_EARLIER = 30

function shownChanges(runs: readonly RunChanges[]): readonly RunChanges[] {
  return runs.map((run, index) =>
    index === runs.length - 1 ? run : { ...run, pages: run.pages.slice(0, MOST_EARLIER) },
  )
}
