import type { Diagnostic } from '../diagnostics/diagnostic.ts'

/** Names next to which people write secrets, and keys whose form shows what they are. */
const SECRETIVE =
  /authorization|cookie|api[-_]?key|token|secret|passw|bearer|\bfc-[0-9a-f]{8}|\bsk-\w{8}|gh[pousr]_\w{8}|AKIA|eyJ\w{8}/i

/**
 * Returns a problem on a line that may hold a secret, with the place to cover where the line is shown. A file that
 * cannot be read is never searched for secrets, so the whole value counts as one. `lines` are the file's.
 */
export function redactLine(diagnostic: Diagnostic, lines: readonly string[]): Diagnostic {
  const line = lines[diagnostic.line - 1] ?? ''
  if (!SECRETIVE.test(line)) return diagnostic
  const value = /^\s*(?:-\s+)?(?:[\w"'-]+\s*:)?\s*/.exec(line)?.[0].length ?? 0
  const column = Math.min(diagnostic.column, value + 1)
  const endColumn = line.trimEnd().length + 1
  const redacted = {
    file: diagnostic.file,
    line: diagnostic.line,
    column,
    endLine: diagnostic.line,
    endColumn,
  }
  return { ...diagnostic, redacted }
}
