/**
 * Input: jobs, pages and deliveries to record, and documents to keep.
 * Output: rows in SQLite, and documents in segment files next to it.
 * Must not know HTTP, scope or scheduling.
 */
import { randomBytes } from 'node:crypto'
import { rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createCacheStore, createTrackStore, createPageStore } from './page-store.ts'
import { asServiceError, closeDatabase, openDatabase, prepareColumn } from './database.ts'
import { prepareRead, RowWriter, type Sqlite } from './database.ts'
import { createCookieStore, createDeliveryStore, createJobStore } from './job-store.ts'
import { isDiskError, unwritable } from '../settings/settings.ts'
import type { StoredDocument } from './records.ts'
import { readDocuments, readPages, segmentPath } from './segment-file.ts'
import { makeDirectory } from '../../util/files.ts'

/** Several times the bytes that the ends of many jobs need in the index and its journal. */
const RESERVED_BYTES = 512 * 1024

/** Returns the durable store of a data directory. @throws {ServiceError} */
export function openStore(dataDirectory: string): Store {
  const db = openDatabase(dataDirectory)
  const reserve = path.join(dataDirectory, 'reserve')
  try {
    const store = buildStore(db, path.join(dataDirectory, 'segments'), { reserve })
    takeReserve(reserve)
    dropTornResults(db, store)
    // Parses the stored requests, so that damage is found at the start.
    store.jobs.unfinished()
    return store
  } catch (error) {
    closeDatabase(db)
    throw asServiceError(dataDirectory, error)
  }
}

/** Returns a store for jobs that must leave no data: rows in memory, documents sealed with a key that is never written. */
export function openVolatileStore(dataDirectory: string): Store {
  const directory = path.join(dataDirectory, 'volatile')
  rmSync(directory, { recursive: true, force: true })
  return buildStore(openDatabase(undefined), directory, { key: randomBytes(32) })
}

export type Store = ReturnType<typeof buildStore>

/**
 * @param key seals documents
 * @param reserve the file that is removed on a full disk
 */
function buildStore(db: Sqlite, directory: string, { key, reserve }: { key?: Uint8Array; reserve?: string }) {
  makeDirectory(path.resolve(directory), 0o700)
  const rows = new RowWriter(db, path.dirname(directory))
  const addSegment = rows.prepareForJob<{ number: number }>(
    'INSERT INTO segment (number, job) VALUES (:number, :job)',
  )
  let [segments = 0] = prepareColumn<number>(db, `SELECT seq FROM sqlite_sequence WHERE name = 'segment'`)()
  return {
    jobs: createJobStore(db, rows),
    pages: createPageStore(db, rows),
    deliveries: createDeliveryStore(db, rows),
    cookies: createCookieStore(db, rows),
    cache: createCacheStore(db, rows),
    tracked: createTrackStore(db, rows),
    db,
    /** Whether its data is lost when the process ends. */
    volatile: key !== undefined,
    segmentDirectory: directory,
    key,
    /** Runs `change` completely or not at all. @throws {ServiceError} `disk-unwritable`, also because of earlier rows */
    transaction: <T>(change: () => T) => {
      if (!rows.catchUp()) throw unwritable(rows.diskFailure?.reason ?? '')
      try {
        return rows.transaction(change)
      } catch (error) {
        throw isDiskError(error) ? unwritable(error.message, error) : error
      }
    },
    /** Does the same for changes that cannot be repeated: rows that the disk does not take are kept until it does. */
    record: <T>(change: () => T) => rows.record(change),
    get diskFailure() {
      return rows.diskFailure
    },
    onDiskFailure: (listener: () => void) => void (rows.onDiskFailure = listener),
    catchUp: () => rows.catchUp(),
    newSegment: (job: number) => {
      addSegment(job, { number: ++segments })
      return segments
    },
    read: (documents: readonly StoredDocument[]) => readDocuments(directory, documents, key),
    readPages: (documents: readonly StoredDocument[]) => readPages(directory, documents, key),
    /** Removes segment files that no job and no cache entry refers to any more. */
    sweepSegments: () => sweepSegments(db, directory),
    /** Frees the disk space that is reserved for the end of a job on a full disk, if the disk lets us. */
    freeReserve: () => {
      try {
        if (reserve !== undefined) rmSync(reserve, { force: true })
      } catch {
        // The next failure tries again.
      }
    },
    close: () => {
      rows.catchUp()
      closeDatabase(db)
      if (key !== undefined) rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Reserves disk space, unless the disk is full already. */
function takeReserve(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.size === RESERVED_BYTES) return
  try {
    writeFileSync(file, new Uint8Array(RESERVED_BYTES), { mode: 0o600 })
  } catch {
    rmSync(file, { force: true })
  }
}

function sweepSegments(db: Sqlite, directory: string): void {
  const unused = prepareColumn<number>(
    db,
    `SELECT number FROM segment WHERE job NOT IN (SELECT number FROM job)
     AND number NOT IN (SELECT segment FROM cached) AND number NOT IN (SELECT segment FROM tracked)`,
  )
  for (const number of unused()) {
    rmSync(segmentPath(directory, number), { force: true })
    db.prepare('DELETE FROM segment WHERE number = ?').run(number)
  }
}

/**
 * Puts torn results back into the queue. After a power cut the index may name documents whose bytes never reached the disk:
 * from the first of them on, a job's pages wait again. A killed process loses no bytes, so then there is nothing to do.
 */
function dropTornResults(db: Sqlite, store: Store): void {
  const segments = prepareRead<{ job: number; segment: number; end: number }>(
    db,
    `SELECT r.job AS job, r.segment AS segment, max(r.start + r.length) AS end FROM result r
     JOIN job j ON j.number = r.job WHERE j.status = 'scraping' GROUP BY r.job, r.segment`,
  )
  for (const { job, segment, end } of segments()) {
    const size = statSync(segmentPath(store.segmentDirectory, segment), { throwIfNoEntry: false })?.size ?? 0
    if (size >= end) continue
    const [first = 0] = prepareColumn<number>(
      db,
      'SELECT min(position) FROM result WHERE segment = ? AND start + length > ?',
    )(segment, size)
    store.transaction(() => {
      db.prepare(
        `UPDATE page SET state = 0, final_url = NULL WHERE job = ? AND seq IN
         (SELECT seq FROM result WHERE job = ? AND position >= ?)`,
      ).run(job, job, first)
      db.prepare('DELETE FROM result WHERE job = ? AND position >= ?').run(job, first)
      db.prepare('UPDATE job SET completed = ? WHERE number = ?').run(first, job)
    })
  }
}
