/**
 * Parses the usual YAML of crawl files, many times as fast as the YAML library. It knows block mappings and lists, one-line flow
 * collections and scalars, literal and folded text, and values that an alias repeats. It answers with the value or with
 * "don't know", and never says that a text is wrong. The library accepts the same texts, with the same values.
 */
import type { Json } from '../util/json.ts'
import type { SpanMember, SpanNode } from './source-document.ts'

/** Only line feeds, printable ASCII and the usual rest of Unicode: no tab, no CR, no byte order mark. */
const UNUSUAL = /[^\n\u0020-\u007e\u00a0-\u2027\u202a-\ufefe\uff00-\ufffd]/
/** Fewer levels than the YAML library allows, so that this parser never allows more. */
const MOST_LEVELS = 60
/** Characters that aliases may repeat, so that this parser never allows more values than the YAML library. */
const MOST_REPEATED = 5000
/** An implicit key is at most 1024 characters long (YAML 1.2.2 section 7.4.2). */
const MOST_KEY = 1000

const SPACES = / */y
/** Blank lines and comments, and the indentation of the next line. */
const NEXT_LINE = /(?: *(?:#.*)?\n)*(?: *#.*$)? */y
const LINE_END = /(?: *| +#.*)(?:\n|$)/y
const DOCUMENT_START = /---(?=[ \n]|$)/y
const DASH = /-(?=[ \n]|$)/y
const COMMA = / *, */y
const ANCHOR = /&[\w-]+(?=[ \n])/y
const ALIAS = /\*[\w-]+(?=[ \n]|$)/y
/** A name that is no number, or quotes without escapes; then a colon. */
const KEY = /([A-Za-z_][\w./-]*|"[^"\\\n]*"|'[^'\n]*') *:(?=[ \n]|$)/y
/** Double quotes on one line, with escapes that JSON knows too and no surrogate halves. */
const DOUBLE_QUOTED =
  /"[^"\\\n]*(?:\\(?:["\\/bfnrt]|u(?:[\da-ce-fA-CE-F][\da-fA-F]{3}|[dD][0-7][\da-fA-F]{2}))[^"\\\n]*)*"/y
const SINGLE_QUOTED = /'[^'\n]*(?:''[^'\n]*)*'/y
/** A character that always starts a plain scalar, or such a character after a hyphen. */
const START = String.raw`(?:[\w./^$\\~(=+<;\u00a0-\uffff]|-[\w./])`
const PLAIN = new RegExp(String.raw`${START}[^\n:#]*(?:(?::(?![ \n]|$)|(?<! )#)[^\n:#]*)*`, 'y')
const FLOW_PLAIN = new RegExp(
  String.raw`${START}[^\n:#,[\]{}]*(?::(?![\s,[\]{}]|$)[^\n:#,[\]{}]*)*(?=[,\]}])`,
  'y',
)
const TEXT_HEADER = /[|>]-?(?=[ \n])/y
/** Lines without text, at least one of them with spaces. */
const BLANK_LINE = /\n+ +(?:\n|$)/y

const SIMPLE_NUMBER = /^(?:0|-?[1-9]\d{0,14})(?:\.\d{1,6})?$/
/** Other forms that the core schema reads as a number (YAML 1.2.2 section 10.3.2). */
const NUMBER =
  /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?)$/
const WORDS = new Map<string, boolean | null>([
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
  ...['null', 'Null', 'NULL', '~'].map((word) => [word, null] as const),
])

interface Read {
  readonly value: Json
  readonly span: SpanNode
}

/** Returns the one document of `text`, when every line of it is of the known kind; else undefined. */
export function fastParse(text: string): Read | undefined {
  if (UNUSUAL.test(text)) return undefined
  try {
    return new FastParser(text).document()
  } catch (error) {
    if (error === UNSUPPORTED) return undefined
    throw error
  }
}

/** Thrown when a text is outside of the known subset. Nobody sees it, so it needs no stack. */
const UNSUPPORTED = {}

function unsupported(): never {
  // oxlint-disable-next-line no-throw-literal
  throw UNSUPPORTED
}

class FastParser {
  readonly #text: string
  /** Offset of the next character to read. */
  #at = 0
  /** The number of spaces before the next character if it is the first one of its line; -1 at the end of the text. */
  #indent = -1
  #depth = 0
  readonly #anchors = new Map<string, Read>()
  #isInAnchor = false
  #repeated = 0

  constructor(text: string) {
    this.#text = text
  }

  document(): Read {
    this.#nextLine()
    if (this.#indent === 0 && this.#skip(DOCUMENT_START)) this.#endLine()
    if (this.#indent !== 0) unsupported()
    const read = this.#mapping(0)
    return this.#at < this.#text.length ? unsupported() : read
  }

  /** Moves over the next token if it has this form. */
  #skip(form: RegExp): boolean {
    form.lastIndex = this.#at
    if (!form.test(this.#text)) return false
    this.#at = form.lastIndex
    return true
  }

  /** Does the same, and returns the token's text. */
  #take(form: RegExp): string | undefined {
    const start = this.#at
    return this.#skip(form) ? this.#text.slice(start, this.#at) : undefined
  }

  #isNext(form: RegExp): boolean {
    form.lastIndex = this.#at
    return form.test(this.#text)
  }

  /** Moves from a line's start to the next character that is neither blank nor comment. */
  #nextLine(): void {
    this.#skip(NEXT_LINE)
    const lineStart = this.#text.lastIndexOf('\n', this.#at - 1) + 1
    this.#indent = this.#at < this.#text.length ? this.#at - lineStart : -1
  }

  #endLine(): void {
    if (!this.#skip(LINE_END)) unsupported()
    this.#nextLine()
  }

  #enter(): void {
    if (++this.#depth > MOST_LEVELS) unsupported()
  }

  #block(indent: number): Read {
    return this.#isNext(DASH) ? this.#list(indent) : this.#mapping(indent)
  }

  #mapping(indent: number): Read {
    this.#enter()
    const start = this.#at
    const into = new MappingMaker()
    do {
      const key = this.#key()
      into.add(key, this.#member(indent, key.end))
    } while (this.#indent === indent && !this.#isNext(DASH))
    if (this.#indent > indent) unsupported()
    this.#depth--
    return into.read(start)
  }

  #list(indent: number): Read {
    this.#enter()
    const start = this.#at
    const items: Read[] = []
    do items.push(this.#item(indent))
    while (this.#indent === indent && this.#isNext(DASH))
    if (this.#indent > indent) unsupported()
    this.#depth--
    return listOf(items, start, items.at(-1)?.span.end ?? start)
  }

  #key(): Key {
    const start = this.#at
    const text = withoutSpaces(this.#take(KEY)?.slice(0, -1) ?? unsupported())
    if (text.length > MOST_KEY) unsupported()
    const isQuoted = text.startsWith('"') || text.startsWith("'")
    const name = isQuoted ? text.slice(1, -1) : plainScalar(text)
    return typeof name === 'string' ? { name, start, end: start + text.length } : unsupported()
  }

  /** Returns what follows a key's colon: a value on the same line, a block below, or null. */
  #member(indent: number, keyEnd: number): Read {
    if (!this.#skip(LINE_END)) return this.#inline(indent)
    this.#nextLine()
    if (this.#indent > indent) return this.#block(this.#indent)
    if (this.#indent === indent && this.#isNext(DASH)) return this.#list(indent)
    return { value: null, span: { start: keyEnd, end: keyEnd } }
  }

  #item(indent: number): Read {
    const dash = this.#at++
    if (this.#skip(LINE_END)) return this.#below(indent)
    this.#skip(SPACES)
    if (!this.#isNext(KEY)) return this.#inline(indent)
    return this.#mapping(indent + this.#at - dash)
  }

  /** Returns the block that starts on the next line. */
  #below(indent: number): Read {
    this.#nextLine()
    return this.#indent > indent ? this.#block(this.#indent) : unsupported()
  }

  /** Returns a value that starts on this line, then moves to the next line that matters. */
  #inline(indent: number): Read {
    this.#skip(SPACES)
    const first = this.#text[this.#at]
    if (first === '|' || first === '>') return this.#blockText(indent)
    if (first === '&') return this.#anchored(indent)
    const read = first === '*' ? this.#alias() : this.#flowOrScalar(PLAIN)
    this.#endLine()
    return read
  }

  /** Reads a value with an anchor. Anchors and aliases inside of it are left to the library. */
  #anchored(indent: number): Read {
    const name = this.#take(ANCHOR)?.slice(1)
    if (name === undefined || this.#isInAnchor) unsupported()
    this.#isInAnchor = true
    const read = this.#skip(LINE_END) ? this.#below(indent) : this.#inline(indent)
    this.#isInAnchor = false
    this.#anchors.set(name, read)
    return read
  }

  #alias(): Read {
    const start = this.#at
    const target = this.#anchors.get(this.#take(ALIAS)?.slice(1) ?? '')
    if (target === undefined || this.#isInAnchor) return unsupported()
    const { value, span } = target
    this.#repeated += span.end - span.start
    if (this.#repeated > MOST_REPEATED) unsupported()
    return { value, span: { start, end: this.#at, target: span } }
  }

  #flowOrScalar(plain: RegExp): Read {
    switch (this.#text[this.#at]) {
      case '[':
        return this.#flowList()
      case '{':
        return this.#flowMapping()
      case '"':
        return this.#scalar(DOUBLE_QUOTED, (text) => String(JSON.parse(text)))
      case "'":
        return this.#scalar(SINGLE_QUOTED, (text) => text.slice(1, -1).replaceAll("''", "'"))
      default:
        return this.#scalar(plain, plainScalar)
    }
  }

  #scalar(form: RegExp, valueOf: (text: string) => Json): Read {
    const start = this.#at
    const text = withoutSpaces(this.#take(form) ?? unsupported())
    this.#at = start + text.length
    return { value: valueOf(text), span: { start, end: this.#at } }
  }

  #flowList(): Read {
    const start = this.#at
    const items: Read[] = []
    this.#flow(']', () => items.push(this.#flowOrScalar(FLOW_PLAIN)))
    return listOf(items, start, this.#at)
  }

  #flowMapping(): Read {
    const start = this.#at
    const into = new MappingMaker()
    this.#flow('}', () => {
      const key = this.#key()
      if (this.#take(SPACES) === '') unsupported()
      into.add(key, this.#flowOrScalar(FLOW_PLAIN))
    })
    return into.read(start, this.#at)
  }

  /** Reads the entries between brackets. */
  #flow(close: string, readEntry: () => void): void {
    this.#enter()
    this.#at++
    this.#skip(SPACES)
    if (this.#text[this.#at] !== close) {
      do readEntry()
      while (this.#skip(COMMA))
      this.#skip(SPACES)
    }
    if (this.#text[this.#at++] !== close) unsupported()
    this.#depth--
  }

  /**
   * Reads literal or folded text. Left to the library: text that begins or ends with lines of white space, and folded text
   * whose lines are not all joined by spaces.
   */
  #blockText(indent: number): Read {
    const start = this.#at
    const header = this.#take(TEXT_HEADER)
    if (header === undefined || !this.#skip(LINE_END)) unsupported()
    const margin = this.#take(SPACES) ?? ''
    if (margin.length <= indent || margin.length > MOST_KEY) unsupported()
    const form = new RegExp(`[^ \\n].*(?:\\n+${margin} *[^ \\n].*)*(?=\\n)`, 'y')
    const lines = this.#take(form) ?? unsupported()
    const end = this.#at - lines.length + withoutSpaces(lines).length
    if (this.#isNext(BLANK_LINE)) unsupported()
    this.#endLine()
    const literal = lines.replaceAll(`\n${margin}`, '\n')
    const isFolded = header.startsWith('>')
    if (isFolded && /\n[ \n]/.test(literal)) unsupported()
    const text = isFolded ? literal.replaceAll('\n', ' ') : literal
    return { value: header.endsWith('-') ? text : `${text}\n`, span: { start, end } }
  }
}

interface Key {
  readonly name: string
  readonly start: number
  readonly end: number
}

class MappingMaker {
  readonly #value: Record<string, Json> = {}
  readonly #members = new Map<string, SpanMember>()
  #end = 0

  add({ name, start, end }: Key, { value, span }: Read): void {
    // This also holds for names that every object inherits, such as "constructor".
    if (name in this.#value) unsupported()
    this.#value[name] = value
    this.#members.set(name, { keyStart: start, keyEnd: end, value: span })
    this.#end = span.end
  }

  read(start: number, end = this.#end): Read {
    return { value: this.#value, span: { start, end, members: this.#members } }
  }
}

function listOf(items: readonly Read[], start: number, end: number): Read {
  const value = items.map((item) => item.value)
  return { value, span: { start, end, items: items.map(({ span }) => span) } }
}

/** Returns the value of a plain scalar in the core schema; numbers of unusual form are left to the library. */
function plainScalar(text: string): Json {
  if (SIMPLE_NUMBER.test(text)) return Number(text)
  if (NUMBER.test(text)) return unsupported()
  return WORDS.has(text) ? (WORDS.get(text) ?? null) : text
}

function withoutSpaces(text: string): string {
  let end = text.length
  while (text[end - 1] === ' ') end--
  return text.slice(0, end)
}
