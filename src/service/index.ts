import { createServer } from './create-server.ts'
import { resolveSettings, type ServiceSettings } from './settings/settings.ts'

export {
  previewCrawl,
  PreviewRefused,
  type CrawlPreview,
  type PreviewPage,
  type PreviewSettings,
  type SkippedUrl,
} from './preview-crawl.ts'
export { discardData, readKeptData, type KeptData } from './store/kept-data.ts'
export type { ServiceEvent } from './settings/service-event.ts'
export { ServiceError } from './settings/service-error.ts'
export type { ModelSettings, ServiceLimits, ServiceSettings, WebhookSettings } from './settings/settings.ts'

export interface RunningService {
  /** `http://ADDRESS:PORT`, without a slash. */
  readonly url: string
  /**
   * Returns the address of a link that signs a browser in to the service's pages, once and within ten minutes. It is as good
   * as the key: show it to people, and write it to no log. Of a service without a key it is that of the pages.
   */
  signInLink(): Promise<string>
  /** Ends gracefully: pages in flight finish or return to the frontier, and unfinished jobs resume with the next start. */
  close(): Promise<void>
}

/**
 * Starts the crawl service: the API of the hosted one, on this machine. Jobs that an earlier service left unfinished in
 * the data directory continue where they were.
 * @throws {ServiceError}
 */
export async function startService(settings: ServiceSettings): Promise<RunningService> {
  return createServer(resolveSettings(settings))
}
