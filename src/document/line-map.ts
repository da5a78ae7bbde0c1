import type { Place } from '../diagnostics/diagnostic.ts'
import { firstIndex } from '../util/first-index.ts'

/** Turns offsets into a file's text (UTF-16 units, from 0) into places. Lines are counted at the first question. */
export class LineMap {
  readonly file: string
  readonly text: string
  #starts: readonly number[] | undefined

  constructor(file: string, text: string) {
    this.file = file
    this.text = text
  }

  /** Returns the stretch from `start` up to, not including, `end`. */
  place(start: number, end: number): Place {
    const [line, column] = this.#position(start)
    const [endLine, endColumn] = this.#position(Math.max(start, end))
    return { file: this.file, line, column, endLine, endColumn }
  }

  #position(offset: number): [line: number, column: number] {
    this.#starts ??= lineStarts(this.text)
    const starts = this.#starts
    const line = firstIndex(starts.length - 1, (index) => (starts[index + 1] ?? 0) > offset)
    return [line + 1, offset - (starts[line] ?? 0) + 1]
  }
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
