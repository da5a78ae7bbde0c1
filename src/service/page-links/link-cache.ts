import { copyText } from '../../util/copy-text.ts'

/** Longer addresses are not followed. No server that people use takes them, and traps make them ever longer. */
export const MAX_URL_LENGTH = 8192

/** The cache is emptied above this number of addresses. */
const MAX_CACHED = 30_000

/** Remembers the URLs of addresses, because the pages of a site repeat them. The URL of an unusable address is empty. */
export class LinkCache {
  readonly #urls = new Map<string, string>()

  get(address: string): string | undefined {
    return this.#urls.get(address)
  }

  set(address: string, url: string): void {
    if (this.#urls.size >= MAX_CACHED) this.#urls.clear()
    this.#urls.set(copyText(address), url)
  }
}

/** A hidden folder in a path. The `URL` of Node 20 reads dots after one in two ways, so such addresses are not shared. */
const HIDDEN_FOLDER = /\/\.(?!\.?(?:\/|$))/

/** Resolves the links of one page. */
export class LinkResolver {
  readonly #base: string
  /** The base up to its path, and up to its last slash. */
  readonly #site: string
  readonly #directory: string
  readonly #cache: LinkCache
  readonly #encodeQuery: QueryEncoder | undefined

  /**
   * @param base an absolute http(s) URL
   * @param encodeQuery encodes the queries of addresses; without, they are in UTF-8
   */
  constructor(base: string, cache: LinkCache, encodeQuery?: QueryEncoder) {
    this.#base = base
    this.#site = new URL('/', base).href.slice(0, -1)
    this.#directory = new URL('.', base).href
    this.#cache = cache
    this.#encodeQuery = encodeQuery
  }

  /** Returns the absolute URL (WHATWG URL Standard); undefined for text that is not a URL, or longer than links may be. */
  resolve(written: string): string | undefined {
    if (written.length > MAX_URL_LENGTH) return undefined
    const spelling = encoded(written, this.#encodeQuery)
    const address = this.#fromAnywhere(spelling)
    const known = address === undefined ? undefined : this.#cache.get(address)
    if (known !== undefined) return known === '' ? undefined : known
    const url = absoluteUrl(spelling, this.#base)
    const usable = url === undefined || url.length > MAX_URL_LENGTH ? undefined : url
    if (address !== undefined && address.length <= MAX_URL_LENGTH) this.#cache.set(address, usable ?? '')
    return usable
  }

  /** Returns an address that means the same on every page; undefined where that would take the rules of `URL`. */
  #fromAnywhere(spelling: string): string | undefined {
    let address: string | undefined
    if (/^https?:\/\//.test(spelling)) address = spelling
    else if (spelling.startsWith('/')) address = this.#site + spelling
    else if (/^[\w.%-][^:]*$/.test(spelling)) address = this.#directory + spelling
    return address === undefined || HIDDEN_FOLDER.test(address) ? undefined : address
  }
}

type QueryEncoder = (query: string) => string

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
  try {
    return new URL(encoded(spelling, encodeQuery), base).href
  } catch {
    return undefined
  }
}
