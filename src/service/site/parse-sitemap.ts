import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import { MAX_URL_LENGTH } from '../page-links/link-cache.ts'

export type SitemapKind = 'urlset' | 'sitemapindex'

/**
 * Reads a sitemap (sitemaps.org 0.9) piece by piece. `write` returns the locations that the piece completed, so that a
 * file of any size is read in constant memory. It turns `refused` for a document that is not a sitemap or declares
 * entities.
 */
export class SitemapParser implements TokenizerCallbacks {
  kind: SitemapKind | undefined
  /** Why nothing more is read, once that is so. */
  refused: string | undefined
  readonly #tokenizer = new Tokenizer({ xmlMode: true, decodeEntities: true }, this)
  #text = ''
  /** Offset in the whole document of the first character of `text`. */
  #offset = 0
  #parent = ''
  #element = ''
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
    if (this.kind === undefined) this.refused ??= 'it is no sitemap'
    return this.#found
  }

  onopentagname(start: number, end: number): void {
    const name = this.#slice(start, end)
    if (this.kind === undefined) {
      if (name !== 'urlset' && name !== 'sitemapindex')
        return this.#refuse(`its root element is "${name.slice(0, 40)}"`)
      this.kind = name
    }
    if (name === 'url' || name === 'sitemap') this.#parent = name
    this.#element = name
    this.#location = name === 'loc' && this.#parent !== '' ? '' : undefined
  }

  onclosetag(start: number, end: number): void {
    const name = this.#slice(start, end)
    if (name === this.#parent) this.#parent = ''
    if (name !== 'loc' || this.#element !== 'loc') return
    const location = this.#location?.trim()
    this.#location = undefined
    this.#element = ''
    if (location !== undefined && location !== '' && location.length <= MAX_URL_LENGTH)
      this.#found.push(location)
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

  onselfclosingtag(): void {}
  onopentagend(): void {}
  onattribname(): void {}
  onattribdata(): void {}
  onattribentity(): void {}
  onattribend(): void {}
  oncomment(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  #refuse(reason: string): void {
    this.refused ??= reason
    this.#tokenizer.pause()
  }

  #slice(start: number, end: number): string {
    return this.#text.slice(Math.max(0, start - this.#offset), end - this.#offset)
  }
}
