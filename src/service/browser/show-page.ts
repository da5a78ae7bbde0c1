import type { BrowserContext, Page, Request, Response, Route } from 'playwright-core'
import type { Clock } from '../../util/clock.ts'
import type { FetchedPage, FetchRequest } from '../http/http.ts'
import { headersFor } from '../http/sender.ts'
import { mediaKind, type MediaKind } from '../http/media-type.ts'
import { deniedAddress, failure, type PageFailure, redirectTarget, refuseHop } from '../http/page-outcome.ts'
import { findFormat, type ScrapeSettings } from '../../request/page-settings.ts'
import { given } from '../../util/json.ts'
import { messageOf } from '../../util/message-of.ts'
import { tlsAdviceFor } from '../../util/network.ts'
import type { GuardProxy } from './guard-proxy.ts'
import { ActionError, runActions, takeScreenshot, type ActionResults } from './run-actions.ts'
import { parseUrl } from '../../util/can-parse-url.ts'
import { wordSet } from '../../util/word-set.ts'

export interface ShowRequest extends Pick<
  FetchRequest,
  'url' | 'headers' | 'timeoutMs' | 'maxBytes' | 'addressPolicy'
> {
  readonly scrape: ScrapeSettings
}

export interface ShownPage extends FetchedPage {
  /** Where the site's redirects led; undefined without any. */
  readonly redirectedTo: string | undefined
  /** A data URL; present when the format was asked for. */
  readonly screenshot: string | undefined
  readonly actions: ActionResults | undefined
}

/** `file` if a browser would save the answer, or open it in another program. */
export type ShownOutcome = ShownPage | PageFailure | { readonly kind: 'file' }

/** Media that a browser does not show as a page of text. */
const NO_PAGE: ReadonlySet<MediaKind> = new Set(['pdf', 'office', 'csv', 'unsupported'])

/** Milliseconds to wait for a page that still loads parts of itself. */
const LOAD_TIMEOUT_MS = 10_000

/** Hosts that serve advertisements, track people or ask for consent, with all hosts below them. */
const AD_HOSTS = wordSet(
  '2mdn.net adform.net adnxs.com adroll.com adsafeprotected.com adsrvr.org adsymptotic.com advertising.com ' +
    'amazon-adsystem.com amplitude.com appnexus.com bat.bing.com bidswitch.net bluekai.com casalemedia.com chartbeat.com ' +
    'chartbeat.net clarity.ms contextweb.com cookiebot.com cookielaw.org criteo.com criteo.net crwdcntrl.net demdex.net ' +
    'doubleclick.net doubleverify.com everesttech.net exelator.com fullstory.com google-analytics.com googleadservices.com ' +
    'googlesyndication.com googletagmanager.com googletagservices.com gumgum.com heapanalytics.com hotjar.com hotjar.io ' +
    'id5-sync.com imrworldwide.com indexww.com ipredictive.com krxd.net lijit.com mathtag.com media.net mixpanel.com ' +
    'moatads.com mookie1.com mouseflow.com newrelic.com nr-data.net omtrdc.net onetrust.com openx.net optimizely.com ' +
    'outbrain.com parsely.com permutive.com pubmatic.com quantcast.com quantcount.com quantserve.com rlcdn.com ' +
    'rubiconproject.com scorecardresearch.com segment.com segment.io sharethrough.com smartadserver.com sonobi.com ' +
    'spotxchange.com taboola.com tapad.com teads.tv trustarc.com turn.com usercentrics.eu yieldmo.com zedo.com',
)

/** Opens the page in a fresh context, waits, runs its actions, and reads the result. */
export async function showPage(
  context: BrowserContext,
  request: ShowRequest,
  means: { readonly clock: Clock; readonly signal: AbortSignal; readonly guard: GuardProxy },
): Promise<ShownOutcome> {
  const { scrape, timeoutMs } = request
  const page = await context.newPage()
  page.setDefaultTimeout(timeoutMs)
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined))
  let lost = request.url
  page.on('requestfailed', (failed) => {
    if (failed.isNavigationRequest() && failed.frame() === page.mainFrame()) lost = failed.url()
  })
  context.on('page', (other) => void (other === page ? undefined : other.close().catch(() => undefined)))
  const lead: Lead = { to: undefined, hops: 0, error: undefined }
  await context.route('**/*', (route) => handleRequest(route, request, lead))
  try {
    const response = await open(page, request, lead)
    if ('code' in response) return response
    const { host } = new URL(response.url())
    if (response.status() === 403 && means.guard.hasRefused(host)) return deniedAddress(host)
    const kind = mediaKind({ url: response.url(), headers: response.headers() })
    if (NO_PAGE.has(kind)) return { kind: 'file' }
    if (scrape.waitFor > 0) await means.clock.sleep(scrape.waitFor, means.signal)
    const run = {
      clock: means.clock,
      signal: means.signal,
      // Less than the page has, so that the error names the step.
      stepTimeoutMs: Math.min(timeoutMs / 2, LOAD_TIMEOUT_MS),
    }
    const { actions: wanted = [] } = scrape
    const actions = wanted.length === 0 ? undefined : await runActions(page, wanted, run)
    const format = findFormat(scrape, 'screenshot')
    const screenshot = format === undefined ? undefined : await takeScreenshot(page, format, timeoutMs)
    return {
      ...(await takeContent(page, response, { maxBytes: request.maxBytes, lead })),
      screenshot,
      actions,
    }
  } catch (error) {
    means.signal.throwIfAborted()
    // The browser would save the answer.
    if (/download is starting|net::ERR_ABORTED/i.test(messageOf(error))) return { kind: 'file' }
    if (error instanceof ActionError) return failure('SCRAPE_ACTION_ERROR', error.message)
    return browserFailure(error, lost, means.guard)
  }
}

/** The result of the request for the page itself, if it carried headers of the crawl. */
interface Lead {
  to: string | undefined
  hops: number
  error: unknown
}

/** Opens the page and follows the redirects that `lead` records; the browser follows all others. */
async function open(page: Page, { url, timeoutMs }: ShowRequest, lead: Lead) {
  const visited = [url]
  for (let target = url; ; target = lead.to) {
    lead.to = undefined
    const response = await page
      .goto(target, { waitUntil: 'domcontentloaded', timeout: timeoutMs })
      .catch((error: unknown) => {
        if (lead.to === undefined) throw lead.error ?? error
        return null
      })
    if (lead.to === undefined) {
      if (response === null) throw new Error('the page did not answer')
      // A page that never finishes loading is read in its current state.
      await page
        .waitForLoadState('load', { timeout: Math.min(timeoutMs / 2, LOAD_TIMEOUT_MS) })
        .catch(() => undefined)
      return response
    }
    const refused = refuseHop(visited, { target: lead.to })
    if (refused !== undefined) return refused
    visited.push(lead.to)
    lead.hops++
  }
}

async function handleRequest(route: Route, showing: ShowRequest, lead: Lead): Promise<void> {
  const { scrape, headers, timeoutMs } = showing
  const request = route.request()
  const target = parseUrl(request.url())
  const isMain = request.isNavigationRequest() && request.frame().parentFrame() === null
  if (target === undefined || target.protocol === 'file:') return route.abort()
  if (!isMain && scrape.blockAds && isAdHost(target.hostname)) return route.abort()
  if (!isMain && isUnseen(request, scrape)) return route.abort()
  // The headers of the crawl are for the crawled site only.
  const own = Object.entries(headersFor(headers, target.origin))
  if (own.length === 0) return route.continue()
  const lowerCased = Object.fromEntries(own.map(([name, value]) => [name.toLowerCase(), value]))
  try {
    // The browser would repeat these headers wherever the answer redirects to, so it is given the answer alone.
    const answer = await route.fetch({
      headers: { ...request.headers(), ...lowerCased },
      maxRedirects: 0,
      timeout: timeoutMs,
    })
    if (isMain) {
      lead.to = redirectTarget({ statusCode: answer.status(), headers: answer.headers() }, target.href)
      // After any other error the browser opens an error page, which would interfere with the next navigation.
      if (lead.to !== undefined) return await route.abort('aborted')
    }
    await route.fulfill({ response: answer })
  } catch (error) {
    if (isMain) lead.error = error
    // The page may be closed by now.
    await route.abort('failed').catch(() => undefined)
  }
}

/** Returns whether a host is in the list or below one of its hosts. */
function isAdHost(host: string): boolean {
  const labels = host.split('.')
  return labels.some((_, index) => AD_HOSTS.has(labels.slice(index).join('.')))
}

/** Tells whether a request is for something that is visible only in a screenshot. */
function isUnseen(request: Request, scrape: ScrapeSettings): boolean {
  const type = request.resourceType()
  if (type === 'media') return true
  const isPictured = findFormat(scrape, 'screenshot') !== undefined || (scrape.actions ?? []).length > 0
  return !isPictured && (type === 'font' || type === 'image')
}

async function takeContent(
  page: Page,
  response: Response,
  { maxBytes, lead }: { readonly maxBytes: number; readonly lead: Lead },
): Promise<Omit<ShownPage, 'screenshot' | 'actions'>> {
  const headers = response.headers()
  const kind = mediaKind({ url: response.url(), headers })
  const isShown = kind === 'html' || kind === 'unknown'
  const body = isShown ? Buffer.from(await page.content()) : await response.body()
  // The browser gives it as UTF-8.
  const decodedType = headers['content-type']?.replace(/;.*/s, '; charset=utf-8')
  if (body.length > maxBytes) throw new Error(`the page is larger than ${maxBytes} bytes`)
  return {
    kind: 'page',
    url: isShown ? (page.url().split('#')[0] ?? response.url()) : response.url(),
    redirectedTo:
      response.request().redirectedFrom() === null && lead.hops === 0 ? undefined : response.url(),
    statusCode: response.status(),
    headers: isShown ? { ...headers, ...given({ 'content-type': decodedType }) } : headers,
    // The browser has decoded the text, but links need the encoding of the page.
    decodedFrom: isShown ? String(await page.evaluate('document.characterSet')) : undefined,
    body,
  }
}

export class NoBrowserError extends Error {}

export function browserFailure(error: unknown, url: string, guard: GuardProxy): PageFailure {
  const message = messageOf(error)
  const code = /net::(ERR_\w+)/.exec(message)?.[1] ?? ''
  const { host } = new URL(url)
  if (error instanceof NoBrowserError) return failure('SCRAPE_ALL_ENGINES_FAILED', message)
  if (guard.hasRefused(host)) return deniedAddress(host)
  if (code === 'ERR_NAME_NOT_RESOLVED')
    return failure('SCRAPE_DNS_RESOLUTION_ERROR', `The name "${host}" could not be resolved.`)
  if (/^ERR_(?:CERT|SSL)/.test(code))
    return failure('SCRAPE_SSL_ERROR', `No trusted connection to "${host}" (${code})${tlsAdviceFor(code)}.`)
  const isTimeout = error instanceof Error && error.name === 'TimeoutError'
  if (isTimeout || code === 'ERR_TIMED_OUT' || code === 'ERR_CONNECTION_TIMED_OUT')
    return failure('SCRAPE_TIMEOUT', `"${url}" was not shown in time.`, true)
  if (/^ERR_(?:CONNECTION|EMPTY|NETWORK|ADDRESS|TUNNEL|PROXY|INTERNET)/.test(code))
    return failure('SCRAPE_SITE_ERROR', `The connection to "${host}" failed (${code}).`, true)
  if (code !== '')
    return failure('SCRAPE_SITE_ERROR', `"${host}" sent a response that cannot be shown (${code}).`)
  const reason = `The browser could not show "${url}": ${message.split('\n')[0]}`
  return failure('SCRAPE_ALL_ENGINES_FAILED', reason, true)
}
