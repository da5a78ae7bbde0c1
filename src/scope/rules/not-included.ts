import { matchDetail } from '../match-detail.ts'
import { quotePattern } from '../pattern/quote-pattern.ts'
import type { CompiledPattern } from '../pattern/compile-pattern.ts'
import type { ScopeSettings } from '../scope.ts'
import type { Candidate, ScopeRule } from '../scope-rule.ts'

/** `includePaths`: where there are any, one must match; not asked about external pages, as in the hosted service. */
export function notIncludedRule(settings: ScopeSettings, patterns: readonly CompiledPattern[]): ScopeRule {
  const searched = ({ page }: Candidate): string => (settings.regexOnFullURL ? page.href : page.path)
  const applies = ({ relation }: Candidate): boolean => patterns.length > 0 && relation !== 'external'
  const deciding = (candidate: Candidate): CompiledPattern | undefined => {
    const text = searched(candidate)
    return patterns.find((pattern) => pattern.test(text))
  }
  return {
    reason: 'not-included',
    passes: (candidate) => !applies(candidate) || deciding(candidate) !== undefined,
    explain: (candidate) => {
      if (patterns.length === 0) return { detail: 'includePaths is empty, so every path is included' }
      if (!applies(candidate)) return { detail: 'includePaths is not asked about other sites' }
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
