import { lastJob } from '../plan/last-job.ts'
import { findRecord, type JobRecord, type PreviousJob } from '../state/recorded-state.ts'

/** Returns a job of the records, with its crawl; of the record of `crawl` only, if it is given. */
export function findJob(
  records: readonly JobRecord[],
  id: string,
  crawl: string | undefined,
): { readonly crawl: string; readonly job: PreviousJob } | undefined {
  const known = crawl === undefined ? records : [findRecord(records, crawl)]
  for (const record of known) {
    const jobs = record === undefined ? [] : [lastJob(record), record.previous]
    const job = jobs.find((one) => one?.job === id)
    if (record !== undefined && job !== undefined) return { crawl: record.crawl, job }
  }
  return undefined
}
