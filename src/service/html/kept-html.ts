import { hasContent } from './has-content.ts'

/** Who reads the kept parts of a page as they are decided. */
export interface KeptReader {
  /** Everything up to here is kept that was not left out. */
  readTo(position: number): void
  /** What is between the last position and this one is left out. */
  skipTo(position: number): void
}

/**
 * The kept parts of a page, as slices of its text with replacements between them, for the `html` format; a reader is
 * told of the same parts as they are decided.
 */
export class KeptHtml {
  readonly #source: string
  readonly #wantHtml: boolean
  readonly #reader: KeptReader | undefined
  /** For each piece, where it stands in the page; below zero, which of the texts it is, counted from -1. */
  readonly #starts: number[] = []
  readonly #ends: number[] = []
  readonly #texts: string[] = []
  /** Everything before it is decided. */
  #cursor = 0
  #paused = 0

  /** @param wantHtml whether `html` will be asked for; what only it would hold is otherwise not kept */
  constructor(source: string, wantHtml: boolean, reader?: KeptReader) {
    this.#source = source
    this.#wantHtml = wantHtml
    this.#reader = reader
  }

  get isPaused(): boolean {
    return this.#paused > 0
  }

  /** Whether there is more than one reason to keep nothing. */
  get isPausedTwice(): boolean {
    return this.#paused > 1
  }

  /** Keeps the text from the last decision up to `position`. */
  keepTo(position: number): void {
    if (this.#paused > 0 || position <= this.#cursor) return
    this.#starts.push(this.#cursor)
    this.#ends.push(position)
    this.#cursor = position
  }

  /** Leaves out the text between the two positions. */
  drop(start: number, end: number): void {
    if (this.#paused > 0) return
    this.keepTo(start)
    this.#reader?.readTo(start)
    this.#skipTo(end)
  }

  /** Writes another tag in place of the one between the two positions, for the HTML only. */
  replace(start: number, end: number, text: string): void {
    if (this.#paused > 0 || !this.#wantHtml) return
    this.keepTo(start)
    this.#cursor = Math.max(this.#cursor, end)
    this.#ends.push(0)
    this.#starts.push(-this.#texts.push(text))
  }

  /** Keeps nothing until the matching `resume`. */
  pause(position: number): void {
    this.keepTo(position)
    if (this.#paused === 0) this.#reader?.readTo(position)
    this.#paused++
  }

  resume(position: number): void {
    this.#paused--
    if (this.#paused === 0) this.#skipTo(position)
  }

  /** Keeps what is left of the page, unless it is left out. */
  finish(): void {
    const { length } = this.#source
    this.keepTo(length)
    if (this.#paused === 0) this.#reader?.readTo(length)
  }

  /** Tells whether nothing but tags and space was kept. */
  isBlank(): boolean {
    return !this.#starts.some((start, index) => {
      if (start >= 0) return hasContent(this.#source, start, this.#ends[index] ?? 0)
      const text = this.#piece(index)
      return hasContent(text, 0, text.length)
    })
  }

  html(): string {
    let text = ''
    for (let index = 0; index < this.#starts.length; index++) text += this.#piece(index)
    return text
  }

  #skipTo(position: number): void {
    if (position <= this.#cursor) return
    this.#cursor = position
    this.#reader?.skipTo(position)
  }

  #piece(index: number): string {
    const start = this.#starts[index] ?? 0
    return start < 0 ? (this.#texts[-1 - start] ?? '') : this.#source.slice(start, this.#ends[index])
  }
}
