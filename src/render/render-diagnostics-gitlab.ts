import type { Diagnostic, Severity } from '../diagnostics/diagnostic.ts'
import { fingerprintDiagnostics } from './fingerprint-diagnostics.ts'

const severities: Readonly<Record<Severity, string>> = { error: 'critical', warning: 'minor', info: 'info' }

/**
 * Returns GitLab's code quality report. `prefix` is the project's path relative to the repository root: empty, or ending in
 * `/`.
 */
export function renderDiagnosticsGitlab(diagnostics: readonly Diagnostic[], prefix = ''): string {
  const fingerprints = fingerprintDiagnostics(diagnostics, prefix)
  const issues = diagnostics.map(({ rule, file, line, message, help, severity }, index) => ({
    description: help === undefined ? message : `${message} ${help}`,
    check_name: rule,
    fingerprint: fingerprints[index],
    severity: severities[severity],
    location: { path: prefix + file, lines: { begin: line } },
  }))
  return `${JSON.stringify(issues, null, 2)}\n`
}
