import { tlsAdviceFor } from '../../util/tls-advice.ts'
import { deniedAddress, failure, type PageFailure } from '../http/page-failure.ts'
import type { GuardProxy } from './guard-proxy.ts'
import { messageOf } from '../../util/message-of.ts'

/** Thrown if there is no browser to start. */
export class NoBrowserError extends Error {}

/** Returns whether an error means that the browser would save the answer as a file. */
export function isDownload(error: unknown): boolean {
  return /download is starting|net::ERR_ABORTED/i.test(messageOf(error))
}

/** Translates a browser error for `url` into a failure of the page. */
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
