import { brokenFile } from '../settings/settings.ts'
import { asValues, prepareColumn, prepareCount, prepareRead } from './database.ts'
import type { RowWriter, Sqlite } from './database.ts'
import type { PageKey } from '../http/sender.ts'
import { NOT_IN_RESULT } from '../../protocol/job-texts.ts'
import { discoveredFrom } from './records.ts'
import type { FailureRecord, PageRecord, StoredDocument, CachedPage, PreviousPage } from './records.ts'

type AdmittedPage = Pick<PageRecord, 'seq' | 'url' | 'depth' | 'via' | 'holder'>

/** Pages that were found in the same place, in order of admission; `seq` is the number of the first. */
export interface AdmittedPages extends Omit<AdmittedPage, 'url'> {
  readonly urls: readonly string[]
}

export interface Result extends StoredDocument {
  readonly position: number
  readonly seq: number
  /** The HTTP status of the answer. */
  readonly status: number
}

export interface ResultSearch {
  /** Part of a URL, in any case. */
  readonly text: string
  readonly status: number
}

/** Some rows, counted from 0. A `count` of -1 takes all. */
export interface Part {
  readonly skip: number
  readonly count: number
}

/** One page of a result, with the length of its document. */
export type ResultUrl = Pick<PageRecord, 'url' | 'finalUrl'> & Pick<Result, 'position' | 'status' | 'length'>

const RESULT_URL =
  'r.position AS position, p.url AS url, p.final_url AS finalUrl, r.length AS length, r.status AS status'
const RESULT_ROWS = 'result r JOIN page p ON p.job = r.job AND p.seq = r.seq WHERE r.job = ?'
const FITS = `instr(lower(p.url || ' ' || coalesce(p.final_url, '')), ?) > 0 AND r.status >= ?`

/** Returns the pages of one database's jobs, with their outcomes. Jobs are given by their row numbers. */
export function createPageStore(db: Sqlite, rows: RowWriter) {
  // A statement for each URL would take five times as long.
  const admit = rows.prepareForJob<
    Omit<AdmittedPages, 'urls'> & { urls: string }
  >(`INSERT INTO page (job, seq, url, depth, via, holder, state)
     SELECT :job, :seq + key, value, :depth, :via, :holder, 0 FROM json_each(:urls)`)
  const waiting = prepareRead<AdmittedPage>(
    db,
    `SELECT seq, url, depth, via, holder FROM page
     WHERE job = ? AND seq IN (SELECT value FROM json_each(?))`,
  )
  const failures = prepareRead<FailureRecord>(
    db,
    'SELECT id, at, url, code, error FROM failure WHERE job = ? AND position >= ? ORDER BY position LIMIT ?',
  )
  const statuses = prepareRead<Pick<Result, 'seq' | 'status'>>(
    db,
    'SELECT seq, status FROM result WHERE job = ?',
  )
  return {
    admit: (job: number, { urls, ...pages }: AdmittedPages) =>
      admit(job, { ...pages, urls: JSON.stringify(urls) }),
    /** Returns waiting pages in the order of `seqs`. @throws {ServiceError} when one is missing */
    readWaiting: (job: number, seqs: readonly number[]): AdmittedPage[] => {
      const bySeq = new Map(waiting(job, JSON.stringify(seqs)).map((page) => [page.seq, page]))
      return seqs.map((seq) => {
        const page = bySeq.get(seq)
        if (page === undefined) throw brokenFile(db.name, `page ${seq} of job ${job} is gone`)
        return page
      })
    },
    countWaiting: prepareCount(db, 'page WHERE job = ? AND state = 0'),
    settle: rows.prepareForJob<Pick<PageRecord, 'seq' | 'state' | 'finalUrl'>>(
      'UPDATE page SET state = :state, final_url = :finalUrl WHERE job = :job AND seq = :seq',
    ),
    pages: (job: number) => readPages(db, job),
    addResult:
      rows.prepareForJob<Result>(`INSERT INTO result (job, position, seq, segment, start, length, status)
       VALUES (:job, :position, :seq, :segment, :start, :length, :status)`),
    /** Returns documents of a job by its number, the first position and the highest count. */
    results: prepareRead<StoredDocument>(
      db,
      'SELECT segment, start, length FROM result WHERE job = ? AND position >= ? ORDER BY position LIMIT ?',
    ),
    resultUrls: prepareRead<ResultUrl>(
      db,
      `SELECT ${RESULT_URL} FROM ${RESULT_ROWS} AND r.position >= ? ORDER BY r.position LIMIT ?`,
    ),
    /** Returns the URLs of the pages that match `search`. */
    findResults: (job: number, { text, status }: ResultSearch, { skip, count }: Part) =>
      prepareRead<ResultUrl>(
        db,
        `SELECT ${RESULT_URL} FROM ${RESULT_ROWS} AND ${FITS} ORDER BY r.position LIMIT ? OFFSET ?`,
      )(job, text.toLowerCase(), status, count, skip),
    countResults: (job: number, { text, status }: ResultSearch) =>
      prepareCount(db, `${RESULT_ROWS} AND ${FITS}`)(job, text.toLowerCase(), status),
    /** Returns the page, without its query, that most URLs redirect to, and how many of them are in the result. */
    mostRedirectedTo: prepareRead<{ url: string; count: number; kept: number }>(
      db,
      `SELECT substr(final_url, 1, instr(final_url || '?', '?') - 1) AS url, count(*) AS count, sum(state = 1) AS kept
       FROM page WHERE job = ? AND state > 0 AND final_url <> url GROUP BY 1 ORDER BY 2 DESC LIMIT 1`,
    ),
    /** Returns the HTTP status of each page of the result, by its order of admission. */
    resultStatuses: (job: number): ReadonlyMap<number, number> =>
      new Map(statuses(job).map(({ seq, status }) => [seq, status])),
    addFailure: rows.prepareForJob<
      FailureRecord & { position: number }
    >(`INSERT INTO failure (job, position, id, at, url, code, error)
       VALUES (:job, :position, :id, :at, :url, :code, :error)`),
    discovered: prepareDiscovered(db),
    failures: (job: number, { skip, count }: Part = { skip: 0, count: -1 }) => failures(job, skip, count),
    addBlocked: rows.prepareForJob<{ url: string }>(
      'INSERT OR IGNORE INTO blocked (job, url) VALUES (:job, :url)',
    ),
    /** Returns URLs of a job by its number and the highest count. */
    blocked: prepareColumn<string>(db, 'SELECT url FROM blocked WHERE job = ? ORDER BY url LIMIT ?'),
    ...prepareCounts(db),
  }
}

/** Returns functions that count pages of a job. */
function prepareCounts(db: Sqlite) {
  return {
    countBlocked: prepareCount(db, 'blocked WHERE job = ?'),
    countErrors: prepareCount(db, 'result WHERE job = ? AND status >= 400'),
    /** Pages that were left out of the result and did not fail: by redirects out of the scope, and by patterns. */
    countLeftOut: prepareCount(
      db,
      `failure WHERE job = ? AND code = 'CRAWL_DENIAL'
         AND (error LIKE '%, which is outside of this crawl.' OR error = '${NOT_IN_RESULT}')`,
    ),
  }
}

/** Returns a function that tells how pages of a job were found, by their URLs, in any order. */
function prepareDiscovered(db: Sqlite) {
  const read = prepareRead<Pick<PageRecord, 'url' | 'depth' | 'via' | 'holder'>>(
    db,
    'SELECT url, depth, via, holder FROM page WHERE job = ? AND url IN (SELECT value FROM json_each(?))',
  )
  return (job: number, urls: readonly string[]) => {
    const pages = urls.length === 0 ? [] : read(job, JSON.stringify(urls))
    return pages.map((page) => ({ url: page.url, depth: page.depth, from: discoveredFrom(page) }))
  }
}

function* readPages(db: Sqlite, job: number): IterableIterator<PageRecord> {
  const rows = db
    .prepare(
      'SELECT seq, url, depth, via, holder, state, final_url AS finalUrl FROM page WHERE job = ? ORDER BY seq',
    )
    .iterate(job)
  for (const row of rows) yield asValues<PageRecord>(row)
}

type CachedRow = Omit<CachedPage, 'validators'> & CachedPage['validators']

/** Returns the scrapes of earlier jobs that may replace a fetch, by their cache key. */
export function createCacheStore(db: Sqlite, rows: RowWriter) {
  const find = prepareRead<CachedRow>(
    db,
    `SELECT segment, start, length, tail, at, keeping, etag, modified AS lastModified, hash
     FROM cached WHERE key = ? AND at >= ?`,
  )
  const put = rows.prepare<CachedRow & { key: PageKey }>(
    `INSERT OR REPLACE INTO cached (key, at, segment, start, length, tail, keeping, etag, modified, hash)
     VALUES (:key, :at, :segment, :start, :length, :tail, :keeping, :etag, :lastModified, :hash)`,
  )
  const remove = rows.prepare<{ key: PageKey }>('DELETE FROM cached WHERE key = :key')
  return {
    /** Returns the last scrape for a key, if it is not older than `notBefore`. */
    find: (key: PageKey, notBefore: number): CachedPage | undefined => {
      const [row] = find(key, notBefore)
      if (row === undefined) return undefined
      const { etag, lastModified, hash, ...page } = row
      const hasValidators = (etag ?? lastModified ?? hash) !== undefined
      return hasValidators ? { ...page, validators: { etag, lastModified, hash } } : page
    },
    put: (key: PageKey, { validators, ...page }: CachedPage) => put({ key, ...page, ...validators }),
    remove: (key: PageKey) => remove({ key }),
    /** Drops scrapes older than `notBefore`, and the oldest beyond `most`. */
    trim: (notBefore: number, most: number) => {
      db.prepare('DELETE FROM cached WHERE at < ?').run(notBefore)
      db.prepare(
        'DELETE FROM cached WHERE key IN (SELECT key FROM cached ORDER BY at DESC LIMIT -1 OFFSET ?)',
      ).run(most)
    },
  }
}

/** Returns the last scrape of each page whose changes are tracked. */
export function createTrackStore(db: Sqlite, rows: RowWriter) {
  const find = prepareRead<PreviousPage>(db, 'SELECT segment, start, length, at FROM tracked WHERE key = ?')
  const put = rows.prepare<PreviousPage & { key: PageKey }>(
    `INSERT OR REPLACE INTO tracked (key, at, segment, start, length)
     VALUES (:key, :at, :segment, :start, :length)`,
  )
  return {
    find: (key: PageKey) => find(key)[0],
    put: (key: PageKey, page: PreviousPage) => put({ key, ...page }),
    trim: (notBefore: number) => void db.prepare('DELETE FROM tracked WHERE at < ?').run(notBefore),
  }
}
