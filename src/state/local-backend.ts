import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Clock } from '../util/clock.ts'
import { hasCode } from '../util/has-code.ts'
import { sha256 } from '../util/sha256.ts'
import { breakFileLock, withFileLock } from './file-lock.ts'
import { keepInHistory, readHistory } from './local-history.ts'
import { formatState, parseState } from './parse-state.ts'
import type { RecordedState } from './recorded-state.ts'
import {
  StateError,
  type HistoryEntry,
  type ReadState,
  type StateBackend,
  type StateToken,
} from './state-backend.ts'

export interface LocalBackendOptions {
  /** The project's `.crawlform` directory; created when missing. */
  readonly directory: string
  readonly environment: string
  readonly clock: Clock
  /** How the file is named in messages; its path when absent. */
  readonly label?: string
  /** How long a write waits for another writer, in milliseconds. Default 10 seconds. */
  readonly lockWaitMs?: number
}

/**
 * Returns the record in one file, `state/ENVIRONMENT.json`. A reader sees the whole old or the whole new file at every
 * instant; what was stored survives a power cut.
 */
export function openLocalBackend(options: LocalBackendOptions): StateBackend {
  const { environment, clock, lockWaitMs = 10_000 } = options
  // `.` and `..` would be directories.
  const name = encodeURIComponent(environment).replace(/^\./, '%2E')
  const file = path.join(options.directory, 'state', `${name}.json`)
  const past = path.join(options.directory, 'state', 'history', name)
  const description = options.label ?? file
  const source = { environment, description }
  const lockOptions = { clock, waitMs: lockWaitMs, environment }

  async function read(): Promise<ReadState> {
    const text = await readStored()
    if (text === undefined) return { state: undefined, token: null }
    return { state: parseState(text, source), token: sha256(text) }
  }

  async function readStored(): Promise<string | undefined> {
    try {
      return await readFile(file, 'utf8')
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return undefined
      throw unavailable('read', error)
    }
  }

  async function compareAndSwap(expected: StateToken, next: RecordedState): Promise<StateToken> {
    const text = formatState(next)
    try {
      await makeDirectory(path.dirname(file))
      await withFileLock(`${file}.lock`, lockOptions, async () => {
        const stored = await readStored()
        const token = stored === undefined ? null : sha256(stored)
        if (token !== expected)
          throw new StateError('conflict', `${description} was changed by somebody else meanwhile.`)
        await replaceDurably(file, text)
        // The state is stored. A disk without hard links for the history must not make that look like a failure.
        await keepInHistory(past, file, next.serial).catch(() => undefined)
      })
    } catch (error) {
      throw error instanceof StateError ? error : unavailable('written', error)
    }
    return sha256(text)
  }

  async function history(limit: number): Promise<readonly HistoryEntry[]> {
    try {
      return await readHistory(past, limit, source)
    } catch (error) {
      throw error instanceof StateError ? error : unavailable('read', error)
    }
  }

  function unlock(id: string): Promise<void> {
    return breakFileLock(`${file}.lock`, id, lockOptions)
  }

  function unavailable(what: string, error: unknown): StateError {
    const because = error instanceof Error ? error.message : String(error)
    const isLasting = ['EROFS', 'EACCES', 'EPERM', 'ENOTDIR'].some((code) => hasCode(error, code))
    return new StateError('unavailable', `${description} cannot be ${what}: ${because}.`, {
      cause: error,
      isLasting,
    })
  }

  return { environment, description, read, compareAndSwap, history, unlock }
}

/**
 * Replaces `file` by `text` in one step that survives a power cut: first the content, then the name (rename(2) is
 * atomic), then the directory that holds the name. The caller holds the lock.
 */
async function replaceDurably(file: string, text: string): Promise<void> {
  const directory = path.dirname(file)
  await removeLeftovers(file)
  const draft = `${file}.${randomUUID()}.draft`
  try {
    const handle = await open(draft, 'wx')
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await syncDirectory(directory)
}

/**
 * Removes what killed processes left beside the file: drafts of the file and of its lock, and locks for breaking a
 * lock. A live process whose lock draft is removed here tries again.
 */
async function removeLeftovers(file: string): Promise<void> {
  const directory = path.dirname(file)
  const prefix = `${path.basename(file)}.`
  for (const name of await readdir(directory)) {
    // The whole rest of the name must be ours: one environment's name may be the beginning of another's.
    const rest = name.startsWith(prefix) ? name.slice(prefix.length) : ''
    if (/^(?:lock\.)?(?:[0-9a-f-]{36}\.?)+(?:draft)?$/.test(rest)) {
      await rm(path.join(directory, name), { force: true })
    }
  }
}

/**
 * Creates the directory and its parents. On a read-only disk Node's own recursive way only says that the directory does
 * not exist.
 */
async function makeDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory)
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return
    if (!hasCode(error, 'ENOENT')) throw error
    await makeDirectory(path.dirname(directory))
    await mkdir(directory).catch(ignoreExisting)
  }
}

function ignoreExisting(error: unknown): void {
  if (!hasCode(error, 'EEXIST')) throw error
}

async function syncDirectory(directory: string): Promise<void> {
  // Windows cannot open a directory; its file systems write the name with the file.
  const handle = await open(directory, 'r').catch(() => undefined)
  try {
    await handle?.sync()
  } finally {
    await handle?.close()
  }
}
