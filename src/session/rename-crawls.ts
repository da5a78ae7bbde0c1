import { refuseTrackedLinks, type GitEnv } from '../git/git.ts'
import type { ManifestStore } from '../state/manifest-store.ts'
import { renameRecords, type Renaming } from '../state/move-record.ts'
import { findRecord, type JobRecord, type StateBackend } from '../state/state.ts'
import { updateState } from '../state/update-state.ts'
import type { Clock } from '../util/clock.ts'
import { printable } from '../util/text.ts'
import type { WithProjectLock } from './project-locks.ts'
import { renameFolder } from './page-folder.ts'

/** Records crawls under new names. Manifests are copied first, so that a run that is killed at any time loses none. */
export async function renameCrawls(
  renamings: readonly Renaming[],
  {
    backend,
    store,
    clock,
  }: { readonly backend: StateBackend; readonly store: ManifestStore; readonly clock: Clock },
): Promise<void> {
  const { state } = await backend.read()
  const { made } = renameRecords(state?.records ?? [], renamings)
  for (const one of made) await store.copyCrawl(one, { isWhole: true })
  await updateState(backend, (records) => renameRecords(records, made).records, { clock })
}

interface Kept {
  readonly records: readonly JobRecord[]
  readonly store: ManifestStore
  /** Where page folders are, if pages are written. */
  readonly directory: string | undefined
  readonly env: GitEnv
  readonly withLock: WithProjectLock
  /** Is told of folders that could not be renamed. */
  readonly notice: (text: string) => void
}

/** Moves the manifests and page folders of crawls whose records have their new names. Returns these renamings. */
export async function followRenames(
  renamings: readonly Renaming[],
  { records, store, directory, env, withLock, notice }: Kept,
): Promise<readonly Renaming[]> {
  const settled = renamings.filter(
    ({ from, to }) => findRecord(records, to) !== undefined && findRecord(records, from) === undefined,
  )
  for (const renaming of settled) {
    await store.copyCrawl(renaming, { isWhole: false })
    await store.removeCrawl(renaming.from)
    if (directory === undefined) continue
    refuseTrackedLinks(env, directory)
    const problem = await withLock('pages', () => renameFolder(directory, renaming))
    if (problem !== undefined) notice(`${printable(problem)}\n`)
  }
  return settled
}
