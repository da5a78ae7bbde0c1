import { randomUUID } from 'node:crypto'
import type { PageDocument, PageMetadata } from '../../protocol/crawl-status.ts'
import { toIsoTime } from '../../util/clock.ts'
import { given } from '../../util/json.ts'
import { hostOf } from '../../util/origin-of.ts'
import { assert } from '../../util/invariant.ts'
import { compileScope } from '../../scope/compile-scope.ts'
import type { Scope } from '../../scope/scope.ts'
import { type LanguageModel, ModelError } from '../model/model.ts'
import type { FetchedPage } from '../http/http.ts'
import type { NeedsFetch, PageReader, ScrapedPage, UnchangedPage } from '../page/page.ts'
import type { CachedPage, PreviousPage } from '../store/job-record.ts'
import { createSegment, parseDocuments, type SegmentWriter } from '../store/segment-file.ts'
import { addModelFormats, withModelInput } from '../page/make-document.ts'
import { CACHE_LOST, DROPPED, failureOf, fetchTask } from './engine.ts'
import type { EngineJob, EngineOutcome, EngineTask, ScrapeFailure, TaskRef } from './engine.ts'
import type { MessagePort } from 'node:worker_threads'
import type { ResolvedSettings } from '../settings/settings.ts'
import type { StoredBody } from '../http/receive-body.ts'

interface PageRunnerOptions {
  readonly reader: PageReader
  readonly maxBytes: number
  readonly model: LanguageModel | undefined
  readonly report: (outcome: EngineOutcome | RunnerNeedsFetch) => void
}

type RunnerNeedsFetch = TaskRef & NeedsFetch

/** A job as it is sent to a thread; without a segment if the thread already has one. */
type RunnerJob = Omit<EngineJob, 'newSegment'> & { readonly segment: number | undefined }

interface OpenJob {
  readonly job: RunnerJob
  readonly segmentNumber: number | undefined
  readonly scope: Scope
  /** The scope measured from this URL. */
  readonly host: string
  /** The links that were reported, each with the lowest depth of a page that has it. */
  readonly reported: Map<string, number>
  segment: SegmentWriter | undefined
}

/**
 * Returns what scrapes pages in one thread and appends their documents: it takes jobs and tasks, and reports outcomes, whose bytes
 * are on disk after `save` has resolved. Each thread has one runner, and one segment for each job.
 */
export function createPageRunner(options: PageRunnerOptions) {
  const jobs = new Map<string, OpenJob>()
  const running = new Map<number, AbortController>()
  const closeJob = (id: string): void => {
    jobs.get(id)?.segment?.close()
    jobs.delete(id)
  }
  return {
    openJob: (job: RunnerJob) => {
      const before = jobs.get(job.id)
      jobs.set(job.id, {
        job,
        scope: compileScope(job.scope),
        host: new URL(job.scope.url).host,
        reported: new Map(),
        segmentNumber: job.segment ?? before?.segmentNumber,
        segment: before?.segment,
      })
    },
    /** @param fetched the answer to read; undefined if the cache has the page, or a browser shows it */
    run: (task: EngineTask, fetched?: FetchedPage) => {
      const open = jobs.get(task.job)
      if (open === undefined) return
      const controller = new AbortController()
      running.set(task.id, controller)
      void scrape(options, open, { task, fetched, signal: controller.signal }).then((outcome) => {
        running.delete(task.id)
        if (!controller.signal.aborted) options.report(outcome)
      })
    },
    abort: (task: number) => {
      running.get(task)?.abort(DROPPED)
      running.delete(task)
    },
    /** Writes the documents of all outcomes so far to disk. Report the outcomes only afterwards. */
    save: async () => {
      for (const { segment } of jobs.values()) await segment?.save()
    },
    closeJob,
    close: async () => {
      for (const controller of running.values()) controller.abort(DROPPED)
      for (const id of jobs.keys()) closeJob(id)
      await options.reader.close()
    },
  }
}

/** Scrapes one page. Never rejects: a failure is an outcome. */
async function scrape(
  options: PageRunnerOptions,
  open: OpenJob,
  { task, fetched, signal }: { task: EngineTask; fetched: FetchedPage | undefined; signal: AbortSignal },
): Promise<EngineOutcome | RunnerNeedsFetch> {
  const { job } = open
  try {
    if (task.cached !== undefined) return keepCached(open, task, task.cached)
    const previous = task.previous && readPrevious(job, task.previous)
    const outcome = await options.reader.scrape(
      {
        ...fetchTask(task, job, options.maxBytes),
        scrape: withModelInput(job.scrape),
        isLastAttempt: task.lastAttempt,
        isLinked: task.via !== 'start',
        wantLinks: job.followLinks,
        wantValidators: job.cacheable,
        ...given({ previous, fetched }),
      },
      signal,
    )
    if (outcome.kind === 'failure') return fail(task, outcome)
    if (outcome.kind === 'unchanged') return keepCached(open, task, task.stored, outcome)
    if (outcome.kind === 'unclear') return keepCached(open, task, undefined)
    if (outcome.kind !== 'page') return { task: task.id, job: job.id, ...outcome }
    const { document, ...page } = outcome.page
    const work = { scrape: job.scrape, previous, model: options.model }
    const { metadata, ...content } = await addModelFormats(document, work, signal)
    const write: WriteDocument = (now) => JSON.stringify({ ...content, metadata: now })
    return keep(open, task, { ...page, metadata, write })
  } catch (error) {
    if (!(error instanceof ModelError)) return fail(task, failureOf(error))
    const retryable = error.kind === 'unavailable'
    return fail(task, { code: 'SCRAPE_ALL_ENGINES_FAILED', error: error.message, retryable })
  }
}

/** Keeps a page as an earlier job stored it: one that is young enough, or one that is `unchanged`. */
function keepCached(
  open: OpenJob,
  task: EngineTask,
  cached: CachedPage | undefined,
  unchanged?: UnchangedPage,
): EngineOutcome {
  const page = cached && readStored(open.job, cached)
  if (page === undefined)
    return fail(task, { code: CACHE_LOST, error: 'The cached page cannot be used.', retryable: true })
  const { metadata: stored, write, ...tail } = page
  const isElsewhere = unchanged === undefined && tail.finalUrl !== task.url
  const redirectedTo = isElsewhere ? tail.finalUrl : undefined
  const metadata = { ...stored, ...(unchanged && { fetchedAt: unchanged.fetchedAt }) }
  return keep(open, task, { ...tail, redirectedTo, validators: unchanged?.validators, metadata, write })
}

function fail(task: EngineTask, failure: Omit<ScrapeFailure, 'kind'>): EngineOutcome {
  const { code, error, retryable, retryAfterMs } = failure
  return { task: task.id, job: task.job, kind: 'failure', code, error, retryable, retryAfterMs }
}

/** A page on its way to its segment. */
interface KeptPage extends Omit<ScrapedPage, 'document'> {
  readonly metadata: PageMetadata
  readonly write: WriteDocument
}

function keep(open: OpenJob, task: EngineTask, kept: KeptPage): EngineOutcome {
  const { job } = open
  const { metadata: scraped, write, ...page } = kept
  const { links, finalUrl, statusCode, isSitemap } = page
  const isHit = task.cached !== undefined
  const metadata: PageMetadata = {
    ...scraped,
    sourceURL: task.sourceUrl,
    discoveryDepth: task.depth,
    scrapeId: randomUUID(),
    creditsUsed: 1,
    ...(task.cached === undefined
      ? { cacheState: 'miss' }
      : { cacheState: 'hit', cachedAt: toIsoTime(task.cached.at) }),
  }
  const tail =
    job.cacheable && !isHit
      ? JSON.stringify({ links, finalUrl, statusCode, isSitemap } satisfies PageTail)
      : ''
  const stored = segmentOf(open).append(write(metadata), tail)
  return {
    task: task.id,
    job: job.id,
    kind: 'page',
    ...page,
    document: stored,
    links: job.followLinks ? freshLinks(open, { task, links, finalUrl }) : [],
    fromCache: isHit,
  }
}

/** Returns the segment of a job in this thread. It is created with the first document. */
function segmentOf(open: OpenJob): SegmentWriter {
  const { job, segmentNumber } = open
  assert(segmentNumber !== undefined, `job ${job.id} has no segment`)
  return (open.segment ??= createSegment(job.segmentDirectory, segmentNumber, job.key))
}

/**
 * Returns the links that this thread has not reported yet. The frontier decides about all links, but most links of a
 * site are known or out of scope, and reporting them costs time in both threads. All links of pages on other hosts are
 * reported: they depend on their page, and the start page may have moved the crawl to another host.
 */
function freshLinks(
  open: OpenJob,
  { task, links, finalUrl }: { task: EngineTask; links: readonly string[]; finalUrl: string },
): readonly string[] {
  const { job, scope } = open
  if (job.reported === 'every' || hostOf(finalUrl) !== open.host) return links
  const unreported = links.filter((link) => isUnreported(open, link, task.depth))
  if (job.reported === 'once') return unreported
  const discovery = { depth: task.depth + 1, via: 'link', from: finalUrl } as const
  return unreported.flatMap((link) => {
    const decision = scope.decide(link, discovery)
    if (!decision.inScope) return []
    const { normalized } = decision
    // A link to a section is new only if its page is.
    return normalized === link || isUnreported(open, normalized, task.depth) ? [normalized] : []
  })
}

const MAX_REPORTED = 10_000

/** Notes a link of a page. Returns false if a page of this depth, or a lower one, reported it. */
function isUnreported({ reported }: OpenJob, link: string, depth: number): boolean {
  if ((reported.get(link) ?? Infinity) <= depth) return false
  if (reported.size >= MAX_REPORTED) reported.clear()
  reported.set(link, depth)
  return true
}

/** Data of a page, apart from its document, that a later job needs. */
type PageTail = Pick<ScrapedPage, 'links' | 'finalUrl' | 'statusCode' | 'isSitemap'>

/** Returns the document of a page as JSON with this metadata. */
type WriteDocument = (metadata: PageMetadata) => string | Uint8Array

/** Returns a page that an earlier job stored; undefined if it is missing or damaged. */
function readStored(
  job: Pick<EngineJob, 'segmentDirectory'>,
  page: CachedPage,
): (PageTail & { readonly metadata: PageMetadata; readonly write: WriteDocument }) | undefined {
  const { segment, start, length, tail } = page
  try {
    const both = [page, { segment, start: start + length, length: tail }]
    const parse = (json: Buffer) => ({ json, value: JSON.parse(json.toString()) as unknown })
    const [document, rest] = parseDocuments(job.segmentDirectory, both, { parse })
    if (document === undefined || rest === undefined) return undefined
    // The page runner and `writeTail` wrote both. Metadata is the last member, so the long texts stay as they are.
    const { metadata } = document.value as PageDocument
    const end = Buffer.from(`${JSON.stringify(metadata)}}`)
    if (!document.json.subarray(-end.length).equals(end)) return undefined
    const content = document.json.subarray(0, -end.length)
    const write: WriteDocument = (now) => Buffer.concat([content, Buffer.from(`${JSON.stringify(now)}}`)])
    return { ...(rest.value as PageTail), metadata, write }
  } catch {
    return undefined
  }
}

/** Returns the last scrape of a page, reduced to the data that change tracking needs. */
function readPrevious(job: Pick<EngineJob, 'segmentDirectory'>, page: PreviousPage) {
  try {
    // `append` of the segment wrote it.
    const parse = (json: Buffer) => JSON.parse(json.toString()) as Partial<PageDocument>
    const [document] = parseDocuments(job.segmentDirectory, [page], { parse })
    const markdown = document?.markdown
    return markdown === undefined ? undefined : { markdown, scrapedAt: toIsoTime(page.at) }
  } catch {
    return undefined
  }
}

/** The settings of a page thread, which are plain values. */
export type PageSettings = Pick<ResolvedSettings, 'model' | 'browser' | 'limits'>

export interface WorkerStart {
  readonly settings: PageSettings
  /** Leads to the reader of files that all threads share. */
  readonly files: MessagePort
}

export type WorkerCommand =
  | { readonly type: 'open'; readonly job: RunnerJob }
  /** Runs a task whose page is in the cache, or is shown by a browser. */
  | { readonly type: 'run'; readonly task: EngineTask }
  /** Reads an answer. Another thread gets the bytes of its body without their class. */
  | {
      readonly type: 'read'
      readonly task: EngineTask
      readonly page: Omit<FetchedPage, 'body'> & { readonly body: Uint8Array | StoredBody }
    }
  | { readonly type: 'abort'; readonly task: number }
  | { readonly type: 'close'; readonly job: string }
  | { readonly type: 'end' }

/** A report of a page thread: outcomes in order, `needs-fetch` for a page to fetch first, or why outcomes wait for the disk. */
export type WorkerReport =
  | { readonly type: 'outcomes'; readonly outcomes: readonly (EngineOutcome | RunnerNeedsFetch)[] }
  | { readonly type: 'full-disk'; readonly reason: string | undefined }
