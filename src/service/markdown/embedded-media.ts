import type { ElementKind } from '../html/element-kinds.ts'
import type { KeptHtml } from '../html/kept-html.ts'
import type { LinkCollector } from '../link/link-collector.ts'
import { StartTag } from '../html/start-tag.ts'
import { EMBEDDED_IMAGE } from './stand-ins.ts'

/** Returns an element's label for those who do not see it, as HTML; empty when it has none. */
export function labelOf(tag: StartTag): string {
  const label = [tag.get('aria-label'), tag.get('title'), tag.get('alt')].find((text) => text?.trim())
  return escapeHtml(label?.trim() ?? '')
}

/** Reads the `a` that starts at a place of a page once more. */
export function anchorAt(html: string, start: number): StartTag {
  const tag = new StartTag(html)
  tag.read(start, start + '<a'.length)
  return tag
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
  readonly #kept: KeptHtml
  readonly #links: LinkCollector
  readonly #keepsEmbedded: boolean
  /** What is open; its link is empty until one of its sources gives it. */
  #open: { readonly mark: number; readonly label: string; link: string } | undefined

  constructor(kept: KeptHtml, links: LinkCollector, keepsEmbedded: boolean) {
    this.#kept = kept
    this.#links = links
    this.#keepsEmbedded = keepsEmbedded
  }

  /** Opens a frame, a film or a source of one; tells whether its end matters. */
  open(kind: ElementKind, tag: StartTag): boolean {
    const isSource = kind.name === 'source'
    if (isSource && this.#open?.link === '')
      this.#open.link = linkToEmbedded(tag, this.#open.label, this.#links)
    if (isSource || this.#open !== undefined) return false
    const label = labelOf(tag)
    this.#open = { mark: this.#kept.mark(tag.start), label, link: linkToEmbedded(tag, label, this.#links) }
    return true
  }

  close(end: number): void {
    const { mark, link } = this.#open ?? { mark: 0, link: '' }
    this.#open = undefined
    if (link === '') return
    this.#kept.hideSince(mark, end)
    this.#kept.divert(end, end, ` ${link} `)
  }

  /**
   * Writes a picture: its label where it has no address, and no data of one that stands in the page, unless wanted.
   * Returns the number of marks that were written for the converter.
   */
  writeImage(tag: StartTag, text: string | undefined): number {
    const isFormula = /\bmwe-math-fallback/.test(tag.get('class') ?? '')
    if (isFormula || (text === undefined && !tag.get('src'))) {
      this.#kept.divert(tag.start, tag.end, isFormula ? '' : labelOf(tag))
      return 0
    }
    const isData = text === undefined && tag.get('src')?.startsWith('data:') === true
    if (isData && !this.#keepsEmbedded) {
      const alt = escapeHtml(tag.get('alt') ?? '')
      this.#kept.divert(tag.start, tag.end, `<img src="${EMBEDDED_IMAGE}" alt="${alt}">`)
      return 1
    }
    if (text !== undefined) this.#kept.replace(tag.start, tag.end, text)
    return 0
  }

  writeArea(tag: StartTag, isInLink: boolean): void {
    const url = this.#links.resolve(tag.get('href') ?? '')
    const isLink = tag.has('href') && url !== undefined && !isScript(url)
    this.#kept.divert(tag.start, tag.end, isLink && !isInLink ? `${linkTo(url, labelOf(tag))} ` : '')
  }
}

/** Returns a link to what an element shows in the page, such as a video; empty when it shows nothing of its own. */
function linkToEmbedded(tag: StartTag, label: string, links: LinkCollector): string {
  const url = links.resolve(tag.get('src') ?? '')
  if (!tag.get('src') || url === undefined || !/^https?:/.test(url)) return ''
  return linkTo(url, label)
}

/** Returns a link, named by its address where it has no label. */
function linkTo(url: string, label: string): string {
  return `<a href="${escapeHtml(url)}">${label === '' ? escapeHtml(url) : label}</a>`
}

/** Returns a text as it stands in HTML, also in double quotes. */
function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
