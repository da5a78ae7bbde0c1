import { compareText } from '../util/compare-text.ts'
import type { JobRecord, PreviousJob, RecordBase } from './recorded-state.ts'

/** Returns the record of one crawl, undefined when it has none. */
export function findRecord(records: readonly JobRecord[], crawl: string): JobRecord | undefined {
  return records.find((record) => record.crawl === crawl)
}

/** Returns the records with `record` in the place of its crawl's earlier one, sorted by crawl. */
export function putRecord(records: readonly JobRecord[], record: JobRecord): JobRecord[] {
  const others = records.filter((other) => other.crawl !== record.crawl)
  return [...others, record].toSorted((a, b) => compareText(a.crawl, b.crawl))
}

/** Returns the fields that every phase has, and no others: for the record of the same attempt in another phase. */
export function recordBase(
  from: Omit<RecordBase, 'unkeyed' | 'commit' | 'previous'> & {
    readonly unkeyed?: true | undefined
    readonly commit?: string | undefined
    readonly previous?: PreviousJob | undefined
  },
): RecordBase {
  const { crawl, fingerprint, request, attempt, unkeyed, at, commit, previous } = from
  return {
    crawl,
    fingerprint,
    request,
    attempt,
    ...(unkeyed === undefined ? {} : { unkeyed }),
    at,
    ...(commit === undefined ? {} : { commit }),
    ...(previous === undefined ? {} : { previous }),
  }
}
