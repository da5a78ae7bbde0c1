/** Whether there is anything to read or to see besides tags and space; the text must not cut a tag. */
export function hasContent(piece: string): boolean {
  let position = 0
  while (position < piece.length) {
    const tag = piece.indexOf('<', position)
    if (/\S/.test(piece.slice(position, tag === -1 ? piece.length : tag))) return true
    if (tag === -1) return false
    if (/^<(?:img|video|audio|iframe|svg|input)\b/i.test(piece.slice(tag, tag + 8))) return true
    const end = piece.indexOf('>', tag)
    if (end === -1) return false
    position = end + 1
  }
  return false
}
