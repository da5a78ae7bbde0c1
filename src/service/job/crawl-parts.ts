import { compileScope } from '../../scope/compile-scope.ts'
import { type Frontier, type KnownPage, PageFrontier } from '../../frontier/frontier.ts'
import { CrawlCookies } from '../http/crawl-cookies.ts'
import type { RobotsCache } from '../site/site.ts'
import type { JobRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { type CrawlContext, crawlScope } from './crawl-context.ts'
import { createChangeTracker, createResultCache } from './earlier-pages.ts'
import { createJobRecorder } from './job-recorder.ts'
import { WaitingVisits } from './visits.ts'

/** The parts of a running job that start pages and record their outcomes. Its state is in `CrawlRun`. */
export type CrawlParts = ReturnType<typeof createCrawlParts>

/** Returns the parts of a new job, or of one that continues, from its record and its rows. */
export function createCrawlParts(
  context: CrawlContext,
  store: Store,
  { record, robots }: { record: JobRecord; robots: RobotsCache },
) {
  const { request } = record
  const tracker = createChangeTracker(store, request)
  return {
    context,
    store,
    record,
    robots,
    frontier: createFrontier(context, store, { record, robots }),
    recorder: createJobRecorder(context, store, record),
    waiting: new WaitingVisits(),
    cookies: new CrawlCookies(store.cookies.of(record.number)),
    // A job that tracks changes scrapes every page itself.
    cache: tracker === undefined ? createResultCache(context.settings, store, request) : undefined,
    tracker,
  }
}

/** The most waiting pages in memory, at about 500 bytes each. Each further page takes about ten bytes. */
const MOST_HELD = 500

function createFrontier(
  { settings, observer }: CrawlContext,
  store: Store,
  { record, robots }: { record: JobRecord; robots: RobotsCache },
): Frontier {
  const options = {
    scope: compileScope(crawlScope(record.request, record.root, observer)),
    allowed: (url: string) => robots.allowed(url),
    spareUrls: settings.limits.spareUrls,
    maxUrls: settings.limits.knownUrls,
  }
  const frontier = new PageFrontier(options, {
    known: knownPages(store, record.number),
    completed: record.completed,
    held: MOST_HELD,
    read: (seqs) => store.pages.readWaiting(record.number, seqs),
  })
  return observer?.watch?.(frontier, options) ?? frontier
}

function* knownPages(store: Store, job: number): Generator<KnownPage> {
  for (const page of store.pages.pages(job)) yield { ...page, isWaiting: page.state === 0 }
}
