import type { Diagnostic, Severity } from '../diagnostics/diagnostic.ts'
import { sha256 } from '../util/sha256.ts'

const severities: Readonly<Record<Severity, string>> = { error: 'critical', warning: 'minor', info: 'info' }

/**
 * GitLab's code quality report. `prefix` is the way from the repository's root to the project's, empty or ending in `/`.
 */
export function renderDiagnosticsGitlab(diagnostics: readonly Diagnostic[], prefix = ''): string {
  const seen = new Map<string, number>()
  const issues = diagnostics.map((diagnostic) => {
    const { rule, file, line, pointer, message, help, severity } = diagnostic
    // GitLab compares reports by fingerprint, so a line that moves must not change it, and no two may be the same.
    const identity = [rule, prefix + file, pointer ?? '', message].join('\0')
    const count = seen.get(identity) ?? 0
    seen.set(identity, count + 1)
    return {
      description: help === undefined ? message : `${message} ${help}`,
      check_name: rule,
      fingerprint: sha256(`${identity}\0${count}`).slice(0, 40),
      severity: severities[severity],
      location: { path: prefix + file, lines: { begin: line } },
    }
  })
  return `${JSON.stringify(issues, null, 2)}\n`
}
