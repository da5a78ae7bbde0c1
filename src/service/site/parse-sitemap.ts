import { decodeHTMLStrict } from 'entities'
import { Parser } from 'htmlparser2'
import { parseUrl } from '../../util/can-parse-url.ts'
import { isSitemapUrl } from '../http/media-type.ts'
import { MAX_URL_LENGTH } from '../page-links/link-cache.ts'

export type SitemapKind = 'urlset' | 'sitemapindex' | 'feed'

/** Root elements: sitemaps (sitemaps.org 0.9), RSS 2.0, Atom (RFC 4287) and RSS 1.0. */
const KINDS: Readonly<Record<string, SitemapKind>> = {
  urlset: 'urlset',
  sitemapindex: 'sitemapindex',
  rss: 'feed',
  feed: 'feed',
  RDF: 'feed',
}
const ENTRIES = new Set(['url', 'sitemap', 'item', 'entry'])
/** The library takes longer for each element the more are open. */
const MAX_DEPTH = 1000

/** An absolute location, and where it leads: `either` has to be read to know. */
export interface SitemapEntry {
  readonly url: string
  readonly leadsTo: 'page' | 'sitemap' | 'either'
}

/**
 * Reads a sitemap or feed piece by piece. `write` returns the locations that the piece completed, so that a file of any
 * size is read in constant memory. It sets `refused` for another document, and for one that declares entities.
 */
export class SitemapParser {
  kind: SitemapKind | undefined
  /** Why nothing more is read, once that is so. */
  refused: string | undefined
  readonly #parser: Parser
  /** The prefix of the sitemap's or feed's own elements, with its colon. Other prefixes name extensions. */
  #prefix = ''
  #depth = 0
  #entry = ''
  #entryDepth = 0
  /** Addresses of open elements that relative locations are resolved against (XML Base), and how deep those are. */
  readonly #bases: { readonly base: string; readonly depth: number }[]
  /** The text of the location that is open. */
  #location: string | undefined
  /** Whether that is a location only if it is the URL of a page. */
  #isGuid = false
  #found: SitemapEntry[] = []

  /** @param base the file's own address */
  constructor(base: string) {
    this.#bases = [{ base, depth: 0 }]
    const handler = {
      onopentag: (name: string, attributes: Readonly<Record<string, string>>) => this.#open(name, attributes),
      onclosetag: (name: string, isImplied: boolean) => this.#close(name, isImplied),
      ontext: (text: string) => {
        if (this.#location !== undefined && this.#location.length <= MAX_URL_LENGTH) this.#location += text
      },
      onprocessinginstruction: (name: string, data: string) => {
        if (name.startsWith('!') && data.toUpperCase().includes('ENTITY'))
          this.#refuse('it declares entities')
      },
    }
    this.#parser = new Parser(handler, { xmlMode: true })
  }

  write(piece: string): SitemapEntry[] {
    this.#found = []
    if (this.refused === undefined) this.#parser.write(piece)
    return this.#found
  }

  end(): SitemapEntry[] {
    this.#found = []
    const isCutOff = this.#depth > 0
    if (this.refused === undefined) this.#parser.end()
    if (isCutOff) this.refused ??= 'it ends before its root element does'
    if (this.kind === undefined) this.refused ??= 'it is not a sitemap'
    return this.#found
  }

  #open(full: string, attributes: Readonly<Record<string, string>>): void {
    if (this.kind === undefined) this.#begin(full)
    if (++this.#depth > MAX_DEPTH) this.#refuse(`it has more than ${MAX_DEPTH} elements in each other`)
    const name = this.#ownName(full)
    if (ENTRIES.has(name)) {
      this.#entry = name
      this.#entryDepth = this.#depth
    }
    const { rel = 'alternate', href, isPermaLink = '', 'xml:base': base } = attributes
    const resolved = base === undefined ? undefined : this.#resolve(base)
    if (resolved !== undefined && resolved.length <= MAX_URL_LENGTH)
      this.#bases.push({ base: resolved, depth: this.#depth })
    // RSS calls it a link by default, but many feeds have numbers there.
    this.#isGuid = name === 'guid' && isPermaLink !== 'true'
    // Deeper ones are part of the text of an entry.
    const isItsOwn = this.#depth === this.#entryDepth + 1
    const isOfItem = isItsOwn && (name === 'link' || (name === 'guid' && isPermaLink !== 'false'))
    const isLocation = name === 'loc' || (isOfItem && this.#entry === 'item')
    this.#location = isLocation && this.#entry !== '' ? '' : undefined
    if (isItsOwn && name === 'link' && this.#entry === 'entry' && rel === 'alternate') this.#find(href)
  }

  #close(full: string, isImplied: boolean): void {
    if (this.#ownName(full) === this.#entry) this.#entry = ''
    // A location without an end may be cut off.
    if (!isImplied && !(this.#isGuid && !/^\s*https?:/.test(this.#location ?? ''))) this.#find(this.#location)
    this.#location = undefined
    if (this.#bases.at(-1)?.depth === this.#depth--) this.#bases.pop()
  }

  #begin(root: string): void {
    // PHP writes its warnings in these elements.
    if (root === 'br' || root === 'b') return
    const local = root.slice(root.indexOf(':') + 1)
    this.kind = KINDS[local]
    if (this.kind === undefined) this.#refuse(`its root element is "${root.slice(0, 40)}"`)
    // Items of RSS 1.0 are in another namespace than their root.
    this.#prefix = local === 'RDF' ? '' : root.slice(0, root.length - local.length)
  }

  /** Returns the name of an element without its prefix, or nothing for an element of an extension. */
  #ownName(full: string): string {
    const local = full.slice(full.indexOf(':') + 1)
    return this.#prefix + local === full ? local : ''
  }

  #find(spelling: string | undefined): void {
    // XML leaves entities of HTML, such as "&eacute;", as they are.
    const location = spelling === undefined ? undefined : decodeHTMLStrict(spelling).trim()
    if (location === undefined || location === '' || location.length > MAX_URL_LENGTH) return
    const url = this.#resolve(location)
    if (url !== undefined && /^https?:/.test(url)) this.#found.push({ url, leadsTo: this.#kindOf(url) })
  }

  /** Returns where a location of the open entry leads. Many files have sitemaps among pages, or pages in an index. */
  #kindOf(url: string): SitemapEntry['leadsTo'] {
    const isIndex = this.kind === 'sitemapindex'
    if (isIndex !== (this.#entry === 'sitemap')) return 'either'
    if (isIndex) return 'sitemap'
    return isSitemapUrl(url) ? 'either' : 'page'
  }

  #resolve(location: string): string | undefined {
    return parseUrl(location, this.#bases.at(-1)?.base)?.href
  }

  #refuse(reason: string): void {
    this.refused ??= reason
    this.#parser.pause()
  }
}
