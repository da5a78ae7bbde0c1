import type { CheckedRequest } from './checked-request.ts'
import { refusal, remark, type RequestProblem } from './request-problem.ts'
import { absoluteUrl, hasScheme } from '../scope/parse-page-url.ts'
import { canParseUrl } from '../util/can-parse-url.ts'

/** A public name in lower case, without user or port: certainly a usable URL. */
const USUAL_URL = /^https?:\/\/(?:[a-z\d-]+\.)+[a-z]{2,63}(?:[/?#]|$)/

const POINTER = '/url'

/** Finds start URLs that services refuse, or that only some of them crawl. */
export function checkUrl({ request, isOpen }: CheckedRequest): RequestProblem[] {
  const { url } = request
  if (typeof url !== 'string' || isOpen(url)) return []
  if (url.includes('*')) return [refusal('limits/url-star', POINTER, { suggestion: withoutStar(url) })]
  if (USUAL_URL.test(url) && !url.includes('xn--')) return []
  const why = unusable(url)
  if (why !== undefined) return [refusal('limits/url-unusable', POINTER, { why })]
  const { hostname, username, password } = new URL(absoluteUrl(url))
  if (username !== '' || password !== '')
    return [refusal('limits/url-credentials', POINTER, {}, { sensitive: true })]
  // Without a scheme the text may not be a URL, so its host is not judged.
  return hasScheme(url) ? findPrivateHost(hostname) : missingScheme(url)
}

function missingScheme(url: string): RequestProblem[] {
  const instead = `https://${url.trim()}`
  return [remark('limits/url-scheme', POINTER, { instead }, { instead })]
}

function findPrivateHost(host: string): RequestProblem[] {
  if (isPublicName(host)) return []
  const isThisMachine = /^(?:localhost|\[::1\])$/.test(host)
  const help = isThisMachine
    ? 'For a service on this machine that is not the embedded one, write 127.0.0.1.'
    : 'Write the whole name, with its domain, when the crawl is sent elsewhere.'
  return [remark('limits/url-host', POINTER, { host, help })]
}

/** Schemes that are written without slashes, and so look like a host and a port. */
const NO_PAGE = /^\s*((?:about|blob|data|file|javascript|mailto|sms|tel|view-source):)/i

function unusable(url: string): string | undefined {
  const scheme = NO_PAGE.exec(url)?.[1]
  if (scheme !== undefined) return `starts with "${scheme}"; only http and https can be crawled`
  // The schema has refused other schemes.
  return canParseUrl(absoluteUrl(url)) ? undefined : 'is not a URL'
}

function withoutStar(url: string): string {
  const before = url.slice(0, url.indexOf('*'))
  return before.slice(0, before.lastIndexOf('/') + 1)
}

function isPublicName(hostname: string): boolean {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(hostname)) return true
  return /\.[^.\d][^.]+\.?$/.test(hostname)
}
