import { compareDiagnostics, type Diagnostic } from '../../src/diagnostics/diagnostic.ts'

/** Diagnostics as golden files hold them: head line, what else it says, in the order people see. */
export function formatDiagnostics(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.toSorted(compareDiagnostics).map(formatDiagnostic).join('')
}

function formatDiagnostic(diagnostic: Diagnostic): string {
  const { file, line, column, endLine, endColumn, severity, message, rule, help, related, fix } = diagnostic
  const end = endLine === line ? String(endColumn) : `${endLine}:${endColumn}`
  const lines = [`${file}:${line}:${column}-${end}: ${severity}: ${message} [${rule}]`]
  for (const other of related ?? []) {
    lines.push(`  ${other.place.file}:${other.place.line}:${other.place.column}: ${other.message}`)
  }
  if (help !== undefined) lines.push(`  help: ${help}`)
  if (diagnostic.sensitive || diagnostic.redacted) lines.push('  (covered)')
  if (fix !== undefined) {
    lines.push(`  fix: ${fix.description}`)
    for (const { place, text } of fix.edits) {
      lines.push(
        `    ${place.line}:${place.column}-${place.endLine}:${place.endColumn} -> ${JSON.stringify(text)}`,
      )
    }
  }
  return `${lines.join('\n')}\n`
}

/** `rule/id line:column` of each, in order: enough to say what was found where. */
export function briefly(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.toSorted(compareDiagnostics).map(({ rule, line, column }) => `${rule} ${line}:${column}`)
}
