import { decodeHTMLAttribute } from 'entities'
import { isSpace } from './tag-characters.ts'
import type { WordSet } from './word-set.ts'

const DOUBLE_QUOTE = 0x22
const SINGLE_QUOTE = 0x27
const SLASH = 0x2f
const EQUALS = 0x3d
const GREATER = 0x3e

/** What of a tag matters to us has a dozen names; those of a tag with more attributes than this are no page's. */
const MOST_ATTRIBUTES = 2000
/** Numbers kept for each attribute: where its name and its value start and end. */
const PLACES = 4

/** The start tag being read, as places in the page's text (UTF-16 offsets). One object serves for every tag. */
export class StartTag {
  /** Its `<`. */
  start = 0
  /** After its `>`. */
  end = 0
  /** Where reading continues: after the tag, unless what follows is known. */
  next = 0
  readonly #html: string
  readonly #places: number[] = []
  #count = 0
  #closesItself = false

  constructor(html: string) {
    this.#html = html
  }

  get size(): number {
    return this.#count
  }

  /** Whether the tag ends with a slash. */
  get isSelfClosed(): boolean {
    return this.#closesItself
  }

  /** Reads the tag at `start`, whose name ends at `nameEnd`; tells whether the page holds all of it. */
  read(start: number, nameEnd: number): boolean {
    const html = this.#html
    const { length } = html
    this.start = start
    this.#count = 0
    this.#closesItself = false
    let at = nameEnd
    while (at < length) {
      const code = html.charCodeAt(at)
      if (code === GREATER) {
        this.end = at + 1
        this.next = this.end
        return true
      }
      if (code === SLASH) {
        at = skipSpace(html, at + 1)
        this.#closesItself = html.charCodeAt(at) === GREATER
      } else if (isSpace(code)) at++
      else at = this.#readAttribute(at)
      if (at === -1) return false
    }
    return false
  }

  /**
   * Returns the index of the first attribute called `name` (lower-case ASCII), or -1. HTML ignores a repeated
   * attribute.
   */
  find(name: string): number {
    const html = this.#html
    const places = this.#places
    const count = this.#count
    const { length } = name
    for (let index = 0; index < count; index++) {
      const start = places[index * PLACES] ?? 0
      if ((places[index * PLACES + 1] ?? 0) - start !== length) continue
      let matching = 0
      while (matching < length && (html.charCodeAt(start + matching) | 0x20) === name.charCodeAt(matching))
        matching++
      if (matching === length) return index
    }
    return -1
  }

  /** Returns where the value lies, quotes left out; start is -1 for an attribute without one. */
  startOf(index: number): number {
    return this.#places[index * PLACES + 2] ?? -1
  }

  endOf(index: number): number {
    return this.#places[index * PLACES + 3] ?? -1
  }

  has(name: string): boolean {
    return this.find(name) !== -1
  }

  /** Returns the value with character references decoded; undefined when there is no such attribute. */
  get(name: string): string | undefined {
    if (this.#count === 0) return undefined
    const index = this.find(name)
    return index === -1 ? undefined : this.valueAt(index)
  }

  /** Tells whether one of the words of an attribute's value is in the set. */
  hasWordOf(name: string, words: WordSet): boolean {
    const index = this.find(name)
    if (index === -1) return false
    const isIn = words.isIn(this.#html, this.startOf(index), this.endOf(index))
    if (isIn !== undefined) return isIn
    const value = this.valueAt(index)
    return words.isIn(value, 0, value.length) === true
  }

  valueAt(index: number): string {
    const start = this.startOf(index)
    if (start === -1) return ''
    const raw = this.#html.slice(start, this.endOf(index))
    return raw.includes('&') ? decodeHTMLAttribute(raw) : raw
  }

  /** Reads one attribute from `from`, whatever its first character; -1 when its value has no end. */
  #readAttribute(from: number): number {
    const html = this.#html
    const nameEnd = endOfAttributeName(html, from + 1)
    let at = skipSpace(html, nameEnd)
    if (html.charCodeAt(at) !== EQUALS) {
      this.#add(from, nameEnd, -1, -1)
      return at
    }
    at = skipSpace(html, at + 1)
    const quote = html.charCodeAt(at)
    if (quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE) {
      const end = html.indexOf(quote === DOUBLE_QUOTE ? '"' : "'", at + 1)
      if (end === -1) return -1
      this.#add(from, nameEnd, at + 1, end)
      return end + 1
    }
    const end = endOfUnquoted(html, at)
    this.#add(from, nameEnd, at, end)
    return end
  }

  #add(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void {
    if (this.#count === MOST_ATTRIBUTES) return
    const places = this.#places
    const at = this.#count++ * PLACES
    places[at] = nameStart
    places[at + 1] = nameEnd
    places[at + 2] = valueStart
    places[at + 3] = valueEnd
  }
}

function skipSpace(html: string, from: number): number {
  let at = from
  while (isSpace(html.charCodeAt(at))) at++
  return at
}

function endOfAttributeName(html: string, from: number): number {
  const { length } = html
  for (let at = from; at < length; at++) {
    const code = html.charCodeAt(at)
    if (code <= GREATER && (code === EQUALS || code === GREATER || code === SLASH || isSpace(code))) return at
  }
  return length
}

function endOfUnquoted(html: string, from: number): number {
  const { length } = html
  for (let at = from; at < length; at++) {
    const code = html.charCodeAt(at)
    if (code === GREATER || isSpace(code)) return at
  }
  return length
}
