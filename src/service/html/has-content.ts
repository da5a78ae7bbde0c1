import { isAnySpace } from '../../util/is-any-space.ts'

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
    } else if (!isAnySpace(code)) return true
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
