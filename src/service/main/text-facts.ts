/** What is counted of a text. */
export interface TextFacts {
  /** Runs of letters and digits; of scripts that set no spaces, two characters are taken as a word. */
  readonly words: number
  readonly letters: number
  /** Ends of sentences. */
  readonly stops: number
  /** Whether it ends with one. */
  readonly isSentence: boolean
  readonly hasPrice: boolean
  /** Whether it holds a year or a time of day. */
  readonly hasDate: boolean
}

const TAB = 0x09
const SPACE = 0x20
const QUOTE = 0x22
const AMPERSAND = 0x26
const COLON = 0x3a
const SEMICOLON = 0x3b
/** A longer one is no character reference. */
const LONGEST_REFERENCE = 10

const STOPS = new Set('. ! ? … 。 ！ ？'.split(' ').map((stop) => stop.charCodeAt(0)))
const CURRENCIES = new Set('$ € £ ¥ ₹ ₽ ₩'.split(' ').map((sign) => sign.charCodeAt(0)))

/** Counts what a text holds, which may stand in several places of a page. */
export class TextCounter {
  words = 0
  letters = 0
  stops = 0
  isSentence = false
  hasPrice = false
  hasDate = false

  /** Counts from `from` to `to` in a page's text; the answer is how many words there are. */
  add(html: string, from: number, to: number): number {
    let words = 0
    let letters = 0
    let halves = 0
    let isInWord = false
    let at = from
    while (at < to) {
      const code = html.charCodeAt(at)
      const start = at++
      if (isSmallLetter(code | SPACE)) {
        while (at < to && isSmallLetter(html.charCodeAt(at) | SPACE)) at++
        letters += at - start
      } else if (code <= SPACE) {
        isInWord = false
        continue
      } else if (isDigit(code)) at = this.#endOfNumber(html, start, to)
      else if (code < FIRST_LETTER || !isLetter(code)) {
        isInWord = false
        if (code === AMPERSAND) at = endOfReference(html, start, to)
        else this.#addSign(code, isEnd(html.charCodeAt(at)) || at === to)
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
    return words
  }

  /** Returns where a number ends, and sees whether it is a year or the hour of a time. */
  #endOfNumber(html: string, from: number, to: number): number {
    let number = 0
    let at = from
    for (; at < to && isDigit(html.charCodeAt(at)); at++)
      number = at - from < 4 ? number * 10 + html.charCodeAt(at) - 0x30 : 0
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

/** Returns whether a character is space to a reader. */
export function isSpace(code: number): boolean {
  return code <= SPACE ? code >= TAB : code === 0xa0
}

/** What may stand behind the end of a sentence. */
function isEnd(code: number): boolean {
  return code <= SPACE || code === QUOTE
}

function isSmallLetter(code: number): boolean {
  return code >= 0x61 && code <= 0x7a
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

/** No letter beyond ASCII stands before this one. */
const FIRST_LETTER = 0xaa

/** Tells letters beyond ASCII from punctuation and signs, by Unicode blocks. */
function isLetter(code: number): boolean {
  if (code < 0xc0) return code === 0xaa || code === 0xb5 || code === 0xba
  if (code >= 0x2000 && code < 0x2c00) return false
  if (code >= 0x3000 && code < 0x3040) return false
  return code !== 0xd7 && code !== 0xf7 && !(code >= 0xfe10 && code < 0xff10) && code !== 0xfeff
}

/** Thai, Lao, Khmer, Chinese and Japanese set no spaces between words. */
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
