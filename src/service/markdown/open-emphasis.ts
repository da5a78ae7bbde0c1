import { type EmphasisPlace, EmphasisWriter, MARKED } from './emphasis.ts'
import type { LineEvent } from './line-event.ts'

const LESS = 0x3c
const NEXT_EMPHASIS = new RegExp(`<(?:${Object.keys(MARKED).join('|')})[\\s>]`, 'iy')
/** One element around words, which is Markdown as it is. */
const PLAIN_EMPHASIS = /<[^<>]+>[\p{L}\p{N}](?:[^<&]*[\p{L}\p{N}])?<\/\w+>/uy

/** Tells whether the emphasis that starts at a place is Markdown as it is: nothing but words, and no other behind it. */
export function isPlainEmphasis(html: string, start: number): boolean {
  PLAIN_EMPHASIS.lastIndex = start
  if (!PLAIN_EMPHASIS.test(html)) return false
  const end = PLAIN_EMPHASIS.lastIndex
  if (html.charCodeAt(end) !== LESS) return true
  NEXT_EMPHASIS.lastIndex = end
  return !NEXT_EMPHASIS.test(html)
}

/**
 * Emphasis that is open, or several next to each other. What they hold waits while a mark is open in it, because where
 * marks may stand depends on what is behind them.
 */
export class OpenEmphasis {
  #writer: EmphasisWriter | undefined
  #open = 0

  /** Whether what comes has to go through `take`. */
  get isOpen(): boolean {
    return this.#writer !== undefined
  }

  /** Whether all of it has ended, and only other emphasis could go on with it: anything else has to end it with `end`. */
  get isOver(): boolean {
    return this.#writer !== undefined && this.#open === 0
  }

  open(mark: string, place: EmphasisPlace): void {
    this.#open++
    this.#writer ??= new EmphasisWriter(place)
    this.#writer.take({ type: 'mark', mark, isEnd: false })
  }

  close(mark: string): void {
    this.#open--
    this.#writer?.take({ type: 'mark', mark, isEnd: true })
  }

  /** Takes what stands in it; returns what can be written, with marks where they can be told. */
  take(event: LineEvent): readonly LineEvent[] {
    this.#writer?.take(event)
    return this.#writer?.settled() ?? []
  }

  /** Ends it before a character; returns what has waited. */
  end(after: string): readonly LineEvent[] {
    const writer = this.#writer
    this.#writer = undefined
    return writer?.end(after) ?? []
  }
}
