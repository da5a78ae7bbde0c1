import { brokenFile } from '../settings/service-error.ts'
import type { Sqlite } from './database.ts'
import type { PageRecord, PageState } from './job-record.ts'
import type { RowWriter } from './row-writer.ts'

/**
 * The frontiers of jobs. Many URLs go in and out as JSON, in one statement: a statement for each would take five times as
 * long.
 */
export interface FrontierStore {
  admit(job: number, pages: AdmittedPages): void
  /** Counts the pages that wait. */
  countWaiting(job: number): number
  /** Returns what the frontier of a stopped job has to know, in order of admission. */
  known(job: number): IterableIterator<KnownPage>
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

type KnownPage = Pick<PageRecord, 'seq' | 'url' | 'depth' | 'finalUrl'> & { readonly isWaiting: boolean }

type KnownColumns = [number[], string[], number[], PageState[], (string | null)[]]

/** Pages read at once where all are read. */
const BATCH = 5000

/** Opens the frontiers of one database. */
export function createFrontierStore(db: Sqlite, rows: RowWriter): FrontierStore {
  const admit = rows.prepare(
    `INSERT INTO page (job, seq, url, depth, via, holder, state)
     SELECT ?, ? + key, value, ?, ?, ?, 0 FROM json_each(?)`,
  )
  const countWaiting = db.prepare('SELECT count(*) AS n FROM page WHERE job = ? AND state = 0')
  const known = db.prepare(
    `SELECT json_array(json_group_array(seq), json_group_array(url), json_group_array(depth),
     json_group_array(state), json_group_array(final_url)) AS columns
     FROM (SELECT * FROM page WHERE job = ? AND seq > ? ORDER BY seq LIMIT ${BATCH})`,
  )
  const read = db.prepare(
    `SELECT json_group_array(json_array(seq, url, depth, via, holder)) AS pages FROM page
     WHERE job = ? AND seq IN (SELECT value FROM json_each(?))`,
  )
  return {
    admit: (job, { seq, urls, depth, via, holder }) =>
      admit(job, seq, depth, via, holder ?? null, JSON.stringify(urls)),
    countWaiting: (job) => (countWaiting.get(job) as { n: number }).n,
    known: function* (job) {
      for (let last: number | undefined = -1; last !== undefined;) {
        const { columns } = known.get(job, last) as { columns: string }
        const [seqs, urls, depths, states, finalUrls] = JSON.parse(columns) as KnownColumns
        yield* seqs.map((seq, at) => ({
          seq,
          url: urls[at] ?? '',
          depth: depths[at] ?? 0,
          isWaiting: states[at] === 0,
          finalUrl: finalUrls[at] ?? undefined,
        }))
        last = seqs.at(-1)
      }
    },
    read: (job, seqs) => {
      const { pages } = read.get(job, JSON.stringify(seqs)) as { pages: string }
      const rows = JSON.parse(pages) as [number, string, number, AdmittedPage['via'], string | null][]
      const bySeq = new Map(
        rows.map(([seq, url, depth, via, holder]) => [
          seq,
          { seq, url, depth, via, holder: holder ?? undefined },
        ]),
      )
      return seqs.map((seq) => {
        const page = bySeq.get(seq)
        if (page === undefined) throw brokenFile(db.name, `page ${seq} of job ${job} is gone`)
        return page
      })
    },
  }
}
