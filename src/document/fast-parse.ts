/**
 * Parses the usual YAML of crawl files, about twenty times as fast as a complete parser. It knows block mappings and lists,
 * one-line flow collections and scalars, literal and folded text, and simple anchors. It answers with the value or with "don't
 * know", and never says that a text is wrong. The YAML library accepts the same texts, with the same values.
 */
import {
  AMPERSAND,
  ASTERISK,
  COLON,
  GREATER_THAN,
  HASH,
  HYPHEN,
  LINE_FEED,
  SPACE,
  VERTICAL_BAR,
} from '../util/character-codes.ts'
import type { Json } from '../util/json.ts'
import { unsupported, unlessUnsupported } from './unsupported.ts'
import { FastScalars } from './fast-scalars.ts'
import { plainScalar } from './plain-scalar.ts'
import type { SpanMember, SpanNode } from './span-node.ts'

/** Only line feeds, printable ASCII and the usual rest of Unicode: no tab, no CR, no byte order mark. */
const UNUSUAL = /[^\n\u0020-\u007e\u00a0-\u2027\u202a-\ufefe\uff00-\ufffd]/

/** Fewer levels than the YAML library allows, so that this parser never allows more. */
const MOST_LEVELS = 60
const MOST_ALIASED = 1000

export interface FastDocument {
  readonly value: Json
  /** The place of every value; made only on demand. */
  readonly span: SpanNode | undefined
}

/** Tells whether `text` has only characters that the fast parser knows. */
export function isUsual(text: string): boolean {
  return !UNUSUAL.test(text)
}

/** Returns the one document of `text`, when every line of it is of the known kind; else undefined. */
export function fastParse(text: string, options: { readonly spans: boolean }): FastDocument | undefined {
  if (!isUsual(text)) return undefined
  return unlessUnsupported(() => new FastParser(text, options.spans).document())
}

interface Anchored {
  readonly value: Json
  readonly span: SpanNode | undefined
  readonly size: number
}

class FastParser extends FastScalars {
  /** The number of spaces before `at` if `at` is the first character of its line; else -1. */
  #indent = -1
  #depth = 0
  #nodes = 0
  #aliased = 0
  #anchors: Map<string, Anchored> | undefined

  document(): FastDocument {
    this.#nextLine()
    if (this.#indent === 0 && this.text.startsWith('---', this.at)) {
      this.at = this.lineEnd(this.at + 3)
      this.#nextLine()
    }
    if (this.#indent !== 0) unsupported()
    const value = this.#mapping(0)
    if (this.at < this.text.length) unsupported()
    return { value, span: this.spans ? this.span : undefined }
  }

  /** Moves from a line's start to the next character that is neither blank nor comment. */
  #nextLine(): void {
    const { text } = this
    let start = this.at
    for (;;) {
      let at = start
      while (text.charCodeAt(at) === SPACE) at++
      if (at >= text.length) {
        this.#indent = -1
        this.at = at
        return
      }
      const code = text.charCodeAt(at)
      if (code === LINE_FEED) start = at + 1
      else if (code === HASH) start = this.endOfLine(at) + 1
      else {
        this.#indent = at - start
        this.at = at
        return
      }
    }
  }

  #isDash(at: number): boolean {
    if (this.text.charCodeAt(at) !== HYPHEN) return false
    const next = this.text.charCodeAt(at + 1)
    return next === SPACE || next === LINE_FEED || at + 1 >= this.text.length
  }

  #enter(): void {
    if (++this.#depth > MOST_LEVELS) unsupported()
  }

  #block(indent: number): Json {
    return this.#isDash(this.at) ? this.#list(indent) : this.#mapping(indent)
  }

  #mapping(indent: number): Json {
    this.#enter()
    const start = this.at
    const value: Record<string, Json> = {}
    const members = this.spans ? new Map<string, SpanMember>() : undefined
    do {
      const keyStart = this.at
      const key = this.key()
      // This also holds for names that every object inherits, such as "constructor". They are rare enough to leave to
      // the library.
      if (key in value) unsupported()
      const keyEnd = this.keyEnd
      value[key] = this.#member(indent)
      members?.set(key, { keyStart, keyEnd, value: this.span })
    } while (this.#indent === indent && !this.#isDash(this.at))
    if (this.#indent > indent) unsupported()
    this.#leave(members === undefined ? undefined : { start, end: this.span.end, members })
    return value
  }

  #list(indent: number): Json {
    this.#enter()
    const start = this.at
    const value: Json[] = []
    const items: SpanNode[] | undefined = this.spans ? [] : undefined
    do {
      value.push(this.#item(indent))
      items?.push(this.span)
    } while (this.#indent === indent && this.#isDash(this.at))
    if (this.#indent > indent) unsupported()
    this.#leave(items === undefined ? undefined : { start, end: this.span.end, items })
    return value
  }

  #leave(span: SpanNode | undefined): void {
    this.#depth--
    this.#nodes++
    if (span !== undefined) this.span = span
  }

  /** Returns what follows a key's colon, up to the next line that is not part of it. */
  #member(indent: number): Json {
    const at = this.skipSpaces(this.at)
    if (this.text.charCodeAt(at) === AMPERSAND) return this.#anchored(at, indent)
    return this.#isLineEnd(at) ? this.#below(at, indent) : this.#inline(at, indent)
  }

  #isLineEnd(at: number): boolean {
    const code = this.text.charCodeAt(at)
    return code === LINE_FEED || code === HASH || at >= this.text.length
  }

  /** Returns the block on the lines below a key, or null where none is. */
  #below(at: number, indent: number): Json {
    const empty = this.keyEnd
    this.at = this.lineEnd(at)
    this.#nextLine()
    if (this.#indent > indent) return this.#block(this.#indent)
    if (this.#indent === indent && this.#isDash(this.at)) return this.#list(indent)
    return this.#nothing(empty)
  }

  #nothing(at: number): null {
    this.#nodes++
    if (this.spans) this.span = { start: at, end: at }
    return null
  }

  #item(indent: number): Json {
    const dash = this.at
    const at = this.skipSpaces(dash + 1)
    if (this.#isLineEnd(at)) {
      this.at = this.lineEnd(at)
      this.#nextLine()
      return this.#indent > indent ? this.#block(this.#indent) : unsupported()
    }
    if (this.#isDash(at) || this.text.charCodeAt(at) === AMPERSAND) unsupported()
    if (!this.isKey(at)) return this.#inline(at, indent)
    this.at = at
    this.#indent = indent + at - dash
    return this.#mapping(this.#indent)
  }

  /** Returns a value that starts on this line, then the move to the next line that matters. */
  #inline(at: number, indent: number): Json {
    const code = this.text.charCodeAt(at)
    let value: Json
    if (code === VERTICAL_BAR || code === GREATER_THAN) {
      value = this.blockText(at, indent)
    } else {
      value = code === ASTERISK ? this.#alias(at) : this.#flowOrScalar(at, () => this.plain(at))
      this.at = this.lineEnd(this.at)
    }
    this.#nodes++
    this.#nextLine()
    return value
  }

  #flowOrScalar(at: number, plain: () => string): Json {
    switch (this.text[at]) {
      case '[':
        return this.#flowList(at)
      case '{':
        return this.#flowMapping(at)
      case '"':
        return this.doubleQuoted(at)
      case "'":
        return this.singleQuoted(at)
      default:
        return plainScalar(plain())
    }
  }

  #flowList(open: number): Json {
    this.#enter()
    const value: Json[] = []
    const items: SpanNode[] | undefined = this.spans ? [] : undefined
    let at = this.skipSpaces(open + 1)
    while (this.text[at] !== ']' || value.length > 0) {
      value.push(this.#flowItem(at))
      items?.push(this.span)
      at = this.skipSpaces(this.at)
      if (this.text[at] === ']') break
      if (this.text[at] !== ',') unsupported()
      at = this.skipSpaces(at + 1)
    }
    this.at = at + 1
    this.#leave(items === undefined ? undefined : { start: open, end: this.at, items })
    return value
  }

  #flowMapping(open: number): Json {
    this.#enter()
    const value: Record<string, Json> = {}
    const members = this.spans ? new Map<string, SpanMember>() : undefined
    let at = this.skipSpaces(open + 1)
    let isFirst = true
    while (this.text[at] !== '}' || !isFirst) {
      isFirst = false
      this.at = at
      const key = this.key()
      if (key in value || this.text.charCodeAt(this.at) !== SPACE) unsupported()
      const keyEnd = this.keyEnd
      value[key] = this.#flowItem(this.skipSpaces(this.at))
      members?.set(key, { keyStart: at, keyEnd, value: this.span })
      at = this.skipSpaces(this.at)
      if (this.text[at] === '}') break
      if (this.text[at] !== ',') unsupported()
      at = this.skipSpaces(at + 1)
    }
    this.at = at + 1
    this.#leave(members === undefined ? undefined : { start: open, end: this.at, members })
    return value
  }

  #flowItem(at: number): Json {
    this.#nodes++
    return this.#flowOrScalar(at, () => this.flowPlain(at))
  }

  /**
   * Reads `&name` before a value and keeps the value for aliases. A name that is used twice, or a value with aliases
   * inside, is left to the library.
   */
  #anchored(at: number, indent: number): Json {
    const name = this.#anchorName(at)
    const aliasedBefore = this.#aliased
    const nodesBefore = this.#nodes
    const next = this.skipSpaces(this.at)
    const isBelow = this.#isLineEnd(next)
    if (!isBelow && this.text.charCodeAt(next) === ASTERISK) unsupported()
    const value = isBelow ? this.#below(next, indent) : this.#inline(next, indent)
    if (value === null || this.#aliased !== aliasedBefore) unsupported()
    this.#anchors ??= new Map()
    if (this.#anchors.has(name)) unsupported()
    this.#anchors.set(name, {
      value,
      span: this.spans ? this.span : undefined,
      size: this.#nodes - nodesBefore,
    })
    return value
  }

  #alias(at: number): Json {
    const name = this.#anchorName(at)
    const anchored = this.#anchors?.get(name) ?? unsupported()
    this.#aliased += anchored.size
    if (this.#aliased > MOST_ALIASED) unsupported()
    if (anchored.span !== undefined) this.span = { start: at, end: this.at, target: anchored.span }
    return anchored.value
  }

  #anchorName(at: number): string {
    let end = at + 1
    while (this.isNameCode(this.text.charCodeAt(end))) end++
    const next = this.text.charCodeAt(end)
    if (end === at + 1 || next === COLON || (next !== SPACE && next !== LINE_FEED && end < this.text.length))
      unsupported()
    this.at = end
    return this.text.slice(at + 1, end)
  }
}
