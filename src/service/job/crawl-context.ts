import type { ScopeReason } from '../../scope/scope.ts'
import type { FoundUrl, Frontier, FrontierOptions } from '../../frontier/frontier.ts'
import type { PageEngine } from '../engine/engine.ts'
import type { AddressPolicy } from '../http/address-policy.ts'
import type { HostGate } from '../site/host-gate.ts'
import type { ResolvedSettings } from '../settings/settings.ts'
import type { JobRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { SiteOptions } from '../site/robots.ts'
import type { SiteReader } from '../site/site.ts'
import { needsBrowser, scopeSettings } from '../../request/page-settings.ts'
import type { EngineJob } from '../engine/engine-task.ts'

/** The decision about a found URL: a page of the frontier, or the rule that keeps it out. */
export type Admission = ScopeReason | 'admitted'

/** Follows the decisions of a crawl, for a preview. */
export interface CrawlObserver {
  /** Whether routes (`#/`) count as pages of their own. By default they do when a browser shows the pages. */
  readonly rendersRoutes?: boolean | undefined
  /** Called for every URL, with the decision about it; again when robots.txt forbids it later. */
  readonly met: (found: FoundUrl, decision: Admission) => void
  /** Wraps a job's frontier. With it, every link of every page is reported, instead of each new URL once. */
  readonly watch?: ((frontier: Frontier, options: FrontierOptions) => Frontier) | undefined
}

/** The parts of the service that all running jobs share. */
export interface CrawlContext {
  readonly settings: ResolvedSettings
  readonly engine: PageEngine
  readonly hostGate: HostGate
  readonly site: SiteReader
  /** Starts the scrapes that may start now. */
  readonly wake: () => void
  /** Called inside the transaction that records the cause of the event. */
  readonly notify: (store: Store, record: JobRecord, event: JobEvent) => void
  readonly observer: CrawlObserver | undefined
  /** Called after a change of results or status was recorded. */
  readonly changed: (jobId: string) => void
}

export type JobEvent =
  | { readonly type: 'started' | 'completed' | 'failed' }
  /** `position` counts results or failures of the job from 0. */
  | { readonly type: 'page' | 'page-failed'; readonly position: number }

type JobRequest = JobRecord['request']

/** @param root the URL that scope is measured from */
export function crawlScope(request: JobRequest, root: string, observer: CrawlObserver | undefined) {
  const rendersRoutes = observer?.rendersRoutes ?? needsBrowser(request.scrapeOptions)
  return { ...scopeSettings(request), url: root, rendersRoutes }
}

/** Returns the settings that decide what is sent for each page. */
export function sendingSettings({ url, scrapeOptions }: JobRequest, addressPolicy: AddressPolicy) {
  return { scrape: scrapeOptions, headersOrigin: new URL(url).origin, addressPolicy }
}

export function followsLinks({ sitemap, asked }: JobRequest): boolean {
  return sitemap !== 'only' && asked === undefined
}

/** @param root the URL that scope is measured from */
export function engineJob(
  { id, request }: JobRecord,
  store: Store,
  observer: CrawlObserver | undefined,
  { root, addressPolicy }: { readonly root: string; readonly addressPolicy: AddressPolicy },
): EngineJob {
  return {
    id,
    scope: crawlScope(request, root, observer),
    ...sendingSettings(request, addressPolicy),
    followLinks: followsLinks(request),
    reported: reportedLinks(observer),
    cacheable: request.scrapeOptions.storeInCache && !store.volatile,
    segmentDirectory: store.segmentDirectory,
    key: store.key,
  }
}

function reportedLinks(observer: CrawlObserver | undefined): EngineJob['reported'] {
  if (observer === undefined) return 'fresh'
  return observer.watch === undefined ? 'once' : 'every'
}

/** Returns how to ask the site of `at` for its rules: with the same headers and trust as for its pages. */
export function siteOptions(
  { url, robotsUserAgent, scrapeOptions }: JobRequest,
  at: string,
  addressPolicy: AddressPolicy,
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

/** Returns an address or error for the log, which gets nothing about jobs that must leave no data. */
export function textForLog(store: Pick<Store, 'volatile'>, text: string): string {
  return store.volatile ? '(not retained)' : text
}
