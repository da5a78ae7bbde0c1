/**
 * The document room: bytes come in, YAML documents with their values and places go out, or the reasons why not. It knows
 * YAML 1.2 and nothing of crawls.
 */
import { capDiagnostics } from '../diagnostics/cap-diagnostics.ts'
import { type Checked, hasErrors } from '../diagnostics/diagnostic.ts'
import type { JsonPointer } from '../util/json-pointer.ts'
import type { Json } from '../util/json.ts'
import { decodeText, findUnprintable } from './decode-text.ts'
import { LineMap } from './line-map.ts'
import { slowParse } from './slow-parse.ts'
import type { Part, SourceDocument } from './source-document.ts'
import { findSpan, type SpanNode } from './span-node.ts'

/**
 * Reads one file as YAML 1.2 (core schema), each document of it a mapping. Never throws, whatever the bytes, and takes
 * time in proportion to them. `file` is the name that places carry.
 */
export function parseFile(file: string, bytes: Uint8Array): Checked<readonly SourceDocument[]> {
  const text = decodeText(file, bytes)
  if (typeof text !== 'string') return { ok: false, diagnostics: [text] }
  const lines = new LineMap(file, text)
  const unprintable = findUnprintable(lines)
  if (unprintable !== undefined) return { ok: false, diagnostics: [unprintable] }
  const parsed = slowParse(lines)
  const diagnostics = capDiagnostics(parsed.diagnostics)
  if (hasErrors(diagnostics)) return { ok: false, diagnostics }
  const documents = parsed.documents.map(
    ({ value, span }, index) => new ParsedDocument({ lines, index, value, span }),
  )
  return { ok: true, value: documents, diagnostics }
}

class ParsedDocument implements SourceDocument {
  readonly index: number
  readonly value: Json
  readonly #lines: LineMap
  readonly #span: SpanNode

  constructor(parts: { lines: LineMap; index: number; value: Json; span: SpanNode }) {
    this.index = parts.index
    this.value = parts.value
    this.#lines = parts.lines
    this.#span = parts.span
  }

  get file(): string {
    return this.#lines.file
  }

  get text(): string {
    return this.#lines.text
  }

  locate(pointer: JsonPointer, part: Part = 'value'): ReturnType<SourceDocument['locate']> {
    return this.#lines.place(...findSpan(this.#span, pointer, part))
  }
}
