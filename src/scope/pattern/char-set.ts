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

/** The characters from code `from` to code `to`, both included. */
export function charRange(from: number, to: number): CharSet {
  const words = [0, 0, 0]
  for (let code = Math.max(from, FIRST); code <= Math.min(to, LAST); code++) {
    const bit = code - FIRST
    words[bit >> 5] = (words[bit >> 5] ?? 0) | (1 << (bit & 31))
  }
  return { a: words[0] ?? 0, b: words[1] ?? 0, c: words[2] ?? 0 }
}

export function charsOf(text: string): CharSet {
  let set = NO_CHARS
  for (let i = 0; i < text.length; i++) set = union(set, charRange(text.charCodeAt(i), text.charCodeAt(i)))
  return set
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

export function areDisjoint(x: CharSet, y: CharSet): boolean {
  return (x.a & y.a) === 0 && (x.b & y.b) === 0 && (x.c & y.c) === 0
}

export function isAllChars(x: CharSet): boolean {
  return x.a === ALL_CHARS.a && x.b === ALL_CHARS.b && x.c === ALL_CHARS.c
}

export function hasChar(x: CharSet, code: number): boolean {
  const bit = code - FIRST
  if (bit < 0 || bit > LAST - FIRST) return false
  const word = bit < 32 ? x.a : bit < 64 ? x.b : x.c
  return (word & (1 << (bit & 31))) !== 0
}

/** A member of `x`, one of `preferred` where possible; undefined when there is none. */
export function someChar(x: CharSet, preferred: string): string | undefined {
  for (const char of preferred) if (hasChar(x, char.charCodeAt(0))) return char
  for (let code = FIRST; code <= LAST; code++) if (hasChar(x, code)) return String.fromCharCode(code)
  return undefined
}
