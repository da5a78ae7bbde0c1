import { closeSync, existsSync, openSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'libsql'
import { brokenFile, isDamage, isDiskError, ServiceError } from '../settings/settings.ts'
import { makeDirectory } from '../../util/files.ts'
import { messageOf } from '../../util/message-of.ts'
import { isFullDisk } from '../../util/has-code.ts'

export interface Sqlite extends Database.Database {}

/** The format of a data directory: the schema below and the segment files. Every change gets a new number. */
export const FORMAT = 11

// Use plain SQL only, so that another SQLite driver can replace this one. Times are milliseconds since the epoch.
export const schema = `
CREATE TABLE job (
  number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, url TEXT NOT NULL, root TEXT NOT NULL,
  name TEXT, request TEXT NOT NULL, status TEXT NOT NULL, seeded INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL,
  finished_at INTEGER, expires_at INTEGER NOT NULL, completed INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0, error TEXT, cached INTEGER NOT NULL DEFAULT 0,
  sitemap_problem TEXT, sitemaps TEXT, urls_left INTEGER, held_back TEXT);
CREATE INDEX job_status ON job (status);
CREATE TABLE page (
  job INTEGER NOT NULL, seq INTEGER NOT NULL, url TEXT NOT NULL, depth INTEGER NOT NULL, via TEXT NOT NULL,
  holder TEXT, state INTEGER NOT NULL, final_url TEXT, PRIMARY KEY (job, seq)) WITHOUT ROWID;
CREATE TABLE result (
  job INTEGER NOT NULL, position INTEGER NOT NULL, seq INTEGER NOT NULL, segment INTEGER NOT NULL,
  start INTEGER NOT NULL, length INTEGER NOT NULL, status INTEGER, PRIMARY KEY (job, position)) WITHOUT ROWID;
CREATE INDEX result_error ON result (job) WHERE status >= 400;
CREATE TABLE failure (
  job INTEGER NOT NULL, position INTEGER NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL, url TEXT NOT NULL,
  code TEXT NOT NULL, error TEXT NOT NULL, PRIMARY KEY (job, position)) WITHOUT ROWID;
CREATE TABLE blocked (job INTEGER NOT NULL, url TEXT NOT NULL, PRIMARY KEY (job, url)) WITHOUT ROWID;
CREATE TABLE cookie (job INTEGER NOT NULL, id TEXT NOT NULL, json TEXT NOT NULL, PRIMARY KEY (job, id)) WITHOUT ROWID;
CREATE TABLE segment (number INTEGER PRIMARY KEY AUTOINCREMENT, job INTEGER NOT NULL);
CREATE TABLE submission (key TEXT PRIMARY KEY, hash TEXT NOT NULL, answer TEXT NOT NULL, at INTEGER NOT NULL);
CREATE TABLE cached (
  key TEXT PRIMARY KEY, at INTEGER NOT NULL, segment INTEGER NOT NULL, start INTEGER NOT NULL,
  length INTEGER NOT NULL, tail INTEGER NOT NULL, keeping TEXT NOT NULL, etag TEXT, modified TEXT, hash TEXT) WITHOUT ROWID;
CREATE INDEX cached_segment ON cached (segment);
CREATE INDEX cached_at ON cached (at);
CREATE TABLE tracked (
  key TEXT PRIMARY KEY, at INTEGER NOT NULL, segment INTEGER NOT NULL, start INTEGER NOT NULL,
  length INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX tracked_segment ON tracked (segment);
CREATE TABLE delivery (
  number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, job INTEGER NOT NULL, event TEXT NOT NULL,
  position INTEGER, attempts INTEGER NOT NULL DEFAULT 0, due_at INTEGER NOT NULL);
CREATE INDEX delivery_job ON delivery (job);
`

/**
 * Opens the job database of a data directory, or one in memory for `undefined`. Locks it against every other process
 * until it is closed or the process dies.
 * @throws {ServiceError} when another service uses it, or it is unwritable, broken or of another format
 */
export function openDatabase(directory: string | undefined): Sqlite {
  if (directory === undefined) {
    const db = new Database(':memory:')
    db.exec(schema)
    return db
  }
  const file = databasePath(directory)
  try {
    makeDirectory(path.resolve(directory), 0o700)
    checkLoss(directory, file)
    // Only this user may read a new file, even in a directory that others may read. SQLite gives its journal files the
    // same mode.
    closeSync(openSync(file, 'a', 0o600))
    const db = new Database(file)
    try {
      prepareDatabase(db, directory)
      return db
    } catch (error) {
      // Two processes that both kept the lock for reading could never write.
      closeQuietly(db)
      throw error
    }
  } catch (error) {
    throw asServiceError(directory, error)
  }
}

function closeQuietly(db: Sqlite): void {
  try {
    closeDatabase(db)
  } catch {
    // The reason why it could not be opened matters more.
  }
}

/** Locks a database, and checks and completes its schema. */
function prepareDatabase(db: Sqlite, directory: string): void {
  db.pragma('locking_mode = EXCLUSIVE')
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  // Overwrite deleted values on the disk.
  db.pragma('secure_delete = ON')
  createSchema(db, directory)
  // Check every job (there are few), so that none is lost unnoticed. Other tables are checked when they are read.
  const [result = ''] = prepareColumn<string>(db, 'PRAGMA quick_check(job)')()
  if (result !== 'ok') throw brokenFile(databasePath(directory), result.replace(/^\*.*\*\n/, ''))
}

type BoundValue = string | number

/** Returns a function that runs a query. NULL is undefined in its rows. */
export function prepareRead<Row>(db: Sqlite, sql: string): (...values: readonly BoundValue[]) => Row[] {
  const statement = db.prepare(sql)
  return (...values) => statement.all(...values).map((row) => asValues<Row>(row))
}

/** Returns a function that runs a query of one column. */
export function prepareColumn<Value>(db: Sqlite, sql: string): (...values: readonly BoundValue[]) => Value[] {
  const read = prepareRead<Readonly<Record<string, Value>>>(db, sql)
  return (...values) => read(...values).flatMap((row) => Object.values(row))
}

/** Returns a function that counts the rows of a table with a condition. */
export function prepareCount(db: Sqlite, rows: string): (...values: readonly BoundValue[]) => number {
  const count = prepareColumn<number>(db, `SELECT count(*) FROM ${rows}`)
  return (...values) => count(...values)[0] ?? 0
}

/** Returns a row with undefined for NULL. */
export function asValues<Row>(row: unknown): Row {
  const values = Object.entries(row as object).map(([name, value]) => [name, value ?? undefined])
  // The query names the members.
  return Object.fromEntries(values) as Row
}

/** Returns a service error for any `error` that the data in `directory` caused. */
export function asServiceError(directory: string, error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  // Requests are stored as JSON, which the database does not check.
  if (error instanceof SyntaxError || isDamage(error))
    return brokenFile(databasePath(directory), error.message, error)
  if (error instanceof Error && 'code' in error && String(error.code).includes('SQLITE_BUSY'))
    return new ServiceError('data-directory-in-use', `Another crawl service is using "${directory}".`, error)
  const reason = messageOf(error)
  return new ServiceError('data-directory-unusable', `Cannot keep jobs in "${directory}": ${reason}`, error)
}

export function databasePath(directory: string): string {
  return path.join(directory, 'service.db')
}

/** @throws {ServiceError} when the database is empty although page segments exist */
function checkLoss(directory: string, file: string): void {
  // SQLite also treats a file of one byte as empty.
  if (existsSync(file) && statSync(file).size > 1) return
  const segments = path.join(directory, 'segments')
  if (!existsSync(segments) || readdirSync(segments).length === 0) return
  throw brokenFile(file, 'it is empty, but pages of its jobs exist')
}

/** Creates the schema in a new database. @throws {ServiceError} when it has another format */
function createSchema(db: Sqlite, directory: string): void {
  const [version] = prepareColumn<number>(db, 'PRAGMA user_version')()
  const isNew = version === 0 && prepareCount(db, 'sqlite_schema')() === 0
  if (!isNew && version !== FORMAT) {
    throw new ServiceError(
      'other-data-format',
      `The data in "${directory}" has format ${version}; this crawlform reads format ${FORMAT}.`,
    )
  }
  // A write takes the exclusive lock now, before the first job arrives.
  db.exec('BEGIN IMMEDIATE')
  if (isNew) db.exec(schema)
  db.exec(`PRAGMA user_version = ${FORMAT}`)
  db.exec('COMMIT')
}

/** Closes a database and releases its lock at once. Closing alone keeps the lock until every statement is finalized. */
export function closeDatabase(db: Sqlite): void {
  try {
    if (!db.memory) {
      // A connection that entered WAL mode with an exclusive lock can leave both modes only together.
      db.pragma('journal_mode = DELETE')
      db.pragma('locking_mode = NORMAL')
      db.prepare('SELECT count(*) FROM sqlite_schema').get()
    }
  } catch (error) {
    // When the disk refuses the write, the rows stay in the write-ahead log, and the next start reads them there.
    if (!isDiskError(error)) throw error
  } finally {
    db.close()
  }
}

/** Why rows cannot be written. */
export interface DiskFailure {
  readonly reason: string
  /** The disk is full and may have room again. Other failures are permanent. */
  readonly isTemporary: boolean
}

interface Write {
  readonly statement: Database.Statement<[object]>
  readonly values: object
}

/** The file that shows whether the disk takes bytes. */
const PROBE = 'probe'
const PROBE_BYTES = 4096

/** Writes rows. Rows that the disk refuses are kept in order and written later: callers have already acted on them. */
export class RowWriter {
  readonly #db: Sqlite
  readonly #directory: string
  #kept: Write[] = []
  /** The writes of the record in progress. */
  #writes: Write[] | undefined
  #isStrict = false
  /** Why rows are kept; undefined when all are written. */
  diskFailure: DiskFailure | undefined
  /** Called when rows begin to be kept. */
  onDiskFailure: () => void = () => undefined

  /** @param directory on the disk of the database */
  constructor(db: Sqlite, directory: string) {
    this.#db = db
    this.#directory = directory
  }

  /** Returns a function that runs a statement in the current transaction or record, or as its own record. Undefined is NULL. */
  prepare<Values extends object>(sql: string): (values: Values) => void {
    const statement = this.#db.prepare<[object]>(sql)
    const run = (values: Values): void => {
      if (this.#isStrict) return void statement.run(values)
      if (this.#writes === undefined) return this.record(() => run(values))
      this.#writes.push({ statement, values })
      if (this.diskFailure === undefined) this.#attempt(() => statement.run(values))
    }
    return run
  }

  /** Does the same for a statement about a job, which is given by its row number. */
  prepareForJob<Values extends object>(sql: string): (job: number, values: Values) => void {
    const run = this.prepare<Values & { job: number }>(sql)
    return (job, values) => run({ ...values, job })
  }

  /** Runs `change` completely or not at all, also when the process dies halfway. Throws errors of the disk. */
  transaction<T>(change: () => T): T {
    this.#isStrict = true
    try {
      this.#db.exec('BEGIN')
      const result = change()
      this.#db.exec('COMMIT')
      return result
    } finally {
      this.#isStrict = false
      this.#rollBack()
    }
  }

  /** Runs `change` completely or not at all. Its rows are kept when the disk does not take them. */
  record<T>(change: () => T): T {
    if (this.#writes !== undefined || this.#isStrict) return change()
    const before = this.diskFailure
    const writes = (this.#writes = [] as Write[])
    let result: T
    try {
      if (before === undefined) this.#attempt(() => this.#db.exec('BEGIN'))
      result = change()
      if (this.diskFailure === undefined) this.#attempt(() => this.#db.exec('COMMIT'))
      if (this.diskFailure !== undefined) for (const write of writes) this.#kept.push(write)
    } finally {
      this.#writes = undefined
      this.#rollBack()
    }
    if (before === undefined && this.diskFailure !== undefined) this.onDiskFailure()
    return result
  }

  /** Writes the kept rows. Returns whether all rows are written now. */
  catchUp(): boolean {
    if (this.diskFailure === undefined) return true
    this.diskFailure = undefined
    try {
      this.#attempt(() => {
        this.#db.exec('BEGIN')
        for (const { statement, values } of this.#kept) statement.run(values)
        this.#db.exec('COMMIT')
      })
    } finally {
      this.#rollBack()
    }
    if (this.diskFailure !== undefined) return false
    this.#kept = []
    return true
  }

  #attempt(act: () => void): void {
    try {
      act()
    } catch (error) {
      if (!isDiskError(error)) throw error
      this.diskFailure = this.#explain(error)
    }
  }

  /** SQLite gives the same error for a used-up quota and for a broken disk, so a file is written to tell which it is. */
  #explain(error: Error & { readonly code: string }): DiskFailure {
    const diskError = isFullDisk(error) ? undefined : this.#probe()
    return {
      reason: (diskError ?? error).message,
      isTemporary: isFullDisk(error) || isFullDisk(diskError),
    }
  }

  #probe(): Error | undefined {
    const file = path.join(this.#directory, PROBE)
    try {
      writeFileSync(file, new Uint8Array(PROBE_BYTES), { flush: true, mode: 0o600 })
      rmSync(file)
      return undefined
    } catch (error) {
      return error instanceof Error ? error : undefined
    }
  }

  /** Some failures, such as a full disk, have rolled everything back themselves. */
  #rollBack(): void {
    if (this.#db.inTransaction) this.#db.exec('ROLLBACK')
  }
}
