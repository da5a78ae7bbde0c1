import type { FailedPage } from '../apply/review-pages.ts'
import type { CrawlClient } from '../client/client.ts'
import { ClientError, type PagesOptions } from '../client/crawl-client.ts'
import { alwaysChanged, compareManifests, type Changes, MANY_RUNS } from '../changes/changes.ts'
import { failedIn, isSameRule, ManifestError, manifestKey } from '../manifest/manifest.ts'
import type { Manifest, ManifestPage } from '../manifest/manifest.ts'
import { pageSpelling } from '../manifest/page-spelling.ts'
import { jobScope } from '../plan/last-job.ts'
import type { CrawlStatusAnswer, PageDocument } from '../protocol/crawl-status.ts'
import { compileScope } from '../scope/compile-scope.ts'
import type { ManifestStore, StoredJob } from '../state/manifest-store.ts'
import { type PreviousJob, StateError } from '../state/state.ts'
import type { Rows } from '../util/json-rows.ts'
import { plural } from '../util/text.ts'
import { filedPages, renewHashes, type RenewedManifest } from './earlier-hashes.ts'
import { chooseBase, jobsBefore, type Since } from './since.ts'

export type SubmittedJob = Pick<PreviousJob, 'job' | 'at' | 'request'>

/** Jobs whose manifests are kept, and the pages that the service still has of them. */
export class KeptJobs {
  readonly store: ManifestStore
  /** The directory of page files, if this run writes there. */
  pageDirectory: string | undefined
  /** Manifests whose hashes were made again, by job. */
  readonly #renewed = new Map<string, RenewedManifest & { readonly isUpgrade: boolean }>()
  readonly #client: () => Promise<CrawlClient>

  constructor(store: ManifestStore, client: () => Promise<CrawlClient>) {
    this.store = store
    this.#client = client
  }

  /** Returns the stored manifest of a job; undefined if there is none. */
  async manifest(crawl: string, job: string): Promise<Manifest | undefined> {
    const known = await this.store.find(crawl, job)
    return known && this.store.read(known)
  }

  /**
   * Returns the pages of a job, each under the URL that it has in the job's manifest. All that is delivered is read here.
   * @throws {ClientError} while they are read
   */
  async pages(
    { crawl, job }: { readonly crawl: string; readonly job: SubmittedJob },
    options: PagesOptions = {},
  ) {
    const client = await this.#client()
    return spelledPages(
      client.pages(job.job, options),
      pageSpelling(compileScope(jobScope(job.request)), await this.#earlier(crawl, job)),
    )
  }

  /** Returns the pages of the job's own manifest, or else of the one before. Without them, URLs stay as they were delivered. */
  async #earlier(crawl: string, job: SubmittedJob): Promise<Rows<ManifestPage>> {
    try {
      const jobs = await this.store.jobs(crawl)
      const own = jobs.find((stored) => stored.job === job.job)
      return (await (own === undefined ? this.publishedBefore(job, jobs) : this.store.read(own)))?.pages ?? []
    } catch (error) {
      // Those who need the manifest report this.
      if (error instanceof ManifestError || error instanceof StateError) return []
      throw error
    }
  }

  /** Returns the manifest of the last job before this one whose pages were published. */
  async publishedBefore(job: SubmittedJob, jobs: readonly StoredJob[]): Promise<Manifest | undefined> {
    const published = jobs.filter(({ isHeld }) => !isHeld)
    const [before] = jobsBefore(job, published)
    return before && this.store.read(before)
  }

  /** Returns failed pages of a job, each with whether it failed in the job before too, as far as its manifest says. */
  async knownFailures(
    crawl: string,
    job: SubmittedJob,
    failed: readonly FailedPage[] = [],
  ): Promise<readonly FailedPage[]> {
    if (failed.length === 0) return failed
    const [before] = jobsBefore(job, await this.store.jobs(crawl))
    if (before === undefined) return failed
    const earlier = failedIn(await this.store.read(before))
    return failed.map((page) => ({ ...page, known: earlier.has(page.url) }))
  }

  /**
   * Returns an earlier manifest with hashes as those of a later one. After an upgrade that changes the hash, or a change of
   * `changes.ignore`, they are made again from the texts that are at hand, so that the first run does not report every page as
   * changed.
   */
  async comparable<T extends Manifest | undefined>(
    earlier: T,
    after: Omit<Manifest, 'pages'>,
  ): Promise<T | Manifest> {
    if (earlier === undefined || isSameRule(earlier, after)) return earlier
    const { crawl, job, at, request } = earlier
    const known = this.#renewed.get(job)
    if (known !== undefined && isSameRule(known.manifest, after)) return known.manifest
    const stored = async () => this.#storedPages({ crawl, job: { job, at, request } })
    const renewed = await renewHashes(earlier, after, this.pageDirectory, stored)
    this.#renewed.set(job, { ...renewed, isUpgrade: earlier.hashVersion !== after.hashVersion })
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

  /** Says how the pages of a crawl were compared with a job whose hashes had another rule; empty if that was not needed. */
  renewalNote(crawl: string): string {
    const renewed = [...this.#renewed.values()].find(({ manifest }) => manifest.crawl === crawl)
    if (renewed === undefined) return ''
    const rest =
      renewed.unknown === 0
        ? ''
        : `; the earlier text of ${plural(renewed.unknown, 'page')} is not at hand, so they count as changed`
    const why = renewed.isUpgrade
      ? 'This version of crawlform has a new rule for what is a change'
      : 'The patterns of changes.ignore are new'
    return `${why}. The pages of the job before were compared again${rest}.`
  }

  /** Compares a job with the one that `since` names, or with the one before it; undefined if no such job exists. */
  async compare(after: Manifest, since?: Since): Promise<Changes | undefined> {
    const earlier = jobsBefore(after, await this.store.jobs(after.crawl))
    const base =
      since === undefined ? (earlier.find(({ isHeld }) => !isHeld) ?? earlier[0]) : chooseBase(earlier, since)
    if (base === undefined) return undefined
    const changes = compareManifests(await this.comparable(await this.store.read(base), after), after)
    const runs = earlier.filter(({ isHeld }) => !isHeld).slice(0, MANY_RUNS)
    if (changes.changed.length === 0 || runs.length < MANY_RUNS) return changes
    const manifests: Manifest[] = [after]
    for (const run of runs) manifests.push(await this.store.read(run))
    return { ...changes, always: alwaysChanged(manifests) }
  }

  /** Returns a page as a job delivered it, from the service or else from page files; undefined if neither has it any more. */
  async page(job: Manifest, url: string, directory: string | undefined): Promise<PageDocument | undefined> {
    const key = manifestKey(job, url)
    const isMeant = ({ metadata }: PageDocument): boolean => manifestKey(job, metadata.url) === key
    for await (const page of this.#storedPages({ crawl: job.crawl, job })) if (isMeant(page)) return page
    if (directory !== undefined)
      for (const page of filedPages(directory, job, undefined)) if (isMeant(page)) return page
    return undefined
  }
}

async function* spelledPages(
  pages: AsyncGenerator<PageDocument, CrawlStatusAnswer>,
  spell: (page: PageDocument) => PageDocument,
): AsyncGenerator<PageDocument, CrawlStatusAnswer> {
  let next = await pages.next()
  for (; next.done !== true; next = await pages.next()) yield spell(next.value)
  return next.value
}
