/** A quote or an item of a list that is open. */
interface Container {
  readonly prefix: string
  readonly first: string
  readonly lines: number
}

/** What lines begin with in quotes and items of lists. */
export class LinePrefix {
  /** What each line begins with, what the next one does, and the shortest since something was written. */
  #each = ''
  #first = ''
  #shared = ''
  /** How many characters may be written: deep nesting must not multiply a page. */
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

  /** Begins a quote or an item: what its first line begins with, and what the others do. */
  open(first: string, each: string, lines: number): void {
    this.#containers.push({ prefix: this.#each, first: this.#first, lines })
    this.#first += first
    this.#each += each
  }

  /** Ends it; tells whether any line has been written in it. */
  close(lines: number): boolean {
    const container = this.#containers.pop()
    if (container === undefined) return false
    const isShown = lines > container.lines
    this.#each = container.prefix
    this.#first = isShown ? container.prefix : container.first
    if (this.#each.length < this.#shared.length) this.#shared = this.#each
    return isShown
  }

  /** Returns what the first line of a block begins with. */
  ofFirst(): string {
    const prefix = this.#first
    this.#first = this.#each
    this.#shared = this.#each
    return this.#taken(prefix)
  }

  /** Returns what a further line begins with. */
  ofNext(isEmpty: boolean): string {
    return this.#taken(isEmpty ? this.#each.trimEnd() : this.#each)
  }

  /** Returns what an empty line between two blocks consists of. */
  ofGap(): string {
    return this.#taken(this.#shared.trimEnd())
  }

  #taken(prefix: string): string {
    this.#left -= prefix.length
    return this.#left > 0 ? prefix : ''
  }
}
