import { decodeHTML } from 'entities'
import {
  AMPERSAND,
  COLON,
  DIGIT_NINE,
  DIGIT_ZERO,
  DOUBLE_QUOTE,
  NO_BREAK_SPACE,
  SPACE,
  TAB,
} from '../../util/character-codes.ts'
import type { TextRun } from '../page-tree/page-tree.ts'
import { isLetter as isAsciiLetter } from '../page-tree/tag-characters.ts'

const STOPS = codesOf('. ! ? … 。 ！ ？')
const CURRENCIES = codesOf('$ € £ ¥ ₹ ₽ ₩')
/** No letter outside of ASCII has a smaller code. */
const FIRST_LETTER = 0xaa

/** Counts words, sentences, prices and dates of a text, which may be in several places of a page. */
export class TextFacts {
  /** Runs of letters and digits. In scripts without spaces, two characters count as a word. */
  words = 0
  linkedWords = 0
  letters = 0
  /** Ends of sentences. */
  stops = 0
  /** Whether the text ends with the end of a sentence. */
  isSentence = false
  hasPrice = false
  /** Whether it holds a year or a time of day. */
  hasDate = false

  add(html: string, run: TextRun & { readonly isLinked?: boolean }): void {
    let text = html
    let { to } = run
    let isDecoded = false
    let words = 0
    let letters = 0
    let halves = 0
    let isInWord = false
    let at = run.from
    while (at < to) {
      const code = text.charCodeAt(at)
      const start = at++
      if (isAsciiLetter(code)) {
        while (at < to && isAsciiLetter(text.charCodeAt(at))) at++
        letters += at - start
      } else if (code <= SPACE) {
        isInWord = false
        continue
      } else if (isDigit(code)) at = this.#endOfNumber(text, start, to)
      else if (code < FIRST_LETTER || !isLetter(code)) {
        if (code === AMPERSAND && !isDecoded) {
          text = decodeHTML(text.slice(start, to))
          isDecoded = true
          at = 0
          to = text.length
          continue
        }
        isInWord = false
        this.#addSign(code, at === to || mayFollowSentence(text.charCodeAt(at)))
        continue
      } else {
        letters++
        if (isWithoutSpaces(code)) {
          halves++
          isInWord = false
          this.isSentence = false
          continue
        }
      }
      if (!isInWord) words++
      isInWord = true
      this.isSentence = false
    }
    words += (halves + 1) >> 1
    this.words += words
    this.letters += letters
    if (run.isLinked === true) this.linkedWords += words
  }

  /** Returns where a number ends, and notes whether it is a year or the hour of a time. */
  #endOfNumber(html: string, from: number, to: number): number {
    let number = 0
    let at = from
    for (; at < to && isDigit(html.charCodeAt(at)); at++)
      number = at - from < 4 ? number * 10 + html.charCodeAt(at) - DIGIT_ZERO : 0
    const isTime =
      at < to && at - from <= 2 && html.charCodeAt(at) === COLON && isDigit(html.charCodeAt(at + 1))
    if (isTime || (at - from === 4 && number >= 1900 && number < 2100)) this.hasDate = true
    return at
  }

  #addSign(code: number, isAtEnd: boolean): void {
    if (STOPS.has(code)) {
      this.isSentence = true
      if (isAtEnd || code > 0xff) this.stops++
    } else if (CURRENCIES.has(code)) this.hasPrice = true
  }
}

export function isBlank(code: number): boolean {
  return code <= SPACE ? code >= TAB : code === NO_BREAK_SPACE
}

/** Returns the length of a text in a page without the space around it. */
export function shownLength(html: string, start: number, end: number): number {
  let from = start
  let to = end
  while (from < to && isBlank(html.charCodeAt(from))) from++
  while (to > from && isBlank(html.charCodeAt(to - 1))) to--
  return to - from
}

function codesOf(signs: string): ReadonlySet<number> {
  return new Set(signs.split(' ').map((sign) => sign.charCodeAt(0)))
}

function mayFollowSentence(code: number): boolean {
  return code <= SPACE || code === DOUBLE_QUOTE
}

function isDigit(code: number): boolean {
  return code >= DIGIT_ZERO && code <= DIGIT_NINE
}

/** Tells letters outside of ASCII from punctuation and signs, by Unicode blocks. */
function isLetter(code: number): boolean {
  if (code < 0xc0) return code === 0xaa || code === 0xb5 || code === 0xba
  if (code >= 0x2000 && code < 0x2c00) return false
  if (code >= 0x3000 && code < 0x3040) return false
  return code !== 0xd7 && code !== 0xf7 && !(code >= 0xfe10 && code < 0xff10) && code !== 0xfeff
}

/** Tells whether a character is Thai, Lao, Khmer, Chinese or Japanese. */
function isWithoutSpaces(code: number): boolean {
  return (
    (code >= 0x0e00 && code < 0x0f00) ||
    (code >= 0x1780 && code < 0x1800) ||
    (code >= 0x2e80 && code < 0xa000)
  )
}
