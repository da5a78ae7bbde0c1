import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { LoadedProject } from '../load/load.ts'

/** The project has errors, so it cannot be planned or submitted. */
export class ProjectError extends Error {
  override readonly name = 'ProjectError'
  readonly diagnostics: readonly Diagnostic[]
  /** Text by file, for code frames. */
  readonly sources: LoadedProject['sources']
  constructor({ diagnostics, sources }: LoadedProject) {
    const [first] = diagnostics.filter(({ severity }) => severity === 'error')
    super(first === undefined ? '' : `${first.file}:${first.line}:${first.column}: ${first.message}`)
    this.diagnostics = diagnostics
    this.sources = sources
  }
}
