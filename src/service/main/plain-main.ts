import { isSpace } from '../html/tag-characters.ts'

/** With less text than this, in UTF-16 units, the content may stand elsewhere. */
const LEAST_TEXT = 600
/** Less text than this between two tags is space and punctuation. */
const LEAST_RUN = 3
/** A menu, a list of articles or of products has more links, as a share of its text. */
const FEW_LINKS = 0.15
/** A text with few links that has no images, or shows code, is what the page is for: nothing in it need be judged. */
const IMAGE = 'img'
/** Elements that hold no text of the page's. */
const NO_TEXT = /^(?:script|style|svg)\b/i
const LONGEST_NAME = 8
const SHORT_TAG = 8

const SLASH = 0x2f
const GREATER = 0x3e
const LETTER_A = 0x61
const LETTER_C = 0x63
const LETTER_I = 0x69
const LETTER_P = 0x70
const LETTER_S = 0x73

/**
 * Finds what seems to be the `main` element of a page, if little of its text is linked and it shows code or no images.
 * Reads no elements, which takes a tenth of the time, so whoever reads the page has to see whether it really is one.
 * Linear in the length of the page.
 */
export function findPlainMain(html: string): { readonly start: number; readonly end: number } | undefined {
  const start = html.indexOf('<main')
  if (start === -1) return undefined
  let text = 0
  let linked = 0
  let isInLink = false
  let hasImage = false
  let hasCode = false
  let end = html.indexOf('>', start)
  for (let at = html.indexOf('<', end); at !== -1 && end !== -1; at = html.indexOf('<', end)) {
    const run = at - end - 1
    if (run >= LEAST_RUN) {
      text += run
      if (isInLink) linked += run
    }
    const isEnd = html.charCodeAt(at + 1) === SLASH
    end = endOfTag(html, at)
    if (isEnd && html.startsWith('main', at + 2)) {
      const isPlain = text >= LEAST_TEXT && linked <= text * FEW_LINKS && (hasCode || !hasImage)
      return isPlain && end !== -1 ? { start, end: end + 1 } : undefined
    }
    if (isLink(html, isEnd ? at + 2 : at + 1)) isInLink = !isEnd
    else if (!isEnd) {
      const letter = html.charCodeAt(at + 1) | 0x20
      if (letter === LETTER_I) hasImage ||= html.startsWith(IMAGE, at + 1)
      else if (letter === LETTER_C || letter === LETTER_P)
        hasCode ||= html.startsWith('code', at + 1) || html.startsWith('pre', at + 1)
      else if (letter === LETTER_S) {
        const name = html.slice(at + 1, at + 1 + LONGEST_NAME)
        if (end !== -1 && NO_TEXT.test(name)) end = endOf(html, name, end)
      }
    }
  }
  return undefined
}

/** Returns where the next bracket stands that ends a tag, or -1. Most tags are so short that looking is quicker than asking. */
function endOfTag(html: string, start: number): number {
  for (let at = start + 1; at < start + SHORT_TAG; at++) if (html.charCodeAt(at) === GREATER) return at
  return html.indexOf('>', start + SHORT_TAG)
}

function isLink(html: string, at: number): boolean {
  const after = html.charCodeAt(at + 1)
  return (html.charCodeAt(at) | 0x20) === LETTER_A && (isSpace(after) || after === GREATER)
}

/** Returns where the end tag ends of an element that holds no text; -1 when it has none. */
function endOf(html: string, name: string, from: number): number {
  const [tag = ''] = /^\w+/.exec(name) ?? []
  const close = html.indexOf(`</${tag}`, from)
  return close === -1 ? -1 : html.indexOf('>', close)
}
