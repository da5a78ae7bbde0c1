import { parseUrl } from '../../util/can-parse-url.ts'
import { copyText } from '../../util/copy-text.ts'

/** Longer addresses are not followed. No server that people use takes them, and traps make them ever longer. */
export const MAX_URL_LENGTH = 8192

/** The cache is emptied above this number of UTF-16 units. */
const MAX_CACHED = 1024 * 1024

/** Caches the URLs of addresses, which pages of a site or directory share. The URL of an unusable address is empty. */
export class LinkCache {
  readonly #places = new Map<string, Map<string, string>>()
  #size = 0

  /** Returns the known addresses that start from a site, a directory, or from nowhere (''). */
  from(place: string): Map<string, string> {
    let known = this.#places.get(place)
    if (known === undefined) this.#places.set(place, (known = new Map()))
    return known
  }

  add(place: string, address: string, url: string): void {
    this.#size += address.length + url.length
    if (this.#size > MAX_CACHED) {
      this.#places.clear()
      this.#size = 0
    }
    this.from(place).set(copyText(address), url)
  }
}

/** Encodes the query of an address as the page that holds it asks for. */
export type QueryEncoder = (query: string) => string

export const NOT_ASCII = /[^\0-\x7f]/
const OTHER_SCHEME = /^(?!https?:)[a-z][a-z\d+.-]*:/i

/** Returns the absolute URL, or undefined for text that is not a URL. Without `encodeQuery` its query is in UTF-8. */
export function absoluteUrl(spelling: string, base: string, encodeQuery?: QueryEncoder): string | undefined {
  const isEncoded = encodeQuery !== undefined && NOT_ASCII.test(spelling) && !OTHER_SCHEME.test(spelling)
  return parseUrl(isEncoded ? withQuery(spelling, encodeQuery) : spelling, base)?.href
}

/** Returns an address with its query encoded. Queries of other schemes than http(s) are always in UTF-8. */
function withQuery(spelling: string, encode: QueryEncoder): string {
  // `URL` leaves out tabs and line breaks, so they must not be encoded.
  const encoded = (_: string, path: string, query: string): string =>
    path + encode(query.replaceAll(/[\t\n\r]/g, ''))
  return spelling.replace(/^([^?#]*)(\?[^#]*)/, encoded)
}
