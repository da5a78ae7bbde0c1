import type { Sqlite } from './database.ts'
import type { RowWriter } from './row-writer.ts'
import type { PreviousPage } from './job-record.ts'

/** The last scrape of each page whose changes are tracked. */
export type TrackStore = ReturnType<typeof createTrackStore>

/** Returns the tracked pages of one database. */
export function createTrackStore(db: Sqlite, rows: RowWriter) {
  const find = db.prepare('SELECT segment, start, length, at FROM tracked WHERE key = ?')
  const put = rows.prepare(
    'INSERT OR REPLACE INTO tracked (key, at, segment, start, length) VALUES (?, ?, ?, ?, ?)',
  )
  return {
    find: (key: string): PreviousPage | undefined => {
      const row = find.get(key) as PreviousPage | undefined
      return row && { segment: row.segment, start: row.start, length: row.length, at: row.at }
    },
    put: (key: string, { segment, start, length, at }: PreviousPage) => put(key, at, segment, start, length),
    /** Forgets what is older than `notBefore`. */
    trim: (notBefore: number) => void db.prepare('DELETE FROM tracked WHERE at < ?').run(notBefore),
  }
}
