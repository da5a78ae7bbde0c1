import path from 'node:path'
import { withFileLock } from '../state/shared-file.ts'
import { SILENT_WAIT_MS } from '../state/state.ts'
import { callAfter } from '../util/clock.ts'
import { oneByOne } from '../util/one-by-one.ts'
import { makeOwnDirectory, ownDirectory } from './own-directory.ts'
import type { SessionDependencies } from './session-dependencies.ts'

/** Writing the pages of a large job may take minutes. */
const WAIT_MS = 10 * 60_000

/** Runs an action while no other process does the same for the project. */
export type WithProjectLock = <T>(what: 'pages' | 'feed', act: () => Promise<T>) => Promise<T>

interface LockOptions extends Pick<SessionDependencies, 'clock' | 'notice'> {
  /** Called before a feed is delivered: the run before may have delivered another. */
  readonly onFeedTurn?: () => void
}

/**
 * Returns a function that lets the processes of a project write pages and deliver feeds one after another. A feed may write
 * pages in its turn, never the other way round. It throws a StateError `locked` if another process does not end.
 */
export function projectLocks(root: string, { clock, notice, onFeedTurn }: LockOptions): WithProjectLock {
  // A process does not compete with itself for a lock.
  const own = { pages: oneByOne(), feed: oneByOne() }
  return (what, act) =>
    own[what](async () => {
      makeOwnDirectory(root)
      const cancelTimer = callAfter(clock, SILENT_WAIT_MS, () =>
        notice(
          `Waiting for another run of this project that writes ${what === 'feed' ? 'a feed' : 'pages'}.`,
        ),
      )
      const lock = path.join(ownDirectory(root), `${what}.lock`)
      try {
        return await withFileLock(lock, { clock, waitMs: WAIT_MS }, () => {
          cancelTimer()
          if (what === 'feed') onFeedTurn?.()
          return act()
        })
      } finally {
        cancelTimer()
      }
    })
}
