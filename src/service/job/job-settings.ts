import { needsBrowser, scopeSettings } from '../../request/page-settings.ts'
import type { ScopeSettings } from '../../scope/scope.ts'
import type { EngineJob } from '../engine/engine.ts'
import type { SiteOptions } from '../site/site.ts'
import type { JobRecord } from '../store/job-record.ts'
import type { Store } from '../store/store.ts'
import type { CrawlObserver } from './crawl-context.ts'

type JobRequest = JobRecord['request']

/** Facts that a job has learned about its site. */
interface SiteFacts {
  /** The URL that scope is measured from. */
  readonly root: string
  readonly observer: CrawlObserver | undefined
  readonly addressPolicy: SiteOptions['addressPolicy']
}

/**
 * Returns the scope settings of a job.
 * @param root the URL that scope is measured from
 */
export function crawlScope(
  request: JobRequest,
  root: string,
  observer: CrawlObserver | undefined,
): ScopeSettings {
  const rendersRoutes = observer?.rendersRoutes ?? needsBrowser(request.scrapeOptions)
  return { ...scopeSettings(request), url: root, rendersRoutes }
}

/** Returns a job in the form that the engine takes. */
export function engineJob(
  { id, number, request }: JobRecord,
  store: Store,
  { root, observer, addressPolicy }: SiteFacts,
): EngineJob {
  return {
    id,
    scope: crawlScope(request, root, observer),
    scrape: request.scrapeOptions,
    headersOrigin: new URL(request.url).origin,
    addressPolicy,
    followLinks: request.sitemap !== 'only',
    reported: observer === undefined ? 'fresh' : observer.watch === undefined ? 'once' : 'every',
    cacheable: request.scrapeOptions.storeInCache && !store.volatile,
    segmentDirectory: store.segmentDirectory,
    newSegment: () => store.newSegment(number),
    key: store.key,
  }
}

/** Returns how to ask the site of `at` for its rules: with the same headers and trust as for its pages. */
export function siteOptions(
  { url, robotsUserAgent, scrapeOptions }: JobRequest,
  at: string,
  addressPolicy: SiteOptions['addressPolicy'],
): SiteOptions {
  const { headers } = scrapeOptions
  return {
    url: at,
    agent: robotsUserAgent,
    headers: headers === undefined ? undefined : { origin: new URL(url).origin, values: headers },
    skipTlsVerification: scrapeOptions.skipTlsVerification,
    addressPolicy,
  }
}

/** Returns an address or error for the log, which learns nothing about jobs that must leave no data. */
export function textForLog(store: Pick<Store, 'volatile'>, text: string): string {
  return store.volatile ? '(not retained)' : text
}
