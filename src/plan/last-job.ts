import type { JobRecord, PreviousJob } from '../state/recorded-state.ts'

/** Returns the last job that the service is known to have started for this crawl, whatever was attempted since. */
export function lastJob(record: JobRecord): PreviousJob | undefined {
  return record.phase === 'submitted' ? ownJob(record) : record.previous
}

/** Returns the job that the record is of. */
export function ownJob(record: JobRecord & { readonly phase: 'submitted' }): PreviousJob {
  const { job, url, at, fingerprint, request, result } = record
  return { job, url, at, fingerprint, request, ...(result === undefined ? {} : { result }) }
}
