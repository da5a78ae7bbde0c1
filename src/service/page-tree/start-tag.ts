import { decodeHTMLAttribute } from 'entities'
import { DOUBLE_QUOTE, EQUALS, GREATER_THAN, SINGLE_QUOTE, SLASH } from '../../util/character-codes.ts'
import { isSpace } from './tag-characters.ts'

/** Further attributes are ignored: only traps have more. */
const MOST_ATTRIBUTES = 2000
/** Numbers stored for each attribute: where its name and its value start and end. */
const PLACES = 4

/** Reads start tags and remembers the places of the last one's attributes. Positions are UTF-16 offsets into the page. */
export class StartTag {
  /** Position of its `<`; -1 before any tag was read. */
  start = -1
  end = 0
  size = 0
  /** The bits of its attributes' names (`nameBit`). */
  nameBits = 0
  /** Whether it ends with a slash. */
  isSelfClosed = false
  readonly #html: string
  readonly #places: number[] = []

  constructor(html: string) {
    this.#html = html
  }

  /** Reads the tag at `start`, whose name ends at `nameEnd`. Returns false when the page ends in it. */
  read(start: number, nameEnd: number): boolean {
    const html = this.#html
    const { length } = html
    this.start = start
    this.size = 0
    this.nameBits = 0
    this.isSelfClosed = false
    let at = nameEnd
    while (at < length) {
      const code = html.charCodeAt(at)
      if (code === GREATER_THAN) {
        this.end = at + 1
        return true
      }
      if (code === SLASH) {
        at = skipSpace(html, at + 1)
        this.isSelfClosed = html.charCodeAt(at) === GREATER_THAN
      } else if (isSpace(code)) at++
      else at = this.#readAttribute(at)
      if (at === -1) return false
    }
    return false
  }

  /** Returns the index of the first attribute called `name` (lower-case ASCII), or -1. HTML ignores a repeated attribute. */
  find(name: string): number {
    const html = this.#html
    const places = this.#places
    const count = this.size
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

  nameOf(index: number): string {
    return this.#html.slice(this.#places[index * PLACES], this.#places[index * PLACES + 1]).toLowerCase()
  }

  /** Returns where a value starts, after its quote; -1 for an attribute without a value. */
  startOf(index: number): number {
    return this.#places[index * PLACES + 2] ?? -1
  }

  /** Returns where a value ends, before its quote; -1 for an attribute without a value. */
  endOf(index: number): number {
    return this.#places[index * PLACES + 3] ?? -1
  }

  /** Returns a value with character references decoded; empty for an attribute without a value. */
  valueOf(index: number): string {
    const start = this.startOf(index)
    if (start === -1) return ''
    const raw = this.#html.slice(start, this.endOf(index))
    return raw.includes('&') ? decodeHTMLAttribute(raw) : raw
  }

  /** Reads one attribute from `from`, which may begin with any character. Returns -1 when its value has no end. */
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
    if (this.size === MOST_ATTRIBUTES) return
    this.nameBits |= nameBit(this.#html, nameStart, nameEnd)
    const places = this.#places
    const at = this.size++ * PLACES
    places[at] = nameStart
    places[at + 1] = nameEnd
    places[at + 2] = valueStart
    places[at + 3] = valueEnd
  }
}

/** Returns one of 32 bits for an attribute's name, in any case. A tag without this bit has no such attribute. */
export function nameBit(text: string, start = 0, end = text.length): number {
  return 1 << (((text.charCodeAt(start) | 0x20) + end - start) & 31)
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
    if (code <= GREATER_THAN && (code === EQUALS || code === GREATER_THAN || code === SLASH || isSpace(code)))
      return at
  }
  return length
}

function endOfUnquoted(html: string, from: number): number {
  const { length } = html
  for (let at = from; at < length; at++) {
    const code = html.charCodeAt(at)
    if (code === GREATER_THAN || isSpace(code)) return at
  }
  return length
}
