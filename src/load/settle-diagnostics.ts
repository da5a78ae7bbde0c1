import { compareDiagnostics, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { applySuppressions } from '../document/suppressions.ts'
import type { ProjectSpec } from '../validate/crawl-spec.ts'

export interface Findings {
  /** What reading, validating and resolving found. Its errors leave a crawl out, so nothing can silence them. */
  readonly fatal: readonly Diagnostic[]
  /** What the lint rules found. */
  readonly lint: readonly Diagnostic[]
}

/**
 * The diagnostics as they are shown: without those that a comment silences, with the severities that the project's `rules`
 * give, sorted, each once.
 */
export function settleDiagnostics(
  { fatal, lint }: Findings,
  rules: ProjectSpec['rules'],
  sources: ReadonlyMap<string, string>,
): readonly Diagnostic[] {
  const errors = fatal.filter((diagnostic) => diagnostic.severity === 'error')
  const fixed = new Set(errors)
  const left = applySuppressions([...fatal, ...lint], sources).filter((diagnostic) => !fixed.has(diagnostic))
  const all = [...errors, ...applySeverities(left, rules)].toSorted(compareDiagnostics)
  // A mistake in a profile is found once for every crawl that uses it.
  return all.filter((diagnostic, index) => {
    const before = all[index - 1]
    return before === undefined || compareDiagnostics(before, diagnostic) !== 0
  })
}

function applySeverities(diagnostics: readonly Diagnostic[], rules: ProjectSpec['rules']): Diagnostic[] {
  return diagnostics.flatMap((diagnostic) => {
    const severity = Object.hasOwn(rules, diagnostic.rule) ? rules[diagnostic.rule] : undefined
    if (severity === undefined) return [diagnostic]
    return severity === 'off' ? [] : [{ ...diagnostic, severity }]
  })
}
