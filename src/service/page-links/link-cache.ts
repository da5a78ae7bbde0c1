import { parseUrl } from '../../util/can-parse-url.ts'
import { copyText } from '../../util/copy-text.ts'

/** Longer addresses are not followed. No server that people use takes them, and traps make them ever longer. */
export const MAX_URL_LENGTH = 8192

/** The cache is emptied above this number of UTF-16 units. */
const MAX_CACHED = 8 * 1024 * 1024

/**
 * Remembers the URLs of addresses, because the pages of a site repeat them. An address means the same on all pages of its
 * site or directory. The URL of an unusable address is empty.
 */
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

export class LinkResolver {
  readonly #base: string
  /** The base up to its path, and up to its last slash. */
  readonly #site: string | undefined
  readonly #directory: string | undefined
  readonly #cache: LinkCache
  readonly #encodeQuery: QueryEncoder | undefined

  /**
   * @param base an absolute http(s) URL
   * @param encodeQuery encodes the queries of addresses; without, they are in UTF-8
   */
  constructor(base: string, cache: LinkCache, encodeQuery?: QueryEncoder) {
    this.#base = base
    const [directory, site] = /^(https?:\/\/[^/?#]+)\/(?:[^?#]*\/)?/.exec(base) ?? []
    this.#site = site
    this.#directory = directory
    this.#cache = cache
    this.#encodeQuery = encodeQuery
  }

  /** Returns the absolute URL (WHATWG URL Standard); undefined for text that is not a URL, or longer than links may be. */
  resolve(written: string): string | undefined {
    if (written.length > MAX_URL_LENGTH) return undefined
    const spelling = encoded(written, this.#encodeQuery)
    const place = this.#placeOf(spelling)
    const known = place === undefined ? undefined : this.#cache.from(place).get(spelling)
    if (known !== undefined) return known === '' ? undefined : known
    const url = absoluteUrl(spelling, this.#base)
    const usable = url === undefined || url.length > MAX_URL_LENGTH ? undefined : url
    if (place !== undefined) this.#cache.add(place, spelling, usable ?? '')
    return usable
  }

  /** Returns on which pages an address means the same; undefined if only on this one. */
  #placeOf(spelling: string): string | undefined {
    if (/^https?:\/\//.test(spelling)) return ''
    if (spelling.startsWith('/')) return this.#site
    return /^[\w.%-][^:]*$/.test(spelling) ? this.#directory : undefined
  }
}

/** Encodes the query of an address as the page that holds it asks for. */
export type QueryEncoder = (query: string) => string

const NOT_ASCII = /[^\0-\x7f]/
const OTHER_SCHEME = /^(?!https?:)[a-z][a-z\d+.-]*:/i

function encoded(spelling: string, encodeQuery: QueryEncoder | undefined): string {
  return encodeQuery !== undefined && NOT_ASCII.test(spelling) ? withQuery(spelling, encodeQuery) : spelling
}

/** Returns an address with its query encoded. Queries of other schemes than http(s) are always in UTF-8. */
function withQuery(spelling: string, encode: QueryEncoder): string {
  const [, path = '', query, fragment = ''] = /^([^?#]*)(\?[^#]*)?(.*)$/s.exec(spelling) ?? []
  if (query === undefined || OTHER_SCHEME.test(spelling)) return spelling
  // `URL` leaves out tabs and line breaks, so they must not be encoded.
  return path + encode(query.replaceAll(/[\t\n\r]/g, '')) + fragment
}

/** Returns the absolute URL (WHATWG URL Standard), or undefined for text that is not a URL. */
export function absoluteUrl(spelling: string, base: string, encodeQuery?: QueryEncoder): string | undefined {
  return parseUrl(encoded(spelling, encodeQuery), base)?.href
}
