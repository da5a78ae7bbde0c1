import { factsOf } from '../diagnostics/catalogue.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'

/** Returns true for an error, and for the line that counts the problems which are not listed: some may be errors. */
export function isMistake({ severity, rule }: Diagnostic): boolean {
  return severity === 'error' || factsOf(rule).about === 'unlisted'
}
