import { compareDiagnostics, type Diagnostic, factsOf } from '../diagnostics/diagnostic.ts'
import { applySuppressions } from '../document/suppressions.ts'
import type { ProjectSpec } from '../validate/crawl-spec.ts'

export interface Findings {
  /** What reading, validating and resolving found. Its errors leave a crawl out, so nothing can silence them. */
  readonly fatal: readonly Diagnostic[]
  /** What the lint rules found. */
  readonly lint: readonly Diagnostic[]
}

export interface Settled {
  /** Without those that a comment silences, with the project's severities, sorted, each once. */
  readonly diagnostics: readonly Diagnostic[]
  /** True for a finding that counts as an error here. */
  readonly isError: (finding: Diagnostic) => boolean
}

/** Applies suppression comments and the project's `rules` to all findings. */
export function settleDiagnostics(
  { fatal, lint }: Findings,
  rules: ProjectSpec['rules'],
  sources: ReadonlyMap<string, string>,
): Settled {
  const errors = fatal.filter((diagnostic) => diagnostic.severity === 'error')
  const fixed = new Set(errors)
  const found = [...fatal, ...lint]
  const left = applySuppressions(found, sources).filter((diagnostic) => !fixed.has(diagnostic))
  const kept = new Set(left)
  const shown = left.flatMap((diagnostic) => withSeverity(diagnostic, rules))
  return {
    diagnostics: oneForName(eachOnce([...errors, ...shown].toSorted(compareDiagnostics))),
    isError: (finding) =>
      kept.has(finding) && withSeverity(finding, rules).some(({ severity }) => severity === 'error'),
  }
}

function withSeverity(diagnostic: Diagnostic, rules: ProjectSpec['rules']): readonly Diagnostic[] {
  const severity = Object.hasOwn(rules, diagnostic.rule) ? rules[diagnostic.rule] : undefined
  if (severity === undefined) return [diagnostic]
  return severity === 'off' ? [] : [{ ...diagnostic, severity }]
}

/**
 * Keeps each finding once. A mistake in a profile, or in a line that a matrix repeats, is found for every crawl that it reaches.
 */
function eachOnce(sorted: readonly Diagnostic[]): readonly Diagnostic[] {
  return sorted.filter((diagnostic, index) => {
    const before = sorted[index - 1]
    return before === undefined || !saysTheSame(before, diagnostic)
  })
}

/** Merges the findings of a file about the same name; the first gets the places of the others. */
function oneForName(sorted: readonly Diagnostic[]): readonly Diagnostic[] {
  return sorted.flatMap((diagnostic, index) => {
    if (factsOf(diagnostic.rule).isOfName !== true) return [diagnostic]
    const isSame = ({ rule, file, message }: Diagnostic): boolean =>
      rule === diagnostic.rule && file === diagnostic.file && message === diagnostic.message
    if (sorted.slice(0, index).some(isSame)) return []
    const others = sorted.slice(index + 1).filter(isSame)
    if (others.length === 0) return [diagnostic]
    return [{ ...diagnostic, related: others.map((place) => ({ message: 'used here too', place })) }]
  })
}

function saysTheSame(a: Diagnostic, b: Diagnostic): boolean {
  if (a.rule !== b.rule || a.line !== b.line || a.column !== b.column || a.file !== b.file) return false
  return a.message === b.message || factsOf(a.rule).saidOnce
}
