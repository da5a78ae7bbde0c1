import { comparableText, mostRepeats } from '../../scope/repeated-pages.ts'
import { sha256 } from '../../util/sha256.ts'
import { randomUUID } from 'node:crypto'
import type { MessagePort } from 'node:worker_threads'
import type { PageDocument, PageMetadata } from '../../protocol/crawl-status.ts'
import { type Clock, toIsoTime } from '../../util/clock.ts'
import { given } from '../../util/json.ts'
import { hostOf } from '../http/origin-of.ts'
import { asBuffer } from '../body/body.ts'
import { compileScope } from '../../scope/compile-scope.ts'
import type { Scope } from '../../scope/scope.ts'
import type { FileReader } from '../file/file.ts'
import type { FetchedPage } from '../http/http.ts'
import { keepingAfter } from '../http/page-validators.ts'
import type { StoredBody } from '../http/receive-body.ts'
import { createLanguageModel, type LanguageModel, ModelError } from '../model/model.ts'
import { addModelFormats, withModelInput } from '../page/make-document.ts'
import { type NeedsFetch, PageReader, type ScrapedPage, type UnchangedPage } from '../page/page.ts'
import { LinkCache } from '../page-links/link-cache.ts'
import type { ResolvedSettings } from '../settings/settings.ts'
import { type CachedPage, discoveredFrom, type PreviousPage } from '../store/records.ts'
import { createSegment, parseDocuments, readPages, type SegmentWriter } from '../store/segment-file.ts'
import { DROPPED, unknownFailure, fetchTask } from './engine-task.ts'
import type { EngineJob, EngineOutcome, EngineTask } from './engine-task.ts'
import { createOutcomeBatches } from './outcome-batches.ts'

/** The settings of a page thread, which are plain values. */
type PageSettings = Pick<ResolvedSettings, 'model' | 'browser' | 'limits'>

export interface ProgramStart {
  readonly settings: PageSettings
  /** Leads to the reader of files that all threads share. */
  readonly files: MessagePort
}

/** A command of the engine to a page thread. */
export type ThreadCommand =
  /** Adds a job with its segment in this thread, or changes the rules of a job. */
  | { readonly type: 'open'; readonly job: EngineJob; readonly segment: number }
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

/** A report of a page thread: outcomes in order, a task whose page must be fetched first, or why outcomes wait for the disk. */
export type ThreadReport =
  | { readonly type: 'outcomes'; readonly outcomes: readonly EngineOutcome[] }
  | { readonly type: 'needs-fetch'; readonly task: number }
  | { readonly type: 'full-disk'; readonly reason: string | undefined }

interface ThreadTools {
  readonly clock: Clock
  readonly files: FileReader
  readonly report: (report: ThreadReport) => void
}

/** A job in this thread. */
interface OpenJob {
  readonly job: EngineJob
  readonly scope: Scope
  /** The scope is measured from this host. */
  readonly host: string
  /** The links that were reported, each with the lowest depth of a page that has it. */
  readonly reported: Map<string, number>
  readonly segment: SegmentWriter
}

/**
 * Returns the program of a page thread, which runs the commands of the engine. It reads pages, appends each document to the
 * thread's segment of its job, and reports outcomes after their documents are on disk.
 */
export function createPageProgram(
  { model, browser, limits }: PageSettings,
  { clock, files, report }: ThreadTools,
): (command: ThreadCommand) => Promise<void> {
  const jobs = new Map<string, OpenJob>()
  const running = new Map<number, AbortController>()
  const means = {
    reader: new PageReader({ clock, browser, links: new LinkCache(), reading: limits, files }),
    maxBytes: limits.pageBytes,
    model: model === undefined ? undefined : createLanguageModel(model),
  }
  const sendStored = createOutcomeBatches({
    save: async () => {
      for (const { segment } of jobs.values()) await segment.save()
    },
    send: (outcomes) => report({ type: 'outcomes', outcomes }),
    fullDiskMs: limits.fullDiskMs,
    onFullDisk: (reason) => report({ type: 'full-disk', reason }),
  })
  const openJob = (job: EngineJob, segment: number): void => {
    const before = jobs.get(job.id)
    jobs.set(job.id, {
      job,
      scope: compileScope(job.scope),
      host: new URL(job.scope.url).host,
      reported: new Map(),
      segment: before?.segment ?? createSegment(job.segmentDirectory, segment, job.key),
    })
  }
  const closeJob = (id: string): void => {
    jobs.get(id)?.segment.close()
    jobs.delete(id)
  }
  /** @param fetched the answer to read; undefined if the cache has the page, or a browser shows it */
  const run = async (task: EngineTask, fetched?: FetchedPage): Promise<void> => {
    const open = jobs.get(task.job)
    if (open === undefined) return
    const controller = new AbortController()
    running.set(task.id, controller)
    const outcome = await scrape(means, open, { task, fetched, signal: controller.signal })
    running.delete(task.id)
    if (controller.signal.aborted) return
    if (outcome.kind === 'needs-fetch') report({ type: 'needs-fetch', task: task.id })
    else sendStored(outcome)
  }
  return async (command) => {
    switch (command.type) {
      case 'open':
        return openJob(command.job, command.segment)
      case 'run':
        return run(command.task)
      case 'read': {
        const { body } = command.page
        const own = body instanceof Uint8Array ? asBuffer(body) : body
        return run(command.task, { ...command.page, body: own })
      }
      case 'abort':
        running.get(command.task)?.abort(DROPPED)
        running.delete(command.task)
        return
      case 'close':
        return closeJob(command.job)
      case 'end':
        for (const controller of running.values()) controller.abort(DROPPED)
        for (const id of jobs.keys()) closeJob(id)
        return means.reader.close()
    }
  }
}

interface ReadingMeans {
  readonly reader: PageReader
  readonly maxBytes: number
  readonly model: LanguageModel | undefined
}

/** Scrapes one page. Never rejects: a failure is an outcome. */
async function scrape(
  { reader, maxBytes, model }: ReadingMeans,
  open: OpenJob,
  { task, fetched, signal }: { task: EngineTask; fetched: FetchedPage | undefined; signal: AbortSignal },
): Promise<EngineOutcome | NeedsFetch> {
  const { job } = open
  const ended = { task: task.id, job: job.id }
  try {
    if (task.cached !== undefined) return keepCached(open, task, task.cached)
    const previous = task.previous && readPrevious(job, task.previous)
    const outcome = await reader.scrape(
      {
        ...fetchTask(task, job, maxBytes),
        scrape: withModelInput(job.scrape),
        isLastAttempt: task.lastAttempt,
        isLinked: task.via !== 'start',
        wantLinks: job.followLinks,
        wantValidators: job.cacheable,
        ...given({ previous, fetched }),
      },
      signal,
    )
    if (outcome.kind === 'unchanged') return keepCached(open, task, task.stored, outcome)
    if (outcome.kind === 'unclear') return { ...ended, kind: 'cache-lost' }
    if (outcome.kind !== 'page') return { ...ended, ...outcome }
    const { document, ...page } = outcome.page
    const { metadata, ...content } = await addModelFormats(
      document,
      { scrape: job.scrape, previous, model },
      signal,
    )
    const write: WriteDocument = (now) => JSON.stringify({ ...content, metadata: now })
    return keep(open, task, { ...page, metadata, write })
  } catch (error) {
    const failure = { ...ended, ...unknownFailure(error) }
    if (!(error instanceof ModelError)) return failure
    return { ...failure, code: 'SCRAPE_ALL_ENGINES_FAILED', retryable: error.kind === 'unavailable' }
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
  if (cached === undefined || page === undefined) return { task: task.id, job: task.job, kind: 'cache-lost' }
  const { metadata: stored, write, ...tail } = page
  const isElsewhere = unchanged === undefined && tail.finalUrl !== task.url
  const redirectedTo = isElsewhere ? tail.finalUrl : undefined
  const metadata = { ...stored, ...(unchanged && { fetchedAt: unchanged.fetchedAt }) }
  const { keeping: before } = cached
  const keeping = unchanged === undefined ? before : keepingAfter(before, unchanged.keeping)
  return keep(open, task, {
    ...tail,
    redirectedTo,
    keeping,
    validators: unchanged?.validators,
    metadata,
    write,
  })
}

/** A page on its way to its segment. */
interface KeptPage extends Omit<ScrapedPage, 'document'> {
  readonly metadata: PageMetadata
  readonly write: WriteDocument
}

/** Appends the document of a page to the thread's segment, and returns its outcome. */
function keep(open: OpenJob, task: EngineTask, kept: KeptPage): EngineOutcome {
  const { job } = open
  const { metadata: scraped, write, ...page } = kept
  const { links, finalUrl, statusCode, isSitemap, isText } = page
  const isFollowed = job.followLinks && (isText !== true || task.via === 'start')
  const isHit = task.cached !== undefined
  const metadata: PageMetadata = {
    ...scraped,
    sourceURL: task.sourceUrl,
    discoveryDepth: task.depth,
    ...given({ discoveredFrom: discoveredFrom(task) }),
    scrapeId: randomUUID(),
    creditsUsed: 1,
    ...(task.cached === undefined
      ? { cacheState: 'miss' }
      : { cacheState: 'hit', cachedAt: toIsoTime(task.cached.at) }),
  }
  const tail =
    job.cacheable && !isHit
      ? JSON.stringify({ links, finalUrl, statusCode, isSitemap, isText } satisfies PageTail)
      : ''
  return {
    task: task.id,
    job: job.id,
    kind: 'page',
    ...page,
    document: open.segment.append(write(metadata), tail),
    text: mostRepeats(new URL(finalUrl).pathname) < 2 ? undefined : textOf(write),
    links: isFollowed ? freshLinks(open, { task, links, finalUrl }) : [],
    fromCache: isHit,
  }
}

/** Returns a hash of what a page shows, the same for copies of it. */
function textOf(write: WriteDocument): string {
  return sha256(comparableText(String(write({} as PageMetadata))))
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
type PageTail = Pick<ScrapedPage, 'links' | 'finalUrl' | 'statusCode' | 'isSitemap' | 'isText'>

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
    // `keep` wrote both. Metadata is the last member, so the long texts stay as they are.
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
    const markdown = readPages(job.segmentDirectory, [page])[0]?.markdown
    return markdown === undefined ? undefined : { markdown, scrapedAt: toIsoTime(page.at) }
  } catch {
    return undefined
  }
}
