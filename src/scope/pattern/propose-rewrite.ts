import { memoizeByText } from '../../util/memoize.ts'
import { checkPattern, type PatternProblem } from './check-pattern.ts'
import { patternTokens } from './pattern-tokens.ts'

/** A pattern that means nearly the same without look-around. */
export interface PatternRewrite {
  /** Replaces the pattern; undefined when it can be removed. */
  readonly pattern: string | undefined
  /** The pattern that the other list then needs. */
  readonly counterpart?: string
}

/**
 * Returns a rewrite of a refused `pattern` of includePaths or excludePaths, with a counterpart for the other list: two lists
 * replace a negative look-ahead. Undefined when no rewrite is known.
 */
export const proposeRewrite: (pattern: string) => PatternRewrite | undefined = memoizeByText(
  10_000,
  (pattern) => {
    const problem = checkPattern(pattern)
    switch (problem?.kind) {
      case 'atomic':
        return replaced(pattern, problem, '(?:')
      case 'repeated-count':
        return rewriteCounts(pattern, problem)
      case 'look-around':
        return withoutLookAround(pattern, problem)
      default:
        return undefined
    }
  },
)

function withoutLookAround(pattern: string, problem: Found): PatternRewrite | undefined {
  const length = find(pattern.slice(problem.index), (text, depth) => text === ')' && depth === 0)
  if (length === undefined) return undefined
  const end = problem.index + length
  const before = pattern.slice(0, problem.index)
  const inside = pattern.slice(problem.index + problem.text.length, end)
  const after = pattern.slice(end + 1)
  // Alternatives would reach outside of the group, or a second look-around would remain.
  if (/\(\?<?[=!]/.test(before + inside + after) || hasTopLevelChoice(before) || hasTopLevelChoice(after))
    return undefined
  // A look-around inside a group cannot be taken out.
  if (find(after, (_, depth) => depth < 0) !== undefined) return undefined
  const alternatives = hasTopLevelChoice(inside) ? `(${inside})` : inside
  switch (problem.text) {
    case '(?!':
      return { pattern: meaningful(before + after), counterpart: tidy(before + alternatives) }
    case '(?<!':
      return { pattern: meaningful(before + after), counterpart: tidy(alternatives + after) }
    case '(?=':
      return after === '' || after === '.*' ? { pattern: before + alternatives } : undefined
    case '(?<=':
      return before === '' ? { pattern: alternatives + after } : undefined
    default:
      return undefined
  }
}

type Found = PatternProblem & { readonly index: number; readonly text: string }

function replaced(pattern: string, { index, text }: Found, instead: string): PatternRewrite {
  return { pattern: pattern.slice(0, index) + instead + pattern.slice(index + text.length) }
}

/** Writes the counts `*`, `+` and `?` of one another as one. `a?+` is read as a possessive count; numbers need a group. */
function rewriteCounts(pattern: string, problem: Found): PatternRewrite | undefined {
  if (/[{Q]/.test(problem.text)) return undefined
  const counts = new Set(problem.text)
  return replaced(
    pattern,
    problem,
    counts.size === 1 || /^.\+$/.test(problem.text) ? problem.text.slice(0, 1) : '*',
  )
}

/** Returns `pattern`, or undefined for one that matches every path. */
function meaningful(pattern: string): string | undefined {
  return /^\^?\/?(?:\.[*+]|\(\.[*+]\))?\$?$/.test(pattern) ? undefined : pattern
}

/** Drops a leading `^.*`: `^.*x` is found wherever `x` is. */
function tidy(pattern: string): string {
  const short = pattern.replace(/^\^?\.\*/, '').replace(/\.\*\$?$/, '')
  return short === '' ? pattern : short
}

function hasTopLevelChoice(pattern: string): boolean {
  return find(pattern, (text, depth) => text === '|' && depth === 0) !== undefined
}

/** Returns the index of the first token that `wanted` accepts; `depth` counts open groups. */
function find(pattern: string, wanted: (text: string, depth: number) => boolean): number | undefined {
  let depth = 0
  const found = patternTokens(pattern).find(({ text }) => {
    if (text === ')') depth--
    const isWanted = wanted(text, depth)
    if (text.startsWith('(')) depth++
    return isWanted
  })
  return found?.index
}
