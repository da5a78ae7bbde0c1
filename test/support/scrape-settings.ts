import type { ScrapeSettings } from '../../src/request/page-settings.ts'

/** Scrape options with the service's defaults, changed where a test needs it. */
export function someSettings(changes: Partial<ScrapeSettings> = {}): ScrapeSettings {
  return {
    formats: ['markdown'],
    onlyMainContent: true,
    waitFor: 0,
    mobile: false,
    skipTlsVerification: true,
    parsers: ['pdf'],
    removeBase64Images: true,
    blockAds: true,
    ...changes,
  }
}
