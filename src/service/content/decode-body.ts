import { isUtf8 } from 'node:buffer'
import { encodingLabels, PRESCAN_BYTES } from '../http/encoding-labels.ts'
import type { QueryEncoder } from '../page-links/link-cache.ts'

/**
 * Returns the text of a page, and the label of its encoding: of the byte order mark, the Content-Type header, the page's own
 * meta tag or XML declaration, in this order. Without them it is UTF-8 if the bytes are valid, else windows-1252 (HTML Standard,
 * "determining the character encoding"). Never fails: invalid bytes become U+FFFD.
 * @param isMarkup whether it may name its encoding itself; a plain text that shows a meta tag does not
 */
export async function decodeBody(body: Buffer, contentType: string | undefined, isMarkup = true) {
  for (const encoding of encodingLabels(body, contentType, isMarkup)) {
    try {
      return { text: await decode(body, encoding), encoding }
    } catch {
      // It names no encoding.
    }
  }
  const encoding = isUtf8(body) ? 'utf-8' : ((await japaneseEncoding(body)) ?? 'windows-1252')
  return { text: await decode(body, encoding), encoding }
}

/** Returns the encoding of a text whose bytes all make sense in it and are partly kana, which hardly any other text has. */
async function japaneseEncoding(body: Buffer): Promise<string | undefined> {
  const { TextDecoder } = await import('@exodus/bytes/encoding.js')
  const start = body.subarray(0, PRESCAN_BYTES)
  for (const label of ['shift_jis', 'euc-jp']) {
    try {
      // More may follow, so half a character at the end is no error.
      const text = new TextDecoder(label, { fatal: true }).decode(start, { stream: true })
      if (/[\u3041-\u3096\u30a1-\u30fa]/.test(text)) return label
    } catch {
      // It is in another encoding.
    }
  }
  return undefined
}

const PIECE_BYTES = 256 * 1024

/** Decodes by the Encoding Standard; throws for a label of no encoding. Node 20's own decoder reads windows-1252 as ISO-8859-1. */
async function decode(body: Buffer, label: string): Promise<string> {
  // The common case, by the faster way; both treat broken bytes alike.
  if (/^utf-?8$/i.test(label))
    return body.toString('utf8', body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 3 : 0)
  const { TextDecoder } = await import('@exodus/bytes/encoding.js')
  const decoder = new TextDecoder(label)
  if (body.length <= PIECE_BYTES) return decoder.decode(body)
  // The decoder collects a number for each character first, so large bodies are decoded in pieces.
  const pieces: string[] = []
  for (let start = 0; start < body.length; start += PIECE_BYTES)
    pieces.push(decoder.decode(body.subarray(start, start + PIECE_BYTES), { stream: true }))
  return pieces.join('') + decoder.decode()
}

/** The characters of a query that are percent-encoded although they are ASCII (URL Standard, "special-query"). */
const ENCODED = ' "#\'<>'

/**
 * Returns the encoder for queries in links of a page (URL Standard, "query state"). Undefined if they are in UTF-8, which is
 * also true of UTF-16 pages.
 * @param label of an encoding
 */
export async function queryEncoder(label: string): Promise<QueryEncoder | undefined> {
  if (/^utf-?8$/i.test(label)) return undefined
  const [{ normalizeEncoding }, { percentEncodeAfterEncoding }] = await Promise.all([
    import('@exodus/bytes/encoding.js'),
    import('@exodus/bytes/whatwg.js'),
  ])
  const encoding = normalizeEncoding(label)
  if (encoding === null || /^(?:utf-|replacement$)/.test(encoding)) return undefined
  return (query) => percentEncodeAfterEncoding(encoding, query, ENCODED)
}
