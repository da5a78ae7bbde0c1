import type { CompiledPattern } from '../pattern/compile-pattern.ts'
import { quotePattern } from '../pattern/quote-pattern.ts'
import type { ScopeSettings } from '../scope.ts'
import type { Candidate, ScopeRule } from '../scope-rule.ts'

/** Returns the text of a page in which patterns are searched: the path on any host, or with `regexOnFullURL` the whole URL. */
export function searchedText({ regexOnFullURL }: ScopeSettings, { page }: Candidate): string {
  return regexOnFullURL ? page.href : page.path
}

/** `excludePaths`: no pattern may match. */
export function excludedRule(settings: ScopeSettings, patterns: readonly CompiledPattern[]): ScopeRule {
  const find = finder(settings, patterns)
  return {
    reason: 'excluded',
    passes: (candidate) => find(candidate) === undefined,
    decidingPattern: (candidate) => find(candidate)?.source,
    explain: (candidate) =>
      patterns.length === 0
        ? { detail: 'excludePaths is empty' }
        : explain('excludePaths', searchedText(settings, candidate), find(candidate)),
    remedy: (candidate) => {
      const text = searchedText(settings, candidate)
      const matching = patterns.filter((pattern) => pattern.test(text)).map(({ source }) => `"${source}"`)
      return `remove or narrow ${matching.join(' and ')} in excludePaths`
    },
  }
}

/** `includePaths`: if there are any, one must match. */
export function notIncludedRule(settings: ScopeSettings, patterns: readonly CompiledPattern[]): ScopeRule {
  const find = finder(settings, patterns)
  return {
    reason: 'not-included',
    passes: (candidate) => patterns.length === 0 || find(candidate) !== undefined,
    explain: (candidate) =>
      patterns.length === 0
        ? { detail: 'includePaths is empty, so every path is included' }
        : explain('includePaths', searchedText(settings, candidate), find(candidate)),
    remedy: (candidate) => `add "^${quotePattern(searchedText(settings, candidate))}$" to includePaths`,
  }
}

/** Returns a function that returns the first pattern that matches a page. */
function finder(
  settings: ScopeSettings,
  patterns: readonly CompiledPattern[],
): (candidate: Candidate) => CompiledPattern | undefined {
  return (candidate) => {
    const text = searchedText(settings, candidate)
    return patterns.find((pattern) => pattern.test(text))
  }
}

/** Names the matching pattern of `list`, the matched text and its position, counted from 1. */
function explain(
  list: string,
  text: string,
  pattern: CompiledPattern | undefined,
): ReturnType<ScopeRule['explain']> {
  const match = pattern?.find(text)
  if (pattern === undefined || match === undefined) return { detail: `no pattern of ${list} matches ${text}` }
  const { source } = pattern
  const where = `at character ${match.index + 1} of ${text}`
  return { detail: `"${source}" of ${list} matches "${match.text}" ${where}`, pattern: source, match }
}
