import { splitCanonical } from '../../scope/split-canonical.ts'
import { BACKSLASH, HASH, QUESTION_MARK, SLASH, SPACE } from '../../util/character-codes.ts'
import { copyText } from '../../util/copy-text.ts'
import { Link } from './link.ts'

/** Longer addresses are not followed. No server that people use takes them, and traps make them ever longer. */
export const MAX_URL_LENGTH = 8192

/** When a page begins, the cache is emptied above this number of addresses. */
const MAX_CACHED = 30_000
/** While a page is read, the cache is emptied only above this number, which takes a trap. */
const MOST_CACHED = 2 * MAX_CACHED

/**
 * Remembers the links of pages, because the pages of a site repeat them. Each address is a key as it would be spelled
 * from its origin; null marks what is no URL. A link's own URL is a key too.
 */
export class LinkCache {
  #links = new Map<string, Link | null>()

  /**
   * Returns a resolver for the links of a page.
   * @param base an absolute http(s) URL
   * @param encodeQuery encodes the queries of addresses; without, they are in UTF-8
   */
  forBase(base: string, encodeQuery?: (query: string) => string): LinkResolver {
    this.#makeRoom(MAX_CACHED)
    return new LinkResolver(base, this, encodeQuery)
  }

  find(key: string): Link | null | undefined {
    return this.#links.get(key)
  }

  /** @param key is not part of a longer text, which it would keep in memory */
  remember(key: string, link: Link | undefined): void {
    this.#makeRoom(MOST_CACHED)
    this.#links.set(key, link ?? null)
  }

  /**
   * Returns the link to an absolute URL as `URL` writes it.
   * @param url is not part of a longer text either
   */
  linkTo(url: string): Link {
    const known = this.#links.get(url)
    if (known) return known
    const link = new Link(url)
    this.remember(url, link)
    return link
  }

  #makeRoom(most: number): void {
    if (this.#links.size >= most) this.#links = new Map()
  }
}

/** A hidden folder in a path. The `URL` of Node 20 reads dots after one in two ways, so such paths are not shared. */
const HIDDEN_FOLDER = /\/\.(?!\.?(?:\/|$))/

/** Resolves the links of one page. */
export class LinkResolver {
  readonly #base: string
  /** The base without its fragment, without query and fragment, up to its last slash, and up to its path. */
  readonly #page: string
  readonly #path: string
  readonly #directory: string
  readonly #origin: string
  readonly #cache: LinkCache
  readonly #encodeQuery: ((query: string) => string) | undefined

  constructor(base: string, cache: LinkCache, encodeQuery?: (query: string) => string) {
    this.#base = base
    const href = splitCanonical(base) === undefined ? new URL(base).href : base
    this.#page = before(href, '#')
    this.#path = before(this.#page, '?')
    this.#directory = this.#path.slice(0, this.#path.lastIndexOf('/') + 1)
    this.#origin = href.slice(0, href.indexOf('/', 'https://'.length))
    this.#cache = cache
    this.#encodeQuery = encodeQuery
  }

  /** Returns the link (WHATWG URL Standard), or undefined when the spelling is no URL or longer than links may be. */
  resolve(written: string): Link | undefined {
    if (written.length > MAX_URL_LENGTH) return undefined
    const spelling = encoded(written, this.#encodeQuery)
    const key = this.#keyOf(spelling)
    if (key === undefined || key.length > MAX_URL_LENGTH) return this.#make(spelling, undefined)
    const known = this.#cache.find(key)
    if (known !== undefined) return known ?? undefined
    const ownKey = key === spelling ? copyText(key) : key
    const link = this.#make(spelling, ownKey)
    if (link?.url !== ownKey) this.#cache.remember(ownKey, link)
    return link
  }

  #make(spelling: string, key: string | undefined): Link | undefined {
    // Most keys are URLs already, and parsing takes ten times as long as seeing that.
    const isUrl = key !== undefined && splitCanonical(key) !== undefined
    const url = isUrl ? key : absoluteUrl(spelling, this.#base)
    return url === undefined || url.length > MAX_URL_LENGTH ? undefined : this.#cache.linkTo(url)
  }

  /**
   * Returns an absolute address that means the same as a spelling on this page. Undefined where that would take the rules
   * of `URL`.
   */
  #keyOf(spelling: string): string | undefined {
    const key = this.#plainKeyOf(spelling)
    return key?.includes('/.') && HIDDEN_FOLDER.test(key) ? undefined : key
  }

  #plainKeyOf(spelling: string): string | undefined {
    const first = spelling.charCodeAt(0)
    if (first === SLASH) {
      const second = spelling.charCodeAt(1)
      if (second === SLASH) return this.#origin.slice(0, this.#origin.indexOf('/')) + spelling
      // A backslash would begin a host, also after characters that `URL` leaves out.
      return second === BACKSLASH || second <= SPACE ? undefined : this.#origin + spelling
    }
    if (first === HASH) return this.#page + spelling
    if (first === QUESTION_MARK) return this.#path + spelling
    if (MEANS_THE_SAME_ANYWHERE.test(spelling)) return spelling
    // What is left is relative, unless it has a scheme or begins with what `URL` leaves out.
    if (first === BACKSLASH || !(first > SPACE) || spelling.includes(':')) return undefined
    return this.#fromDirectory(spelling)
  }

  /** Returns the address of a relative spelling, without the `../` that it begins with: many pages repeat the rest. */
  #fromDirectory(spelling: string): string {
    const root = this.#origin.length + 1
    let directory = this.#directory
    let at = 0
    for (; spelling.startsWith('../', at); at += '../'.length)
      if (directory.length > root)
        directory = directory.slice(0, directory.lastIndexOf('/', directory.length - 2) + 1)
    return directory + spelling.slice(at)
  }
}

const NOT_ASCII = /[^\0-\x7f]/
const OTHER_SCHEME = /^(?!https?:)[a-z][a-z\d+.-]*:/i

function encoded(spelling: string, encodeQuery: ((query: string) => string) | undefined): string {
  return encodeQuery !== undefined && NOT_ASCII.test(spelling) ? withQuery(spelling, encodeQuery) : spelling
}

/** Returns an address with its query encoded; of other schemes than http(s), it is always in UTF-8. */
function withQuery(spelling: string, encode: (query: string) => string): string {
  const path = before(before(spelling, '#'), '?')
  const rest = spelling.slice(path.length)
  if (!rest.startsWith('?') || OTHER_SCHEME.test(spelling)) return spelling
  const query = before(rest, '#')
  // `URL` leaves out tabs and line breaks, so they must not be encoded.
  return path + encode(query.replaceAll(/[\t\n\r]/g, '')) + rest.slice(query.length)
}

const MEANS_THE_SAME_ANYWHERE = /^(?:https?:\/\/|mailto:|tel:|javascript:)/

function before(text: string, sign: string): string {
  const at = text.indexOf(sign)
  return at === -1 ? text : text.slice(0, at)
}

/** Returns the absolute URL (WHATWG URL Standard), or undefined when the spelling is no URL at all. */
export function absoluteUrl(
  spelling: string,
  base: string,
  encodeQuery?: (query: string) => string,
): string | undefined {
  try {
    return new URL(encoded(spelling, encodeQuery), base).href
  } catch {
    return undefined
  }
}
