import type { BrowserContextOptions } from 'playwright-core'
import { AGENT_COMMENT } from '../http/user-agent.ts'
import { locate } from '../http/page-location.ts'
import type { ScrapeSettings } from '../../request/page-settings.ts'

const DESKTOP = { viewport: { width: 1280, height: 800 } } as const
const PHONE = {
  viewport: { width: 412, height: 915 },
  screen: { width: 412, height: 915 },
  deviceScaleFactor: 2.625,
  isMobile: true,
  hasTouch: true,
} as const

/**
 * Returns the settings of the browser context for the options of a page.
 * @param proxy the address that all its requests go through
 */
export function contextSettings(
  scrape: ScrapeSettings,
  browserVersion: string,
  proxy: string,
): BrowserContextOptions {
  const { languages, timezone } = locate(scrape.location)
  const [locale] = languages
  return {
    ...(scrape.mobile ? PHONE : DESKTOP),
    userAgent: `${userAgent(scrape.mobile, browserVersion)} ${AGENT_COMMENT}`,
    ignoreHTTPSErrors: scrape.skipTlsVerification,
    acceptDownloads: false,
    serviceWorkers: 'block',
    ...(locale === undefined ? {} : { locale }),
    ...(timezone === undefined ? {} : { timezoneId: timezone }),
    proxy: { server: proxy },
  }
}

/** Returns the user agent of Chromium with a window instead of the headless one. */
function userAgent(isMobile: boolean, version: string): string {
  const [major = '0'] = version.split('.')
  const system = isMobile ? 'Linux; Android 10; K' : 'X11; Linux x86_64'
  return `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 ${isMobile ? 'Mobile ' : ''}Safari/537.36`
}
