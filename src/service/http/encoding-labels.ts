import { isUtf8 } from 'node:buffer'

/** Bytes in which a page declares its encoding (HTML Standard, "prescan a byte stream": 1024, but many heads are longer). */
export const PRESCAN_BYTES = 4096

/**
 * Returns the labels of encodings that a text may be in, best first. Its first bytes may show the only one. Otherwise they are those
 * of the Content-Type header, its own meta tags and its XML declaration. A label may name no encoding.
 */
export function* encodingLabels(start: Buffer, contentType = '', isMarkup = true): Generator<string> {
  const shown = shownBy(start)
  if (shown !== undefined) return yield shown
  const sent = charsetOf(contentType)
  if (sent !== undefined) yield sent
  if (!isMarkup) return
  const labels = declaredCharsets(start, PRESCAN_BYTES)
  // Browsers also find a declaration after long scripts.
  const isAnywhere = sent === undefined && labels.length === 0 && !isUtf8(start)
  yield* isAnywhere ? declaredCharsets(start, 64 * PRESCAN_BYTES) : labels
}

function charsetOf(contentType: string): string | undefined {
  return /charset\s*=\s*["']?\s*([^\s"';,]+)/i.exec(contentType)?.[1]
}

/** Returns the encoding that the first bytes show, as they begin with a mark or with a `<` of two bytes (XML 1.0, appendix F). */
function shownBy([first, second, third]: Buffer): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be'
  const isLittleEndian = (first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)
  return isLittleEndian ? 'utf-16le' : undefined
}

/** Returns the labels that a page names itself, in order. Comments do not count. */
function declaredCharsets(body: Buffer, bytes: number): string[] {
  const head = body.toString('latin1', 0, bytes)
  const xml = /^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([^"']+)/i.exec(head)?.[1]
  const bare = head.replaceAll(/<!--[^]*?(?:-->|$)/g, '')
  const metas = [...bare.matchAll(/<meta[\s/]((?:"[^"]*"|'[^']*'|[^"'>])*)/gi)]
  const labels = [...metas.map(([, attributes = '']) => charsetOfMeta(attributes)), xml]
  // A label that could be read as ASCII cannot be right about UTF-16.
  return labels.flatMap((label) => label ?? []).map((label) => (/^utf-?16/i.test(label) ? 'utf-8' : label))
}

const ATTRIBUTE = /(?<![^\s"'=/>])([^\s"'=/>]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g

/** Returns the label of a meta element: its `charset`, or that of its `content` if it replaces the header, also misspelled. */
function charsetOfMeta(attributes: string): string | undefined {
  const pairs = [...attributes.matchAll(ATTRIBUTE)].map(
    ([, name = '', ...values]) => [name.toLowerCase(), values.join('').trim()] as const,
  )
  // The first attribute of a name counts.
  const { charset, content = '', 'http-equiv': header = '' } = Object.fromEntries(pairs.toReversed())
  const isHeader = /^content-type$/i.test(header) || /^text\/html\b/i.test(content)
  return charset ?? (isHeader ? charsetOf(content) : undefined)
}
