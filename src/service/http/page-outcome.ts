import { formatDuration } from '../../util/clock.ts'
import { isFullDisk } from '../../util/has-code.ts'
import { systemFaultOf } from '../../util/message-of.ts'
import { tlsAdviceFor } from '../../util/network.ts'
import { isUtf8 } from 'node:buffer'
import { parseUrl } from '../../util/can-parse-url.ts'

/** Why a page could not be fetched, under the codes of the crawl API's error list. */
export type PageErrorCode =
  | 'SCRAPE_TIMEOUT'
  | 'SCRAPE_DNS_RESOLUTION_ERROR'
  | 'SCRAPE_SSL_ERROR'
  | 'SCRAPE_UNSUPPORTED_FILE_ERROR'
  | 'SCRAPE_SITE_ERROR'
  | 'SCRAPE_ALL_ENGINES_FAILED'
  | 'SCRAPE_ACTION_ERROR'
  | 'CRAWL_DENIAL'

export interface PageFailure {
  readonly kind: 'failure'
  readonly code: PageErrorCode
  /** One sentence for people. */
  readonly error: string
  /** Whether the same request may succeed later. */
  readonly retryable: boolean
  /** How long the site asks us to wait. */
  readonly retryAfterMs?: number
}

export function failure(code: PageErrorCode, error: string, retryable = false): PageFailure {
  return { kind: 'failure', code, error, retryable }
}

export function tookTooLong(url: string, timeoutMs: number): PageFailure {
  return failure('SCRAPE_TIMEOUT', `"${url}" took longer than ${formatDuration(timeoutMs)}.`, true)
}

/** Returns the failure of an answer that is no text, and no file that is read: by its type, or only by its bytes. */
export function unsupportedType(url: string, contentType = 'unknown', byBytes = false): PageFailure {
  const found = byBytes ? 'sent as' : 'of the type'
  const what = byBytes ? 'but its first bytes are those of a file that' : 'which'
  const error = `"${url}" is ${found} "${contentType}", ${what} cannot be read as a page.`
  return failure('SCRAPE_UNSUPPORTED_FILE_ERROR', error)
}

/** Returns the failure of a page at an address that the policy of its crawl leaves out. */
export function deniedAddress(host: string): PageFailure {
  return failure('CRAWL_DENIAL', `"${host}" is a private address, which this crawl may not connect to.`)
}

/** Statuses of a site or its gateway that pass, also those of Cloudflare. The body is not the page. */
const PASSING = new Set([408, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524])

/** Tells whether a page, a robots.txt or a sitemap with this status is asked for again. */
export function isPassing(statusCode: number): boolean {
  return PASSING.has(statusCode)
}

/** The code of errors that the address check raises inside the HTTP client. */
export const PRIVATE_ADDRESS = 'ERR_PRIVATE_ADDRESS'

const DNS = /^(?:ENOTFOUND|EAI_(?:AGAIN|NODATA|NONAME|FAIL))$/
const TIMEOUT = /^(?:UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT|ETIMEDOUT)$/
const CUT_OFF = /^(?:ECONNRESET|EPIPE|UND_ERR_(?:SOCKET|RES_CONTENT_LENGTH_MISMATCH))$/
const NO_CONNECTION = /^(?:ECONN(?:REFUSED|ABORTED)|E(?:HOST|NET)UNREACH)$/
/** The server's certificate proves nothing, or not enough. */
const UNPROVEN = /^(?!.*ALERT).*(?:CERT|UNABLE_TO_|ALTNAME|HOSTNAME_MISMATCH)/
const TLS = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_SSL|ERR_TLS|EPROTO|HOSTNAME_MISMATCH/

/** Returns the failure of a page for an error of the HTTP client. */
export function failureOf(error: unknown, url: string): PageFailure {
  const { code, message } = codeOf(error)
  const { host, hostname } = new URL(url)
  if (code === PRIVATE_ADDRESS) return deniedAddress(host)
  const fault = systemFaultOf(error)
  if (fault !== undefined) return failure('SCRAPE_ALL_ENGINES_FAILED', fault, true)
  if (isFullDisk(error))
    return failure('SCRAPE_ALL_ENGINES_FAILED', `The disk has no room for "${url}" (${message}).`, true)
  if (DNS.test(code)) {
    const error = `The name "${hostname}" could not be resolved (${code}).`
    return failure('SCRAPE_DNS_RESOLUTION_ERROR', error, code !== 'ENOTFOUND')
  }
  if (TLS.test(code)) {
    const remedy = UNPROVEN.test(code) ? ' To crawl the site as it is, set "skipTlsVerification".' : ''
    const error = `No trusted connection to "${host}" (${code})${tlsAdviceFor(code)}.${remedy}`
    return failure('SCRAPE_SSL_ERROR', error)
  }
  if (TIMEOUT.test(code))
    return failure('SCRAPE_TIMEOUT', `"${host}" did not answer in time (${code}).`, true)
  if (CUT_OFF.test(code)) {
    const error = `"${host}" closed the connection before its answer was complete (${code}).`
    return failure('SCRAPE_SITE_ERROR', error, true)
  }
  if (NO_CONNECTION.test(code))
    return failure('SCRAPE_SITE_ERROR', `The connection to "${host}" failed (${code}).`, true)
  const reason = code.startsWith('HPE_') ? message : code || message
  return failure('SCRAPE_SITE_ERROR', `"${host}" sent an unreadable response (${reason}).`)
}

/** Returns the most specific code of an error and its causes. */
function codeOf(error: unknown): { code: string; message: string } {
  let found = ''
  let current: unknown = error
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    if ('code' in current && typeof current.code === 'string') found = current.code
    const inner: unknown = current instanceof AggregateError ? current.errors[0] : current.cause
    current = inner
  }
  return { code: found, message: error instanceof Error ? error.message : 'unknown error' }
}

/** The head of an answer. */
export interface Answer {
  readonly statusCode: number
  /** Names in lower case; repeated headers joined by commas. */
  readonly headers: Readonly<Record<string, string>>
}

/** The answer that a page is at another address. */
export interface PageRedirect {
  readonly kind: 'redirect'
  /** Absolute, without a fragment. */
  readonly target: string
  /** The cookies for the target: changed by this answer, or by an earlier one. Absent if it gets none. */
  readonly cookies?: 'new' | 'old'
}

const STATUSES = new Set([301, 302, 303, 307, 308])
/** As many as browsers follow (Fetch Standard, 4.4). */
const MAX_HOPS = 20
/** How often redirects may lead to a page again: with cookies that it did not get before, it may answer otherwise. */
const RETURNS = { new: Infinity, old: 1 } as const

/** Returns where an answer of `url` redirects to, or undefined when it does not. */
export function redirectTarget({ statusCode, headers }: Answer, url: string): string | undefined {
  const { location } = headers
  // Browsers ignore an empty address.
  if (!location || !STATUSES.has(statusCode)) return undefined
  // An address that is not a URL is refused as one that leads nowhere.
  return sentUrl(urlOfHeader(location, url) ?? location)
}

/**
 * Returns why a redirect leads nowhere, or undefined when it can be followed.
 * @param visited the URLs that were requested so far, in order; the last one redirects to `redirect`
 */
export function refuseHop(
  visited: readonly string[],
  { target, cookies }: Omit<PageRedirect, 'kind'>,
  most: number = MAX_HOPS,
): PageFailure | undefined {
  const [first] = visited
  const refuse = (why: string): PageFailure => failure('SCRAPE_SITE_ERROR', `"${first}" redirects ${why}.`)
  if (!/^https?:/.test(target) || parseUrl(target) === undefined)
    return refuse(`to "${target}", which is not a web page`)
  const returns = cookies === undefined ? 0 : RETURNS[cookies]
  if (visited.filter((url) => url === target).length > returns)
    return refuse(target === first ? 'in a loop' : `in a loop through "${target}"`)
  return visited.length > most ? refuse(`more than ${most} times`) : undefined
}

/** Returns a URL as it is sent: without a fragment, and without a name and password, which must not get into results. */
export function sentUrl(url: string): string {
  return url.replace(/#.*$/s, '').replace(/^(https?:\/\/)[^/?]*@/, '$1')
}

/**
 * Returns the absolute URL of an address in a header, or undefined if it is not a URL. Headers have one character per
 * byte. Bytes beyond ASCII are read as UTF-8 if valid; otherwise they are escaped one by one, as in browsers.
 */
export function urlOfHeader(value: string, base: string): string | undefined {
  return parseUrl(asUrlText(value), base)?.href
}

function asUrlText(value: string): string {
  if (!/[\u0080-\u00ff]/.test(value) || /[\u0100-\uffff]/.test(value)) return value
  const bytes = Buffer.from(value, 'latin1')
  if (isUtf8(bytes)) return bytes.toString('utf8')
  return value.replaceAll(/[\u0080-\u00ff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`)
}
