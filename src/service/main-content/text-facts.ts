import {
  AMPERSAND,
  COLON,
  DIGIT_NINE,
  DIGIT_ZERO,
  DOUBLE_QUOTE,
  NO_BREAK_SPACE,
  SEMICOLON,
  SPACE,
  TAB,
} from '../../util/character-codes.ts'
import type { TextRun } from '../page-tree/page-tree.ts'
import { isLetter as isAsciiLetter } from '../page-tree/tag-characters.ts'

/** A longer one is not a character reference. */
const LONGEST_REFERENCE = 10
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

  add(html: string, { from, to, isLinked = false }: TextRun & { readonly isLinked?: boolean }): void {
    let words = 0
    let letters = 0
    let halves = 0
    let isInWord = false
    let at = from
    while (at < to) {
      const code = html.charCodeAt(at)
      const start = at++
      if (isAsciiLetter(code)) {
        while (at < to && isAsciiLetter(html.charCodeAt(at))) at++
        letters += at - start
      } else if (code <= SPACE) {
        isInWord = false
        continue
      } else if (isDigit(code)) at = this.#endOfNumber(html, start, to)
      else if (code < FIRST_LETTER || !isLetter(code)) {
        isInWord = false
        if (code === AMPERSAND) at = endOfReference(html, start, to)
        else this.#addSign(code, at === to || mayFollowSentence(html.charCodeAt(at)))
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
    if (isLinked) this.linkedWords += words
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

function endOfReference(html: string, from: number, to: number): number {
  const last = Math.min(to, from + LONGEST_REFERENCE)
  for (let at = from + 1; at < last; at++) {
    const code = html.charCodeAt(at)
    if (code === SEMICOLON) return at + 1
    if (code <= SPACE) break
  }
  return from + 1
}
