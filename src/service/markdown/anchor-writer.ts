import { isScript, labelOf } from './embedded-media.ts'
import type { LineWriter } from './line-writer.ts'
import type { LinkCollector } from '../link/link-collector.ts'
import { isPermalink } from './permalink.ts'
import { StartTag } from '../html/start-tag.ts'

/** A link that is open. */
interface OpenAnchor {
  readonly url: string
  readonly title: string | undefined
  readonly start: number
  /** Whether it stands in a heading now, which stood in it. */
  isMoved: boolean
  /** Whether it leads to a place of its own page, or of another from within a heading. */
  readonly isPlace: boolean
}

/** What becomes of an `a`: a link, text, or nothing of what it holds. */
export type AnchorForm = 'link' | 'text' | 'hidden'

/** Writes links. One in another ends that, as in browsers. */
export class AnchorWriter {
  readonly #html: string
  readonly #lines: LineWriter
  readonly #links: LinkCollector
  #open: OpenAnchor | undefined

  constructor(html: string, lines: LineWriter, links: LinkCollector) {
    this.#html = html
    this.#lines = lines
    this.#links = links
  }

  get isOpen(): boolean {
    return this.#open !== undefined
  }

  open(tag: StartTag, url: string | undefined, isInHeading: boolean): AnchorForm {
    const href = this.#links.hrefOf(tag)
    if (href === undefined) return 'text'
    const isOwn = this.#links.isOwnFragment(tag)
    if (isOwn && isPermalink(tag.get('class') ?? '', this.#html.slice(tag.end, tag.end + 20))) return 'hidden'
    // A heading is no link to itself.
    if (isScript(href) || (isOwn && isInHeading)) return 'text'
    const isPlace = isOwn || (isInHeading && href.includes('#'))
    this.#begin({ url: url ?? href, title: tag.get('title'), start: tag.start, isMoved: false, isPlace })
    return 'link'
  }

  /** Opens one in code, unless it leads nowhere or stands in another. */
  openInCode(tag: StartTag, url: string | undefined): boolean {
    const href = tag.get('href')
    if (href === undefined || this.#open !== undefined) return false
    this.#begin({
      url: url ?? href,
      title: tag.get('title'),
      start: tag.start,
      isMoved: false,
      isPlace: false,
    })
    return true
  }

  close(): void {
    const anchor = this.#open
    this.#open = undefined
    if (anchor === undefined || anchor.isMoved) return
    // A link without text would be an empty pair of brackets. One to a place of its page is a mark to click on.
    if (this.#lines.isLinkEmpty && !anchor.isPlace) {
      const label = labelOf(anchorAt(this.#html, anchor.start))
      this.#lines.text(label, 0, label.length)
    }
    this.#lines.closeLink()
  }

  closeInCode(): void {
    this.#open = undefined
    this.#lines.closeLink()
  }

  /** Ends the open link before a heading, and writes it into that with `open`: Markdown has no heading in a link. */
  moveInto(openHeading: () => void): boolean {
    const anchor = this.#open
    if (anchor === undefined || anchor.isMoved) return false
    anchor.isMoved = true
    this.#lines.unlink()
    openHeading()
    this.#lines.openLink(anchor.url, anchor.title)
    return true
  }

  #begin(anchor: OpenAnchor): void {
    this.close()
    // One that was moved into a heading is open there.
    if (this.#lines.isInLink) this.#lines.closeLink()
    this.#open = anchor
    this.#lines.openLink(anchor.url, anchor.title)
  }
}

/** Reads the `a` that starts at a place of a page once more. */
function anchorAt(html: string, start: number): StartTag {
  const tag = new StartTag(html)
  tag.read(start, start + '<a'.length)
  return tag
}
