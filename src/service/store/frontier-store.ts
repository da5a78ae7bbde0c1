import { brokenFile } from '../settings/service-error.ts'
import type { Sqlite } from './database.ts'
import type { PageRecord } from './job-record.ts'
import type { RowWriter } from './row-writer.ts'

/** The waiting pages of jobs. */
export interface FrontierStore {
  admit(job: number, pages: AdmittedPages): void
  /** Counts the pages that wait. */
  countWaiting(job: number): number
  /**
   * Returns pages by their places in order of admission.
   * @throws {ServiceError} when one is not there
   */
  read(job: number, seqs: readonly number[]): AdmittedPage[]
}

type AdmittedPage = Pick<PageRecord, 'seq' | 'url' | 'depth' | 'via' | 'holder'>

/** Pages that were found in the same place, one after the other. */
export interface AdmittedPages extends Pick<PageRecord, 'depth' | 'via' | 'holder'> {
  /** The place of the first one in order of admission; the others follow. */
  readonly seq: number
  readonly urls: readonly string[]
}

/** Opens the frontiers of one database. */
export function PageFrontierStore(db: Sqlite, rows: RowWriter): FrontierStore {
  // A statement for each URL would take five times as long.
  const admit = rows.prepare(
    `INSERT INTO page (job, seq, url, depth, via, holder, state)
     SELECT ?, ? + key, value, ?, ?, ?, 0 FROM json_each(?)`,
  )
  const countWaiting = db.prepare('SELECT count(*) AS n FROM page WHERE job = ? AND state = 0')
  const read = db.prepare(
    `SELECT seq, url, depth, via, holder FROM page
     WHERE job = ? AND seq IN (SELECT value FROM json_each(?))`,
  )
  return {
    admit: (job, { seq, urls, depth, via, holder }) =>
      admit(job, seq, depth, via, holder ?? null, JSON.stringify(urls)),
    countWaiting: (job) => (countWaiting.get(job) as { n: number }).n,
    read: (job, seqs) => {
      const found = read.all(job, JSON.stringify(seqs)) as (AdmittedPage & { holder: string | null })[]
      const bySeq = new Map(found.map((row) => [row.seq, row]))
      return seqs.map((seq) => {
        const row = bySeq.get(seq)
        if (row === undefined) throw brokenFile(db.name, `page ${seq} of job ${job} is gone`)
        return { seq, url: row.url, depth: row.depth, via: row.via, holder: row.holder ?? undefined }
      })
    },
  }
}
