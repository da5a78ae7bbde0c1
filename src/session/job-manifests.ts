import { pageProblems } from '../apply/job-problems.ts'
import type { MissedPages } from '../apply/missed-pages.ts'
import { compareManifests, type Changes } from '../changes/changes.ts'
import { isGone, makeManifest } from '../manifest/make-manifest.ts'
import type { Manifest, ManifestPage } from '../manifest/manifest.ts'
import type { ManifestStore, StoredJob } from '../state/manifest-store.ts'
import type { ChangeCounts, JobResult, PreviousJob } from '../state/state.ts'
import { parseDuration } from '../util/duration.ts'
import type { JsonObject } from '../util/json.ts'
import { fromTimeText, type Clock } from '../util/clock.ts'

/** A completed job, and how it was checked without its pages. */
export interface CompletedJob extends Partial<MissedPages> {
  readonly crawl: string
  readonly job: PreviousJob
  readonly result: JobResult
  readonly expect: JsonObject | undefined
  /** Why it is not a success. */
  readonly problems: readonly string[]
}

export interface CheckedJob {
  readonly manifest: Manifest
  /** Why its pages are not published; empty if they may be. */
  readonly problems: readonly string[]
  /** Absent if nothing was published before. */
  readonly changes?: ChangeCounts
}

/** Which earlier job a comparison begins at: a job, a date, or an age such as `7d`. */
export type Since =
  | { readonly kind: 'job'; readonly job: string }
  | { readonly kind: 'time'; readonly ms: number }

/** Reads `--since`: an ISO 8601 date or time, a duration before now, or else a job. */
export function readSince(text: string, clock: Clock): Since {
  const age = parseDuration(text)
  if (age !== undefined) return { kind: 'time', ms: clock.now() - age }
  const ms = /^\d{4}-\d{2}-\d{2}/.test(text) ? fromTimeText(text) : undefined
  if (ms !== undefined) return { kind: 'time', ms }
  return { kind: 'job', job: text }
}

/** Keeps a manifest of each completed job, checks and compares them. */
export class JobManifests {
  readonly store: ManifestStore
  /** What changed with each checked job, by its id. A crawl's first job is left out. */
  readonly changes = new Map<string, Changes>()

  constructor(store: ManifestStore) {
    this.store = store
  }

  /**
   * Stores the manifest of a completed job and checks its pages. A manifest that is stored already is checked again, because
   * `expect` may have changed. `readPages` is called only if it is not.
   * @throws {ManifestError} for a stored manifest that is damaged or of a newer version
   */
  async check(done: CompletedJob, readPages: () => Promise<readonly ManifestPage[]>): Promise<CheckedJob> {
    const { crawl, job, expect } = done
    const jobs = await this.store.jobs(crawl)
    const known = jobs.find((stored) => stored.job === job.job)
    const published = jobs.find(({ at, isHeld }) => at < job.at && !isHeld)
    const before = published === undefined ? undefined : await this.store.read(published)
    const manifest =
      known === undefined ? manifestOf(done, await readPages(), before) : await this.store.read(known)
    const changes = before === undefined ? undefined : compareManifests(before, manifest)
    if (changes !== undefined) this.changes.set(job.job, changes)
    const problems = [
      ...done.problems,
      ...pageProblems(expect, { manifest, changes, publishedCount: before?.pages.length ?? 0 }),
    ]
    // Pages that were once published stay published, whatever is expected later.
    const isHeld = problems.length > 0 && known?.isHeld !== false
    if (known?.isHeld !== isHeld) await this.store.keep(manifest, { isHeld })
    return { manifest, problems, ...(changes === undefined ? {} : { changes: countsOf(changes) }) }
  }

  /** Returns the stored manifest of a job; undefined if none is. */
  async read(crawl: string, job: string): Promise<Manifest | undefined> {
    const known = await this.store.find(crawl, job)
    return known && this.store.read(known)
  }

  async publish(crawl: string, job: string): Promise<void> {
    const known = await this.store.find(crawl, job)
    if (known?.isHeld === true) await this.store.keep(await this.store.read(known), { isHeld: false })
  }

  /** Compares a job with the one that `since` names, or with the one before it; undefined if no such job exists. */
  async compare(after: Manifest, since?: Since): Promise<Changes | undefined> {
    const earlier = (await this.store.jobs(after.crawl)).filter(({ at }) => at < after.at)
    const base =
      since === undefined ? (earlier.find(({ isHeld }) => !isHeld) ?? earlier[0]) : chooseBase(earlier, since)
    return base === undefined ? undefined : compareManifests(await this.store.read(base), after)
  }
}

function countsOf({ added, removed, changed, moved }: Changes): ChangeCounts {
  return {
    added: added.length,
    removed: removed.length,
    changed: changed.length,
    moved: moved.length,
  }
}

function manifestOf(
  { crawl, job, result, failedPages = [] }: CompletedJob,
  pages: readonly ManifestPage[],
  before: Manifest | undefined,
): Manifest {
  const isStopped = result.stoppedAtLimit !== undefined && result.urlsLeft !== 0
  const lacksSitemap = result.sitemaps?.some(
    ({ statusCode, error }) => error !== undefined && !isGone(statusCode),
  )
  // Only the first thousand failed pages are listed, and a service may not list them at all.
  const isUnsure = result.blocked === undefined || (result.failed ?? 0) > failedPages.length
  const isCut = isStopped || lacksSitemap === true || isUnsure
  const about = { crawl, job: job.job, at: job.at, request: job.request }
  return makeManifest(about, pages, { failed: failedPages, isCut }, before)
}

/** Returns the last job at or before a time; if all are later, the first one. */
function chooseBase(newestFirst: readonly StoredJob[], since: Since): StoredJob | undefined {
  if (since.kind === 'job') return newestFirst.find(({ job }) => job === since.job)
  return newestFirst.find(({ at }) => (fromTimeText(at) ?? 0) <= since.ms) ?? newestFirst.at(-1)
}
