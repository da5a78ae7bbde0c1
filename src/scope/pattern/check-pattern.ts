import { loadPatternEngine } from '../load-package.ts'
import { messageOf } from '../../util/message-of.ts'
import { memoizeByText } from '../../util/memoize.ts'
import { parsePattern } from './parse-pattern.ts'
import { quotePattern } from './pattern-texts.ts'
import { COUNT, MEMBER, patternTokens } from './pattern-tokens.ts'

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
  | {
      readonly kind: 'not-portable'
      /** The first such part, as written. */
      readonly text: string
      /** The whole pattern, written so that both read it as RE2 does. */
      readonly rewrite: string
    }

/** Returns why the linear-time engine (RE2) refuses `pattern`; undefined if it compiles. Plain patterns do not load the engine. */
export const checkPattern: (pattern: string) => PatternProblem | undefined = memoizeByText(
  10_000,
  (pattern) => {
    if (pattern.length > PATTERN_CAPS.patternLength) return { kind: 'too-long', length: pattern.length }
    if (parsePattern(pattern) !== undefined) return undefined
    return findUnsupported(pattern) ?? askEngine(pattern) ?? findDifference(pattern)
  },
)

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

const ONE_COUNT = new RegExp(String.raw`^${COUNT}\??$`)
const COUNTS = new RegExp(`^${COUNT}`)

/** Returns the first construct that needs backtracking or counts a count, outside brackets and quotations. */
function findUnsupported(pattern: string): PatternProblem | undefined {
  for (const { text, index } of patternTokens(pattern)) {
    if (/^(?:\\(?:[1-7]$|[89]|k<)|\(\?P=)/.test(text)) return { kind: 'back-reference', index, text }
    if (text === '(?>') return { kind: 'atomic', index, text }
    if (text.startsWith('(?')) return { kind: 'look-around', index, text }
    if (!COUNTS.test(text)) continue
    // A count of nothing is refused everywhere.
    if (index === 0) return undefined
    if (!ONE_COUNT.test(text)) return { kind: 'repeated-count', index, text }
  }
  return undefined
}

/**
 * Returns the first part of `pattern` that RE2 accepts and Rust's `regex` refuses or reads differently. These are braces that
 * count nothing, `\Q...\E`, octal numbers, `\<` and `\>`; in brackets `[`, `&&`, `--`, `~~` and a hyphen after a class.
 * Sources: the syntax pages of RE2 and of the crate `regex`.
 */
function findDifference(pattern: string): PatternProblem | undefined {
  let first: string | undefined
  const rewrite = patternTokens(pattern)
    .map(({ text }) => {
      const [written, different] = text.startsWith('[') ? portableBracket(text) : portable(text)
      first ??= different
      return written
    })
    .join('')
  return first === undefined ? undefined : { kind: 'not-portable', text: first, rewrite }
}

/** A part of a pattern as both read it alike, and the part of it that they read differently as written. */
type Portable = readonly [written: string, different?: string | undefined]

function portable(text: string): Portable {
  if (COUNTS.test(text)) return [text]
  if (text.startsWith('{')) return [text.replaceAll(/[{}]/g, String.raw`\$&`), text]
  // Escaped with its counterpart, and read alike either way.
  if (text === '}') return [String.raw`\}`]
  const quoted = /^\\Q([\s\S]*?)(?:\\E)?$/.exec(text)
  if (quoted !== null) return [quotePattern(quoted[1] ?? ''), text]
  if (/^\\[0-7]/.test(text)) return [`\\x{${Number.parseInt(text.slice(1), 8).toString(16)}}`, text]
  return /^\\[<>]$/.test(text) ? [text.slice(1), text] : [text]
}

function portableBracket(bracket: string): Portable {
  const open = bracket.startsWith('[^') ? '[^' : '['
  const body = bracket.slice(open.length, -1)
  let first: string | undefined
  const note = ([written, different]: Portable): string => {
    first ??= different
    return written
  }
  const members = Array.from(body.matchAll(MEMBER), ({ 1: name, 2: hyphen, 3: low = '', 4: high, index }) => {
    // After a class, a hyphen is a member in RE2 and a range without a beginning in Rust.
    if (name !== undefined) return hyphen === undefined ? name : name + note([String.raw`\-`, '-'])
    const from = note(portableMember(low, body[index + 1]))
    if (high === undefined) return from
    const to = high === '-' ? ([String.raw`\-`, '-'] as const) : portableMember(high, undefined)
    return `${from}-${note(to)}`
  })
  return [`${open}${members.join('')}]`, first]
}

function portableMember(member: string, next: string | undefined): Portable {
  const isOperator = member === '[' || ('&~-'.includes(member) && member === next)
  if (isOperator) return [`\\${member}`, member]
  return member.startsWith('\\') ? portable(member) : [member]
}
