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
      SHOWN.lastIndex = at
      if (SHOWN.test(text)) return true
      const end = text.indexOf('>', at)
      if (end === -1) return false
      at = end
    } else if (!isSpace(code)) return true
  }
  return false
}

/** White space as `\s` defines it. */
function isSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d)
  return code >= 0xa0 && /\s/.test(String.fromCharCode(code))
}
