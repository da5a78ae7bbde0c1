import path from 'node:path'
import type { LoadedProject } from '../load/load-project.ts'
import { openLocalBackend } from '../state/local-backend.ts'
import { StateError, type StateBackend } from '../state/state-backend.ts'
import type { Host } from './host.ts'

/** Where crawlform keeps its own files: beside `crawlform.yaml`. */
export function ownDirectory(root: string): string {
  return path.join(root, '.crawlform')
}

/** The record of the environment's submissions. */
export function openBackend(host: Host, { root, environment }: LoadedProject): StateBackend {
  const { backend } = environment.state
  if (backend !== 'local') {
    throw new StateError('unavailable', `The state backend "${backend}" is not available in this version.`)
  }
  return openLocalBackend({
    directory: ownDirectory(root),
    environment: environment.name,
    clock: host.clock,
    label: `.crawlform/state/${environment.name}.json`,
  })
}
