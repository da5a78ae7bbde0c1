import { type Diagnostic, hasErrors } from '../diagnostics/diagnostic.ts'
import { type LoadedProject, type LoadOptions, loadProject } from '../load/load.ts'
import { type Clock, systemClock } from '../util/clock.ts'
import { Session } from './session.ts'
import type { SessionDependencies } from './session-dependencies.ts'

export interface SessionOptions extends Pick<LoadOptions, 'directory' | 'environment' | 'set'> {
  /** Values for `${env:NAME}` and `${secret:NAME}`, PATH, and the settings of proxies. */
  readonly variables: SessionDependencies['env']
  readonly clock?: Clock
  /** Receives messages about waits and pending outcomes: one or more lines without control characters. */
  readonly notice?: SessionDependencies['notice']
}

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

/**
 * Opens the project in `directory`, or around it, with the record of its submissions. Nothing is started yet.
 * @throws {ProjectError} when its files have errors
 * @throws {LoadError} when the disk refuses
 */
export function openSession({ variables, clock = systemClock, notice, ...where }: SessionOptions): Session {
  const project = loadProject({ ...where, variables })
  if (hasErrors(project.diagnostics)) throw new ProjectError(project)
  return new Session(project, { env: variables, clock, notice: notice ?? (() => undefined) })
}
