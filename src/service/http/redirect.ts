import { isUtf8 } from 'node:buffer'
import { parseUrl } from '../../util/can-parse-url.ts'
import { failure, type PageFailure } from './page-failure.ts'
import type { Answer } from './receive-body.ts'

/** The answer that a page is at another address. */
export interface PageRedirect {
  readonly kind: 'redirect'
  /** Absolute, without a fragment. */
  readonly target: string
  /** The cookies for the target: changed by this answer, or by an earlier one. Absent if it gets none. */
  readonly cookies?: 'new' | 'old'
}

const STATUSES = new Set([301, 302, 303, 307, 308])
/** As many as browsers follow, about. */
const MAX_HOPS = 10

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
  // With cookies that it did not get before, a page may answer otherwise.
  const returns = cookies === 'new' ? Infinity : cookies === 'old' ? 1 : 0
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
