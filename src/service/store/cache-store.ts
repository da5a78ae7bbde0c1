import { prepareRead, type RowWriter, type Sqlite } from './database.ts'
import type { CachedPage, PreviousPage } from './job-record.ts'

type CachedRow = Omit<CachedPage, 'marks'> & CachedPage['marks']

/** Scrapes of earlier jobs that may replace a fetch, by their cache key. */
export type CacheStore = ReturnType<typeof createCacheStore>

export function createCacheStore(db: Sqlite, rows: RowWriter) {
  const find = prepareRead<CachedRow>(
    db,
    `SELECT segment, start, length, tail, at, etag, modified AS lastModified, hash
     FROM cached WHERE key = ? AND at >= ?`,
  )
  const put = rows.prepare<CachedRow & { key: string }>(
    `INSERT OR REPLACE INTO cached (key, at, segment, start, length, tail, etag, modified, hash)
     VALUES (:key, :at, :segment, :start, :length, :tail, :etag, :lastModified, :hash)`,
  )
  const remove = rows.prepare<{ key: string }>('DELETE FROM cached WHERE key = :key')
  return {
    /** Returns the last scrape for a key, if it is not older than `notBefore`. */
    find: (key: string, notBefore: number): CachedPage | undefined => {
      const [row] = find(key, notBefore)
      if (row === undefined) return undefined
      const { etag, lastModified, hash, ...page } = row
      const hasMarks = (etag ?? lastModified ?? hash) !== undefined
      return hasMarks ? { ...page, marks: { etag, lastModified, hash } } : page
    },
    put: (key: string, { marks, ...page }: CachedPage) => put({ key, ...page, ...marks }),
    remove: (key: string) => remove({ key }),
    /** Drops scrapes older than `notBefore`, and the oldest beyond `most`. */
    trim: (notBefore: number, most: number) => {
      db.prepare('DELETE FROM cached WHERE at < ?').run(notBefore)
      db.prepare(
        'DELETE FROM cached WHERE key IN (SELECT key FROM cached ORDER BY at DESC LIMIT -1 OFFSET ?)',
      ).run(most)
    },
  }
}

/** The last scrape of each page whose changes are tracked. */
export type TrackStore = ReturnType<typeof createTrackStore>

/** Returns the tracked pages of one database. */
export function createTrackStore(db: Sqlite, rows: RowWriter) {
  const find = prepareRead<PreviousPage>(db, 'SELECT segment, start, length, at FROM tracked WHERE key = ?')
  const put = rows.prepare<PreviousPage & { key: string }>(
    `INSERT OR REPLACE INTO tracked (key, at, segment, start, length)
     VALUES (:key, :at, :segment, :start, :length)`,
  )
  return {
    find: (key: string) => find(key)[0],
    put: (key: string, page: PreviousPage) => put({ key, ...page }),
    /** Drops scrapes older than `notBefore`. */
    trim: (notBefore: number) => void db.prepare('DELETE FROM tracked WHERE at < ?').run(notBefore),
  }
}
