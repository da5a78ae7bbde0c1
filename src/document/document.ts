/**
 * Input: the bytes of a file.
 * Output: YAML documents with their values and places, or the reasons why not.
 * Must not know crawls.
 */
import { capDiagnostics, type Checked, type Diagnostic, hasErrors } from '../diagnostics/diagnostic.ts'
import { assert } from '../util/invariant.ts'
import type { Json } from '../util/json.ts'
import { decodeText, findUnprintable } from './decode-text.ts'
import { fastParse } from './fast-parse.ts'
import { LineMap } from './line-map.ts'
import { slowParse } from './slow-parse.ts'
import { findSpan, type SourceDocument, type SpanNode } from './source-document.ts'

/**
 * Reads one file as YAML 1.2 (core schema); each of its documents is a mapping. Never throws, whatever the bytes, and
 * takes time in proportion to them. `file` is the name that places carry.
 */
export function parseFile(file: string, bytes: Uint8Array): Checked<readonly SourceDocument[]> {
  const text = decodeText(file, bytes)
  if (typeof text !== 'string') return { ok: false, diagnostics: [text] }
  const lines = new LineMap(file, text)
  const fast = fastParse(text)
  if (fast !== undefined) {
    // Places that nobody asks for would fill the memory of a project with thousands of files.
    const document = documentOf(lines, 0, fast.value, () => spanOf(text))
    return { ok: true, value: [document], diagnostics: [] }
  }
  const unprintable = findUnprintable(lines)
  if (unprintable !== undefined) return { ok: false, diagnostics: [unprintable] }
  const parsed = slowParse(lines)
  const rows = parsed.diagnostics.length === 0 ? [] : text.split('\n')
  const diagnostics = capDiagnostics(parsed.diagnostics).map((diagnostic) => redactLine(diagnostic, rows))
  if (hasErrors(diagnostics)) return { ok: false, diagnostics }
  const documents = parsed.documents.map(({ value, span }, index) =>
    documentOf(lines, index, value, () => span),
  )
  return { ok: true, value: documents, diagnostics }
}

function spanOf(text: string): SpanNode {
  const span = fastParse(text)?.span
  assert(span !== undefined, 'a text is read the same way twice')
  return span
}

function documentOf(lines: LineMap, index: number, value: Json, readSpan: () => SpanNode): SourceDocument {
  let span: SpanNode | undefined
  return {
    file: lines.file,
    text: lines.text,
    index,
    value,
    locate: (pointer, part = 'value') => lines.place(...findSpan((span ??= readSpan()), pointer, part)),
  }
}

/** Names next to which people write secrets, and keys whose form shows what they are. */
const SECRETIVE =
  /authorization|cookie|api[-_]?key|token|secret|passw|bearer|\bfc-[0-9a-f]{8}|\bsk-\w{8}|gh[pousr]_\w{8}|AKIA|eyJ\w{8}/i

/**
 * Returns a problem on a line that may hold a secret, with the place to cover where the line is shown. A file that
 * cannot be read is never searched for secrets, so the whole value counts as one. `lines` are the file's.
 */
function redactLine(diagnostic: Diagnostic, lines: readonly string[]): Diagnostic {
  const { file, line } = diagnostic
  const text = lines[line - 1] ?? ''
  if (!SECRETIVE.test(text)) return diagnostic
  const value = /^\s*(?:-\s+)?(?:[\w"'-]+\s*:)?\s*/.exec(text)?.[0].length ?? 0
  const column = Math.min(diagnostic.column, value + 1)
  const endColumn = text.trimEnd().length + 1
  return { ...diagnostic, redacted: { file, line, column, endLine: line, endColumn } }
}
