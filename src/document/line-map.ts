import type { Place } from '../diagnostics/diagnostic.ts'
import { firstIndex } from '../util/first-index.ts'

/** Turns offsets into a file's text (UTF-16 units, from 0) into places. Lines are counted at the first call. */
export class LineMap {
  readonly file: string
  readonly text: string
  #starts: readonly number[] | undefined

  constructor(file: string, text: string) {
    this.file = file
    this.text = text
  }

  /** Returns the range from `start` up to, not including, `end`. */
  place(start: number, end: number): Place {
    const [line, column] = this.#position(start)
    const [endLine, endColumn] = this.#position(Math.max(start, end))
    return { file: this.file, line, column, endLine, endColumn }
  }

  /** Returns the offset at which a line begins, counted from 1; the end of the text for a line after the last one. */
  start(line: number): number {
    return this.#lineStarts()[line - 1] ?? this.text.length
  }

  #position(offset: number): [line: number, column: number] {
    const starts = this.#lineStarts()
    const line = firstIndex(starts.length - 1, (index) => (starts[index + 1] ?? 0) > offset)
    return [line + 1, offset - (starts[line] ?? 0) + 1]
  }

  #lineStarts(): readonly number[] {
    if (this.#starts !== undefined) return this.#starts
    const starts = [0]
    for (let at = this.text.indexOf('\n'); at !== -1; at = this.text.indexOf('\n', at + 1))
      starts.push(at + 1)
    return (this.#starts = starts)
  }
}
