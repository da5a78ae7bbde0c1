import { memoizeByText } from '../../util/memoize.ts'
import { ALL_CHARS, type CharSet, charOf, charRange, complement, NO_CHARS } from './char-set.ts'

/** A pattern of the subset that `parsePattern` knows. */
export type PatternNode =
  | { readonly kind: 'char'; readonly set: CharSet }
  /** `^` and `$` */
  | { readonly kind: 'start' | 'end' }
  | { readonly kind: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | {
      readonly kind: 'repeat'
      readonly item: PatternNode
      readonly min: number
      /** Infinity for no bound. */
      readonly max: number
    }

/** Groups nested deeper are left to the engine. */
const MAX_NESTING = 20
/** Characters of a pattern with its counts written out. The engine refuses nested counts of more than 1000 together. */
const MAX_SIZE = 500

const DIGIT = charRange(48, 57)
const WORD = DIGIT | charRange(65, 90) | charRange(97, 122) | charOf(95)
const ESCAPED_SETS: Readonly<Record<string, CharSet>> = {
  d: DIGIT,
  D: complement(DIGIT),
  w: WORD,
  W: complement(WORD),
  // White space is always percent-encoded in a URL.
  s: NO_CHARS,
  S: ALL_CHARS,
}

/** Returns the tree of a pattern in the subset of RE2 that all engines read alike on a URL; undefined for any other pattern. */
export const parsePattern: (source: string) => PatternNode | undefined = memoizeByText(10_000, (source) => {
  const parser = new PatternParser(source)
  const tree = parser.choice(0)
  return parser.at === source.length ? tree : undefined
})

class PatternParser {
  at = 0
  readonly #source: string

  constructor(source: string) {
    this.#source = source
  }

  choice(depth: number): PatternNode | undefined {
    const options: PatternNode[] = []
    for (;;) {
      const option = this.#sequence(depth)
      if (option === undefined) return undefined
      options.push(option)
      if (this.#source[this.at] !== '|') break
      this.at++
    }
    const [only] = options
    if (options.length === 1 && only !== undefined) return only
    return { kind: 'choice', options }
  }

  #sequence(depth: number): PatternNode | undefined {
    const items: PatternNode[] = []
    while (this.at < this.#source.length && this.#source[this.at] !== '|' && this.#source[this.at] !== ')') {
      const item = this.#item(depth)
      if (item === undefined) return undefined
      items.push(item)
    }
    return { kind: 'sequence', items }
  }

  #item(depth: number): PatternNode | undefined {
    const atom = this.#atom(depth)
    if (atom === undefined) return undefined
    const count = this.#count()
    if (count === 'unknown') return undefined
    if (count === undefined) return atom
    if (atom.kind === 'start' || atom.kind === 'end') return undefined
    const repeat: PatternNode = { kind: 'repeat', item: atom, min: count.min, max: count.max }
    return patternSize(repeat) > MAX_SIZE ? undefined : repeat
  }

  #atom(depth: number): PatternNode | undefined {
    const char = this.#source[this.at++]
    if (char === '^' || char === '$') return { kind: char === '^' ? 'start' : 'end' }
    if (char === '(') return this.#group(depth)
    const set = char === '[' ? this.#bracket() : char === '\\' ? this.#escape() : literal(char)
    return set === undefined ? undefined : { kind: 'char', set }
  }

  #group(depth: number): PatternNode | undefined {
    if (depth >= MAX_NESTING) return undefined
    if (this.#source[this.at] === '?') {
      if (this.#source[this.at + 1] !== ':') return undefined
      this.at += 2
    }
    const inner = this.choice(depth + 1)
    if (inner === undefined || this.#source[this.at] !== ')') return undefined
    this.at++
    return inner
  }

  /** Reads the rest of an escape. Escaped punctuation means itself; the only plain letters are the six set escapes. */
  #escape(): CharSet | undefined {
    const char = this.#source[this.at++]
    if (char === undefined) return undefined
    const set = ESCAPED_SETS[char]
    if (set !== undefined) return set
    // Rust's engine reads \< and \> as the edges of words.
    return /[!-/:;=?@[-`{-~]/.test(char) ? charOf(char.charCodeAt(0)) : undefined
  }

  #bracket(): CharSet | undefined {
    const negated = this.#source[this.at] === '^'
    if (negated) this.at++
    let set = NO_CHARS
    let isFirst = true
    for (;;) {
      const char = this.#source[this.at]
      if (char === ']' && !isFirst) break
      const low = this.#member()
      if (low === undefined) return undefined
      if (this.#source.startsWith('--', this.at)) return undefined
      const isRange = this.#source[this.at] === '-' && this.#source[this.at + 1] !== ']'
      if (!isRange) set |= low.set
      else {
        this.at++
        const high = this.#member()
        if (low.code === undefined || high?.code === undefined || high.code < low.code) return undefined
        set |= charRange(low.code, high.code)
      }
      isFirst = false
    }
    this.at++
    return negated ? complement(set) : set
  }

  /** Reads one member of a bracket; `code` is set for a single character. */
  #member(): { set: CharSet; code: number | undefined } | undefined {
    const char = this.#source[this.at]
    // `[[:alpha:]]`, `[a&&b]` and the like mean different things to different engines.
    if (char === undefined || char === '[' || char === ']') return undefined
    if ('&~-'.includes(char) && this.#source[this.at + 1] === char) return undefined
    this.at++
    if (char !== '\\') return isPlainUnit(char) ? single(char) : undefined
    const escaped = this.#source[this.at] ?? ''
    const set = this.#escape()
    if (set === undefined) return undefined
    return Object.hasOwn(ESCAPED_SETS, escaped) ? { set, code: undefined } : single(escaped)
  }

  #count(): { min: number; max: number } | 'unknown' | undefined {
    const [text, least, comma, most] = COUNT.exec(this.#source.slice(this.at, this.at + 11)) ?? []
    if (text === undefined) return this.#source[this.at] === '{' ? 'unknown' : undefined
    this.at += text.length
    const unbounded = Number.POSITIVE_INFINITY
    if (least === undefined)
      return { min: text.startsWith('+') ? 1 : 0, max: text.startsWith('?') ? 1 : unbounded }
    const min = Number(least)
    const max = comma === undefined ? min : Number(most ?? unbounded)
    return max < min ? 'unknown' : { min, max }
  }
}

/** A repetition; a lazy one finds the same texts. */
const COUNT = /^(?:[*+?]|\{(\d{1,3})(?:(,)(\d{1,3})?)?\})\??/
const SYNTAX = '*+?{}[]()|'

function literal(char: string | undefined): CharSet | undefined {
  if (char === '.') return ALL_CHARS
  if (char === undefined || SYNTAX.includes(char) || !isPlainUnit(char)) return undefined
  return charOf(char.charCodeAt(0))
}

/** Tells whether `char` is a whole character rather than half of a surrogate pair. */
function isPlainUnit(char: string): boolean {
  const code = char.charCodeAt(0)
  return code < 0xd800 || code > 0xdfff
}

function single(char: string): { set: CharSet; code: number } {
  const code = char.charCodeAt(0)
  return { set: charOf(code), code }
}

/** Returns the number of characters of `node` with its counts written out; 0 if it matches only the empty text. */
function patternSize(node: PatternNode): number {
  switch (node.kind) {
    case 'char':
      return 1
    case 'start':
    case 'end':
      return 0
    case 'sequence':
      return node.items.reduce((sum, item) => sum + patternSize(item), 0)
    case 'choice':
      return node.options.reduce((sum, option) => sum + patternSize(option), 0)
    case 'repeat':
      return patternSize(node.item) * Math.max(1, Number.isFinite(node.max) ? node.max : node.min)
  }
}
