import type { PartLinks, LinkCollector } from './link-collector.ts'
import type { StartTag } from '../html/start-tag.ts'

const BANG = 0x21
const SLASH = 0x2f
const QUESTION = 0x3f

/** A part that is being read, to be recognised on other pages. */
interface OpenPart {
  readonly start: number
  readonly startTag: string
  readonly depth: number
  readonly partLinks: PartLinks
}

/**
 * Reads the parts of one page that are left out as no content: at once if the site repeats them, else by learning when
 * they end. With and without it, the same is read.
 */
export class PartReader {
  readonly #html: string
  readonly #links: LinkCollector
  #part: OpenPart | undefined
  /** Elements were nested too deeply to be opened, which changes what end tags mean. */
  #isTooDeep = false

  constructor(html: string, links: LinkCollector) {
    this.#html = html
    this.#links = links
  }

  /**
   * Starts a part inside of `depth` elements. If it is known, its links count, and reading continues at its end tag,
   * unless one of `places` is in it, which must be read.
   */
  open(tag: StartTag, depth: number, places: readonly number[] = []): void {
    if (this.#isTooDeep) return
    const html = this.#html
    const links = this.#links
    const startTag = html.slice(tag.start, tag.end)
    const known = links.parts.find(html, tag.start, startTag)
    if (known !== undefined && depth <= known.depth) {
      const end = tag.start + known.endTag
      if (places.some((place) => place > tag.start && place < end)) return
      links.meetAgain(known.links)
      tag.next = end
    } else if (links.parts.isWanted(startTag)) {
      links.partLinks = { links: [], isOfSite: true }
      this.#part = { start: tag.start, startTag, depth, partLinks: links.partLinks }
    }
  }

  /**
   * Marks the part as unique: it holds more than links, or ends what it did not start, so it must be read on every
   * page.
   */
  giveUp(): void {
    this.#part = undefined
    this.#links.partLinks = undefined
  }

  /** Notes that something at `start` is dropped: a comment, which may stand in any part, or a tag. */
  drop(start: number): void {
    const code = this.#html.charCodeAt(start + 1)
    if (code === BANG || code === QUESTION) return
    if (code !== SLASH) this.#isTooDeep = true
    this.giveUp()
  }

  /** Ends the part by a tag from `start` to `end`, or without one when both are equal. */
  close(start: number, end: number): void {
    const part = this.#part
    this.giveUp()
    if (part === undefined || start === end || !part.partLinks.isOfSite) return
    const { depth, startTag, partLinks } = part
    this.#links.parts.remember(startTag, {
      text: this.#html.slice(part.start, end),
      endTag: start - part.start,
      links: partLinks.links,
      depth,
    })
  }
}
