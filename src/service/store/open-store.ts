/**
 * Where jobs live: rows in SQLite, documents in segment files beside it. In: records. Out: records and bytes. Refuses to
 * know HTTP, scope and scheduling.
 */
import { randomBytes } from 'node:crypto'
import { rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createCacheStore, type CacheStore } from './cache-store.ts'
import { closeDatabase, databasePath, openDatabase, type Sqlite } from './database.ts'
import { createDeliveryStore, type DeliveryStore } from './delivery-store.ts'
import { brokenFile, isDamage } from '../settings/service-error.ts'
import type { StoredDocument } from './job-record.ts'
import { createFrontierStore, type FrontierStore } from './frontier-store.ts'
import { createJobStore, type JobStore } from './job-store.ts'
import { createPageStore, type PageStore } from './page-store.ts'
import { readDocuments, segmentPath } from './segment-file.ts'
import { createTrackStore, type TrackStore } from './track-store.ts'
import { makeDirectory } from '../../util/make-directory.ts'

export interface Store {
  readonly jobs: JobStore
  readonly frontiers: FrontierStore
  readonly pages: PageStore
  readonly deliveries: DeliveryStore
  readonly cache: CacheStore
  readonly tracked: TrackStore
  readonly db: Sqlite
  /** True when nothing of it outlives the process. */
  readonly volatile: boolean
  readonly segmentDirectory: string
  /** Seals documents; only a volatile store has one. */
  readonly key: Uint8Array | undefined
  /** Runs `change` completely or not at all, also when the process dies halfway. */
  transaction(change: () => void): void
  newSegment(job: number): number
  read(documents: readonly StoredDocument[]): Promise<Buffer[]>
  /** Removes segment files that no job and no cache entry refers to any more. */
  sweepSegments(): void
  /** Gives back the room that is kept for the end of a job on a full disk; it is taken again at the next start. */
  freeReserve(): void
  close(): void
}

/** What the end of many jobs takes in the index and its journal, several times over. */
const RESERVED_BYTES = 512 * 1024

/**
 * Returns the durable store of a data directory.
 * @throws {ServiceError}
 */
export function openStore(dataDirectory: string): Store {
  const db = openDatabase(dataDirectory)
  const reserve = path.join(dataDirectory, 'reserve')
  try {
    const store = buildStore(db, path.join(dataDirectory, 'segments'), { reserve })
    takeReserve(reserve)
    dropTornResults(db, store.segmentDirectory)
    // Their requests are in JSON, which the database knows nothing of.
    store.jobs.unfinished()
    return store
  } catch (error) {
    closeDatabase(db)
    if (!(error instanceof SyntaxError) && !(error instanceof Error && isDamage(error))) throw error
    throw brokenFile(databasePath(dataDirectory), error.message, error)
  }
}

/**
 * Returns a store for jobs that must leave nothing: rows in memory, documents sealed with a key that is never written.
 */
export function openVolatileStore(dataDirectory: string): Store {
  const directory = path.join(dataDirectory, 'volatile')
  rmSync(directory, { recursive: true, force: true })
  return buildStore(openDatabase(undefined), directory, { key: randomBytes(32) })
}

interface StoreParts {
  readonly key?: Uint8Array
  /** The file whose room is given back on a full disk. */
  readonly reserve?: string
}

function buildStore(db: Sqlite, directory: string, { key, reserve }: StoreParts): Store {
  makeDirectory(path.resolve(directory), 0o700)
  return {
    jobs: createJobStore(db),
    frontiers: createFrontierStore(db),
    pages: createPageStore(db),
    deliveries: createDeliveryStore(db),
    cache: createCacheStore(db),
    tracked: createTrackStore(db),
    db,
    volatile: key !== undefined,
    segmentDirectory: directory,
    key,
    transaction: (change) => runTransaction(db, change),
    newSegment: (job) => Number(db.prepare('INSERT INTO segment (job) VALUES (?)').run(job).lastInsertRowid),
    read: (documents) => readDocuments(directory, documents, key),
    sweepSegments: () => sweepSegments(db, directory),
    freeReserve: () => {
      if (reserve !== undefined) rmSync(reserve, { force: true })
    },
    close: () => {
      closeDatabase(db)
      if (key !== undefined) rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Takes room on the disk. One that is full already has none to keep. */
function takeReserve(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.size === RESERVED_BYTES) return
  try {
    writeFileSync(file, new Uint8Array(RESERVED_BYTES), { mode: 0o600 })
  } catch {
    rmSync(file, { force: true })
  }
}

function runTransaction(db: Sqlite, change: () => void): void {
  if (db.inTransaction) return change()
  db.exec('BEGIN')
  try {
    change()
    db.exec('COMMIT')
  } catch (error) {
    // Some failures, such as a full disk, have rolled everything back themselves.
    if (db.inTransaction) db.exec('ROLLBACK')
    throw error
  }
}

function sweepSegments(db: Sqlite, directory: string): void {
  const rows = db
    .prepare(
      `SELECT number FROM segment WHERE job NOT IN (SELECT number FROM job)
       AND number NOT IN (SELECT segment FROM cached) AND number NOT IN (SELECT segment FROM tracked)`,
    )
    .all() as { number: number }[]
  for (const { number } of rows) {
    rmSync(segmentPath(directory, number), { force: true })
    db.prepare('DELETE FROM segment WHERE number = ?').run(number)
  }
}

/**
 * Puts torn results back into the queue. After a power cut the index may name documents whose bytes never reached the
 * disk: from the first of them on, a job's pages wait again. A killed process loses no bytes, so then there is nothing
 * to do.
 */
function dropTornResults(db: Sqlite, directory: string): void {
  const segments = db
    .prepare(
      `SELECT r.job AS job, r.segment AS segment, max(r.start + r.length) AS end FROM result r
       JOIN job j ON j.number = r.job WHERE j.status = 'scraping' GROUP BY r.job, r.segment`,
    )
    .all() as { job: number; segment: number; end: number }[]
  for (const { job, segment, end } of segments) {
    const size = statSync(segmentPath(directory, segment), { throwIfNoEntry: false })?.size ?? 0
    if (size >= end) continue
    const first = db
      .prepare('SELECT min(position) AS position FROM result WHERE segment = ? AND start + length > ?')
      .get(segment, size) as { position: number }
    runTransaction(db, () => {
      db.prepare(
        `UPDATE page SET state = 0, final_url = NULL WHERE job = ? AND seq IN
         (SELECT seq FROM result WHERE job = ? AND position >= ?)`,
      ).run(job, job, first.position)
      db.prepare('DELETE FROM result WHERE job = ? AND position >= ?').run(job, first.position)
      db.prepare('UPDATE job SET completed = ? WHERE number = ?').run(first.position, job)
    })
  }
}
