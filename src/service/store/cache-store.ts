import type { Sqlite } from './database.ts'
import type { RowWriter } from './row-writer.ts'
import type { CachedPage } from './job-record.ts'

interface CachedRow extends CachedPage {
  readonly etag: string | null
  readonly modified: string | null
  readonly hash: string | null
}

/** Scrapes of earlier jobs that may replace a fetch, by what was asked for. */
export type CacheStore = ReturnType<typeof createCacheStore>

/** Returns the cache entries of one database. */
export function createCacheStore(db: Sqlite, rows: RowWriter) {
  const find = db.prepare(
    'SELECT segment, start, length, tail, at, etag, modified, hash FROM cached WHERE key = ? AND at >= ?',
  )
  const put = rows.prepare(
    'INSERT OR REPLACE INTO cached (key, at, segment, start, length, tail, etag, modified, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const remove = rows.prepare('DELETE FROM cached WHERE key = ?')
  return {
    /** Returns the last scrape for a key, if it is not older than `notBefore`. */
    find: (key: string, notBefore: number): CachedPage | undefined => {
      const row = find.get(key, notBefore) as CachedRow | undefined
      if (row === undefined) return undefined
      const { segment, start, length, tail, at, etag, modified, hash } = row
      const page = { segment, start, length, tail, at }
      if (etag === null && modified === null && hash === null) return page
      const marks = { etag: etag ?? undefined, lastModified: modified ?? undefined, hash: hash ?? undefined }
      return { ...page, marks }
    },
    put: (key: string, { segment, start, length, tail, at, marks }: CachedPage) =>
      put(
        key,
        at,
        segment,
        start,
        length,
        tail,
        marks?.etag ?? null,
        marks?.lastModified ?? null,
        marks?.hash ?? null,
      ),
    remove: (key: string) => remove(key),
    /** Drops what is older than `notBefore`, and the oldest beyond `most`. */
    trim: (notBefore: number, most: number) => {
      db.prepare('DELETE FROM cached WHERE at < ?').run(notBefore)
      db.prepare(
        'DELETE FROM cached WHERE key IN (SELECT key FROM cached ORDER BY at DESC LIMIT -1 OFFSET ?)',
      ).run(most)
    },
  }
}
