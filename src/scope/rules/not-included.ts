import { matchDetail } from '../match-detail.ts'
import { quotePattern } from '../pattern/quote-pattern.ts'
import type { CompiledPattern } from '../pattern/compile-pattern.ts'
import type { ScopeSettings } from '../scope.ts'
import type { Candidate, ScopeRule } from '../scope-rule.ts'
import { searchedText } from './excluded.ts'

/** `includePaths`: if there are any, one must match, on any host. */
export function notIncludedRule(settings: ScopeSettings, patterns: readonly CompiledPattern[]): ScopeRule {
  const searched = (candidate: Candidate): string => searchedText(settings, candidate)
  const deciding = (candidate: Candidate): CompiledPattern | undefined => {
    const text = searched(candidate)
    return patterns.find((pattern) => pattern.test(text))
  }
  return {
    reason: 'not-included',
    passes: (candidate) => patterns.length === 0 || deciding(candidate) !== undefined,
    explain: (candidate) => {
      if (patterns.length === 0) return { detail: 'includePaths is empty, so every path is included' }
      const text = searched(candidate)
      const pattern = deciding(candidate)
      const match = pattern?.find(text)
      if (pattern === undefined || match === undefined) {
        return { detail: `no pattern of includePaths matches ${text}` }
      }
      return { detail: matchDetail('includePaths', text, { pattern, match }), pattern: pattern.source, match }
    },
    remedy: (candidate) => `add "^${quotePattern(searched(candidate))}$" to includePaths`,
  }
}
