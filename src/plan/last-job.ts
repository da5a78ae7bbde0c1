import type { JobRecord, PreviousJob } from '../state/recorded-state.ts'

/** Returns the last job that the service certainly started for this crawl, even if later attempts failed. */
export function lastJob(record: JobRecord): PreviousJob | undefined {
  return record.phase === 'submitted' ? ownJob(record) : record.previous
}

/** Returns the job of the record. */
export function ownJob(record: JobRecord & { readonly phase: 'submitted' }): PreviousJob {
  const { job, url, at, fingerprint, request, result } = record
  return { job, url, at, fingerprint, request, ...(result === undefined ? {} : { result }) }
}
