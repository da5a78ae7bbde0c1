import { isUtf8 } from 'node:buffer'

/**
 * The part of a page in which it may declare its encoding (HTML Standard, "prescan a byte stream": 1024 bytes; but pages
 * with long heads are common).
 */
const PRESCAN_BYTES = 4096

export interface DecodedBody {
  readonly text: string
  /** A label of its encoding. */
  readonly encoding: string
}

/**
 * Returns the text of a page. Its encoding is that of the byte order mark, the Content-Type header, the page's own meta tag
 * or XML declaration, in this order. Without them it is UTF-8 if the bytes are valid, else windows-1252 (HTML Standard,
 * "determining the character encoding"). Never fails: invalid bytes become U+FFFD.
 */
export async function decodeBody(body: Buffer, contentType: string | undefined): Promise<DecodedBody> {
  const marked = byteOrderMark(body)
  const labels = marked === undefined ? [charsetOf(contentType ?? ''), ...declaredCharsets(body)] : [marked]
  for (const label of labels) {
    const text = label === undefined ? undefined : await decodeAs(body, label)
    if (label !== undefined && text !== undefined) return { text, encoding: label }
  }
  if (isUtf8(body)) return { text: body.toString('utf8'), encoding: 'utf-8' }
  const encoding = (await japaneseEncoding(body)) ?? 'windows-1252'
  return { text: await decodeLegacy(body, encoding), encoding }
}

/** Returns the charset parameter of a media type. */
function charsetOf(contentType: string): string | undefined {
  return /charset\s*=\s*["']?\s*([^\s"';,]+)/i.exec(contentType)?.[1]
}

function byteOrderMark(body: Buffer): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8'
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be'
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le'
  return undefined
}

/** Returns the labels that a page names itself, in order. Comments do not count. */
function declaredCharsets(body: Buffer): string[] {
  const head = body.toString('latin1', 0, PRESCAN_BYTES)
  const xml = /^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([^"']+)/i.exec(head)?.[1]
  const bare = head.replaceAll(/<!--[^]*?(?:-->|$)/g, '')
  const metas = [...bare.matchAll(/<meta[\s/]((?:"[^"]*"|'[^']*'|[^"'>])*)/gi)]
  const labels = [...metas.map(([, attributes = '']) => charsetOfMeta(attributes)), xml]
  // A page whose ASCII we could read to find this is not in UTF-16, whatever it says.
  return labels.flatMap((label) => label ?? []).map((label) => (/^utf-?16/i.test(label) ? 'utf-8' : label))
}

const ATTRIBUTE = /([^\s"'=/>]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g

/** Returns the label of a meta element: its `charset`, or that of its `content` if it replaces the header. */
function charsetOfMeta(attributes: string): string | undefined {
  const values = new Map<string, string>()
  for (const [, name = '', double, single, bare] of attributes.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase()
    if (!values.has(key)) values.set(key, (double ?? single ?? bare ?? '').trim())
  }
  const isHeader = values.get('http-equiv')?.toLowerCase() === 'content-type'
  return values.get('charset') ?? (isHeader ? charsetOf(values.get('content') ?? '') : undefined)
}

/** Returns undefined for a label that names no encoding. */
async function decodeAs(body: Buffer, label: string): Promise<string | undefined> {
  // The common case, by the faster way; both treat broken bytes alike.
  if (/^utf-?8$/i.test(label))
    return body.toString('utf8', body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 3 : 0)
  try {
    return await decodeLegacy(body, label)
  } catch {
    return undefined
  }
}

/**
 * Returns the encoding of a text that is certainly Japanese: all its bytes make sense in that encoding, and some are kana,
 * whose bytes hardly any other text has.
 */
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

/**
 * Decodes as the Encoding Standard says. Node's own decoder does not in every version: Node 20 reads windows-1252 as
 * ISO-8859-1.
 */
async function decodeLegacy(body: Buffer, label: string): Promise<string> {
  const { TextDecoder } = await import('@exodus/bytes/encoding.js')
  const decoder = new TextDecoder(label)
  if (body.length <= PIECE_BYTES) return decoder.decode(body)
  // It takes a number for each character before it makes a text of them.
  const pieces: string[] = []
  for (let start = 0; start < body.length; start += PIECE_BYTES)
    pieces.push(decoder.decode(body.subarray(start, start + PIECE_BYTES), { stream: true }))
  return pieces.join('') + decoder.decode()
}
