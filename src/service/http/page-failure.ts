import { formatDuration } from '../../util/duration.ts'
import { isFullDisk } from '../../util/has-code.ts'
import { tlsAdviceFor } from '../../util/tls-advice.ts'

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

/** The code of errors that the address check raises inside the HTTP client. */
export const PRIVATE_ADDRESS = 'ERR_PRIVATE_ADDRESS'

const DNS = /^(?:ENOTFOUND|EAI_(?:AGAIN|NODATA|NONAME|FAIL))$/
const TIMEOUT = /^(?:UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT|ETIMEDOUT)$/
const CUT_OFF = /^(?:ECONNRESET|EPIPE|UND_ERR_(?:SOCKET|RES_CONTENT_LENGTH_MISMATCH))$/
const NO_CONNECTION = /^(?:ECONN(?:REFUSED|ABORTED)|E(?:HOST|NET)UNREACH)$/
const TLS = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_SSL|ERR_TLS|EPROTO|HOSTNAME_MISMATCH/

/** Returns what an error of the HTTP client means for the page. */
export function failureOf(error: unknown, url: string): PageFailure {
  const { code, message } = codeOf(error)
  const { host, hostname } = new URL(url)
  if (code === PRIVATE_ADDRESS) return deniedAddress(host)
  if (isFullDisk(error))
    return failure('SCRAPE_ALL_ENGINES_FAILED', `The disk has no room for "${url}" (${message}).`, true)
  if (DNS.test(code)) {
    const error = `The name "${hostname}" could not be resolved (${code}).`
    return failure('SCRAPE_DNS_RESOLUTION_ERROR', error, code !== 'ENOTFOUND')
  }
  if (TLS.test(code))
    return failure('SCRAPE_SSL_ERROR', `No trusted connection to "${host}" (${code})${tlsAdviceFor(code)}.`)
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

/** Returns the most telling code of an error and its causes. */
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
