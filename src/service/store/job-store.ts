import type { JobStatus, TriedSitemap } from '../../protocol/crawl-status.ts'
import type { EffectiveRequest } from '../../request/page-settings.ts'
import type { Sqlite } from './database.ts'
import type { JobRecord } from './job-record.ts'
import type { RowWriter } from './row-writer.ts'
import { requestStripper } from './strip-request.ts'

interface NewJob {
  readonly id: string
  readonly name?: string | undefined
  readonly request: EffectiveRequest
  readonly createdAt: number
  readonly expiresAt: number
}

type Counts = Pick<JobRecord, 'completed' | 'failed' | 'cached'>

interface SeededBy {
  readonly sitemaps: readonly TriedSitemap[]
  readonly problem?: string | undefined
}

type Finish = Pick<JobRecord, 'status' | 'expiresAt'> & {
  readonly at: number
  readonly urlsLeft?: number
  readonly error?: string
}

interface Submission {
  readonly key: string
  readonly hash: string
  readonly answer: string
  readonly at: number
}

/** Selects jobs. */
export interface JobSearch {
  /** Part of a name, a start URL or an id, in any case. */
  readonly text?: string
  readonly status?: JobStatus | undefined
}

interface JobRow {
  number: number
  id: string
  url: string
  name: string | null
  root: string
  request: string
  status: JobStatus
  seeded: number
  created_at: number
  finished_at: number | null
  expires_at: number
  completed: number
  failed: number
  cached: number
  error: string | null
  sitemap_problem: string | null
  sitemaps: string | null
  urls_left: number | null
}

/** Expired jobs stay until the next sweep. */
const KEPT = `(status = 'scraping' OR expires_at > ?)`
const FITS = `(? = '' OR instr(lower(coalesce(name, '') || ' ' || url || ' ' || id), ?) > 0) AND (? = '' OR status = ?)`

function searched({ text = '', status }: JobSearch = {}): string[] {
  const wanted = text.toLowerCase()
  return [wanted, wanted, status ?? '', status ?? '']
}

/** The rows of jobs, and of the submissions that made them. */
export type JobStore = ReturnType<typeof createJobStore>

/** Returns the jobs of one database. */
export function createJobStore(db: Sqlite, rows: RowWriter) {
  const insert = db.prepare(
    `INSERT INTO job (id, url, root, name, request, status, created_at, expires_at) VALUES (?, ?, ?, ?, ?, 'scraping', ?, ?)`,
  )
  const byId = db.prepare('SELECT * FROM job WHERE id = ?')
  const unfinished = db.prepare(`SELECT * FROM job WHERE status = 'scraping' ORDER BY number`)
  const setCounts = rows.prepare('UPDATE job SET completed = ?, failed = ?, cached = ? WHERE number = ?')
  const finish = rows.prepare(
    'UPDATE job SET status = ?, finished_at = ?, expires_at = ?, urls_left = ?, error = ? WHERE number = ?',
  )
  const setRoot = rows.prepare('UPDATE job SET root = ? WHERE number = ?')
  const setSeeded = rows.prepare(
    'UPDATE job SET seeded = 1, sitemap_problem = ?, sitemaps = ? WHERE number = ?',
  )
  const find = (id: string): JobRecord | undefined => {
    const row = byId.get(id)
    return row === undefined ? undefined : readRow(row as JobRow)
  }
  return {
    insert: ({ id, name, request, createdAt, expiresAt }: NewJob): JobRecord => {
      insert.run(id, request.url, request.url, name ?? null, JSON.stringify(request), createdAt, expiresAt)
      return readRow(byId.get(id) as JobRow)
    },
    find,
    unfinished: () => unfinished.all().map((row) => readRow(row as JobRow)),
    /** Returns the jobs that have not expired and fit `search`, newest first: `most` of them at most. */
    recent: (now: number, most: number, search?: JobSearch) =>
      db
        .prepare(
          `SELECT id, created_at AS createdAt FROM job WHERE ${KEPT} AND ${FITS} ORDER BY number DESC LIMIT ?`,
        )
        .all(now, ...searched(search), most) as { id: string; createdAt: number }[],
    /** Counts the jobs that have not expired and fit `search`. */
    count: (now: number, search?: JobSearch) => {
      const counted = db.prepare(`SELECT count(*) AS n FROM job WHERE ${KEPT} AND ${FITS}`)
      return (counted.get(now, ...searched(search)) as { n: number }).n
    },
    setRoot: (job: number, root: string) => setRoot(root, job),
    setSeeded: (job: number, { sitemaps, problem }: SeededBy) =>
      setSeeded(problem ?? null, JSON.stringify(sitemaps), job),
    setCounts: (job: number, { completed, failed, cached }: Counts) =>
      setCounts(completed, failed, cached, job),
    finish: (job: number, { status, at, expiresAt, urlsLeft, error }: Finish) =>
      finish(status, at, expiresAt, urlsLeft ?? null, error ?? null, job),
    /** Removes secrets from a finished job's request, unless they are still needed. */
    strip: requestStripper(rows),
    /** Returns the row numbers of finished jobs whose results have expired. */
    expired: (now: number) =>
      db
        .prepare(`SELECT number FROM job WHERE status <> 'scraping' AND expires_at <= ?`)
        .all(now)
        .map((row) => (row as { number: number }).number),
    /** Removes a job with everything that belongs to it but its segments. */
    remove: (job: number) => removeJob(db, job),
    submission: (key: string) =>
      db.prepare('SELECT hash, answer FROM submission WHERE key = ?').get(key) as
        | { hash: string; answer: string }
        | undefined,
    recordSubmission: ({ key, hash, answer, at }: Submission) =>
      void db
        .prepare('INSERT INTO submission (key, hash, answer, at) VALUES (?, ?, ?, ?)')
        .run(key, hash, answer, at),
    forgetSubmissions: (before: number) => void db.prepare('DELETE FROM submission WHERE at < ?').run(before),
  }
}

function removeJob(db: Sqlite, job: number): void {
  for (const table of ['page', 'result', 'failure', 'blocked', 'delivery']) {
    db.prepare(`DELETE FROM ${table} WHERE job = ?`).run(job)
  }
  db.prepare('DELETE FROM job WHERE number = ?').run(job)
}

function readRow(row: JobRow): JobRecord {
  return {
    number: row.number,
    id: row.id,
    url: row.url,
    name: row.name ?? undefined,
    root: row.root,
    // Written by this service from a validated request.
    request: JSON.parse(row.request) as EffectiveRequest,
    status: row.status,
    seeded: row.seeded === 1,
    createdAt: row.created_at,
    finishedAt: row.finished_at ?? undefined,
    expiresAt: row.expires_at,
    completed: row.completed,
    failed: row.failed,
    cached: row.cached,
    error: row.error ?? undefined,
    urlsLeft: row.urls_left ?? undefined,
    // Written by this service.
    sitemaps: row.sitemaps === null ? [] : (JSON.parse(row.sitemaps) as TriedSitemap[]),
    sitemapProblem: row.sitemap_problem ?? undefined,
  }
}
