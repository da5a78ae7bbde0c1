import { completeRequest, type ScrapeSettings } from '../../src/request/page-settings.ts'

/** Scrape options with the service's defaults, changed where a test needs it. */
export function someSettings(changes: Partial<ScrapeSettings> = {}): ScrapeSettings {
  const { scrapeOptions } = completeRequest({ url: 'https://example.com/' })
  return { ...scrapeOptions, ...changes }
}
