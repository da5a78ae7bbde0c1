import type { LoadedProject } from '../load/load.ts'
import { ownDirectory } from '../session/own-directory.ts'
import { openLocalBackend } from '../state/local-backend.ts'
import type { JobRecord } from '../state/recorded-state.ts'
import { StateError, type StateBackend } from '../state/state.ts'
import type { Clock } from '../util/clock.ts'

/**
 * Returns a function that reads the record of a project's environment from this disk. It is empty for a record elsewhere, because
 * an editor does not wait for servers, and for one that cannot be read.
 */
export function localRecords(
  clock: Clock,
): (project: Pick<LoadedProject, 'root' | 'environment'>) => Promise<readonly JobRecord[]> {
  // A backend reads its file again only after it has changed.
  const backends = new Map<string, StateBackend>()
  return async ({ root, environment: { name, state } }) => {
    if (state.backend !== 'local') return []
    const directory = ownDirectory(root)
    const key = JSON.stringify([directory, name])
    const backend = backends.get(key) ?? openLocalBackend({ directory, environment: name, clock })
    backends.set(key, backend)
    try {
      return (await backend.read()).state?.records ?? []
    } catch (error) {
      if (error instanceof StateError) return []
      throw error
    }
  }
}
