import { createHash } from 'node:crypto'
import { CONNECTION_HEADERS } from '../../request/check-connections.ts'
import { needsBrowser, type ScrapeSettings } from '../../request/page-settings.ts'
import { pageSettingsDeciding } from '../../request/setting-decisions.ts'
import { canonicalJson, type JsonObject } from '../../util/json.ts'
import { memoize } from '../../util/memoize.ts'
import type { AddressPolicy } from './address-policy.ts'
import type { SentCookies } from './crawl-cookies.ts'
import { ACCEPT_ENCODING } from './receive-body.ts'
import { USER_AGENT } from './user-agent.ts'

/**
 * Says who asks for a page, and from where it may come: everything that is sent for it, and the addresses that its crawl may use.
 * A page of an earlier crawl is given only to the same sender.
 */

/** Headers that a request sets. They may carry secrets, so the origin of its start URL gets them and no other. */
export interface OwnHeaders {
  readonly origin: string
  readonly values: Readonly<Record<string, string>>
}

/** The members of a request that decide which headers are sent. */
export interface SentParts {
  readonly headers?: OwnHeaders | undefined
  /** Value of `Accept` unless `headers` has one. */
  readonly accept?: string
  /** Value of `Accept-Language` unless `headers` has one. */
  readonly acceptLanguage?: string | undefined
  /** The crawl's cookies for the URL; they follow those of `headers`, and replace those with the same names. */
  readonly cookie?: SentCookies | undefined
}

/** Returns the headers of a request for `url`, except its conditions. */
export function sentHeaders(request: SentParts, url: string, userAgent: string): Record<string, string> {
  const headers: Record<string, string> = {
    'user-agent': userAgent,
    accept: request.accept ?? '*/*',
    'accept-encoding': ACCEPT_ENCODING,
  }
  if (request.acceptLanguage !== undefined) headers['accept-language'] = request.acceptLanguage
  for (const [name, value] of Object.entries(headersFor(request.headers, new URL(url).origin))) {
    const folded = name.toLowerCase()
    if (!CONNECTION_HEADERS.has(folded)) headers[folded] = value
  }
  if (request.cookie === undefined) return headers
  const { header, names } = request.cookie
  // The first of two cookies with one name counts for many servers (RFC 6265 section 5.3: a new one replaces the old one).
  const own = (headers['cookie'] ?? '').split(';').filter((pair) => !names.includes(nameOf(pair)))
  const cookies = [...own, header].map((text) => text.trim()).filter((text) => text !== '')
  delete headers['cookie']
  if (cookies.length > 0) headers['cookie'] = cookies.join('; ')
  return headers
}

/** Returns the name of a cookie of a `Cookie` header; empty for a value alone. */
function nameOf(pair: string): string {
  return pair.slice(0, Math.max(0, pair.indexOf('='))).trim()
}

/** Returns the headers of `own` for a request to `origin`: all or none. The same host over TLS is the same site. */
export function headersFor(own: OwnHeaders | undefined, origin: string): OwnHeaders['values'] {
  if (own === undefined) return {}
  return origin === own.origin || origin === own.origin.replace(/^http:/, 'https:') ? own.values : {}
}

/**
 * Settings that a site cannot see, and those that count as what is sent, because other origins do not get it. All others are part
 * of the sender.
 */
const UNSEEN = pageSettingsDeciding('fetch', 'content', 'freshness')

export interface SentRequest extends SentParts {
  readonly url: string
  readonly addressPolicy: AddressPolicy
}

/** Returns a digest of the sender of a request. It holds no secret in clear. */
export function senderOf(request: SentRequest, scrape: ScrapeSettings): string {
  const { url, headers, addressPolicy } = request
  // A page in a browser can send the headers from any origin, with its scripts and images.
  const shown = needsBrowser(scrape) ? { origin: headers?.origin ?? '', values: headers?.values ?? {} } : null
  const sent = sentHeaders(request, url, USER_AGENT)
  return digest(canonicalJson({ sent, seen: seenSettings(scrape), shown, addressPolicy }))
}

/** Settings are plain JSON, but their type does not say so. */
const seenSettings = memoize(
  (scrape: ScrapeSettings) =>
    Object.fromEntries(Object.entries(scrape).filter(([name]) => !UNSEEN.has(name))) as JsonObject,
)

declare const pageKey: unique symbol

/** What a stored page is found by. Only `pageKeyOf` makes one, so that no page is stored or given without its sender. */
export type PageKey = string & { readonly [pageKey]: true }

/** @param senders digests of the senders of the requests that led to the page, in order */
export function pageKeyOf(url: string, senders: readonly string[], ...more: readonly string[]): PageKey {
  return digest(JSON.stringify([url, senders, more])) as PageKey
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
