export {
  previewCrawl,
  PreviewRefused,
  type CrawlPreview,
  type PreviewPage,
  type PreviewSettings,
  type SkippedUrl,
} from './preview-crawl.ts'
export { discardData, readKeptData, type KeptData } from './store/kept-data.ts'
export { startService, type RunningService } from './service.ts'
export { ServiceError } from './settings/settings.ts'
export type {
  ModelSettings,
  ServiceEvent,
  ServiceLimits,
  ServiceSettings,
  WebhookSettings,
} from './settings/settings.ts'
