import { loadPatternEngine } from '../load-package.ts'
import { findDifference, type PatternDifference } from './find-difference.ts'
import { parsePattern } from './parse-pattern.ts'
import { messageOf } from '../../util/message-of.ts'

/** Bounds of the hosted service on one pattern, and on all patterns of a crawl together. */
export const PATTERN_CAPS = { patternLength: 2000, patterns: 1000, totalLength: 100_000 } as const

/** Why a pattern is refused. Indexes count from 0 in the pattern. */
export type PatternProblem =
  | { readonly kind: 'too-long'; readonly length: number }
  /** `(?=`, `(?!`, `(?<=`, `(?<!`: not linear-time. */
  | { readonly kind: 'look-around'; readonly index: number; readonly text: string }
  /** `\1` or `\k<name>`: not linear-time. */
  | { readonly kind: 'back-reference'; readonly index: number; readonly text: string }
  /** `(?>...)`: meaningless without backtracking. */
  | { readonly kind: 'atomic'; readonly index: number; readonly text: string }
  /** `a++`, `a{2}*`: Rust's `regex` repeats the repetition, others refuse it. */
  | { readonly kind: 'repeated-count'; readonly index: number; readonly text: string }
  | { readonly kind: 'syntax'; readonly detail: string; readonly text: string }
  /** Rust's `regex`, which other services search with, refuses it or reads something else. */
  | ({ readonly kind: 'not-portable' } & PatternDifference)

const known = new Map<string, PatternProblem | undefined>()

/**
 * Tells why the linear-time engine (RE2's syntax) would refuse `pattern`; undefined when it compiles. The engine is loaded only
 * for patterns outside the plain subset.
 */
export function checkPattern(pattern: string): PatternProblem | undefined {
  if (known.has(pattern)) return known.get(pattern)
  const problem = findProblem(pattern)
  if (known.size >= 10_000) known.clear()
  known.set(pattern, problem)
  return problem
}

function findProblem(pattern: string): PatternProblem | undefined {
  if (pattern.length > PATTERN_CAPS.patternLength) return { kind: 'too-long', length: pattern.length }
  if (parsePattern(pattern) !== undefined) return undefined
  return findUnsupported(pattern) ?? askEngine(pattern) ?? disagreement(pattern)
}

function disagreement(pattern: string): PatternProblem | undefined {
  const difference = findDifference(pattern)
  return difference === undefined ? undefined : { kind: 'not-portable', ...difference }
}

function askEngine(pattern: string): PatternProblem | undefined {
  const { RE2JS, RE2JSSyntaxException } = loadPatternEngine()
  try {
    RE2JS.compile(pattern)
    return undefined
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) {
      return { kind: 'syntax', detail: error.getDescription(), text: error.getPattern() ?? pattern }
    }
    return { kind: 'syntax', detail: messageOf(error), text: pattern }
  }
}

/** One repetition, which a question mark makes lazy. */
const ONE = String.raw`(?:[*+?]|\{\d+(?:,\d*)?\})`
const COUNT = new RegExp(String.raw`^${ONE}\??`)
/** Repetitions of a repetition. */
const REPEATED_COUNT = new RegExp(String.raw`^${ONE}(?:\?${ONE}+|(?!\?)${ONE}+)`)

/** Returns the first construct that needs backtracking or counts a count, outside brackets and quotations. */
function findUnsupported(pattern: string): PatternProblem | undefined {
  for (let index = 0; index < pattern.length; index++) {
    const rest = pattern.slice(index, index + 40)
    if (rest.startsWith('\\Q')) {
      const end = pattern.indexOf('\\E', index)
      if (end === -1) return undefined
      index = end + 1
    } else if (rest.startsWith('\\')) {
      const reference = /^\\(?:[1-7](?![0-7])|[89]|k<[^>]*>)/.exec(rest)
      if (reference !== null) return { kind: 'back-reference', index, text: reference[0] }
      // The braces of `\x{9}` and `\p{Greek}` count nothing.
      index += (/^\\[xpP]\{[^}]*\}/.exec(rest)?.[0].length ?? 2) - 1
    } else if (rest.startsWith('[')) {
      index = endOfBracket(pattern, index)
    } else {
      const group = /^\(\?(?:<?[=!]|>)/.exec(rest)
      if (group !== null)
        return { kind: group[0] === '(?>' ? 'atomic' : 'look-around', index, text: group[0] }
      // A count of nothing is refused everywhere.
      if (index === 0 && COUNT.test(rest)) return undefined
      const counts = REPEATED_COUNT.exec(rest)
      if (counts !== null) return { kind: 'repeated-count', index, text: counts[0] }
      index += Math.max(1, COUNT.exec(rest)?.[0].length ?? 0) - 1
    }
  }
  return undefined
}

/** Returns the index of the bracket that closes the one at `open`; one directly after that is a member. */
function endOfBracket(pattern: string, open: number): number {
  const negated = pattern[open + 1] === '^' ? 1 : 0
  for (let index = open + 1 + negated; index < pattern.length; index++) {
    const char = pattern[index]
    if (char === '\\') index++
    else if (pattern.startsWith('[:', index)) index = Math.max(index, pattern.indexOf(':]', index) + 1)
    else if (char === ']' && index > open + 1 + negated) return index
  }
  return pattern.length
}
