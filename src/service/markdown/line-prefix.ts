/** A quote or an item of a list that is open. */
interface Container {
  readonly prefix: string
  readonly first: string
  readonly lines: number
}

/** The prefixes of lines in quotes and items of lists. */
export class LinePrefix {
  /** The prefix of each line, that of the next one, and the shortest since something was written. */
  #each = ''
  #first = ''
  #shared = ''
  /** The most characters in all prefixes: deep nesting must not multiply a page. */
  #left: number
  readonly #containers: Container[] = []

  constructor(most: number) {
    this.#left = most
  }

  get isEmpty(): boolean {
    return this.#each === ''
  }

  /** Whether an item of a list, or a quote, has begun and holds nothing yet. */
  get isAtMarker(): boolean {
    return this.#first !== this.#each
  }

  /** Begins a quote or an item with the prefix of its first line, and that of the others. */
  open(first: string, each: string, lines: number): void {
    this.#containers.push({ prefix: this.#each, first: this.#first, lines })
    this.#first += first
    this.#each += each
  }

  /** Ends it. Returns whether any line was written in it. */
  close(lines: number): boolean {
    const container = this.#containers.pop()
    if (container === undefined) return false
    const isShown = lines > container.lines
    this.#each = container.prefix
    this.#first = isShown ? container.prefix : container.first
    if (this.#each.length < this.#shared.length) this.#shared = this.#each
    return isShown
  }

  /** Returns the prefix of the first line of a block. */
  ofFirst(): string {
    const prefix = this.#first
    this.#first = this.#each
    this.#shared = this.#each
    return this.#taken(prefix)
  }

  /** Returns the prefix of a further line. */
  ofNext(isEmpty: boolean): string {
    return this.#taken(isEmpty ? this.#each.trimEnd() : this.#each)
  }

  /** Returns the prefix of an empty line between two blocks. */
  ofGap(): string {
    return this.#taken(this.#shared.trimEnd())
  }

  #taken(prefix: string): string {
    this.#left -= prefix.length
    return this.#left > 0 ? prefix : ''
  }
}
