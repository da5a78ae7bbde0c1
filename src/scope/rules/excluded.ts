import { matchDetail } from '../match-detail.ts'
import type { CompiledPattern } from '../pattern/compile-pattern.ts'
import type { ScopeSettings } from '../scope.ts'
import type { Candidate, ScopeRule } from '../scope-rule.ts'

/** `excludePaths`: searched in the path of a URL of any host, or in the whole URL with `regexOnFullURL`. */
export function excludedRule(settings: ScopeSettings, patterns: readonly CompiledPattern[]): ScopeRule {
  const searched = (candidate: Candidate): string => searchedText(settings, candidate)
  const deciding = (candidate: Candidate): CompiledPattern | undefined => {
    const text = searched(candidate)
    return patterns.find((pattern) => pattern.test(text))
  }
  return {
    reason: 'excluded',
    passes: (candidate) => patterns.length === 0 || deciding(candidate) === undefined,
    decidingPattern: (candidate) => deciding(candidate)?.source,
    explain: (candidate) => {
      if (patterns.length === 0) return { detail: 'excludePaths is empty' }
      const text = searched(candidate)
      const pattern = deciding(candidate)
      const match = pattern?.find(text)
      if (pattern === undefined || match === undefined) {
        return { detail: `no pattern of excludePaths matches ${text}` }
      }
      return { detail: matchDetail('excludePaths', text, { pattern, match }), pattern: pattern.source, match }
    },
    remedy: (candidate) => {
      const text = searched(candidate)
      const matching = patterns
        .filter((pattern) => pattern.test(text))
        .map((pattern) => `"${pattern.source}"`)
      return `remove or narrow ${matching.join(' and ')} in excludePaths`
    },
  }
}

/** Returns the text of a page in which patterns are searched. */
export function searchedText({ regexOnFullURL }: ScopeSettings, { page }: Candidate): string {
  return regexOnFullURL ? page.href : page.path
}
