import type { Diagnostic, Severity } from '../diagnostics/diagnostic.ts'
import { printable, printableLines } from '../util/printable.ts'

const commands: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' }

/**
 * Returns workflow commands of GitHub Actions, one line for each diagnostic, which become annotations on the changed files.
 * `prefix` is the project's path relative to the repository root: empty, or ending in `/`.
 */
export function renderDiagnosticsGithub(diagnostics: readonly Diagnostic[], prefix = ''): string {
  return diagnostics.map((diagnostic) => `${annotation(diagnostic, prefix)}\n`).join('')
}

function annotation(diagnostic: Diagnostic, prefix: string): string {
  const { file, line, column, endLine, endColumn, rule, message, help } = diagnostic
  const properties = [
    `file=${property(printable(prefix + file))}`,
    `line=${line}`,
    // GitHub shows columns only for a place within one line, and includes the last one.
    ...(endLine === line
      ? [`col=${column}`, `endColumn=${Math.max(column, endColumn - 1)}`]
      : [`endLine=${endLine}`]),
    `title=${property(rule)}`,
  ]
  const text = help === undefined ? message : `${message}\n${help}`
  return `::${commands[diagnostic.severity]} ${properties.join(',')}::${data(printableLines(text))}`
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
