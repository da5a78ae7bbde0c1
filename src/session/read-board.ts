import type {
  Board,
  BoardCrawl,
  BoardRun,
  CrawlDetail,
  CrawlState,
  KnownFailure,
  RunChanges,
  RunState,
} from '../board/board-model.ts'
import { compareManifests, type Changes, countsOf } from '../changes/changes.ts'
import { hasErrors } from '../diagnostics/diagnostic.ts'
import { isSameRule, type Manifest, ManifestError } from '../manifest/manifest.ts'
import { lastJob, resultBefore } from '../plan/last-job.ts'
import type { PlannedChange } from '../plan/plan.ts'
import { type JobState, type JobView, reasonLines, resultOf, stateOf } from '../render/render-jobs.ts'
import { changedPages, changesNotes, countChanges } from '../render/render-changes.ts'
import { guardReadings } from '../apply/guard-readings.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import type { ManifestStore, StoredJob } from '../state/manifest-store.ts'
import { type ChangeCounts, type JobResult, mayRun, type PreviousJob } from '../state/state.ts'
import { type Clock, fromTimeText, toIsoTime } from '../util/clock.ts'
import { given, type JsonObject } from '../util/json.ts'
import { sitemapText } from '../util/job-texts.ts'
import { shellQuote } from '../util/shell-quote.ts'
import { compareText } from '../util/text.ts'
import { readJobs, type SelectedCrawl } from './read-jobs.ts'
import type { Session } from './session.ts'

/** Counts of kept runs, by the names of their manifests, which hold the same pages for ever. */
export type KnownCounts = Map<string, RunCounts>

export interface RunCounts {
  readonly pages: number
  /** Pages of the job that it was compared with. */
  readonly before?: number
  /** Pages that were delivered before and failed. */
  readonly failing: number
  readonly changes?: ChangeCounts
}

export interface BoardSettings {
  readonly clock: Clock
  /** Uses only what is recorded, and asks no service. */
  readonly isOffline: boolean
  /** Whether a server shows it, and not files. */
  readonly isServed: boolean
  /** What earlier calls have counted. */
  readonly counts: KnownCounts
  /** Whether the pages of a crawl are read too, not only their counts. */
  readonly needsDetail: (crawl: string) => boolean
}

/** Reads all that the record, kept manifests, files and the service know of these crawls, and details of some. */
export async function readBoard(
  session: Session,
  crawls: readonly SelectedCrawl[],
  { clock, isOffline, isServed, counts, needsDetail }: BoardSettings,
): Promise<{ readonly board: Board; readonly details: readonly CrawlDetail[] }> {
  const { project, backend } = session
  const isSound = !hasErrors(project.diagnostics)
  // With mistakes in files, a plan would take crawls for removed.
  const changes = isSound ? (await session.plan()).changes : []
  const plan = new Map(changes.map((change) => [change.name, change]))
  const declared = new Map(project.resolved.map((crawl) => [crawl.name, crawl]))
  const { store } = await session.checks()
  const read: BoardCrawl[] = []
  const details: CrawlDetail[] = []
  for (const view of await readJobs(session, crawls, { clock, isOffline })) {
    const { name } = view
    const isDetailed = needsDetail(name)
    const kept = await new KeptRuns(store, counts, isDetailed).read(name)
    const crawl = {
      ...crawlOf(view, { crawl: declared.get(name), change: plan.get(name) }),
      runs: runsOf(view, kept),
    }
    read.push(crawl)
    if (isDetailed) details.push(detailOf(view, crawl, { kept, expect: declared.get(name)?.expect }))
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
  return { board, details }
}

/** Returns the details of a crawl: what its runs changed, what failed, and how near its guards are. */
function detailOf(
  view: JobView,
  crawl: BoardCrawl,
  { kept, expect }: { readonly kept: readonly KeptRun[]; readonly expect: JsonObject | undefined },
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
    ...given({ unlisted }),
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
function failuresOf(
  kept: readonly KeptRun[],
  listed: readonly { readonly url: string; readonly error: string }[],
): readonly KnownFailure[] {
  const newestFirst = kept.toReversed()
  const failing = newestFirst[0]?.pages?.failing ?? new Map<string, string>()
  const errors = new Map([...failing, ...listed.map(({ url, error }) => [url, error] as const)])
  return [...errors].map(([url, error]) => {
    const first = newestFirst.findIndex(({ pages }) => pages?.failing.has(url) !== true)
    const runs = first === -1 ? newestFirst.length : first
    return {
      url,
      error,
      ...(runs === 0 ? {} : { runs, ...given({ since: newestFirst[runs - 1]?.stored.at }) }),
    }
  })
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
  const reasons = reasonLines(view)
  if (reasons.length > 0) return reasons.join('; ')
  if (stateOf(view) === 'cancelled') return 'the job was cancelled'
  const reason = change?.reason
  if (reason === undefined || reason === 'unchanged' || reason === 'never submitted') return undefined
  // That it is due is its state.
  return change?.action === 'repeat' ? reason.replace(/^due: [^;]*(?:; |$)/, '') || undefined : reason
}

/** Returns the runs of a crawl that are kept or recorded, oldest first. */
function runsOf(view: JobView, kept: readonly KeptRun[]): readonly BoardRun[] {
  const { record } = view
  const recorded = record === undefined ? [] : [record.previous, lastJob(record)].flatMap((job) => job ?? [])
  const jobs = new Map(recorded.map((job) => [job.job, job]))
  const last = recorded.at(-1)
  const resultAt = (job: string): JobResult | undefined =>
    job === last?.job ? (resultOf(view) ?? last.result) : jobs.get(job)?.result
  const runs: BoardRun[] = []
  for (const { stored, counts, problem } of kept) {
    const { job, at, isHeld } = stored
    jobs.delete(job)
    const state: RunState = isHeld ? 'held back' : 'published'
    runs.push({ job, at, state, ...counted(resultAt(job), counts), ...given({ why: problem }) })
  }
  for (const { job, at } of jobs.values()) {
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

function runState(result: JobResult | undefined): RunState {
  if (result === undefined || result.status === 'scraping') return 'running'
  if (result.heldBack !== undefined) return 'held back'
  return result.status === 'completed' ? 'published' : 'failed'
}

/** Returns the counts of a run: of its result where that is recorded, or else of its manifest. */
function counted(result: JobResult | undefined, counts: RunCounts | undefined): Partial<BoardRun> {
  const hasEnded = result !== undefined && result.status !== 'scraping'
  return given({
    endedAt: hasEnded ? result.at : undefined,
    pages:
      counts?.pages ??
      (result === undefined || (!hasEnded && result.completed === 0) ? undefined : result.completed),
    failed: result?.failed ?? counts?.failing,
    changes: result?.summary?.changes ?? counts?.changes,
    credits: result?.creditsUsed,
    why: result?.heldBack?.join('; '),
  })
}

interface KeptRun {
  readonly stored: StoredJob
  readonly counts?: RunCounts
  readonly pages?: RunPages
  /** Why its manifest cannot be used. */
  readonly problem?: string
}

interface RunPages {
  /** Absent if there is no job to compare with. */
  readonly changes?: RunChanges
  /** Errors of pages that were delivered before and failed, by URL. */
  readonly failing: ReadonlyMap<string, string>
}

/** Changed pages that are shown of the last run, and of an earlier one. */
const [MOST_SHOWN, MOST_EARLIER] = [300, 30]

/** Reads the kept runs of crawls. Manifests that were counted before are not read again. */
class KeptRuns {
  readonly #store: ManifestStore
  readonly #known: KnownCounts
  /** The last manifests that were read, because each run is compared with one before it. */
  readonly #open = new Map<string, Manifest>()

  readonly #needsPages: boolean

  constructor(store: ManifestStore, known: KnownCounts, needsPages: boolean) {
    this.#store = store
    this.#known = known
    this.#needsPages = needsPages
  }

  /** Returns the runs of a crawl whose manifests are kept, oldest first. */
  async read(crawl: string): Promise<readonly KeptRun[]> {
    const runs: KeptRun[] = []
    for (const [stored, before] of withBases(await this.#store.jobs(crawl))) {
      try {
        runs.push({ stored, ...(await this.#count(stored, before)) })
      } catch (error) {
        if (!(error instanceof ManifestError)) throw error
        runs.push({ stored, problem: error.message })
      }
    }
    return runs
  }

  async #count(stored: StoredJob, base: StoredJob | undefined): Promise<Pick<KeptRun, 'counts' | 'pages'>> {
    const key = `${base?.name ?? ''}\n${stored.name}`
    const known = this.#known.get(key)
    if (known !== undefined && !this.#needsPages) return { counts: known }
    const manifest = await this.#manifest(stored)
    const earlier = base && (await this.#manifest(base))
    const changes = earlier && compared(earlier, manifest)
    const failing = new Map<string, string>()
    let pages = 0
    for (const { missing, url, error = 'failed' } of manifest.pages) {
      if (missing === undefined) pages++
      else if (missing === 'failing') failing.set(url, error)
    }
    const counts: RunCounts = {
      pages,
      failing: failing.size,
      ...given({ before: earlier?.pages.length, changes: changes && countsOf(changes) }),
    }
    this.#known.set(key, counts)
    return { counts, pages: { failing, ...given({ changes: changes && runChanges(changes) }) } }
  }

  async #manifest(stored: StoredJob): Promise<Manifest> {
    const open = this.#open.get(stored.name)
    if (open !== undefined) return open
    const manifest = await this.#store.read(stored)
    const [oldest] = this.#open.keys()
    if (this.#open.size >= 2 && oldest !== undefined) this.#open.delete(oldest)
    this.#open.set(stored.name, manifest)
    return manifest
  }
}

/** Returns each job with the one that it is compared with: the last published one before it, or else the last one. Oldest first. */
function withBases(newestFirst: readonly StoredJob[]) {
  return newestFirst
    .map((stored, index) => {
      const earlier = newestFirst.slice(index + 1)
      return [stored, earlier.find(({ isHeld }) => !isHeld) ?? earlier[0]] as const
    })
    .toReversed()
}

/** Compares two manifests; undefined if their hashes were made by different rules, so that every page would differ. */
function compared(before: Manifest, after: Manifest): Changes | undefined {
  return isSameRule(before, after) ? compareManifests(before, after) : undefined
}

function runChanges(changes: Changes): RunChanges {
  const pages = changedPages(changes)
  return {
    ...changes.after,
    text: countChanges(changes),
    since: changes.before.at,
    pages: pages.slice(0, MOST_SHOWN),
    count: pages.length,
    notes: changesNotes(changes),
  }
}

function shownChanges(runs: readonly RunChanges[]): readonly RunChanges[] {
  return runs.map((run, index) =>
    index === runs.length - 1 ? run : { ...run, pages: run.pages.slice(0, MOST_EARLIER) },
  )
}
