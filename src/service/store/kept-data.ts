import { readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { asServiceError, closeDatabase, openDatabase } from './database.ts'

/** What a data directory holds. */
export interface KeptData {
  readonly bytes: number
  /** Undefined when that cannot be read. */
  readonly counts: { readonly jobs: number; readonly unfinished: number; readonly pages: number } | undefined
  /** Why it cannot be read. */
  readonly broken: string | undefined
}

/** Every name that a service makes in its directory; others there are not its own. */
const OWN_NAMES = /^(?:service\.db(?:-wal|-shm|-journal)?|segments|volatile|bodies|reserve|probe)$/

/**
 * Returns what a data directory keeps, or undefined when that is nothing.
 * @throws {ServiceError} when a service is using it, or another version of crawlform made it
 */
export function readKeptData(directory: string): KeptData | undefined {
  const files = ownFiles(directory)
  if (files.length === 0) return undefined
  const bytes = files.reduce((sum, file) => sum + sizeOf(file), 0)
  try {
    const db = openDatabase(directory)
    try {
      const counts = db
        .prepare(
          `SELECT (SELECT count(*) FROM job) AS jobs, (SELECT count(*) FROM result) AS pages,
           (SELECT count(*) FROM job WHERE status = 'scraping') AS unfinished`,
        )
        .get() as { jobs: number; unfinished: number; pages: number }
      const { jobs, unfinished, pages } = counts
      return { bytes, counts: { jobs, unfinished, pages }, broken: undefined }
    } finally {
      closeDatabase(db)
    }
  } catch (error) {
    const told = asServiceError(directory, error)
    if (told.code === 'data-broken') return { bytes, counts: undefined, broken: told.message }
    throw told
  }
}

/** Removes what a service that does not run any more keeps in its directory. */
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
