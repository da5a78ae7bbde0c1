/**
 * Input: the bytes of a file.
 * Output: YAML documents with their values and places, or the reasons why not.
 * Must not know crawls.
 */
import { capDiagnostics, hasErrors, diagnose, startOf } from '../diagnostics/diagnostic.ts'
import type { Checked, Diagnostic } from '../diagnostics/diagnostic.ts'
import { assert } from '../util/invariant.ts'
import type { Json } from '../util/json.ts'
import { fastParse } from './fast-parse.ts'
import { findSpan, LineMap, type SourceDocument, type SpanNode } from './source-document.ts'
import { slowParse } from './slow-parse.ts'
import { Buffer, isUtf8 } from 'node:buffer'

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
    locate: (pointer, part = 'value') => ({
      ...lines.place(...findSpan((span ??= readSpan()), pointer, part)),
      pointer,
    }),
  }
}

/** Names that people write next to secrets, and API keys that show by their form what they are. */
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

/** Crawl files are written by hand; a larger file is something else. */
export const MOST_BYTES = 1_048_576
/** The character that decoding puts in place of bytes that are not UTF-8. */
const REPLACED = '\uFFFD'

// Everything outside YAML 1.2's printable set (section 5.1), and a carriage return that ends no line.
// oxlint-disable-next-line no-control-regex
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]|\r(?!\n)/

/** Returns the file's text without its byte order mark, or the one reason why these bytes are no text. */
export function decodeText(file: string, bytes: Uint8Array): string | Diagnostic {
  if (bytes.length > MOST_BYTES) {
    return diagnose('syntax/too-large', { most: MOST_BYTES, unit: 'bytes' }, startOf(file))
  }
  if (looksLikeUtf16(bytes)) return diagnose('syntax/utf16', {}, startOf(file))
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).subarray(marked ? 3 : 0)
  const text = buffer.toString('utf8')
  // Invalid UTF-8 decodes to this character, so text without it needs no second look.
  return text.includes(REPLACED) && !isUtf8(buffer) ? invalidByte(file, text, buffer) : text
}

/** Returns the first character that YAML does not allow anywhere. */
function findUnprintable(lines: LineMap): Diagnostic | undefined {
  const at = lines.text.search(UNPRINTABLE)
  if (at === -1) return undefined
  const code = lines.text.charCodeAt(at)
  const args = { name: characterName(code), code: `U+${code.toString(16).toUpperCase().padStart(4, '0')}` }
  return diagnose('syntax/control-character', args, lines.place(at, at + 1))
}

function characterName(code: number): string {
  if (code === 0) return 'a NUL character'
  if (code === 0x0d) return 'a carriage return that ends no line'
  if (code === 0x1b) return 'an escape character'
  if (code === 0x0c) return 'a form feed'
  return 'a control character'
}

function looksLikeUtf16(bytes: Uint8Array): boolean {
  const [a, b, c, d] = bytes
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) return true
  const isEven = bytes.length >= 4 && bytes.length % 2 === 0
  // Without a byte order mark, an ASCII letter next to a NUL shows UTF-16.
  return isEven && (a === 0) !== (b === 0) && (c === 0) !== (d === 0)
}

/** Returns the first byte that is not UTF-8. `text` is what `bytes` decode to, with replacements. */
function invalidByte(file: string, text: string, bytes: Buffer): Diagnostic {
  const written = Buffer.from(REPLACED)
  let at = text.indexOf(REPLACED)
  let offset = Buffer.byteLength(text.slice(0, at))
  // The character may also be written in the file.
  while (bytes.subarray(offset, offset + written.length).equals(written)) {
    const next = text.indexOf(REPLACED, at + 1)
    offset += Buffer.byteLength(text.slice(at, next))
    at = next
  }
  const byte = (bytes[offset] ?? 0).toString(16).toUpperCase().padStart(2, '0')
  return diagnose('syntax/invalid-utf8', { byte }, new LineMap(file, text).place(at, at + 1))
}
