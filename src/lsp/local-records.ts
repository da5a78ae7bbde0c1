import type { LoadedProject } from '../load/load.ts'
import { openLocalRecord } from '../session/open-backend.ts'
import { EnvironmentError, type SessionDependencies } from '../session/session-dependencies.ts'
import { type JobRecord, type StateBackend, StateError } from '../state/state.ts'

/**
 * Returns a function that reads a record from this disk; empty for an unreadable one, and for one on a server. `refuse` gets the
 * reason why a directory is not used.
 */
export function localRecords(
  deps: Pick<SessionDependencies, 'clock' | 'env'>,
  refuse: (reason: string) => void,
): (project: Pick<LoadedProject, 'root' | 'environment'>) => Promise<readonly JobRecord[]> {
  // A backend reads its file again only after it has changed.
  const backends = new Map<string, StateBackend>()
  return async (project) => {
    const { name, state } = project.environment
    if (state.backend !== 'local') return []
    const key = JSON.stringify([project.root, name])
    try {
      const backend = backends.get(key) ?? openLocalRecord(deps, project)
      backends.set(key, backend)
      return (await backend.read()).state?.records ?? []
    } catch (error) {
      if (error instanceof EnvironmentError) refuse(`${error.message} ${error.help}`)
      if (error instanceof EnvironmentError || error instanceof StateError) return []
      throw error
    }
  }
}
