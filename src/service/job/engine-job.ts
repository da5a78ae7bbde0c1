import type { EngineJob } from '../engine/engine.ts'
import type { JobRecord } from '../store/job-record.ts'
import type { Store } from '../store/store.ts'
import type { CrawlObserver } from './crawl-context.ts'
import { crawlScope } from './crawl-scope.ts'
import type { SiteOptions } from '../site/site.ts'

export interface SiteFacts {
  /** Where scope is measured from. */
  readonly root: string
  readonly observer: CrawlObserver | undefined
  readonly addressPolicy: SiteOptions['addressPolicy']
}

/** Returns a job as the engine is told of it. */
export function engineJob(
  { id, number, request }: JobRecord,
  store: Store,
  { root, observer, addressPolicy }: SiteFacts,
): Omit<EngineJob, 'reported'> {
  return {
    id,
    scope: crawlScope(request, root, observer),
    scrape: request.scrapeOptions,
    headersOrigin: new URL(request.url).origin,
    addressPolicy,
    followLinks: request.sitemap !== 'only',
    cacheable: request.scrapeOptions.storeInCache && !store.volatile,
    segmentDirectory: store.segmentDirectory,
    newSegment: () => store.newSegment(number),
    key: store.key,
  }
}
