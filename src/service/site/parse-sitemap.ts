import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
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
/** Elements that hold one location. */
const ENTRIES = new Set(['url', 'sitemap', 'item', 'entry'])

/**
 * Reads a sitemap or feed piece by piece. `write` returns the locations that the piece completed, so that a file of any
 * size is read in constant memory. It sets `refused` for another document, and for one that declares entities.
 */
export class SitemapParser implements TokenizerCallbacks {
  kind: SitemapKind | undefined
  /** Why nothing more is read, once that is so. */
  refused: string | undefined
  readonly #tokenizer = new Tokenizer({ xmlMode: true, decodeEntities: true }, this)
  #text = ''
  /** Offset in the whole document of the first character of `text`. */
  #offset = 0
  /** The prefix of the sitemap's or feed's own elements, with its colon. Other prefixes name extensions. */
  #prefix = ''
  #parent = ''
  #element = ''
  /** Attributes of an Atom link. */
  #attribute = ''
  #attributes: Map<string, string> | undefined
  #location: string | undefined
  #found: string[] = []

  write(piece: string): string[] {
    this.#text += piece
    this.#found = []
    if (this.refused === undefined) this.#tokenizer.write(piece)
    // What a token may still need begins near the end: names and texts are bounded, longer ones are cut.
    const keep = Math.min(this.#text.length, MAX_URL_LENGTH)
    this.#offset += this.#text.length - keep
    this.#text = this.#text.slice(this.#text.length - keep)
    return this.#found
  }

  end(): string[] {
    this.#found = []
    if (this.refused === undefined) this.#tokenizer.end()
    if (this.kind === undefined) this.refused ??= 'it is not a sitemap'
    return this.#found
  }

  onopentagname(start: number, end: number): void {
    const full = this.#slice(start, end)
    if (this.kind === undefined) this.#begin(full)
    const name = this.#ownName(full)
    this.#element = name
    if (ENTRIES.has(name)) this.#parent = name
    const isInEntry = this.#parent !== ''
    const isLocation = name === 'loc' || (name === 'link' && this.#parent === 'item')
    this.#location = isLocation && isInEntry ? '' : undefined
    this.#attributes = name === 'link' && this.#parent === 'entry' ? new Map() : undefined
  }

  onclosetag(start: number, end: number): void {
    const name = this.#ownName(this.#slice(start, end))
    if (name === this.#parent) this.#parent = ''
    if (name === '' || name !== this.#element) return
    this.#find(this.#location)
    this.#location = undefined
    this.#element = ''
  }

  ontext(start: number, end: number): void {
    if (this.#location !== undefined && this.#location.length <= MAX_URL_LENGTH)
      this.#location += this.#slice(start, end)
  }

  ontextentity(codepoint: number): void {
    if (this.#location !== undefined) this.#location += String.fromCodePoint(codepoint)
  }

  oncdata(start: number, end: number, endOffset: number): void {
    this.ontext(start, end - endOffset)
  }

  ondeclaration(start: number, end: number): void {
    if (this.#slice(start, end).toUpperCase().includes('ENTITY')) this.#refuse('it declares entities')
  }

  onattribname(start: number, end: number): void {
    if (this.#attributes === undefined) return
    this.#attribute = this.#slice(start, end)
    this.#attributes.set(this.#attribute, '')
  }

  onattribdata(start: number, end: number): void {
    this.#addToAttribute(this.#slice(start, end))
  }

  onattribentity(codepoint: number): void {
    this.#addToAttribute(String.fromCodePoint(codepoint))
  }

  onselfclosingtag(): void {
    this.onopentagend()
    if (this.#element === this.#parent) this.#parent = ''
    this.#element = ''
    this.#location = undefined
  }

  onopentagend(): void {
    const attributes = this.#attributes
    this.#attributes = undefined
    if (attributes === undefined) return
    if ((attributes.get('rel') ?? 'alternate') === 'alternate') this.#find(attributes.get('href'))
  }

  onattribend(): void {}
  oncomment(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  #begin(root: string): void {
    const local = root.slice(root.indexOf(':') + 1)
    const kind = KINDS[local]
    if (kind === undefined) return this.#refuse(`its root element is "${root.slice(0, 40)}"`)
    this.kind = kind
    // Items of RSS 1.0 are in another namespace than their root.
    this.#prefix = local === 'RDF' ? '' : root.slice(0, root.length - local.length)
  }

  /** Returns the name of an element without its prefix, or nothing for an element of an extension. */
  #ownName(full: string): string {
    const local = full.slice(full.indexOf(':') + 1)
    return this.#prefix + local === full ? local : ''
  }

  #addToAttribute(text: string): void {
    const value = this.#attributes?.get(this.#attribute)
    if (value !== undefined && value.length <= MAX_URL_LENGTH)
      this.#attributes?.set(this.#attribute, value + text)
  }

  #find(spelling: string | undefined): void {
    const location = spelling?.trim()
    if (location !== undefined && location !== '' && location.length <= MAX_URL_LENGTH)
      this.#found.push(location)
  }

  #refuse(reason: string): void {
    this.refused ??= reason
    this.#tokenizer.pause()
  }

  #slice(start: number, end: number): string {
    return this.#text.slice(Math.max(0, start - this.#offset), end - this.#offset)
  }
}
