/**
 * A set of the characters that a serialised URL can hold, `!` to `~`: bit `i % 32` of word `i / 32`, counted from `!`.
 * Everything else (white space, controls, beyond ASCII) is percent-encoded in a URL and is never a member.
 */
export interface CharSet {
  readonly a: number
  readonly b: number
  readonly c: number
}

const FIRST = 0x21
const LAST = 0x7e

export const NO_CHARS: CharSet = { a: 0, b: 0, c: 0 }
/** 94 characters: two full words and 30 bits. */
export const ALL_CHARS: CharSet = { a: ~0, b: ~0, c: 0x3fff_ffff }

const SINGLES: CharSet[] = []

/** Returns the one character of code `code`; empty when a URL cannot hold it. */
export function charOf(code: number): CharSet {
  const bit = code - FIRST
  if (bit < 0 || bit > LAST - FIRST) return NO_CHARS
  const mask = 1 << (bit & 31)
  return (SINGLES[bit] ??= {
    a: bit < 32 ? mask : 0,
    b: bit >= 32 && bit < 64 ? mask : 0,
    c: bit >= 64 ? mask : 0,
  })
}

/** Returns the characters from code `from` to code `to`, both included. */
export function charRange(from: number, to: number): CharSet {
  const first = Math.max(from, FIRST) - FIRST
  const last = Math.min(to, LAST) - FIRST
  return { a: bits(first, last), b: bits(first - 32, last - 32), c: bits(first - 64, last - 64) }
}

/** Returns a word with the bits from `first` to `last` set, cut to 0 to 31. */
function bits(first: number, last: number): number {
  const low = Math.max(first, 0)
  const high = Math.min(last, 31)
  return low > high ? 0 : (-1 >>> (31 - high + low)) << low
}

export function union(x: CharSet, y: CharSet): CharSet {
  return { a: x.a | y.a, b: x.b | y.b, c: x.c | y.c }
}

export function intersection(x: CharSet, y: CharSet): CharSet {
  return { a: x.a & y.a, b: x.b & y.b, c: x.c & y.c }
}

export function complement(x: CharSet): CharSet {
  return { a: ~x.a, b: ~x.b, c: ~x.c & ALL_CHARS.c }
}

export function isEmptySet(x: CharSet): boolean {
  return x.a === 0 && x.b === 0 && x.c === 0
}

export function hasChar(x: CharSet, code: number): boolean {
  const bit = code - FIRST
  if (bit < 0 || bit > LAST - FIRST) return false
  const word = bit < 32 ? x.a : bit < 64 ? x.b : x.c
  return (word & (1 << (bit & 31))) !== 0
}

const LOWER_CASE = charRange(97, 122)
const DIGITS = charRange(48, 57)

/** Returns a member of `x`, preferably a letter or digit, because people read it; undefined for the empty set. */
export function someChar(x: CharSet): string | undefined {
  const code = lowest(intersection(x, LOWER_CASE)) ?? lowest(intersection(x, DIGITS)) ?? lowest(x)
  return code === undefined ? undefined : String.fromCharCode(code)
}

/** Returns the code of the first member. */
function lowest({ a, b, c }: CharSet): number | undefined {
  if (a !== 0) return FIRST + lowestBit(a)
  if (b !== 0) return FIRST + 32 + lowestBit(b)
  return c === 0 ? undefined : FIRST + 64 + lowestBit(c)
}

function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word)
}

/** Returns the only member of `x`; undefined for other sets. */
export function onlyChar(x: CharSet): string | undefined {
  const words = (x.a === 0 ? 0 : 1) + (x.b === 0 ? 0 : 1) + (x.c === 0 ? 0 : 1)
  const word = x.a | x.b | x.c
  return words === 1 && (word & (word - 1)) === 0 ? someChar(x) : undefined
}
