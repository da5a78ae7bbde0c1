import { guessScheme } from '../util/guess-scheme.ts'
import type { CheckedRequest } from './checked-request.ts'
import { refusal, remark, type RequestProblem } from './request-problem.ts'
import { absoluteUrl, hasScheme } from '../scope/page-url.ts'
import { canParseUrl } from '../util/can-parse-url.ts'

const POINTER = '/url'

/** Finds start URLs that services refuse, or that only some of them crawl. */
export function checkUrl({ request, isOpen }: CheckedRequest): RequestProblem[] {
  const { url } = request
  if (typeof url !== 'string' || isOpen(url)) return []
  if (url.includes('*')) return [refusal('limits/url-star', POINTER, { suggestion: withoutStar(url) })]
  const why = unusable(url)
  if (why !== undefined) return [refusal('limits/url-unusable', POINTER, { why })]
  const { hostname, username, password } = new URL(absoluteUrl(url))
  if (username !== '' || password !== '')
    return [refusal('limits/url-credentials', POINTER, {}, { sensitive: true })]
  // Without a scheme the text may not be a URL, so its host is not judged.
  return hasScheme(url) ? findPrivateHost(hostname, writtenHost(url)) : missingScheme(url)
}

function missingScheme(url: string): RequestProblem[] {
  const instead = `${guessScheme(url)}://${url.trim()}`
  return [remark('limits/url-scheme', POINTER, { instead }, { instead })]
}

function findPrivateHost(host: string, written: string): RequestProblem[] {
  if (isPublicName(written)) return []
  const isThisMachine = /^(?:localhost|\[::1\])$/.test(host)
  const shown = written === '' ? host : written
  const help = isThisMachine
    ? 'For a service on this machine that is not the embedded one, write 127.0.0.1.'
    : 'Write the whole name, with its domain, when the crawl is sent elsewhere.'
  return [remark('limits/url-host', POINTER, { host: shown, help })]
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

/** Returns the host of a URL with a scheme as it is written: the parser would change `1.2.3` and names beyond ASCII. */
function writtenHost(url: string): string {
  const authority = /:\/\/([^/?#\\]*)/.exec(url)?.[1] ?? ''
  return authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '')
}

/** Endings of file names that are not top-level domains: such a host is a mistake in a program. */
const FILE_ENDINGS =
  /\.(?:jpe?g|png|gif|webp|svg|ico|bmp|tiff?|avif|pdf|docx?|xlsx?|pptx?|csv|txt|html?|xml|json|css|js|php|aspx?|jsp|mp[34]|wav|webm|gz|tgz|tar|woff2?|exe|dmg|apk)$/i

function isFileName(host: string): boolean {
  return FILE_ENDINGS.test(host)
}

/**
 * Tells whether the hosted service takes a host as it is written: four numbers, or a name whose last label is of two or
 * more ASCII or Cyrillic letters, digits and hyphens.
 */
function isPublicName(host: string): boolean {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return true
  if (host.startsWith('.') || host.includes('..') || isFileName(host)) return false
  return /\.(?:xn--[a-z\d-]+|[a-z\d\u0400-\u052f-]{2,})$/i.test(host)
}
