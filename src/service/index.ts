import { createServer, type RunningService } from './service.ts'
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
export type { RunningService } from './service.ts'
export type { ServiceEvent } from './settings/service-event.ts'
export { ServiceError } from './settings/service-error.ts'
export type { ModelSettings, ServiceLimits, ServiceSettings, WebhookSettings } from './settings/settings.ts'

/**
 * Starts the crawl service: the API of the hosted one, on this machine. Jobs that an earlier service left unfinished in
 * the data directory continue where they were.
 * @throws {ServiceError}
 */
export async function startService(settings: ServiceSettings): Promise<RunningService> {
  return createServer(resolveSettings(settings))
}
