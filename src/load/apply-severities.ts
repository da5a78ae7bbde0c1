import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { ProjectSpec } from '../validate/crawl-spec.ts'

/** The diagnostics with the severities that the project's `rules` give them; those that are off are left out. */
export function applySeverities(
  diagnostics: readonly Diagnostic[],
  rules: ProjectSpec['rules'],
): readonly Diagnostic[] {
  return diagnostics.flatMap((diagnostic) => {
    const severity = Object.hasOwn(rules, diagnostic.rule) ? rules[diagnostic.rule] : undefined
    if (severity === undefined) return [diagnostic]
    return severity === 'off' ? [] : [{ ...diagnostic, severity }]
  })
}
