import { compileScope } from '../../scope/compile-scope.ts'
import type { Scope } from '../../scope/scope.ts'
import type { PageOutcome, PageScraper } from '../page/scrape-page.ts'
import type { ScrapeSettings } from '../page/scrape-settings.ts'
import { createSegment, type SegmentWriter } from '../store/segment-file.ts'
import type { EngineJob, EngineOutcome, EngineTask } from './engine.ts'

/**
 * Does the work of one thread: scrapes pages and appends their documents. In: jobs and tasks. Out: outcomes whose bytes
 * are already in a segment. Each thread has one, and one segment per job.
 */
export interface PageRunner {
  openJob(job: EngineJob): void
  run(task: EngineTask): void
  abort(task: number): void
  closeJob(job: string): void
  close(): Promise<void>
}

export interface PageRunnerOptions {
  readonly scraper: PageScraper
  /** Which of a job's segments is this thread's. */
  readonly thread: number
  readonly maxBytes: number
  readonly report: (outcome: EngineOutcome) => void
}

interface OpenJob {
  readonly job: EngineJob
  readonly scope: Scope
  /** Created with the first document. */
  segment: SegmentWriter | undefined
}

/** A runner with nothing to do. */
export function createPageRunner(options: PageRunnerOptions): PageRunner {
  const jobs = new Map<string, OpenJob>()
  const running = new Map<number, AbortController>()
  const closeJob = (id: string): void => {
    jobs.get(id)?.segment?.close()
    jobs.delete(id)
  }
  return {
    openJob: (job) => {
      jobs.set(job.id, { job, scope: compileScope(job.scope), segment: jobs.get(job.id)?.segment })
    },
    run: (task) => {
      const open = jobs.get(task.job)
      if (open === undefined) return
      const controller = new AbortController()
      running.set(task.id, controller)
      void scrape(options, open, { task, signal: controller.signal }).then((outcome) => {
        running.delete(task.id)
        if (!controller.signal.aborted) options.report(outcome)
      })
    },
    abort: (task) => {
      running.get(task)?.abort()
      running.delete(task)
    },
    closeJob,
    close: async () => {
      for (const controller of running.values()) controller.abort()
      for (const id of jobs.keys()) closeJob(id)
      await options.scraper.close()
    },
  }
}

/** Never rejects: what goes wrong is an outcome too. */
async function scrape(
  options: PageRunnerOptions,
  open: OpenJob,
  { task, signal }: { task: EngineTask; signal: AbortSignal },
): Promise<EngineOutcome> {
  const { job, scope } = open
  const from = { depth: task.depth, via: 'redirect', from: task.url } as const
  try {
    const outcome = await options.scraper.scrape(
      {
        url: task.url,
        // The schema has checked it, and its defaults are filled in.
        scrape: job.scrape as unknown as ScrapeSettings,
        addressPolicy: job.addressPolicy,
        isLastAttempt: task.lastAttempt,
        wantLinks: job.followLinks,
        maxBytes: options.maxBytes,
        // Where the start URL leads is where the crawl goes.
        mayFollow: (url) => task.via === 'start' || scope.decide(url, from).inScope,
      },
      signal,
    )
    if (signal.aborted || !outcome.ok) return toFailure(task, outcome)
    return keep(options, open, { task, page: outcome.page })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { task: task.id, ok: false, code: 'UNKNOWN_ERROR', error: message, retryable: false }
  }
}

function toFailure(task: EngineTask, outcome: PageOutcome): EngineOutcome {
  if (outcome.ok) return { task: task.id, ok: false, code: 'CANCELLED', error: 'Cancelled.', retryable: true }
  const { code, error, retryable, retryAfterMs } = outcome
  return { task: task.id, ok: false, code, error, retryable, retryAfterMs }
}

type ScrapedOutcome = Extract<PageOutcome, { ok: true }>

function keep(
  options: PageRunnerOptions,
  open: OpenJob,
  { task, page }: { task: EngineTask; page: ScrapedOutcome['page'] },
): EngineOutcome {
  const { job } = open
  const number = job.segments[options.thread]
  if (number === undefined) throw new Error(`job ${job.id} has no segment for thread ${options.thread}`)
  open.segment ??= createSegment(job.segmentDirectory, number, job.key)
  const tail = job.cacheable ? JSON.stringify({ links: page.links, finalUrl: page.finalUrl }) : ''
  return {
    task: task.id,
    ok: true,
    document: open.segment.append(JSON.stringify(page.document), tail),
    finalUrl: page.finalUrl,
    statusCode: page.statusCode,
    links: job.followLinks ? page.links : [],
    fromCache: false,
  }
}
