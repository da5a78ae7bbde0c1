import { readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { asServiceError, closeDatabase, openDatabase, prepareCount } from './database.ts'

export interface KeptData {
  readonly bytes: number
  /** Undefined for data that cannot be read. */
  readonly counts: { readonly jobs: number; readonly unfinished: number; readonly pages: number } | undefined
  readonly broken: string | undefined
}

/** Every name that a service creates in its directory; it does not own other files there. */
const OWN_NAMES = /^(?:service\.db(?:-wal|-shm|-journal)?|segments|volatile|bodies|reserve|probe)$/

/** Returns undefined for an empty directory. @throws {ServiceError} when a service is using it */
export function readKeptData(directory: string): KeptData | undefined {
  const files = ownFiles(directory)
  if (files.length === 0) return undefined
  const bytes = files.reduce((sum, file) => sum + sizeOf(file), 0)
  try {
    const db = openDatabase(directory)
    try {
      const count = (rows: string): number => prepareCount(db, rows)()
      const unfinished = count(`job WHERE status = 'scraping'`)
      const counts = { jobs: count('job'), unfinished, pages: count('result') }
      return { bytes, counts, broken: undefined }
    } finally {
      closeDatabase(db)
    }
  } catch (error) {
    const failure = asServiceError(directory, error)
    const isUnreadable = failure.code === 'data-broken' || failure.code === 'other-data-format'
    if (isUnreadable) return { bytes, counts: undefined, broken: failure.message }
    throw failure
  }
}

export function discardData(directory: string): void {
  for (const file of ownFiles(directory)) rmSync(file, { recursive: true })
}

function ownFiles(directory: string): string[] {
  if (statSync(directory, { throwIfNoEntry: false }) === undefined) return []
  return readdirSync(directory)
    .filter((name) => OWN_NAMES.test(name))
    .map((name) => path.join(directory, name))
}

function sizeOf(file: string): number {
  const status = statSync(file)
  if (!status.isDirectory()) return status.size
  return readdirSync(file).reduce((sum, name) => sum + sizeOf(path.join(file, name)), 0)
}
