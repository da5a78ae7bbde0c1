/**
 * Input: a URL, and the settings that need a browser.
 * Output: the page after its scripts, waits and actions, with screenshots.
 * Must not know how a page is read.
 */
import PQueue from 'p-queue'
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import type { ScrapeSettings } from '../../request/page-settings.ts'
import type { Clock } from '../../util/clock.ts'
import type { AddressPolicy } from '../http/address-policy.ts'
import { locate } from '../http/page-location.ts'
import { AGENT_COMMENT } from '../http/user-agent.ts'
import type { BrowserSettings } from '../settings/settings.ts'
import { findChromium } from './find-chromium.ts'
import { startGuardProxy, type GuardProxy } from './guard-proxy.ts'
import { browserFailure, NoBrowserError, showPage, type ShownOutcome, type ShowRequest } from './show-page.ts'

type BrowserOptions = BrowserSettings & { readonly clock: Clock }

const DEFAULT_TABS = 4

/** An address that refuses connections. Chromium blocks URLs with this port. */
const NOWHERE = 'http://127.0.0.1:9'

const ARGUMENTS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  // Without these, it contacts its vendor for updates, accounts and messages at each start.
  `--component-updater=url-source=${NOWHERE}/`,
  `--gaia-url=${NOWHERE}/`,
  ...['checkin-url', 'registration-url', 'mcs-endpoint'].map((name) => `--gcm-${name}=${NOWHERE}/`),
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
]

const DESKTOP = { viewport: { width: 1280, height: 800 } } as const
const PHONE = {
  viewport: { width: 412, height: 915 },
  screen: { width: 412, height: 915 },
  deviceScaleFactor: 2.625,
  isMobile: true,
  hasTouch: true,
} as const

/** Shows each page in a browser context of its own. The browser starts with the first page, and again after a crash. */
export class BrowserPages {
  readonly #options: BrowserOptions
  readonly #queue: PQueue
  #browser: Promise<Browser> | undefined
  readonly #guards = new Map<AddressPolicy, Promise<GuardProxy>>()

  constructor(options: BrowserOptions) {
    this.#options = options
    this.#queue = new PQueue({ concurrency: options.tabs ?? DEFAULT_TABS })
  }

  /** @throws the signal's reason when it is aborted */
  async show(request: ShowRequest, signal: AbortSignal): Promise<ShownOutcome> {
    return this.#queue.add(() => this.#showInContext(request, signal), { signal })
  }

  async close(): Promise<void> {
    this.#queue.clear()
    const browser = this.#browser
    const guards = [...this.#guards.values()]
    this.#browser = undefined
    this.#guards.clear()
    await (await browser)?.close()
    for (const guard of guards) await (await guard).close()
  }

  async #showInContext(request: ShowRequest, signal: AbortSignal): Promise<ShownOutcome> {
    const guard = await this.#guardFor(request.addressPolicy)
    let context: BrowserContext
    try {
      const browser = await this.#start()
      context = await browser.newContext(contextSettings(request.scrape, browser.version(), guard.url))
    } catch (error) {
      return browserFailure(error, request.url, guard)
    }
    // A crashed browser has already closed it.
    const close = (): Promise<void> => context.close().catch(() => undefined)
    const onAbort = (): void => void close()
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      signal.throwIfAborted()
      return await showPage(context, request, { clock: this.#options.clock, signal, guard })
    } finally {
      signal.removeEventListener('abort', onAbort)
      await close()
    }
  }

  #start(): Promise<Browser> {
    this.#browser ??= this.#launch().catch((error: unknown) => {
      this.#browser = undefined
      throw error
    })
    return this.#browser
  }

  async #launch(): Promise<Browser> {
    const executablePath = findChromium(this.#options)
    if (executablePath === undefined) throw new NoBrowserError('No Chromium was found on this machine.')
    const { chromium } = await import('playwright-core')
    const options = {
      executablePath,
      // For requests of the browser itself, such as updates. Each page context has its own proxy.
      proxy: { server: NOWHERE },
      args: ARGUMENTS,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    }
    // Chromium's own sandbox confines hostile pages. It is not available to root and in many containers.
    const browser = await chromium
      .launch({ ...options, chromiumSandbox: true })
      .catch(() => chromium.launch({ ...options, chromiumSandbox: false }))
    browser.on('disconnected', () => {
      this.#browser = undefined
    })
    return browser
  }

  #guardFor(policy: AddressPolicy): Promise<GuardProxy> {
    const guard = this.#guards.get(policy) ?? startGuardProxy(policy)
    this.#guards.set(policy, guard)
    return guard
  }
}

/** @param proxy the address that all requests of the page go through */
function contextSettings(
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
