import { isSpace } from '../html/tag-characters.ts'
import { FEW_LINKS, startOfMain } from './declared-main.ts'

/** With less text than this, in UTF-16 units, the content may stand elsewhere. */
const LEAST_TEXT = 600
/** Less text than this between two tags is space and punctuation. */
const LEAST_RUN = 3
/** Elements that hold no text of the page's. */
const NO_TEXT = /^(?:script|style|svg|noscript)\b/i
const LONGEST_NAME = 9
const SHORT_TAG = 8

const SLASH = 0x2f
const GREATER = 0x3e
const LETTER_A = 0x61
const LETTER_B = 0x62
const LETTER_C = 0x63
const LETTER_D = 0x64
const LETTER_F = 0x66
const LETTER_I = 0x69
const LETTER_M = 0x6d
const LETTER_N = 0x6e
const LETTER_O = 0x6f
const LETTER_P = 0x70
const LETTER_R = 0x72
const LETTER_S = 0x73
const LETTER_T = 0x74
const LETTER_V = 0x76

/**
 * Finds what seems to be the `main` element of a page, if little of its text is linked, it shows code or no images, and
 * nothing in it is to be operated or stands aside: that is what the page is for, and nothing in it need be judged.
 * Reads no elements, which takes a tenth of the time, so whoever reads the page has to see whether it really is one.
 * Linear in the length of the page.
 */
export function findPlainMain(html: string): { readonly start: number; readonly end: number } | undefined {
  const start = startOfMain(html, 0)
  if (start === -1) return undefined
  let text = 0
  let linked = 0
  let isInLink = false
  let hasImage = false
  let hasCode = false
  let inner = 0
  let end = html.indexOf('>', start)
  for (let at = html.indexOf('<', end); at !== -1 && end !== -1; at = html.indexOf('<', end)) {
    const run = at - end - 1
    if (run >= LEAST_RUN) {
      text += run
      if (isInLink) linked += run
    }
    const isEnd = html.charCodeAt(at + 1) === SLASH
    const name = isEnd ? at + 2 : at + 1
    end = endOfTag(html, at)
    if (html.charCodeAt(name) === LETTER_M && isMain(html, name)) {
      inner += isEnd ? -1 : 1
      if (inner >= 0) continue
      const isPlain = text >= LEAST_TEXT && linked <= text * FEW_LINKS && (hasCode || !hasImage)
      return isPlain && end !== -1 ? { start, end: end + 1 } : undefined
    }
    const letter = html.charCodeAt(name) | 0x20
    if (letter === LETTER_A) {
      if (isNameEnd(html.charCodeAt(name + 1))) isInLink = !isEnd
      else if (html.startsWith('aside', name)) return undefined
    } else if (isEnd) continue
    else if ((letter === LETTER_B || letter === LETTER_D || letter === LETTER_F) && isOperated(html, name))
      return undefined
    else if (letter === LETTER_I) hasImage ||= html.startsWith('img', name)
    else if (letter === LETTER_C) hasCode ||= html.startsWith('code', name)
    else if (letter === LETTER_P)
      hasCode ||= html.charCodeAt(name + 1) === LETTER_R && html.startsWith('pre', name)
    else if (letter === LETTER_N && html.charCodeAt(name + 1) === LETTER_O && end !== -1)
      end = endOfTextless(html, name, end)
    else if (letter === LETTER_S && end !== -1 && mayHoldNoText(html.charCodeAt(name + 1)))
      end = endOfTextless(html, name, end)
  }
  return undefined
}

function isMain(html: string, name: number): boolean {
  return html.startsWith('main', name) && isNameEnd(html.charCodeAt(name + 'main'.length))
}

/** Returns where the next bracket stands that ends a tag, or -1. Most tags are so short that looking is quicker than asking. */
function endOfTag(html: string, start: number): number {
  for (let at = start + 1; at < start + SHORT_TAG; at++) if (html.charCodeAt(at) === GREATER) return at
  return html.indexOf('>', start + SHORT_TAG)
}

/** Tells whether an element is there to be operated: what it says is rarely what the page is for. */
function isOperated(html: string, name: number): boolean {
  return html.startsWith('button', name) || html.startsWith('form', name) || html.startsWith('dialog', name)
}

function isNameEnd(code: number): boolean {
  return isSpace(code) || code === GREATER
}

/** Tells by the second letter of a name that it is none of those: most are spans and sections. */
function mayHoldNoText(code: number): boolean {
  const letter = code | 0x20
  return letter === LETTER_C || letter === LETTER_T || letter === LETTER_V
}

/** Returns where the end tag ends of an element that holds no text, else where its tag ends; -1 when it has none. */
function endOfTextless(html: string, name: number, end: number): number {
  const [tag] = NO_TEXT.exec(html.slice(name, name + LONGEST_NAME)) ?? []
  if (tag === undefined) return end
  const close = html.indexOf(`</${tag}`, end)
  return close === -1 ? -1 : html.indexOf('>', close)
}
