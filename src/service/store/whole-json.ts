/** Longer Markdown is made JSON in pieces: at once it would stand in memory four times. Bytes. */
const PIECE = 64 * 1024
const BEGIN = '{"markdown":"'

/** Returns the JSON of a document whose Markdown, in UTF-8, is kept apart from the rest. */
export function wholeJson(json: string, markdown: Buffer | undefined): Buffer {
  if (markdown === undefined) return Buffer.from(json)
  const end = Buffer.from(`",${json.slice(1)}`)
  // Most Markdown grows by less than a tenth.
  let whole = Buffer.allocUnsafe(BEGIN.length + Math.ceil(markdown.length * 1.1) + end.length)
  let length = whole.write(BEGIN)
  const makeRoom = (bytes: number): void => {
    if (length + bytes <= whole.length) return
    const larger = Buffer.allocUnsafe(Math.ceil(length * 1.5) + bytes)
    whole.copy(larger, 0, 0, length)
    whole = larger
  }
  for (let from = 0; from < markdown.length;) {
    const to = endOfPiece(markdown, from)
    const piece = JSON.stringify(markdown.toString('utf8', from, to)).slice(1, -1)
    makeRoom(Buffer.byteLength(piece))
    length += whole.write(piece, length)
    from = to
  }
  makeRoom(end.length)
  whole.set(end, length)
  return whole.subarray(0, length + end.length)
}

/** No character is cut: bytes that go on with one begin with the bits 10. */
function endOfPiece(text: Buffer, from: number): number {
  let to = Math.min(from + PIECE, text.length)
  while (to < text.length && ((text[to] ?? 0) & 0xc0) === 0x80) to--
  return to
}
