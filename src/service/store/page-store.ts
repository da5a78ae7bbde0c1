import { brokenFile } from '../settings/service-error.ts'
import type { Sqlite } from './database.ts'
import type { FailureRecord, PageRecord, PageState, StoredDocument } from './job-record.ts'
import type { RowWriter } from './row-writer.ts'

type AdmittedPage = Pick<PageRecord, 'seq' | 'url' | 'depth' | 'via' | 'holder'>

/** Pages that were found in the same place, one after the other. */
export interface AdmittedPages extends Pick<PageRecord, 'depth' | 'via' | 'holder'> {
  /** The place of the first one in order of admission; the others follow. */
  readonly seq: number
  readonly urls: readonly string[]
}

interface NewResult {
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

/** Some rows, counted from 0. A `count` of -1 takes all. */
interface Part {
  readonly skip: number
  readonly count: number
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

/** The pages of jobs and what became of them, row by row. */
export type PageStore = ReturnType<typeof createPageStore>

/** Returns the pages of one database. */
export function createPageStore(db: Sqlite, rows: RowWriter) {
  const { settle, addResult, addFailure, addBlocked } = preparePageWrites(rows)
  const results = db.prepare(
    'SELECT segment, start, length FROM result WHERE job = ? AND position >= ? ORDER BY position LIMIT ?',
  )
  const failures = db.prepare(
    'SELECT id, at, url, code, error FROM failure WHERE job = ? AND position >= ? ORDER BY position LIMIT ?',
  )
  const blocked = db.prepare('SELECT url FROM blocked WHERE job = ? ORDER BY url LIMIT ?')
  const counter = (condition: string) => {
    const counted = db.prepare(`SELECT count(*) AS n FROM ${condition}`)
    return (job: number): number => (counted.get(job) as { n: number }).n
  }
  return {
    ...createFrontier(db, rows),
    countWaiting: counter('page WHERE job = ? AND state = 0'),
    settle: (job: number, seq: number, end: { state: PageState; finalUrl: string | undefined }) =>
      settle(end.state, end.finalUrl ?? null, job, seq),
    /** Returns every page of a job in order of admission. */
    pages: (job: number) => readPages(db, job),
    addResult: (job: number, { position, seq, document, status }: NewResult) =>
      addResult(job, position, seq, document.segment, document.start, document.length, status),
    results: (job: number, skip: number, count: number): StoredDocument[] =>
      results.all(job, skip, count).map((row) => {
        const { segment, start, length } = row as StoredDocument
        return { segment, start, length }
      }),
    /** Returns where the result's pages are from. */
    resultUrls: (job: number, skip: number, count: number) =>
      db
        .prepare(`SELECT ${RESULT_URL} ${RESULT_PAGES} AND r.position >= ? ORDER BY r.position LIMIT ?`)
        .all(job, skip, count) as ResultUrl[],
    /** Returns the same of the pages that fit `search`. */
    findResults: (job: number, { text, status }: ResultSearch, { skip, count }: Part) =>
      db
        .prepare(`SELECT ${RESULT_URL} ${RESULT_PAGES} AND ${FITS} ORDER BY r.position LIMIT ? OFFSET ?`)
        .all(job, text.toLowerCase(), status, count, skip) as ResultUrl[],
    countResults: (job: number, { text, status }: ResultSearch) => {
      const counted = db.prepare(`SELECT count(*) AS n ${RESULT_PAGES} AND ${FITS}`)
      return (counted.get(job, text.toLowerCase(), status) as { n: number }).n
    },
    /** Counts the pages that were answered with an error. */
    countErrors: counter('result WHERE job = ? AND status >= 400'),
    /** Returns the HTTP status of each page of the result, by its order of admission. */
    resultStatuses: (job: number): ReadonlyMap<number, number> => {
      const rows = db.prepare('SELECT seq, status FROM result WHERE job = ?').all(job)
      return new Map((rows as { seq: number; status: number }[]).map(({ seq, status }) => [seq, status]))
    },
    addFailure: (job: number, position: number, { id, at, url, code, error }: FailureRecord) =>
      addFailure(job, position, id, at, url, code, error),
    failures: (job: number, { skip, count }: Part = { skip: 0, count: -1 }) =>
      failures.all(job, skip, count) as FailureRecord[],
    addBlocked: (job: number, url: string) => addBlocked(job, url),
    blocked: (job: number, most: number) => blocked.all(job, most).map((row) => (row as { url: string }).url),
    countBlocked: counter('blocked WHERE job = ?'),
  }
}

function preparePageWrites(rows: RowWriter) {
  return {
    settle: rows.prepare('UPDATE page SET state = ?, final_url = ? WHERE job = ? AND seq = ?'),
    addResult: rows.prepare(
      'INSERT INTO result (job, position, seq, segment, start, length, status) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
    addFailure: rows.prepare(
      'INSERT INTO failure (job, position, id, at, url, code, error) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
    addBlocked: rows.prepare('INSERT OR IGNORE INTO blocked (job, url) VALUES (?, ?)'),
  }
}

/** Returns the waiting pages of jobs. */
function createFrontier(db: Sqlite, rows: RowWriter) {
  // A statement for each URL would take five times as long.
  const admit = rows.prepare(
    `INSERT INTO page (job, seq, url, depth, via, holder, state)
     SELECT ?, ? + key, value, ?, ?, ?, 0 FROM json_each(?)`,
  )
  const waiting = db.prepare(
    `SELECT seq, url, depth, via, holder FROM page
     WHERE job = ? AND seq IN (SELECT value FROM json_each(?))`,
  )
  return {
    admit: (job: number, { seq, urls, depth, via, holder }: AdmittedPages) =>
      admit(job, seq, depth, via, holder ?? null, JSON.stringify(urls)),
    /**
     * Returns waiting pages by their places in order of admission.
     * @throws {ServiceError} when one is not there
     */
    readWaiting: (job: number, seqs: readonly number[]): AdmittedPage[] => {
      const found = waiting.all(job, JSON.stringify(seqs)) as (AdmittedPage & { holder: string | null })[]
      const bySeq = new Map(found.map((row) => [row.seq, row]))
      return seqs.map((seq) => {
        const row = bySeq.get(seq)
        if (row === undefined) throw brokenFile(db.name, `page ${seq} of job ${job} is gone`)
        return { seq, url: row.url, depth: row.depth, via: row.via, holder: row.holder ?? undefined }
      })
    },
  }
}

function* readPages(db: Sqlite, job: number): IterableIterator<PageRecord> {
  const rows = db
    .prepare('SELECT seq, url, depth, via, holder, state, final_url FROM page WHERE job = ? ORDER BY seq')
    .iterate(job)
  for (const row of rows) {
    const { seq, url, depth, via, holder, state, final_url: finalUrl } = row as PageRow
    yield { seq, url, depth, via, holder: holder ?? undefined, state, finalUrl: finalUrl ?? undefined }
  }
}
