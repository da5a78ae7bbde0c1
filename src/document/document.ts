/**
 * Input: the bytes of a file.
 * Output: YAML documents with their values and places, or the reasons why not.
 * Must not know crawls.
 */
import { capDiagnostics } from '../diagnostics/cap-diagnostics.ts'
import { type Checked, hasErrors, type Place } from '../diagnostics/diagnostic.ts'
import type { JsonPointer } from '../util/json-pointer.ts'
import type { Json } from '../util/json.ts'
import { redactLine } from './redact-line.ts'
import { decodeText, findUnprintable } from './decode-text.ts'
import { fastParse } from './fast-parse.ts'
import { LineMap } from './line-map.ts'
import { slowParse } from './slow-parse.ts'
import type { Part, SourceDocument } from './source-document.ts'
import { findSpan, type SpanNode } from './span-node.ts'

/**
 * Reads one file as YAML 1.2 (core schema); each of its documents is a mapping. Never throws, whatever the bytes, and
 * takes time in proportion to them. `file` is the name that places carry.
 */
export function parseFile(file: string, bytes: Uint8Array): Checked<readonly SourceDocument[]> {
  const text = decodeText(file, bytes)
  if (typeof text !== 'string') return { ok: false, diagnostics: [text] }
  const lines = new LineMap(file, text)
  const fast = fastParse(text)
  if (fast !== undefined)
    return { ok: true, value: [new ParsedDocument({ lines, index: 0, ...fast })], diagnostics: [] }
  const unprintable = findUnprintable(lines)
  if (unprintable !== undefined) return { ok: false, diagnostics: [unprintable] }
  const parsed = slowParse(lines)
  const rows = parsed.diagnostics.length === 0 ? [] : text.split('\n')
  const diagnostics = capDiagnostics(parsed.diagnostics).map((diagnostic) => redactLine(diagnostic, rows))
  if (hasErrors(diagnostics)) return { ok: false, diagnostics }
  const documents = parsed.documents.map(
    ({ value, span }, index) => new ParsedDocument({ lines, index, value, span }),
  )
  return { ok: true, value: documents, diagnostics }
}

class ParsedDocument implements SourceDocument {
  readonly file: string
  readonly text: string
  readonly index: number
  readonly value: Json
  readonly #lines: LineMap
  readonly #span: SpanNode

  constructor(parts: { lines: LineMap; index: number; value: Json; span: SpanNode }) {
    this.file = parts.lines.file
    this.text = parts.lines.text
    this.index = parts.index
    this.value = parts.value
    this.#lines = parts.lines
    this.#span = parts.span
  }

  locate(pointer: JsonPointer, part: Part = 'value'): Place {
    return this.#lines.place(...findSpan(this.#span, pointer, part))
  }
}
