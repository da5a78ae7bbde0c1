import { plainFileName } from '../util/files.ts'
import path from 'node:path'
import type { DoneEvent } from '../apply/apply-event.ts'
import { addMissedPages, heldResult, jobProblems, pageProblems, recordResult } from '../apply/job-result.ts'
import { type PageReview, reviewPages, type ReviewSettings } from '../apply/review-pages.ts'
import { compareManifests, type Changes } from '../changes/changes.ts'
import type { CrawlClient } from '../client/client.ts'
import { type CallOptions, ClientError } from '../client/crawl-client.ts'
import { HASH_VERSION } from '../manifest/content-hash.ts'
import { pageSpelling } from '../manifest/page-spelling.ts'
import { isGone, makeManifest, ManifestError } from '../manifest/manifest.ts'
import type { Manifest, ManifestPage } from '../manifest/manifest.ts'
import type { CrawlStatusAnswer, PageDocument } from '../protocol/crawl-status.ts'
import { compileScope } from '../scope/compile-scope.ts'
import type { Scope } from '../scope/scope.ts'
import { jobScope, type RecordedJob } from '../plan/last-job.ts'
import { ManifestStore, type StoredJob } from '../state/manifest-store.ts'
import { gitTextFiles, localTextFiles } from '../state/text-files.ts'
import { changeRecord, StateError } from '../state/state.ts'
import type { ChangeCounts, JobRecord, JobResult, PreviousJob, StateBackend } from '../state/state.ts'
import { updateState } from '../state/update-state.ts'
import { type Clock, fromTimeText, parseDuration, toIsoTime } from '../util/clock.ts'
import { assert } from '../util/invariant.ts'
import { plural } from '../util/text.ts'
import { type BackendSource, gitSettings } from './open-backend.ts'
import { renewHashes, type RenewedManifest } from './earlier-hashes.ts'
import { makeOwnDirectory, ownDirectory } from './own-directory.ts'
import type { SessionDependencies } from './session-dependencies.ts'

export interface CheckedJob {
  readonly manifest: Manifest
  /** Why its pages are not published; empty if they may be. */
  readonly problems: readonly string[]
  /** The same, without those of pages that were published before. */
  readonly heldBack: readonly string[]
  /** Absent if nothing was published before. */
  readonly changes?: ChangeCounts
}

type SubmittedJob = Pick<PreviousJob, 'job' | 'at' | 'request'>

/** How a completed job was checked without its pages. */
type OwnChecks = Pick<DoneEvent, 'problems' | 'failedPages' | 'redirectedPages'>

interface CheckDeps {
  readonly client: () => Promise<CrawlClient>
  /** Returns a recorded job of a crawl. */
  readonly jobOf: (job: string, crawl: string) => Promise<RecordedJob | undefined>
  readonly settingsOf: (job: string, crawl: string) => Promise<ReviewSettings>
  readonly backend: StateBackend
  readonly clock: Clock
}

/** The job to compare with: its id, a date, or an age such as `7d`. */
export type Since =
  | { readonly kind: 'job'; readonly job: string }
  | { readonly kind: 'time'; readonly ms: number }

/** Reads `--since`: an ISO 8601 date or time, a duration before now, or else a job. */
export function readSince(text: string, clock: Clock): Since {
  const age = parseDuration(text)
  if (age !== undefined) return { kind: 'time', ms: clock.now() - age }
  const ms = /^\d{4}-\d{2}-\d{2}/.test(text) ? fromTimeText(text) : undefined
  // Date.parse takes 30 February for a day of March.
  if (ms !== undefined && (text.length > 10 || toIsoTime(ms).startsWith(text))) return { kind: 'time', ms }
  return { kind: 'job', job: text }
}

/** Checks completed jobs by their pages, keeps a manifest of each, and compares them. */
export class JobChecks {
  readonly store: ManifestStore
  /** What changed with each checked job, by its id. A crawl's first job is left out. */
  readonly changes = new Map<string, Changes>()
  /** Reviews of jobs whose pages were read a moment ago, until their manifests are made. */
  readonly reviews = new Map<string, PageReview>()
  /** Whether the pages of a job were published or held back, by its id. Absent for jobs of other runs. */
  readonly published = new Map<string, boolean>()
  /** The directory of page files, if this run writes there. */
  pageDirectory: string | undefined
  /** Manifests whose hashes were made again, by job. */
  readonly #renewed = new Map<string, RenewedManifest>()
  /** Why the jobs that were checked are not published. */
  readonly #problems = new Map<string, readonly string[]>()
  readonly #deps: CheckDeps

  constructor(store: ManifestStore, deps: CheckDeps) {
    this.store = store
    this.#deps = deps
  }

  /**
   * Checks the pages of a completed job by its crawl's `expect`, and stores their manifest. A manifest that is stored already is
   * checked again, because `expect` may have changed.
   * @throws {ManifestError | StateError | ClientError}
   */
  async check(crawl: string, job: PreviousJob, done: OwnChecks): Promise<CheckedJob> {
    const { result } = job
    assert(result?.status === 'completed', 'only completed jobs are checked')
    const settings = await this.#deps.settingsOf(job.job, crawl)
    const review = this.reviews.get(job.job)
    this.reviews.delete(job.job)
    const readPages = async (): Promise<PageReview> =>
      review?.results === undefined ? await reviewPages(await this.pages({ crawl, job }), settings) : review
    const jobs = await this.store.jobs(crawl)
    const known = jobs.find((stored) => stored.job === job.job)
    const before = await this.comparable(await this.#publishedBefore(job, jobs), HASH_VERSION)
    const manifest =
      known === undefined
        ? manifestOf({ crawl, job }, await readPages(), { done, isCut: isCut(result, done) }, before)
        : await this.store.read(known)
    const changes = before && compareManifests(before, manifest)
    if (changes !== undefined) this.changes.set(job.job, changes)
    const problems = [...done.problems, ...pageProblems(settings.expect, manifest, changes, before)]
    // Pages that were once published stay published, whatever is expected later.
    const isHeld = problems.length > 0 && known?.isHeld !== false
    if (known?.isHeld !== isHeld) await this.store.keep(manifest, { isHeld })
    this.#problems.set(job.job, problems)
    const heldBack = isHeld ? problems : []
    return { manifest, problems, heldBack, ...(changes === undefined ? {} : { changes: countsOf(changes) }) }
  }

  /**
   * Checks a completed job of the record, with the pages that it missed, unless it has been checked.
   * @throws {ManifestError | StateError | ClientError}
   */
  async checkRecorded({ crawl, job, before }: RecordedJob): Promise<CheckedJob> {
    assert(job.result !== undefined, 'only completed jobs are checked')
    const problems = this.#problems.get(job.job)
    const manifest = problems && (await this.read(crawl, job.job))
    if (problems !== undefined && manifest !== undefined) return { manifest, problems, heldBack: problems }
    const settings = await this.#deps.settingsOf(job.job, crawl)
    const { result, ...missed } = await addMissedPages(job.result, job.job, {
      client: await this.#deps.client(),
      ...settings,
      before,
      readPages: async () => reviewPages(await this.pages({ crawl, job }), settings),
      onReview: (review) => this.reviews.set(job.job, review),
    })
    const found = jobProblems(result, { expect: settings.expect, before })
    const checked = await this.check(crawl, { ...job, result }, { ...missed, problems: found })
    await this.#hold(crawl, job.job, checked.heldBack)
    return checked
  }

  /**
   * Returns the pages of a job, each under the URL that it has in the job's manifest. All that is delivered is read here.
   * @throws {ClientError} while they are read
   */
  async pages(
    { crawl, job }: { readonly crawl: string; readonly job: SubmittedJob },
    options: CallOptions = {},
  ) {
    const client = await this.#deps.client()
    return spelledPages(
      client.pages(job.job, options),
      pageSpelling(scopeOf(job), await this.#earlier(crawl, job)),
    )
  }

  /** Returns the pages of the job's own manifest, or else of the one before. Without them, URLs stay as they were delivered. */
  async #earlier(crawl: string, job: SubmittedJob): Promise<readonly ManifestPage[]> {
    try {
      const jobs = await this.store.jobs(crawl)
      const own = jobs.find((stored) => stored.job === job.job)
      return (
        (await (own === undefined ? this.#publishedBefore(job, jobs) : this.store.read(own)))?.pages ?? []
      )
    } catch (error) {
      // Those who need the manifest report this.
      if (error instanceof ManifestError || error instanceof StateError) return []
      throw error
    }
  }

  /** Returns whether the pages of a job were checked. Without that they cannot be published. */
  isChecked(job: string): boolean {
    return this.#problems.has(job)
  }

  async #publishedBefore(job: SubmittedJob, jobs: readonly StoredJob[]): Promise<Manifest | undefined> {
    const published = jobs.filter(({ isHeld }) => !isHeld)
    const [before] = jobsBefore(job, published)
    return before && this.store.read(before)
  }

  /**
   * Adds the unmet expectations about the pages of a completed job. A manifest that cannot be stored is a problem too. The job is
   * held back unless it is forced.
   */
  async withPageProblems(
    event: DoneEvent,
    { isForced = false }: { readonly isForced?: boolean } = {},
  ): Promise<DoneEvent> {
    const { crawl, job: id } = event
    const known = event.result.status === 'completed' ? await this.#deps.jobOf(id, crawl) : undefined
    if (known === undefined) return event
    try {
      const own = { ...known.job, result: event.result }
      const { changes, problems, heldBack } = await this.check(crawl, own, event)
      const result = heldResult(event.result, isForced ? [] : heldBack)
      const { expect } = await this.#deps.settingsOf(id, crawl)
      const guards = ['maxRemoved', 'maxChanged'].filter((name) => expect?.[name] !== undefined).join(', ')
      const isBlind = changes === undefined && guards !== '' && known.before?.status === 'completed'
      const notes = [
        isBlind ? `Not checked, because no earlier published pages are known here: ${guards}.` : '',
        this.#renewalNote(crawl),
      ]
      const noted = notes.reduce(withNote, result)
      if (changes === undefined) return { ...event, problems, result: noted }
      return { ...event, problems, result: { ...noted, summary: { ...noted.summary, changes } } }
    } catch (error) {
      if (error instanceof ManifestError || error instanceof StateError)
        return { ...event, problems: [...event.problems, error.message] }
      // The service no longer has the pages. Commands that need them report that.
      if (error instanceof ClientError) return event
      throw error
    }
  }

  /** Records why the pages of a job are not published; without a reason, that they are. */
  async #hold(crawl: string, id: string, heldBack: readonly string[]): Promise<void> {
    const known = (await this.#deps.jobOf(id, crawl))?.job.result
    if (known === undefined || (known.heldBack ?? []).join('\n') === heldBack.join('\n')) return
    const hold = (record: JobRecord | undefined) => recordResult(record, id, heldResult(known, heldBack))
    await updateState(this.#deps.backend, (records) => changeRecord(records, crawl, hold), this.#deps)
  }

  /** Returns the stored manifest of a job; undefined if there is none. */
  async read(crawl: string, job: string): Promise<Manifest | undefined> {
    const known = await this.store.find(crawl, job)
    return known && this.store.read(known)
  }

  /**
   * Writes the pages of a completed job and publishes them. With problems it does neither and returns undefined, unless it is
   * forced. Pages are published after they were written, so that a run that fails before that publishes nothing.
   */
  async publish<T>(
    { crawl, job, problems }: Pick<DoneEvent, 'crawl' | 'job' | 'problems'>,
    { isForced }: { readonly isForced: boolean },
    write: () => Promise<T>,
  ): Promise<T | undefined> {
    if (problems.length > 0 && !isForced) {
      this.published.set(job, false)
      return undefined
    }
    const written = await write()
    this.published.set(job, true)
    const known = problems.length === 0 ? undefined : await this.store.find(crawl, job)
    if (known?.isHeld === true) await this.store.keep(await this.store.read(known), { isHeld: false })
    if (problems.length > 0) await this.#hold(crawl, job, [])
    return written
  }

  /**
   * Returns an earlier manifest with hashes of this version. After an upgrade that changes the hash, they are made again from
   * the texts that are at hand, so that the first run does not report every page as changed.
   */
  async comparable<T extends Manifest | undefined>(earlier: T, hashVersion: number): Promise<T | Manifest> {
    if (earlier === undefined || earlier.hashVersion === hashVersion) return earlier
    const { crawl, job, at, request } = earlier
    const known = this.#renewed.get(job)
    const stored = async () => this.#storedPages({ crawl, job: { job, at, request } })
    const renewed = known ?? (await renewHashes(earlier, hashVersion, this.pageDirectory, stored))
    this.#renewed.set(job, renewed)
    return renewed.manifest
  }

  /** Yields the pages of a job that the service still has. */
  async *#storedPages(job: {
    readonly crawl: string
    readonly job: SubmittedJob
  }): AsyncGenerator<PageDocument> {
    try {
      yield* await this.pages(job)
    } catch (error) {
      if (!(error instanceof ClientError)) throw error
    }
  }

  /** Says how the pages of a crawl were compared with a job of another version; empty if that was not needed. */
  #renewalNote(crawl: string): string {
    const renewed = [...this.#renewed.values()].find(({ manifest }) => manifest.crawl === crawl)
    if (renewed === undefined) return ''
    const rest =
      renewed.unknown === 0
        ? ''
        : `; the earlier text of ${plural(renewed.unknown, 'page')} is not at hand, so they count as changed`
    return `This version of crawlform has a new rule for what is a change. The pages of the job before were compared again${rest}.`
  }

  /** Compares a job with the one that `since` names, or with the one before it; undefined if no such job exists. */
  async compare(after: Manifest, since?: Since): Promise<Changes | undefined> {
    const earlier = jobsBefore(after, await this.store.jobs(after.crawl))
    const base =
      since === undefined ? (earlier.find(({ isHeld }) => !isHeld) ?? earlier[0]) : chooseBase(earlier, since)
    if (base === undefined) return undefined
    return compareManifests(await this.comparable(await this.store.read(base), after.hashVersion), after)
  }
}

/** Opens the environment's manifests: on a git ref next to the record's, else on this disk, as HTTP servers store only records. */
export function openManifests(deps: SessionDependencies, loaded: BackendSource): ManifestStore {
  const { root, environment } = loaded
  const { name } = environment
  if (environment.state.backend !== 'git') {
    const folder = plainFileName(name)
    const directory = path.join(ownDirectory(root), 'state', 'manifests', folder)
    const label = `.crawlform/state/manifests/${folder}`
    const beforeWrite = (): void => makeOwnDirectory(root)
    return new ManifestStore(localTextFiles({ directory, label, clock: deps.clock, beforeWrite }))
  }
  return new ManifestStore(gitTextFiles(gitSettings(deps, loaded)))
}

function withNote(result: JobResult, note: string): JobResult {
  const { warning = '' } = result
  return warning.includes(note) ? result : { ...result, warning: `${warning} ${note}`.trim() }
}

async function* spelledPages(
  pages: AsyncGenerator<PageDocument, CrawlStatusAnswer>,
  spell: (page: PageDocument) => PageDocument,
): AsyncGenerator<PageDocument, CrawlStatusAnswer> {
  let next = await pages.next()
  for (; next.done !== true; next = await pages.next()) yield spell(next.value)
  return next.value
}

function scopeOf({ request }: SubmittedJob): Scope {
  return compileScope(jobScope(request))
}

/** Returns what a new manifest says about its job. */
function headOf(crawl: string, { job, at, request }: SubmittedJob): Omit<Manifest, 'pages'> {
  const { deduplicateSimilarURLs, ignoreQueryParameters } = jobScope(request)
  const identity = { deduplicateSimilarURLs, ignoreQueryParameters }
  return { crawl, job, at, request, hashVersion: HASH_VERSION, identity }
}

function countsOf({ added, removed, changed, moved }: Changes): ChangeCounts {
  return { added: added.length, removed: removed.length, changed: changed.length, moved: moved.length }
}

/** Returns the manifest of a job. A page that redirects out of the scope is kept from before, as one that fails is. */
function manifestOf(
  { crawl, job }: { readonly crawl: string; readonly job: SubmittedJob },
  { results = [], redirects }: PageReview,
  { done, isCut }: { readonly done: OwnChecks; readonly isCut: boolean },
  before: Manifest | undefined,
): Manifest {
  const { failedPages = [], redirectedPages = [] } = done
  const away = [...redirectedPages, ...redirects].map(({ url, to }) => ({ url, error: `redirects to ${to}` }))
  return makeManifest(headOf(crawl, job), results, { failed: [...failedPages, ...away], isCut }, before)
}

/** Returns whether a completed job may not have seen all links, so that a missing page may still be there. */
function isCut(result: JobResult, { failedPages = [] }: OwnChecks): boolean {
  const isStopped = result.stoppedAtLimit !== undefined && result.urlsLeft !== 0
  // One that never had URLs has lost none.
  const lacksSitemap = result.sitemaps?.some(
    ({ statusCode, urls, error }) => error !== undefined && (urls > 0 || !isGone(statusCode)),
  )
  // Only the first thousand failed pages are listed, and a service may not list them at all.
  const isUnsure = result.blocked === undefined || (result.failed ?? 0) > failedPages.length
  return isStopped || lacksSitemap === true || isUnsure
}

/** Returns the jobs before the last one, newest first: all others if its clock was behind that of each of them. */
function jobsBefore({ job, at }: Pick<StoredJob, 'job' | 'at'>, jobs: readonly StoredJob[]) {
  const others = jobs.filter((stored) => stored.job !== job)
  const earlier = others.filter((stored) => stored.at < at)
  return earlier.length === 0 ? others : earlier
}

/** Returns the last job at or before a time; if all are later, the first one. */
function chooseBase(newestFirst: readonly StoredJob[], since: Since): StoredJob | undefined {
  if (since.kind === 'job') return newestFirst.find(({ job }) => job === since.job)
  return newestFirst.find(({ at }) => (fromTimeText(at) ?? 0) <= since.ms) ?? newestFirst.at(-1)
}
