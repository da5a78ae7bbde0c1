import { TextDecoder } from 'node:util'

/** The part of a file in which it may declare its encoding. */
const DECLARATION_BYTES = 256

/**
 * Returns a decoder for a sitemap that begins with `start`. Its encoding is shown by the byte order mark or the first
 * characters, the charset of the header, or the XML declaration, in this order. Without them it is UTF-8 (XML 1.0,
 * appendix F).
 */
export function decoderFor(start: Buffer, contentType: string | undefined): TextDecoder {
  const labels = [
    shapeOf(start),
    /charset\s*=\s*["']?\s*([^\s"';,]+)/i.exec(contentType ?? '')?.[1],
    declaredEncoding(start),
  ]
  for (const label of labels) {
    if (label === undefined) continue
    try {
      return new TextDecoder(label)
    } catch {
      // It names no encoding.
    }
  }
  return new TextDecoder()
}

/** Returns the encoding that the first bytes show, as they begin with a mark or with `<`. */
function shapeOf([first, second, third]: Buffer): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0x3c && second === 0) return 'utf-16le'
  return first === 0 && second === 0x3c ? 'utf-16be' : undefined
}

function declaredEncoding(start: Buffer): string | undefined {
  const head = start.toString('latin1', 0, DECLARATION_BYTES)
  const label = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"']+)/i.exec(head)?.[1]
  // Its ASCII could be read to find this, so it is not in UTF-16.
  return label !== undefined && /^utf-?16/i.test(label) ? undefined : label
}
