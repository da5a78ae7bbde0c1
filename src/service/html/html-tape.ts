import type { ElementKind } from './element-kinds.ts'
import type { WalkSink } from './html-walk.ts'
import { StartTag } from './start-tag.ts'
import { endOfName } from './tag-characters.ts'

const OPEN = 0
const CLOSE = 1
const DROP = 2

/**
 * What one walk has reported about an element, to be reported again without reading the page again: most of a walk is
 * finding tags.
 */
export class HtmlTape implements WalkSink {
  readonly #html: string
  readonly #listener: WalkSink
  readonly #what: number[] = []
  readonly #kinds: (ElementKind | undefined)[] = []
  readonly #starts: number[] = []
  readonly #ends: number[] = []
  /** Of the start of an element, where its end is on the tape. */
  readonly #closes: number[] = []
  readonly #open: number[] = []

  /** @param listener learns of everything while it is recorded */
  constructor(html: string, listener: WalkSink) {
    this.#html = html
    this.#listener = listener
  }

  open(kind: ElementKind, tag: StartTag, around: readonly number[]): number {
    this.#open.push(this.#add(OPEN, kind, tag.start, tag.end))
    return this.#listener.open(kind, tag, around)
  }

  close(kind: ElementKind, token: number, start: number, end: number): void {
    const opened = this.#open.pop()
    const place = this.#add(CLOSE, kind, start, end)
    if (opened !== undefined) this.#closes[opened] = place
    this.#listener.close(kind, token, start, end)
  }

  drop(start: number, end: number): void {
    this.#add(DROP, undefined, start, end)
    this.#listener.drop(start, end)
  }

  /** Where the end tag of the first element begins. */
  get contentEnd(): number {
    return this.#starts[this.#closes[0] ?? 0] ?? this.#html.length
  }

  /** Reports what is in the first element. `around` are the starts of the elements around that. */
  replay(sink: WalkSink, around: readonly number[]): void {
    const tag = new StartTag(this.#html)
    const starts = [...around, this.#starts[0] ?? 0]
    const tokens: number[] = []
    const last = this.#closes[0] ?? this.#what.length
    for (let at = 1; at < last; at++) {
      const start = this.#starts[at] ?? 0
      const end = this.#ends[at] ?? 0
      const kind = this.#kinds[at]
      if (kind === undefined) sink.drop(start, end)
      else if (this.#what[at] === CLOSE) {
        starts.pop()
        sink.close(kind, tokens.pop() ?? 0, start, end)
      } else {
        tag.read(start, endOfName(this.#html, start + 1))
        tokens.push(sink.open(kind, tag, starts))
        starts.push(start)
        // What the sink knows already it passes over.
        if (tag.next > tag.end) at = (this.#closes[at] ?? at) - 1
      }
    }
  }

  #add(what: number, kind: ElementKind | undefined, start: number, end: number): number {
    this.#kinds.push(kind)
    this.#starts.push(start)
    this.#ends.push(end)
    return this.#what.push(what) - 1
  }
}
