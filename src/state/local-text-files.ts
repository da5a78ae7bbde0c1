import { readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { hasCode } from '../util/has-code.ts'
import { makeDirectory, readIfThere } from '../util/files.ts'
import { oneByOne } from '../util/one-by-one.ts'
import { replaceDurably, withFileLock } from './shared-file.ts'
import type { LocalBackendOptions } from './local-backend.ts'
import type { TextFiles, Texts } from './manifest-store.ts'
import { changedMeanwhile } from './state.ts'

/** How long a write waits for another process. */
const LOCK_WAIT_MS = 10_000

/**
 * Returns files in a directory of this machine. Each is replaced in one step. Several are written before any is removed, so a
 * killed process leaves too many files and never too few.
 */
export function localTextFiles({
  directory,
  label,
  clock,
  beforeWrite,
}: Required<Pick<LocalBackendOptions, 'directory' | 'label' | 'clock' | 'beforeWrite'>>): TextFiles {
  const enqueue = oneByOne()
  const change = async (texts: Texts, expected: Texts): Promise<void> => {
    for (const [name, text] of expected)
      if (readIfThere(path.join(directory, name))?.toString() !== text)
        throw changedMeanwhile(`${label}/${name}`)
    for (const [name, text] of texts) {
      if (text === undefined) continue
      makeDirectory(path.join(directory, path.dirname(name)))
      await replaceDurably(path.join(directory, name), text)
    }
    for (const [name, text] of texts)
      if (text === undefined) rmSync(path.join(directory, name), { force: true })
  }
  return {
    description: label,
    async names(folder) {
      try {
        return readdirSync(path.join(directory, folder)).map((name) => `${folder}/${name}`)
      } catch (error) {
        if (hasCode(error, 'ENOENT')) return []
        throw error
      }
    },
    async read(name) {
      return readFileSync(path.join(directory, name), 'utf8')
    },
    async change(texts, expected = new Map()) {
      beforeWrite()
      makeDirectory(directory)
      // The folders of crawls are encoded, so no crawl has this name.
      const lock = path.join(directory, '.lock')
      await enqueue(() => withFileLock(lock, { clock, waitMs: LOCK_WAIT_MS }, () => change(texts, expected)))
    },
  }
}
