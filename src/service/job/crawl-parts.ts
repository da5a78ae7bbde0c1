import { compileScope } from '../../scope/compile-scope.ts'
import { PageFrontier, type Frontier, type KnownPage } from '../../frontier/frontier.ts'
import type { JobRecord } from '../store/job-record.ts'
import type { Store } from '../store/store.ts'
import type { CrawlContext } from './crawl-context.ts'
import { JobRecorder } from './job-recorder.ts'
import { createChangeTracker, createResultCache } from './earlier-pages.ts'
import type { ChangeTracker, ResultCache } from './earlier-pages.ts'
import { USER_AGENT } from '../http/user-agent.ts'
import { RetryList } from './visits.ts'
import type { RobotsCache } from '../site/robots-cache.ts'
import { crawlScope } from './job-settings.ts'

/** The parts of a running job, besides its state. */
export interface CrawlParts {
  readonly context: CrawlContext
  readonly store: Store
  readonly record: JobRecord
  readonly robots: RobotsCache
  readonly frontier: Frontier
  readonly recorder: JobRecorder
  readonly retries: RetryList
  readonly cache: ResultCache | undefined
  readonly tracker: ChangeTracker | undefined
}

/** Waiting pages in memory, of some 500 bytes each. The others take some ten. */
const MOST_HELD = 500

/** Returns the parts of a new job, or of one that continues, from its record and its rows. */
export function createCrawlParts(
  context: CrawlContext,
  store: Store,
  { record, robots }: { record: JobRecord; robots: RobotsCache },
): CrawlParts {
  const { request } = record
  const { limits, cacheTtlMs, model } = context.settings
  const tracker = createChangeTracker(store.tracked, request)
  const { watch } = context.observer ?? {}
  const options = {
    scope: compileScope(crawlScope(request, record.root, context.observer)),
    allowed: (url: string) => robots.allowed(url),
    spareUrls: limits.spareUrls,
    maxUrls: limits.knownUrls,
  }
  const frontier = new PageFrontier(options, {
    known: knownPages(store, record.number),
    completed: record.completed,
    held: MOST_HELD,
    read: (seqs) => store.pages.readWaiting(record.number, seqs),
  })
  const made = {
    agent: USER_AGENT,
    textBytes: limits.textBytes,
    pageTags: limits.pageTags,
    model: model?.model ?? '',
  }
  const caches = !store.volatile && cacheTtlMs > 0 && tracker === undefined
  return {
    context,
    store,
    record,
    robots,
    frontier: watch?.(frontier, options) ?? frontier,
    recorder: new JobRecorder(context, store, record),
    retries: new RetryList(),
    cache: caches ? createResultCache(store.cache, request, made) : undefined,
    tracker,
  }
}

function* knownPages(store: Store, job: number): Generator<KnownPage> {
  for (const page of store.pages.pages(job)) yield { ...page, isWaiting: page.state === 0 }
}
