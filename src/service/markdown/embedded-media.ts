import type { ElementKind } from '../html/element-kinds.ts'
import type { StartTag } from '../html/start-tag.ts'
import { destination, inlineText } from './inline-text.ts'
import type { LineWriter } from './line-writer.ts'
import type { MarkdownRequest } from './markdown-request.ts'

/** Stands for the data of an image in the address of one, which are no text. */
const NO_DATA = '<Base64-Image-Removed>'
/** A film names its sources in elements of their own. */
const NEXT_SOURCE = /\s*<source\b/iy

/** Returns an element's label for those who do not see it; empty when it has none. */
export function labelOf(tag: StartTag): string {
  const label = [tag.get('aria-label'), tag.get('title'), tag.get('alt')].find((text) => text?.trim())
  return label?.trim() ?? ''
}

/** Tells whether an address is code to run. */
export function isScript(href: string): boolean {
  const first = href.charCodeAt(0)
  // Most addresses begin with another letter or a slash.
  if (first > 0x20 && first < 0x80 && (first | 0x20) !== 0x6a && (first | 0x20) !== 0x76) return false
  return /^\s*(?:javascript|vbscript):/i.test(href)
}

/**
 * What a page shows of other files: pictures, and films, other documents and places of a picture, which Markdown has no
 * way to show, as links.
 */
export class EmbeddedMedia {
  readonly #html: string
  readonly #lines: LineWriter
  readonly #request: MarkdownRequest
  /** What is open; its address is unknown until one of its sources gives it. */
  #open: { readonly label: string; url: string | undefined } | undefined

  constructor(html: string, lines: LineWriter, request: MarkdownRequest) {
    this.#html = html
    this.#lines = lines
    this.#request = request
  }

  /** Opens a frame or a film; tells whether it is shown as a link, and what it holds is not shown. */
  open(kind: ElementKind, tag: StartTag, url: string | undefined): boolean {
    if (kind.name === 'source' || this.#open !== undefined || this.#lines.isInLink) return false
    const address = addressOf(tag, url)
    NEXT_SOURCE.lastIndex = tag.end
    if (address === undefined && !NEXT_SOURCE.test(this.#html)) return false
    this.#open = { label: labelOf(tag), url: address }
    return true
  }

  /** Reads a source of what is open. */
  readSource(tag: StartTag): void {
    if (this.#open !== undefined)
      this.#open.url ??= addressOf(tag, this.#request.links.resolve(tag.get('src') ?? ''))
  }

  close(): void {
    const { label, url } = this.#open ?? {}
    this.#open = undefined
    if (url !== undefined) this.#writeLink(url, label ?? '')
  }

  /** Writes a picture: its label where it has no address, and no data of one that stands in the page, unless wanted. */
  writeImage(tag: StartTag, url: string | undefined): void {
    if (/\bmwe-math-fallback/.test(tag.get('class') ?? '')) return
    const alt = (tag.get('alt') ?? '').trim()
    const source = url ?? tag.get('src') ?? ''
    if (source === '') {
      const label = labelOf(tag)
      return this.#lines.text(label, 0, label.length)
    }
    const label = inlineText(alt, { isInLink: true, isInCell: this.#lines.isInCell })
    const isLeftOut = source.startsWith('data:') && !this.#request.keepsEmbedded
    const target = isLeftOut ? `(${NO_DATA})` : destination(source, tag.get('title'))
    this.#lines.inline(`![${label}]${target}`)
  }

  /** Writes a place of a picture that leads somewhere. */
  writeArea(tag: StartTag): void {
    const url = this.#request.links.resolve(tag.get('href') ?? '')
    if (tag.has('href') && url !== undefined && !isScript(url) && !this.#lines.isInLink)
      this.#writeLink(url, labelOf(tag))
  }

  /** Writes a link apart from what is beside it, named by its address where it has no label. */
  #writeLink(url: string, label: string): void {
    const text = label === '' ? url : label
    this.#lines.space()
    this.#lines.openLink(url, undefined)
    this.#lines.text(text, 0, text.length)
    this.#lines.closeLink()
    this.#lines.space()
  }
}

/** Returns the address of a file that an element shows in the page; undefined when it shows nothing of its own. */
function addressOf(tag: StartTag, url: string | undefined): string | undefined {
  return tag.get('src') && url !== undefined && /^https?:/.test(url) ? url : undefined
}
