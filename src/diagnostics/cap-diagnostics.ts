import { diagnose } from './catalogue.ts'
import { compareDiagnostics, type Diagnostic } from './diagnostic.ts'

const MOST_PER_FILE = 100

/** Returns one file's diagnostics in order: at most 100, then one line that counts the others. Errors come first. */
export function capDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  if (diagnostics.length <= 1) return diagnostics
  const sorted = diagnostics.toSorted(compareDiagnostics)
  if (sorted.length <= MOST_PER_FILE) return sorted
  const errors = sorted.filter(({ severity }) => severity === 'error')
  const others = sorted.filter(({ severity }) => severity !== 'error')
  const shown = [...errors, ...others].slice(0, MOST_PER_FILE).toSorted(compareDiagnostics)
  const last = shown.at(-1)
  if (last === undefined) return shown
  return [...shown, diagnose('syntax/more-problems', { count: diagnostics.length - MOST_PER_FILE }, last)]
}
