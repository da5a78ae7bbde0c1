import path from 'node:path'
import { ManifestStore } from '../state/manifest-store.ts'
import { gitTextFiles, localTextFiles } from '../state/text-files.ts'
import { plainFileName } from '../util/files.ts'
import { type BackendSource, gitSettings } from './open-backend.ts'
import { makeOwnDirectory, ownDirectory } from './own-directory.ts'
import type { SessionDependencies } from './session-dependencies.ts'

/** Opens the environment's manifests: on a git ref next to the record's, else on this disk, as HTTP servers store only records. */
export function openManifests(deps: SessionDependencies, loaded: BackendSource): ManifestStore {
  const { root, environment } = loaded
  const { name } = environment
  if (environment.state.backend !== 'git') {
    const folder = plainFileName(name)
    const directory = path.join(ownDirectory(root), 'state', 'manifests', folder)
    const label = `.crawlform/state/manifests/${folder}`
    const beforeWrite = (): void => makeOwnDirectory(root)
    return new ManifestStore(localTextFiles({ directory, label, clock: deps.clock, beforeWrite }))
  }
  return new ManifestStore(gitTextFiles(gitSettings(deps, loaded)))
}
