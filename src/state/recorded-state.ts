import type { JobRecord, PreviousJob, RecordBase } from '../schema/state.gen.ts'
import { compareText } from '../util/compare-text.ts'
import { firstIndex } from '../util/first-index.ts'

export type {
  ChangeCounts,
  JobRecord,
  JobResult,
  JobSummary,
  PreviousJob,
  RecordBase,
  RecordedState,
  RecordPhase,
} from '../schema/state.gen.ts'

/** A job that the service certainly started. */
export type SubmittedJob = Omit<PreviousJob, 'request'>

/** Returns whether a job may still run, by its last known state. */
export function mayRun({ result }: { readonly result?: SubmittedJob['result'] | undefined }): boolean {
  return result === undefined || result.status === 'scraping'
}

/** Returns the record of one crawl, undefined when it has none. `records` are sorted by crawl. */
export function findRecord(records: readonly JobRecord[], crawl: string): JobRecord | undefined {
  const record = records[placeOf(records, crawl)]
  return record?.crawl === crawl ? record : undefined
}

/** Returns the records with `record` in the place of its crawl's earlier one, sorted by crawl. */
export function putRecord(records: readonly JobRecord[], record: JobRecord): JobRecord[] {
  const place = placeOf(records, record.crawl)
  return records.toSpliced(place, records[place]?.crawl === record.crawl ? 1 : 0, record)
}

/** Returns one crawl's new record, or its argument unchanged when there is nothing to do. */
export type RecordChange = (record: JobRecord | undefined) => JobRecord | undefined

/** Like `RecordChange`, but may ask whether a job belongs to any record. */
export type KnowingChange = (
  record: JobRecord | undefined,
  isKnown: (job: string) => boolean,
) => JobRecord | undefined

/** Returns the jobs that a record knows. */
export function jobsOf(record: JobRecord): readonly string[] {
  const { previous } = record
  return [
    ...(record.phase === 'submitted' ? [record.job] : []),
    ...(previous === undefined ? [] : [previous.job]),
  ]
}

/** Returns the records with `change` made to that of `crawl`; the same list when there is nothing to do. */
export function changeRecord(
  records: readonly JobRecord[],
  crawl: string,
  change: RecordChange,
): readonly JobRecord[] {
  const known = findRecord(records, crawl)
  const changed = change(known)
  return changed === undefined || changed === known ? records : putRecord(records, changed)
}

/** Returns the index of the record of `crawl`, or where to insert it. */
function placeOf(records: readonly JobRecord[], crawl: string): number {
  return firstIndex(records.length, (index) => compareText(records[index]?.crawl ?? '', crawl) >= 0)
}

/** Returns the fields that every phase has, and no others: for the record of the same attempt in another phase. */
export function recordBase(
  from: Omit<RecordBase, 'unkeyed' | 'fresh' | 'commit' | 'previous'> & {
    readonly unkeyed?: true | undefined
    readonly fresh?: true | undefined
    readonly commit?: string | undefined
    readonly previous?: PreviousJob | undefined
  },
): RecordBase {
  const { crawl, fingerprint, request, attempt, unkeyed, fresh, at, commit, previous } = from
  return {
    crawl,
    fingerprint,
    request,
    attempt,
    ...(unkeyed === undefined ? {} : { unkeyed }),
    ...(fresh === undefined ? {} : { fresh }),
    at,
    ...(commit === undefined ? {} : { commit }),
    ...(previous === undefined ? {} : { previous }),
  }
}
