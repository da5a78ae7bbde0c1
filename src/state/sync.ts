import { closeSync, fsync, openSync } from 'node:fs'
import { hasCode } from '../util/has-code.ts'

/** Stores the bytes of an open file on disk. Calls `fsync`, because the file handles of Yarn's PnP have no `sync`. */
export function syncFile(file: number): Promise<void> {
  return new Promise((resolve, reject) =>
    fsync(file, (error) => (error === null ? resolve() : reject(error))),
  )
}

/** Stores the names that `directory` holds. */
export async function syncDirectory(directory: string): Promise<void> {
  // Windows opens a directory but refuses to sync it; its file systems write the name with the file.
  if (process.platform === 'win32') return
  const opened = openOrNone(directory)
  if (opened === undefined) return
  try {
    await syncFile(opened)
  } catch (error) {
    // Some network file systems cannot do it.
    if (!hasCode(error, 'EINVAL')) throw error
  } finally {
    closeSync(opened)
  }
}

/** A directory may be writable but not readable. */
function openOrNone(directory: string): number | undefined {
  try {
    return openSync(directory, 'r')
  } catch {
    return undefined
  }
}
