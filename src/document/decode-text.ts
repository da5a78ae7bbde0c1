import { Buffer, isUtf8 } from 'node:buffer'
import { diagnose } from '../diagnostics/catalogue.ts'
import { type Diagnostic, startOf } from '../diagnostics/diagnostic.ts'
import { LineMap } from './line-map.ts'
import { firstIndex } from '../util/first-index.ts'

/** Crawl files are written by hand; a larger file is something else. */
export const MOST_BYTES = 1_048_576
/** Replaces bytes that are not UTF-8. */
const REPLACED = '\uFFFD'

// Everything outside YAML 1.2's printable set (section 5.1), and a carriage return that ends no line.
// oxlint-disable-next-line no-control-regex
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]|\r(?!\n)/

/** Returns the file's text without its byte order mark, or the one reason why these bytes are no text. */
export function decodeText(file: string, bytes: Uint8Array): string | Diagnostic {
  if (bytes.length > MOST_BYTES) {
    return diagnose('syntax/too-large', { most: MOST_BYTES }, startOf(file))
  }
  if (looksLikeUtf16(bytes)) return diagnose('syntax/utf16', {}, startOf(file))
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const text = buffer.toString('utf8', marked ? 3 : 0)
  // Invalid UTF-8 decodes to this character, so text without it needs no second look.
  return text.includes(REPLACED) && !isUtf8(buffer) ? invalidByte(file, buffer) : text
}

/** Returns the first character that YAML does not allow anywhere. */
export function findUnprintable(lines: LineMap): Diagnostic | undefined {
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
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true
  // Without a byte order mark, an ASCII letter next to a NUL shows UTF-16.
  return (
    bytes.length >= 4 &&
    bytes.length % 2 === 0 &&
    isNulBeside(first, second) &&
    isNulBeside(bytes[2], bytes[3])
  )
}

function isNulBeside(a: number | undefined, b: number | undefined): boolean {
  return (a === 0) !== (b === 0)
}

function invalidByte(file: string, buffer: Buffer): Diagnostic {
  const valid = validLength(buffer)
  const lines = new LineMap(file, `${buffer.toString('utf8', 0, valid)}\ufffd`)
  const at = lines.text.length - 1
  const byte = (buffer[valid] ?? 0).toString(16).toUpperCase().padStart(2, '0')
  return diagnose('syntax/invalid-utf8', { byte }, lines.place(at, at + 1))
}

/** Tells how many leading bytes are valid UTF-8, found by halving; the cut may not fall inside a character. */
function validLength(buffer: Buffer): number {
  const end = firstIndex(
    buffer.length,
    (index) => !isUtf8(buffer.subarray(0, characterStart(buffer, index + 1))),
  )
  return characterStart(buffer, end)
}

/** Returns `end` moved back, by three bytes at most, to where the last character that is cut short begins. */
function characterStart(buffer: Buffer, end: number): number {
  for (let back = 1; back <= 3 && back <= end; back++) {
    const byte = buffer[end - back] ?? 0
    if (byte < 0x80) return end
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? end - back : end
  }
  return end
}
