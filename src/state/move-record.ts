import { findRecord, type JobRecord, putRecord } from './recorded-state.ts'

/** A manual change of the record that would lose or mix up submissions; the message says which. */
export class RecordChangeError extends Error {
  override readonly name = 'RecordChangeError'
  readonly code = 'record-change'
}

/**
 * Returns the records with the one of `from` under the name `to`, so that a renamed crawl is not submitted again.
 * @throws {RecordChangeError}
 */
export function moveRecord(records: readonly JobRecord[], from: string, to: string): readonly JobRecord[] {
  const record = findRecord(records, from)
  const taken = findRecord(records, to)
  if (record === undefined) throw new RecordChangeError(`"${from}" is not recorded.`)
  if (taken !== undefined && taken.phase !== 'forgotten') {
    throw new RecordChangeError(`"${to}" is already recorded. Forget it first if it is not needed.`)
  }
  if (record.phase === 'submitting' || record.phase === 'in-doubt') {
    throw new RecordChangeError(
      `The outcome of the last attempt of "${from}" is unknown. Settle it first: crawlform state reconcile ${from}`,
    )
  }
  const others = records.filter((other) => other.crawl !== from)
  return putRecord(others, { ...record, crawl: to })
}
