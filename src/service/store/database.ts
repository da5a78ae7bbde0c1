import { closeSync, existsSync, openSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import Database from 'libsql'
import { brokenFile, isDamage, isDiskTrouble, ServiceError } from '../settings/service-error.ts'
import { makeDirectory } from '../../util/make-directory.ts'
import { messageOf } from '../../util/message-of.ts'

export type Sqlite = Database.Database

/**
 * The format of a data directory. A change of it gets a new number, and a way from the one before in `migrate`. The
 * third has the tables of the second, and segments with Markdown outside of the JSON; the fourth counts the cached pages of
 * a job.
 */
export const FORMAT = 4
/** The first format with the tables below. */
const TABLES_SINCE = 2

// Plain SQL only, so that another SQLite can take its place. Times are milliseconds since the epoch.
export const schema = `
CREATE TABLE IF NOT EXISTS job (
  number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, url TEXT NOT NULL, root TEXT NOT NULL,
  request TEXT NOT NULL, status TEXT NOT NULL, seeded INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL,
  finished_at INTEGER, expires_at INTEGER NOT NULL, completed INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0, error TEXT, cached INTEGER NOT NULL DEFAULT 0);
CREATE INDEX IF NOT EXISTS job_status ON job (status);
CREATE TABLE IF NOT EXISTS page (
  job INTEGER NOT NULL, seq INTEGER NOT NULL, url TEXT NOT NULL, depth INTEGER NOT NULL, via TEXT NOT NULL,
  holder TEXT, state INTEGER NOT NULL, final_url TEXT, PRIMARY KEY (job, seq)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS result (
  job INTEGER NOT NULL, position INTEGER NOT NULL, seq INTEGER NOT NULL, segment INTEGER NOT NULL,
  start INTEGER NOT NULL, length INTEGER NOT NULL, PRIMARY KEY (job, position)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS failure (
  job INTEGER NOT NULL, position INTEGER NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL, url TEXT NOT NULL,
  code TEXT NOT NULL, error TEXT NOT NULL, PRIMARY KEY (job, position)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS blocked (job INTEGER NOT NULL, url TEXT NOT NULL, PRIMARY KEY (job, url)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS segment (number INTEGER PRIMARY KEY AUTOINCREMENT, job INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS submission (key TEXT PRIMARY KEY, hash TEXT NOT NULL, answer TEXT NOT NULL, at INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS cached (
  key TEXT PRIMARY KEY, at INTEGER NOT NULL, segment INTEGER NOT NULL, start INTEGER NOT NULL,
  length INTEGER NOT NULL, tail INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS cached_segment ON cached (segment);
CREATE INDEX IF NOT EXISTS cached_at ON cached (at);
CREATE TABLE IF NOT EXISTS tracked (
  key TEXT PRIMARY KEY, at INTEGER NOT NULL, segment INTEGER NOT NULL, start INTEGER NOT NULL,
  length INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS tracked_segment ON tracked (segment);
CREATE TABLE IF NOT EXISTS delivery (
  number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, job INTEGER NOT NULL, event TEXT NOT NULL,
  position INTEGER, attempts INTEGER NOT NULL DEFAULT 0, due_at INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS delivery_job ON delivery (job);
`

/**
 * Opens the job database of a data directory, or one in memory for `undefined`, and holds it against every other
 * process until it is closed or the process dies.
 * @throws {ServiceError} when another service holds it, it cannot be written, or it is broken, or another
 * version of crawlform made it that this one cannot read
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
    // A new file is for this user alone, also in a directory that others read. What SQLite puts beside it has the same
    // mode.
    closeSync(openSync(file, 'a', 0o600))
    const db = new Database(file)
    db.pragma('locking_mode = EXCLUSIVE')
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = NORMAL')
    // What is taken out of a row is overwritten.
    db.pragma('secure_delete = ON')
    try {
      migrate(db, directory)
      // Of the jobs everything is looked at, which are few: none is forgotten in silence. The rest is when it is read.
      const { quick_check: said } = db.prepare('PRAGMA quick_check(job)').get() as { quick_check: string }
      if (said !== 'ok') throw brokenFile(file, said.replace(/^\*.*\*\n/, ''))
    } catch (error) {
      if (error instanceof ServiceError) closeDatabase(db)
      throw error
    }
    return db
  } catch (error) {
    throw asServiceError(directory, error)
  }
}

/** Returns what `error` says of the data in `directory`. */
export function asServiceError(directory: string, error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  // Requests are in JSON, which the database knows nothing of.
  if (error instanceof SyntaxError || isDamage(error))
    return brokenFile(databasePath(directory), error.message, error)
  if (error instanceof Error && 'code' in error && String(error.code).includes('SQLITE_BUSY'))
    return new ServiceError('data-directory-in-use', `Another crawl service is using "${directory}".`, error)
  const reason = messageOf(error)
  return new ServiceError('data-directory-unusable', `Cannot keep jobs in "${directory}": ${reason}`, error)
}

/** Returns the file of the job database. */
export function databasePath(directory: string): string {
  return path.join(directory, 'service.db')
}

/**
 * Checks that a database without content is a new one.
 * @throws {ServiceError} when the pages of its jobs are there
 */
function checkLoss(directory: string, file: string): void {
  // SQLite takes a file of one byte for an empty one too.
  if (existsSync(file) && statSync(file).size > 1) return
  const segments = path.join(directory, 'segments')
  if (!existsSync(segments) || readdirSync(segments).length === 0) return
  throw brokenFile(file, 'it holds nothing, but pages of its jobs are beside it')
}

function migrate(db: Sqlite, directory: string): void {
  const row = db.prepare('PRAGMA user_version').get()
  const version = (row as { user_version: number }).user_version
  if (version > FORMAT) {
    throw new ServiceError(
      'newer-data',
      `A newer crawlform made the data in "${directory}". Update this one, or use another directory.`,
    )
  }
  // The write takes the exclusive lock at once, and not only when the first job arrives.
  db.exec('BEGIN IMMEDIATE')
  if (version < TABLES_SINCE) {
    // The rest of the first format's cache is not needed any more, and pages can be fetched again.
    db.exec('DROP TABLE IF EXISTS cached')
    db.exec(schema)
    addCachedCount(db)
    if (layoutOf(db) !== layoutOf(openDatabase(undefined))) {
      db.exec('ROLLBACK')
      throw new ServiceError(
        'older-data',
        `An early crawlform made the data in "${directory}", in a form that is read no more. Delete or move the directory.`,
      )
    }
  }
  addCachedCount(db)
  db.exec(`PRAGMA user_version = ${FORMAT}`)
  db.exec('COMMIT')
}

function addCachedCount(db: Sqlite): void {
  const isThere = db.prepare(`SELECT 1 FROM pragma_table_info('job') WHERE name = 'cached'`).get()
  if (isThere === undefined) db.exec('ALTER TABLE job ADD COLUMN cached INTEGER NOT NULL DEFAULT 0')
}

function layoutOf(db: Sqlite): string {
  const tables = db
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`)
    .all() as { name: string }[]
  return JSON.stringify(
    tables.map(({ name }) => [
      name,
      db.prepare(`SELECT name FROM pragma_table_info('${name}') ORDER BY name`).all(),
    ]),
  )
}

/**
 * Closes a database so that another service may open it at once. Closing alone is not enough: the driver keeps the
 * connection, and with it the lock, until its statements are garbage-collected.
 */
export function closeDatabase(db: Sqlite): void {
  try {
    if (!db.memory) {
      // A connection that entered WAL mode exclusively can give up both only together.
      db.pragma('journal_mode = DELETE')
      db.pragma('locking_mode = NORMAL')
      db.prepare('SELECT count(*) FROM sqlite_schema').get()
    }
  } catch (error) {
    // What the disk does not take stays in the log beside the database, and the next start reads it there.
    if (!isDiskTrouble(error)) throw error
  } finally {
    db.close()
  }
}
