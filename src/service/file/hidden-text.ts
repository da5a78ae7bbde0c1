/** Where Markdown is hidden from the library: a plane of private use, whose characters it leaves as they are. */
const HIDDEN_FROM = 0xf0000
const HIDDEN = /[\u{F0000}-\u{FFFFF}]+/gu

/** Returns Markdown that the library takes for a word, and does not escape. */
export function hide(markdown: string): string {
  return markdown.replaceAll(/[^]/g, (unit) => String.fromCodePoint(HIDDEN_FROM + unit.charCodeAt(0)))
}

/** Returns what the library wrote with the hidden Markdown as it is. */
export function showHidden(markdown: string): string {
  return markdown.replaceAll(HIDDEN, (hidden) =>
    Array.from(hidden, (sign) => String.fromCharCode((sign.codePointAt(0) ?? 0) - HIDDEN_FROM)).join(''),
  )
}

/** Returns the text of a file without such characters of its own. */
export function withoutHidden(text: string): string {
  return text.search(HIDDEN) === -1 ? text : text.replaceAll(HIDDEN, '')
}
