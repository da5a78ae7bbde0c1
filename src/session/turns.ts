import path from 'node:path'
import { withFileLock } from '../state/file-lock.ts'
import { PATIENCE_MS } from '../state/state.ts'
import { ringAfter } from '../util/clock.ts'
import { oneByOne } from '../util/one-by-one.ts'
import { makeOwnDirectory, ownDirectory } from './own-directory.ts'
import type { SessionDependencies } from './session-dependencies.ts'

/** Writing the pages of a large job may take minutes. */
const WAIT_MS = 10 * 60_000

/** Lets the processes of a project write pages and deliver feeds one after another. */
export class Turns {
  readonly #root: string
  readonly #around: Pick<SessionDependencies, 'clock' | 'notice'>
  /** A process does not compete with itself for a lock. */
  readonly #own = { pages: oneByOne(), feed: oneByOne() }

  constructor(root: string, around: Pick<SessionDependencies, 'clock' | 'notice'>) {
    this.#root = root
    this.#around = around
  }

  /**
   * Runs `act` while nobody else does the same for the project. A feed may write pages in its turn, never the other way round.
   * @throws {StateError} `locked` if another process does not end
   */
  take<T>(what: 'pages' | 'feed', act: () => Promise<T>): Promise<T> {
    return this.#own[what](() => this.#locked(what, act))
  }

  async #locked<T>(what: 'pages' | 'feed', act: () => Promise<T>): Promise<T> {
    makeOwnDirectory(this.#root)
    const { clock, notice } = this.#around
    const silence = ringAfter(clock, PATIENCE_MS, () =>
      notice(`Waiting for another run of this project that writes ${what === 'feed' ? 'a feed' : 'pages'}.`),
    )
    const lock = path.join(ownDirectory(this.#root), `${what}.lock`)
    try {
      return await withFileLock(lock, { clock, waitMs: WAIT_MS }, () => {
        silence()
        return act()
      })
    } finally {
      silence()
    }
  }
}
