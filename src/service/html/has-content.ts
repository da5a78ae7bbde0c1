const LESS = 0x3c
/** Tags that show something even when empty. */
const SHOWN = /<(?:img|video|audio|iframe|svg|input)\b/iy

/**
 * Tells whether there is anything to read or to see between two places besides tags and space; neither may lie inside a
 * tag.
 */
export function hasContent(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code === LESS) {
      if (mayShow(text, at + 1)) {
        SHOWN.lastIndex = at
        if (SHOWN.test(text)) return true
      }
      const end = text.indexOf('>', at)
      if (end === -1) return false
      at = end
    } else if (!isSpace(code)) return true
  }
  return false
}

/** Whether a name begins as one of those tags does: most tags are told by two letters. */
function mayShow(text: string, from: number): boolean {
  const first = text.charCodeAt(from) | 0x20
  if (first === 0x69 || first === 0x76) return true
  const second = text.charCodeAt(from + 1) | 0x20
  return (first === 0x61 && second === 0x75) || (first === 0x73 && second === 0x76)
}

/** White space as `\s` defines it. */
function isSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d)
  return code >= 0xa0 && /\s/.test(String.fromCharCode(code))
}
