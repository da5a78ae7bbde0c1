import { guessScheme } from '../util/guess-scheme.ts'
import { type CheckedRequest, refusal, remark, type RequestProblem } from './request-problem.ts'
import { absoluteUrl, hasScheme } from '../scope/page-url.ts'
import { canParseUrl } from '../util/can-parse-url.ts'
import { escapeToken, isJsonObject, type Json, objectOf } from '../util/json.ts'
import { wordSet } from '../util/word-set.ts'

const POINTER = '/url'

/** The hosted service takes only a slash, `?`, `#` or the end after a host. */
const HOST_AND_BACKSLASH = /^(\s*[a-z][a-z\d+.-]*:\/\/[^/?#\\]+)\\/i

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
  const instead = url.replace(/[,;]\s*$/, '')
  if (instead !== url) return [remark('limits/url-comma', POINTER, { instead }, { instead })]
  const slashed = url.replace(HOST_AND_BACKSLASH, '$1/')
  if (slashed !== url) return [remark('limits/url-backslash', POINTER, {}, { instead: slashed })]
  // Without a scheme the text may not be a URL, so its host is not checked.
  return hasScheme(url) ? findPrivateHost(hostname, writtenHost(url)) : missingScheme(url)
}

function withoutStar(url: string): string {
  const domain = url.replace(/^(\w+:\/\/)?\*\./, '$1')
  const start = domain.includes('*')
    ? domain.slice(0, domain.lastIndexOf('/', domain.indexOf('*')) + 1)
    : domain
  return domain === url ? `"${start}"` : `"${start}" and "allowSubdomains: true"`
}

function missingScheme(url: string): RequestProblem[] {
  // A placeholder of another tool is reported as one.
  if (/^\s*(?:\$|\{\{)/.test(url)) return []
  const host = url.trim().replace(/^https?\/+/i, '')
  const instead = `${guessScheme(host)}://${host}`
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

/** Schemes without slashes, which look like a host and a port. */
const NO_PAGE = /^\s*((?:about|blob|data|file|javascript|mailto|sms|tel|view-source):)/i

function unusable(url: string): string | undefined {
  const scheme = NO_PAGE.exec(url)?.[1]
  if (scheme !== undefined) return `starts with "${scheme}"; only http and https can be crawled`
  // The schema has refused other schemes.
  return canParseUrl(absoluteUrl(url)) ? undefined : 'is not a URL'
}

/** Returns the host of a URL with a scheme as it is written: the parser would change `1.2.3` and names beyond ASCII. */
function writtenHost(url: string): string {
  const authority = /:\/\/([^/?#\\]*)/.exec(url.trim())?.[1] ?? ''
  return authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '')
}

/** Endings of file names that are not top-level domains: such a host is a mistake in a program. */
const FILE_ENDINGS =
  /\.(?:jpe?g|png|gif|webp|svg|ico|bmp|tiff?|avif|pdf|docx?|xlsx?|pptx?|csv|txt|html?|xml|json|css|js|php|aspx?|jsp|mp[34]|wav|webm|gz|tgz|tar|woff2?|exe|dmg|apk)$/i

/** Tells whether the hosted service takes a host: four numbers, or a name whose last label is two or more ASCII or Cyrillic characters. */
function isPublicName(host: string): boolean {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return true
  if (host.startsWith('.') || host.includes('..') || FILE_ENDINGS.test(host)) return false
  return /\.(?:xn--[a-z\d-]+|[a-z\d\u0400-\u052f-]{2,})$/i.test(host)
}

/** Finds settings that prevent the delivery of events. */
export function checkWebhook({ request, isOpen }: CheckedRequest): RequestProblem[] {
  const { webhook } = request
  const [url, pointer] = isJsonObject(webhook) ? [webhook['url'], '/webhook/url'] : [webhook, '/webhook']
  const found: RequestProblem[] = []
  if (typeof url === 'string' && !isOpen(url)) {
    const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(url)?.[1]
    if (scheme !== undefined && !/^https?$/i.test(scheme))
      found.push(refusal('limits/webhook-scheme', pointer, { scheme: `${scheme}://` }))
    else if (!canParseUrl(url)) found.push(refusal('limits/webhook-url', pointer, {}))
  }
  const events = isJsonObject(webhook) ? webhook['events'] : undefined
  if (Array.isArray(events) && events.length === 0)
    found.push(remark('limits/empty-events', '/webhook/events', {}, { part: 'key' }))
  return found
}

/** Headers that belong to the connection, so that settings cannot change them. */
export const CONNECTION_HEADERS = wordSet(
  'connection content-length host keep-alive te transfer-encoding upgrade',
)

/** Finds headers of pages and of the webhook that no HTTP request can carry. */
export function checkHeaders({ request, page }: CheckedRequest): RequestProblem[] {
  const { webhook } = request
  return [
    ...unsendable('/scrapeOptions/headers', page['headers']),
    ...unsendable('/webhook/headers', objectOf(webhook)?.['headers']),
  ]
}

function unsendable(base: string, headers: Json | undefined): RequestProblem[] {
  return Object.entries(isJsonObject(headers) ? headers : {}).flatMap(([name, value]) => {
    const problem = typeof value === 'string' ? headerProblem(name, value) : undefined
    if (problem === undefined) return []
    // Only the name is shown, because the value may be a secret.
    const shown = { name: JSON.stringify(name), problem }
    return [refusal('limits/unsendable-header', `${base}/${escapeToken(name)}`, shown, { part: 'key' })]
  })
}

/** Returns the end of a sentence about a header that RFC 9110, section 5, does not allow. */
function headerProblem(name: string, value: string): string | undefined {
  if (!/^[!#$%&'*+.^_`|~\dA-Za-z-]+$/.test(name)) return 'has an invalid name'
  if (CONNECTION_HEADERS.has(name.toLowerCase())) return 'belongs to the connection and cannot be set'
  return /[^\t\u0020-\u007e\u0080-\u00ff]/.test(value)
    ? 'has a value with characters that headers cannot contain'
    : undefined
}
