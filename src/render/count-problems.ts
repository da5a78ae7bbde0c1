import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { plural } from '../util/plural.ts'

/** The numbers of checked files and crawls, for the closing line and the JSON summary. */
export interface Checked {
  readonly files: number
  readonly crawls: number
}

export interface ProblemCounts {
  readonly errors: number
  readonly warnings: number
  readonly infos: number
}

export function countProblems(diagnostics: readonly Diagnostic[]): ProblemCounts {
  const counts = { errors: 0, warnings: 0, infos: 0 }
  for (const { severity } of diagnostics) counts[`${severity}s`] += 1
  return counts
}

/** Counts problems in words: `2 errors, 1 warning in 3 files (12 crawls)`, without a full stop. */
export function countLine(diagnostics: readonly Diagnostic[], checked: Checked): string {
  const { errors, warnings, infos } = countProblems(diagnostics)
  const found = [
    ...(errors > 0 ? [plural(errors, 'error')] : []),
    ...(warnings > 0 ? [plural(warnings, 'warning')] : []),
    ...(infos > 0 ? [plural(infos, 'note')] : []),
  ]
  const where = `${plural(checked.files, 'file')} (${plural(checked.crawls, 'crawl')})`
  return `${found.length === 0 ? 'No problems' : found.join(', ')} in ${where}`
}
