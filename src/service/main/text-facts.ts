/** What is counted of a text. */
export interface TextFacts {
  /** Runs of letters and digits; of scripts that set no spaces, two characters are taken as a word. */
  readonly words: number
  readonly letters: number
  readonly capitals: number
  readonly digits: number
  readonly commas: number
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
const AMPERSAND = 0x26
const COMMA = 0x2c
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
  capitals = 0
  digits = 0
  commas = 0
  stops = 0
  isSentence = false
  hasPrice = false
  hasDate = false

  /** Counts from `from` to `to` in a page's text; the answer is how many words there are. */
  add(html: string, from: number, to: number): number {
    const before = this.words
    let halves = 0
    let isInWord = false
    let number = 0
    let run = 0
    for (let at = from; at < to; at++) {
      const code = html.charCodeAt(at)
      if (code >= 0x30 && code <= 0x39) {
        this.digits++
        number = run < 4 ? number * 10 + code - 0x30 : 0
        run++
        if (!isInWord) this.words++
        isInWord = true
        this.isSentence = false
        continue
      }
      if (run > 0) {
        if (run === 4 && number >= 1900 && number < 2100) this.hasDate = true
        if (code === COLON && run <= 2 && isDigit(html.charCodeAt(at + 1))) this.hasDate = true
        run = 0
        number = 0
      }
      const folded = code | 0x20
      if (folded >= 0x61 && folded <= 0x7a) {
        if (code !== folded) this.capitals++
      } else if (code <= SPACE) {
        isInWord = false
        continue
      } else if (code === AMPERSAND) {
        at = endOfReference(html, at, to)
        isInWord = false
        continue
      } else if (code < 0xaa || !isLetter(code)) {
        isInWord = false
        this.#addSign(
          code,
          at + 1 === to || html.charCodeAt(at + 1) <= SPACE || html.charCodeAt(at + 1) === 0x22,
        )
        continue
      } else if (isWithoutSpaces(code)) {
        this.letters++
        halves++
        isInWord = false
        this.isSentence = false
        continue
      }
      this.letters++
      if (!isInWord) this.words++
      isInWord = true
      this.isSentence = false
    }
    if (run === 4 && number >= 1900 && number < 2100) this.hasDate = true
    this.words += (halves + 1) >> 1
    return this.words - before
  }

  #addSign(code: number, isAtEnd: boolean): void {
    if (code === COMMA || code === 0x3001 || code === 0xff0c) this.commas++
    else if (STOPS.has(code)) {
      this.isSentence = true
      if (isAtEnd || code > 0xff) this.stops++
    } else if (CURRENCIES.has(code)) this.hasPrice = true
  }
}

/** Returns whether a character is space to a reader. */
export function isSpace(code: number): boolean {
  return code <= SPACE ? code >= TAB : code === 0xa0
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

/** Beyond ASCII; punctuation and signs are told apart by the blocks that they stand in. */
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
    if (code === SEMICOLON) return at
    if (code <= SPACE) break
  }
  return from
}
