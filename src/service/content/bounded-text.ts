/** In characters. */
const SHORTEST_TAG = 3

/** Bounds of one page's text. The rest is left out, and the page says so. */
export interface ReadingBounds {
  /** Bytes of its text. */
  readonly textBytes: number
  /** Tags of a page of HTML: end tags and comments count too. */
  readonly pageTags: number
}

/** Returns the first `most` bytes of a text, without half a character of UTF-8 at their end. */
export function boundBytes(body: Buffer, most: number): Buffer {
  if (body.length <= most) return body
  let end = most
  while (end > most - 4 && end > 0 && ((body[end] ?? 0) & 0xc0) === 0x80) end--
  return body.subarray(0, end)
}

/** Returns a page's text up to its tag number `most`, where there are more. Every `<` counts, also in end tags and text. */
export function boundTags(html: string, most: number): string {
  if (html.length < most * SHORTEST_TAG) return html
  let at = html.indexOf('<')
  for (let tags = 0; at !== -1 && tags < most; tags++) at = html.indexOf('<', at + 1)
  return at === -1 ? html : html.slice(0, at)
}
