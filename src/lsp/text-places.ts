import type { Origin, Source } from '../resolve/resolved-crawl.ts'
import type { Position, Range, TextEdit, WorkspaceEdit } from 'vscode-languageserver/node'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import type { Checked, Place } from '../diagnostics/diagnostic.ts'
import { parseFile } from '../document/document.ts'
import { LineMap, type SourceDocument } from '../document/source-document.ts'

const MARK = '\uFEFF'

/** Turns places of one text into ranges of an editor, and back, through offsets, because both count line endings differently. */
export class TextPlaces {
  readonly file: string
  readonly uri: string
  readonly document: TextDocument
  /** The text without its byte order mark, which places do not count. */
  readonly body: string
  readonly #mark: number
  readonly #lines: LineMap
  #parsed: Checked<readonly SourceDocument[]> | undefined

  constructor(file: string, document: TextDocument) {
    this.file = file
    this.uri = document.uri
    this.document = document
    const text = document.getText()
    this.#mark = text.startsWith(MARK) ? MARK.length : 0
    this.body = text.slice(this.#mark)
    this.#lines = new LineMap(file, this.body)
  }

  range({ line, column, endLine, endColumn }: Place): Range {
    return { start: this.#position(line, column), end: this.#position(endLine, endColumn) }
  }

  /** Returns the range of offsets into `body`. */
  rangeOfOffsets(start: number, end: number): Range {
    return { start: this.#at(start), end: this.#at(end) }
  }

  /** Returns the change to another body, without the beginning and the end that both share, so that the cursor stays. */
  changeTo(after: string): WorkspaceEdit {
    const before = this.body
    const shorter = Math.min(before.length, after.length)
    let head = 0
    while (head < shorter && before[head] === after[head]) head++
    let tail = 0
    while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail])
      tail++
    const range = this.rangeOfOffsets(head, before.length - tail)
    return this.change({ range, newText: after.slice(head, after.length - tail) })
  }

  /** Returns edits of this text as a change of an editor's files. */
  change(...edits: TextEdit[]): WorkspaceEdit {
    return { changes: { [this.uri]: edits } }
  }

  /** Returns the offset of a position in `body`. */
  offset(position: Position): number {
    return Math.max(0, this.document.offsetAt(position) - this.#mark)
  }

  /** Returns the place of a position, without any length. */
  place(position: Position): Place {
    const offset = this.offset(position)
    return this.#lines.place(offset, offset)
  }

  /** Returns the offset in `body` at which a place's line begins. */
  lineStart(line: number): number {
    return this.#lines.start(line)
  }

  /** The YAML documents; undefined if the text is not YAML. */
  get documents(): readonly SourceDocument[] | undefined {
    const parsed = (this.#parsed ??= parseFile(this.file, Buffer.from(this.body)))
    return parsed.ok ? parsed.value : undefined
  }

  /** Returns the YAML document of a line, counted from 1, with the comments above it. */
  documentAt(line: number): SourceDocument | undefined {
    const start = this.lineStart(line)
    const begins = (document: SourceDocument): number =>
      this.body.lastIndexOf('\n---', this.lineStart(document.locate('').line))
    return this.documents?.findLast((document, index) => index === 0 || begins(document) < start)
  }

  #position(line: number, column: number): Position {
    return this.#at(this.lineStart(line) + column - 1)
  }

  #at(offset: number): Position {
    const inside = Math.min(Math.max(offset, 0), this.body.length)
    return this.document.positionAt(inside + this.#mark)
  }
}

/** Returns whether `place` contains `point`; its end does, too. */
export function contains(place: Place, point: Place): boolean {
  if (place.file !== point.file) return false
  const isAfterStart = point.line > place.line || (point.line === place.line && point.column >= place.column)
  const isBeforeEnd =
    point.line < place.endLine || (point.line === place.endLine && point.column <= place.endColumn)
  return isAfterStart && isBeforeEnd
}

/** Returns where an origin is written, if it is in `file`. */
export function sourceIn(origin: Origin, file: string): Source | undefined {
  if (origin.kind === 'default' || origin.kind === 'option') return undefined
  return origin.source.document.file === file ? origin.source : undefined
}
