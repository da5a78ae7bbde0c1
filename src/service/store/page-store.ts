import type { Sqlite } from './database.ts'
import type { FailureRecord, PageRecord, PageState, StoredDocument } from './job-record.ts'
import type { RowWriter } from './row-writer.ts'

/** The pages of jobs and what became of them, row by row. */
export interface PageStore {
  settle(job: number, seq: number, end: { state: PageState; finalUrl: string | undefined }): void
  /** Returns every page of a job in order of admission. */
  pages(job: number): IterableIterator<PageRecord>
  addResult(job: number, result: NewResult): void
  results(job: number, skip: number, count: number): StoredDocument[]
  /** Returns where the result's pages are from, `count` of them from the one at `skip` on. */
  resultUrls(job: number, skip: number, count: number): ResultUrl[]
  /** Returns the same of the pages that fit `search`. */
  findResults(job: number, search: ResultSearch, part: { skip: number; count: number }): ResultUrl[]
  countResults(job: number, search: ResultSearch): number
  /** Counts the pages that were answered with an error. */
  countErrors(job: number): number
  /** Returns the HTTP status of each page of the result, by its order of admission. */
  resultStatuses(job: number): ReadonlyMap<number, number>
  addFailure(job: number, position: number, failure: FailureRecord): void
  /** Returns `count` failures from the one at `skip` on; all without a part. */
  failures(job: number, part?: { skip: number; count: number }): FailureRecord[]
  addBlocked(job: number, url: string): void
  blocked(job: number, most: number): string[]
  countBlocked(job: number): number
}

export interface NewResult {
  readonly position: number
  readonly seq: number
  readonly document: StoredDocument
  /** The HTTP status of the answer. */
  readonly status: number
}

/** Which pages of a result are looked for. */
export interface ResultSearch {
  /** Part of a URL, in any case. */
  readonly text: string
  /** The least HTTP status. */
  readonly status: number
}

/** One page of a result, without its document. */
export interface ResultUrl {
  readonly position: number
  readonly url: string
  /** Where redirects led, when elsewhere. */
  readonly finalUrl: string | null
  /** The HTTP status of the answer. */
  readonly status: number
  /** Of its document, in bytes. */
  readonly length: number
}

interface PageRow {
  seq: number
  url: string
  depth: number
  via: PageRecord['via']
  holder: string | null
  state: PageState
  final_url: string | null
}

const RESULT_URL =
  'r.position AS position, p.url AS url, p.final_url AS finalUrl, r.length AS length, r.status AS status'
const RESULT_PAGES = 'FROM result r JOIN page p ON p.job = r.job AND p.seq = r.seq WHERE r.job = ?'
const FITS = `instr(lower(p.url || ' ' || coalesce(p.final_url, '')), ?) > 0 AND r.status >= ?`

/** Returns pages of one database. */
export function createPageStore(db: Sqlite, rows: RowWriter): PageStore {
  const settle = rows.prepare('UPDATE page SET state = ?, final_url = ? WHERE job = ? AND seq = ?')
  const addResult = rows.prepare(
    'INSERT INTO result (job, position, seq, segment, start, length, status) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const results = db.prepare(
    'SELECT segment, start, length FROM result WHERE job = ? AND position >= ? ORDER BY position LIMIT ?',
  )
  const addFailure = rows.prepare(
    'INSERT INTO failure (job, position, id, at, url, code, error) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const failures = db.prepare(
    'SELECT id, at, url, code, error FROM failure WHERE job = ? AND position >= ? ORDER BY position LIMIT ?',
  )
  const addBlocked = rows.prepare('INSERT OR IGNORE INTO blocked (job, url) VALUES (?, ?)')
  const countBlocked = db.prepare('SELECT count(*) AS n FROM blocked WHERE job = ?')
  const blocked = db.prepare('SELECT url FROM blocked WHERE job = ? ORDER BY url LIMIT ?')
  const errors = db.prepare('SELECT count(*) AS n FROM result WHERE job = ? AND status >= 400')
  return {
    settle: (job, seq, end) => settle(end.state, end.finalUrl ?? null, job, seq),
    pages: (job) => readPages(db, job),
    addResult: (job, { position, seq, document, status }) =>
      addResult(job, position, seq, document.segment, document.start, document.length, status),
    results: (job, skip, count) =>
      results.all(job, skip, count).map((row) => {
        const { segment, start, length } = row as StoredDocument
        return { segment, start, length }
      }),
    resultUrls: (job, skip, count) =>
      db
        .prepare(`SELECT ${RESULT_URL} ${RESULT_PAGES} AND r.position >= ? ORDER BY r.position LIMIT ?`)
        .all(job, skip, count) as ResultUrl[],
    findResults: (job, { text, status }, { skip, count }) =>
      db
        .prepare(`SELECT ${RESULT_URL} ${RESULT_PAGES} AND ${FITS} ORDER BY r.position LIMIT ? OFFSET ?`)
        .all(job, text.toLowerCase(), status, count, skip) as ResultUrl[],
    countResults: (job, { text, status }) => {
      const counted = db.prepare(`SELECT count(*) AS n ${RESULT_PAGES} AND ${FITS}`)
      return (counted.get(job, text.toLowerCase(), status) as { n: number }).n
    },
    countErrors: (job) => (errors.get(job) as { n: number }).n,
    resultStatuses: (job) => {
      const rows = db.prepare('SELECT seq, status FROM result WHERE job = ?').all(job)
      return new Map((rows as { seq: number; status: number }[]).map(({ seq, status }) => [seq, status]))
    },
    addFailure: (job, position, { id, at, url, code, error }) =>
      addFailure(job, position, id, at, url, code, error),
    // SQLite takes a negative limit for none.
    failures: (job, { skip, count } = { skip: 0, count: -1 }) =>
      failures.all(job, skip, count) as FailureRecord[],
    addBlocked,
    blocked: (job, most) => blocked.all(job, most).map((row) => (row as { url: string }).url),
    countBlocked: (job) => (countBlocked.get(job) as { n: number }).n,
  }
}

function* readPages(db: Sqlite, job: number): IterableIterator<PageRecord> {
  const rows = db
    .prepare('SELECT seq, url, depth, via, holder, state, final_url FROM page WHERE job = ? ORDER BY seq')
    .iterate(job)
  for (const row of rows) {
    const page = row as PageRow
    yield {
      seq: page.seq,
      url: page.url,
      depth: page.depth,
      via: page.via,
      holder: page.holder ?? undefined,
      state: page.state,
      finalUrl: page.final_url ?? undefined,
    }
  }
}
