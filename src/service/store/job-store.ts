import type { JobStatus, TriedSitemap } from '../../protocol/crawl-status.ts'
import type { CookieChanges, KeptCookie } from '../http/crawl-cookies.ts'
import { prepareColumn, prepareCount, prepareRead } from './database.ts'
import type { RowWriter, Sqlite } from './database.ts'
import type { JobRecord, JobRequest } from './records.ts'
import { randomUUID } from 'node:crypto'
import { assert } from '../../util/invariant.ts'

type NewJob = Pick<JobRecord, 'id' | 'request' | 'createdAt' | 'expiresAt'> & {
  readonly name?: string | undefined
  /** Default the start URL. */
  readonly root?: string | undefined
}

type Counts = Pick<JobRecord, 'completed' | 'failed' | 'cached'>

/** How a job found its first pages. */
export interface Seeding {
  /** At most a hundred that were tried, those with errors first. */
  readonly sitemaps: readonly TriedSitemap[]
  /** Why a sitemap was not read, or only in part, and whether pages started before the end, as sentences. */
  readonly problem?: string | undefined
}

type Finish = Pick<JobRecord, 'status' | 'expiresAt'> & {
  readonly at: number
  readonly urlsLeft?: number
  readonly error?: string | undefined
}

export interface Submission {
  readonly key: string
  readonly hash: string
  readonly answer: string
  readonly at: number
}

export interface JobSearch {
  /** Part of a name, a start URL or an id, in any case. */
  readonly text?: string
  readonly status?: JobStatus | undefined
}

const COLUMNS = `number, id, url, name, root, request, status, seeded, created_at AS createdAt,
  finished_at AS finishedAt, expires_at AS expiresAt, completed, failed, cached, error, urls_left AS urlsLeft, sitemaps,
  sitemap_problem AS sitemapProblem, held_back AS heldBack`

type JobRow = Omit<JobRecord, 'request' | 'seeded' | 'sitemaps' | 'heldBack'> & {
  readonly request: string
  readonly seeded: number
  readonly sitemaps: string | undefined
  readonly heldBack: string | undefined
}

/** Expired jobs stay until the next sweep. */
const KEPT = `(status = 'scraping' OR expires_at > ?)`
const FITS = `(? = '' OR instr(lower(coalesce(name, '') || ' ' || url || ' ' || id), ?) > 0) AND (? = '' OR status = ?)`

function searched({ text = '', status }: JobSearch = {}): string[] {
  const wanted = text.toLowerCase()
  return [wanted, wanted, status ?? '', status ?? '']
}

/** Returns the jobs of one database, with the submissions that made them. */
export function createJobStore(db: Sqlite, rows: RowWriter) {
  const insert = db.prepare<[object]>(
    `INSERT INTO job (id, url, root, name, request, status, created_at, expires_at)
     VALUES (:id, :url, :root, :name, :json, 'scraping', :createdAt, :expiresAt)`,
  )
  const byId = prepareRead<JobRow>(db, `SELECT ${COLUMNS} FROM job WHERE id = ?`)
  const unfinished = prepareRead<JobRow>(
    db,
    `SELECT ${COLUMNS} FROM job WHERE status = 'scraping' ORDER BY number`,
  )
  const find = (id: string): JobRecord | undefined => byId(id).map(recordOf)[0]
  const update = <Values extends object>(changes: string) =>
    rows.prepareForJob<Values>(`UPDATE job SET ${changes} WHERE number = :job`)
  const setSeeded = update<{ sitemaps: string; problem: string | undefined }>(
    'seeded = 1, sitemap_problem = :problem, sitemaps = :sitemaps',
  )
  const setHeldBack = update<{ heldBack: string | undefined }>('held_back = :heldBack')
  return {
    insert: ({ name, root, ...job }: NewJob): JobRecord => {
      const { request } = job
      const { url } = request
      insert.run({ ...job, name, url, root: root ?? url, json: JSON.stringify(request) })
      const record = find(job.id)
      assert(record !== undefined, `job ${job.id} was not inserted`)
      return record
    },
    find,
    unfinished: () => unfinished().map(recordOf),
    /** Returns the jobs that have not expired and fit `search`, newest first: `most` of them at most. */
    recent: (now: number, most: number, search?: JobSearch) =>
      prepareRead<Pick<JobRecord, 'id' | 'createdAt'>>(
        db,
        `SELECT id, created_at AS createdAt FROM job WHERE ${KEPT} AND ${FITS} ORDER BY number DESC LIMIT ?`,
      )(now, ...searched(search), most),
    /** Counts the jobs that have not expired and fit `search`. */
    count: (now: number, search?: JobSearch) =>
      prepareCount(db, `job WHERE ${KEPT} AND ${FITS}`)(now, ...searched(search)),
    /** Stores the crawl's new root, whose sitemaps are not read yet. */
    setRoot: update<{ root: string }>('root = :root, seeded = 0'),
    setSeeded: (job: number, { sitemaps, problem }: Seeding) =>
      setSeeded(job, { sitemaps: JSON.stringify(sitemaps), problem }),
    setCounts: update<Counts>('completed = :completed, failed = :failed, cached = :cached'),
    finish: update<Finish>(
      'status = :status, finished_at = :at, expires_at = :expiresAt, urls_left = :urlsLeft, error = :error',
    ),
    /** Stores why the pages of a job are not published; without a reason, that they are. */
    setHeldBack: (job: number, reasons: readonly string[]) =>
      setHeldBack(job, { heldBack: reasons.length === 0 ? undefined : JSON.stringify(reasons) }),
    /** Removes secrets from a finished job's request, unless they are still needed. */
    strip: requestStripper(rows),
    /** Returns the row numbers of finished jobs whose results have expired. */
    expired: prepareColumn<number>(
      db,
      `SELECT number FROM job WHERE status <> 'scraping' AND expires_at <= ?`,
    ),
    /** Removes a job with everything that belongs to it, except its segments. */
    remove: (job: number) => {
      for (const table of ['page', 'result', 'failure', 'blocked', 'cookie', 'delivery'])
        db.prepare(`DELETE FROM ${table} WHERE job = ?`).run(job)
      db.prepare('DELETE FROM job WHERE number = ?').run(job)
    },
    submission: (key: string) =>
      prepareRead<Pick<Submission, 'hash' | 'answer'>>(
        db,
        'SELECT hash, answer FROM submission WHERE key = ?',
      )(key)[0],
    recordSubmission: (submission: Submission) =>
      void db
        .prepare<[object]>(
          'INSERT INTO submission (key, hash, answer, at) VALUES (:key, :hash, :answer, :at)',
        )
        .run(submission),
    forgetSubmissions: (before: number) => void db.prepare('DELETE FROM submission WHERE at < ?').run(before),
  }
}

/** Returns the record of a row, whose JSON this service has written from a validated request. */
function recordOf({ request, seeded, sitemaps = '[]', heldBack, ...row }: JobRow): JobRecord {
  return {
    ...row,
    request: JSON.parse(request) as JobRequest,
    seeded: seeded === 1,
    sitemaps: JSON.parse(sitemaps) as TriedSitemap[],
    heldBack: heldBack === undefined ? undefined : (JSON.parse(heldBack) as string[]),
  }
}

/** Removes cookies, headers and actions from a finished job, and the webhook once all its events are sent. */
export function requestStripper(rows: RowWriter): (job: number) => void {
  const strip = rows.prepare<{ job: number }>(
    `UPDATE job SET request = json_remove(request, '$.scrapeOptions.headers', '$.scrapeOptions.actions')
     WHERE number = :job AND status <> 'scraping'`,
  )
  const stripCookies = rows.prepare<{ job: number }>(
    `DELETE FROM cookie WHERE job = :job
     AND NOT EXISTS (SELECT 1 FROM job WHERE number = :job AND status = 'scraping')`,
  )
  const stripWebhook = rows.prepare<{ job: number }>(
    `UPDATE job SET request = json_remove(request, '$.webhook') WHERE number = :job AND status <> 'scraping'
     AND NOT EXISTS (SELECT 1 FROM delivery WHERE delivery.job = job.number)`,
  )
  return (job) => {
    strip({ job })
    stripCookies({ job })
    stripWebhook({ job })
  }
}

/** Returns the cookies of the jobs of one database while they run. Jobs are given by their row numbers. */
export function createCookieStore(db: Sqlite, rows: RowWriter) {
  const put = rows.prepareForJob<KeptCookie>(
    'INSERT OR REPLACE INTO cookie (job, id, json) VALUES (:job, :id, :json)',
  )
  const clear = rows.prepareForJob<object>('DELETE FROM cookie WHERE job = :job')
  return {
    of: prepareRead<KeptCookie>(db, 'SELECT id, json FROM cookie WHERE job = ?'),
    keep: (job: number, { isCleared, cookies }: CookieChanges) => {
      if (isCleared) clear(job, {})
      for (const cookie of cookies) put(job, cookie)
    },
  }
}

/** An event that must still be sent to a webhook. */
export interface Delivery {
  readonly number: number
  /** The same in every attempt, so that receivers recognise repetitions. */
  readonly id: string
  readonly jobId: string
  readonly event: 'started' | 'page' | 'page-failed' | 'completed' | 'failed'
  /** Place of the result or the failure in its job. */
  readonly position: number | undefined
  readonly attempts: number
}

/** Returns the events of one database that wait for delivery. They are recorded with their cause, and removed when they have arrived. */
export function createDeliveryStore(db: Sqlite, rows: RowWriter) {
  type NewDelivery = Pick<Delivery, 'event' | 'position'> & { readonly at: number }
  const add = rows.prepareForJob<NewDelivery & { id: string }>(
    'INSERT INTO delivery (id, job, event, position, due_at) VALUES (:id, :job, :event, :position, :at)',
  )
  const nextDueAt = prepareColumn<number | undefined>(db, 'SELECT min(due_at) FROM delivery')
  const postpone = rows.prepare<{ number: number; dueAt: number }>(
    'UPDATE delivery SET attempts = attempts + 1, due_at = :dueAt WHERE number = :number',
  )
  const jobOf = prepareColumn<number>(db, 'SELECT job FROM delivery WHERE number = ?')
  const remove = rows.prepare<{ number: number }>('DELETE FROM delivery WHERE number = :number')
  const strip = requestStripper(rows)
  return {
    add: (job: number, delivery: NewDelivery) => add(job, { id: randomUUID(), ...delivery }),
    /** Returns the deliveries that are due at a time, up to a number. */
    due: prepareRead<Delivery>(
      db,
      `SELECT d.number, d.id, j.id AS jobId, d.event, d.position, d.attempts FROM delivery d
       JOIN job j ON j.number = d.job WHERE d.due_at <= ? ORDER BY d.number LIMIT ?`,
    ),
    /** Counts the events of a job that wait after failed attempts. */
    countFailing: prepareCount(db, 'delivery WHERE job = ? AND attempts > 0'),
    nextDueAt: () => nextDueAt()[0],
    postpone: (number: number, dueAt: number) => postpone({ number, dueAt }),
    remove: (number: number) => {
      const [job] = jobOf(number)
      remove({ number })
      if (job !== undefined) strip(job)
    },
  }
}
