import { copyText } from '../../util/copy-text.ts'
import type { Link } from './link.ts'

/** A part of pages that is not content, such as a header, whose links are known. */
export interface RepeatedPart {
  /** From its start tag to the end of its end tag. */
  readonly text: string
  /** Where its end tag begins, in its text. */
  readonly endTag: number
  /** What it links to, in order. */
  readonly links: readonly Link[]
  /** How many elements were open around it: a page that nests it deeper may read it differently. */
  readonly depth: number
}

/** Longer parts, of which a site has few, are read each time. */
const MAX_LENGTH = 64 * 1024
/** Parts with the same start tag, which a site has where it has sections. */
const MAX_ALIKE = 4
/**
 * After so many that were never met again, parts with this start tag differ on every page, like a list of neighbours.
 */
const MAX_IN_VAIN = 16
const MAX_TOTAL_LENGTH = 256 * 1024

interface Alike {
  readonly parts: RepeatedPart[]
  /** Parts added since one was last met again. */
  inVain: number
}

/**
 * Headers, footers and menus that a site's pages repeat to the letter. When one is met again, its text is compared and
 * its links are taken over, at a tenth of the cost of reading it. Bounded, whatever the pages hold.
 */
export class RepeatedParts {
  readonly #byStartTag = new Map<string, Alike>()
  #totalLength = 0

  /** Returns the part that stands at `start` in a page, whose start tag is `startTag`. */
  find(html: string, start: number, startTag: string): RepeatedPart | undefined {
    const alike = this.#byStartTag.get(startTag)
    if (alike === undefined) return undefined
    for (const part of alike.parts) {
      if (html.slice(start, start + part.text.length) !== part.text) continue
      alike.inVain = 0
      return part
    }
    return undefined
  }

  /** Tells whether it is worth remembering a part with this start tag. */
  isWanted(startTag: string): boolean {
    const alike = this.#byStartTag.get(startTag)
    return alike === undefined || alike.inVain < MAX_IN_VAIN
  }

  /** Remembers a part of a page. */
  remember(startTag: string, part: RepeatedPart): void {
    const { length } = part.text
    if (length > MAX_LENGTH) return
    if (this.#totalLength + length > MAX_TOTAL_LENGTH) this.#forget()
    let alike = this.#byStartTag.get(startTag)
    if (alike === undefined) {
      alike = { parts: [], inVain: 0 }
      this.#byStartTag.set(copyText(startTag), alike)
    }
    alike.inVain++
    alike.parts.unshift({ ...part, text: copyText(part.text) })
    const { length: removed } = alike.parts[MAX_ALIKE]?.text ?? ''
    alike.parts.length = Math.min(alike.parts.length, MAX_ALIKE)
    this.#totalLength += length - removed
  }

  #forget(): void {
    this.#byStartTag.clear()
    this.#totalLength = 0
  }
}
