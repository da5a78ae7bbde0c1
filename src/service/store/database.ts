import { mkdirSync } from 'node:fs'
import path from 'node:path'
import Database from 'libsql'
import { ServiceError } from '../service-error.ts'

export type Sqlite = Database.Database

const FORMAT = 1

// Plain SQL only, so that another SQLite can take its place. Times are milliseconds since the epoch.
const schema = `
CREATE TABLE job (
  number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, url TEXT NOT NULL, root TEXT NOT NULL,
  request TEXT NOT NULL, status TEXT NOT NULL, seeded INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL,
  finished_at INTEGER, expires_at INTEGER NOT NULL, completed INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0, error TEXT);
CREATE INDEX job_status ON job (status);
CREATE TABLE page (
  job INTEGER NOT NULL, seq INTEGER NOT NULL, url TEXT NOT NULL, depth INTEGER NOT NULL, via TEXT NOT NULL,
  holder TEXT, state INTEGER NOT NULL, final_url TEXT, PRIMARY KEY (job, seq)) WITHOUT ROWID;
CREATE TABLE result (
  job INTEGER NOT NULL, position INTEGER NOT NULL, seq INTEGER NOT NULL, segment INTEGER NOT NULL,
  start INTEGER NOT NULL, length INTEGER NOT NULL, PRIMARY KEY (job, position)) WITHOUT ROWID;
CREATE TABLE failure (
  job INTEGER NOT NULL, position INTEGER NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL, url TEXT NOT NULL,
  code TEXT NOT NULL, error TEXT NOT NULL, PRIMARY KEY (job, position)) WITHOUT ROWID;
CREATE TABLE blocked (job INTEGER NOT NULL, url TEXT NOT NULL, PRIMARY KEY (job, url)) WITHOUT ROWID;
CREATE TABLE segment (number INTEGER PRIMARY KEY AUTOINCREMENT, job INTEGER NOT NULL);
CREATE TABLE submission (key TEXT PRIMARY KEY, hash TEXT NOT NULL, answer TEXT NOT NULL, at INTEGER NOT NULL);
CREATE TABLE cached (
  key TEXT PRIMARY KEY, at INTEGER NOT NULL, segment INTEGER NOT NULL, start INTEGER NOT NULL,
  length INTEGER NOT NULL, tail INTEGER NOT NULL) WITHOUT ROWID;
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
 * Opens the job database of a data directory, or one in memory for `undefined`, and holds it against every other
 * process until it is closed or the process dies.
 * @throws {ServiceError} when another service holds it, it cannot be written, or a newer crawlform made it
 */
export function openDatabase(directory: string | undefined): Sqlite {
  if (directory === undefined) {
    const db = new Database(':memory:')
    db.exec(schema)
    return db
  }
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    const db = new Database(path.join(directory, 'service.db'))
    db.pragma('locking_mode = EXCLUSIVE')
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = NORMAL')
    migrate(db, directory)
    return db
  } catch (error) {
    if (error instanceof ServiceError) throw error
    if (isBusy(error)) {
      throw new ServiceError('data-directory-in-use', `Another crawl service is using "${directory}".`, error)
    }
    throw new ServiceError('data-directory-unusable', `Cannot keep jobs in "${directory}".`, error)
  }
}

function migrate(db: Sqlite, directory: string): void {
  const row = db.prepare('PRAGMA user_version').get()
  const version = (row as { user_version: number }).user_version
  if (version > FORMAT) {
    throw new ServiceError('newer-data', `A newer crawlform made the data in "${directory}".`)
  }
  // The write also takes the exclusive lock at once, instead of when the first job arrives.
  db.exec('BEGIN IMMEDIATE')
  if (version === 0) db.exec(schema)
  db.exec(`PRAGMA user_version = ${FORMAT}`)
  db.exec('COMMIT')
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
}

/**
 * Closes a database so that another service may open it at once. Closing alone is not enough: the driver keeps the
 * connection, and with it the lock, until its statements are collected as garbage.
 */
export function closeDatabase(db: Sqlite): void {
  if (!db.memory) {
    // A connection that entered WAL mode exclusively can only give up the one together with the other.
    db.pragma('journal_mode = DELETE')
    db.pragma('locking_mode = NORMAL')
    db.prepare('SELECT count(*) FROM job').get()
  }
  db.close()
}
