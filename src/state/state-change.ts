import { compareText } from '../util/compare-text.ts'
import type { JobRecord } from './recorded-state.ts'

/** What one write changes of the records before it. */
export interface StateChange {
  /** New and changed records, sorted by crawl. */
  readonly set: readonly JobRecord[]
  /** Crawls that have no record any more. */
  readonly removed: readonly string[]
}

/**
 * Returns what leads from `before` to `after`, both sorted by crawl. Records count as unchanged when they are the same
 * object, because a run that writes thousands of times changes one record each time.
 */
export function changeBetween(before: readonly JobRecord[], after: readonly JobRecord[]): StateChange {
  const set: JobRecord[] = []
  const removed: string[] = []
  let old = 0
  for (const record of after) {
    let was = before[old]
    while (was !== undefined && was !== record && compareText(was.crawl, record.crawl) < 0) {
      removed.push(was.crawl)
      was = before[++old]
    }
    if (was !== record) set.push(record)
    if (was?.crawl === record.crawl) old++
  }
  for (; old < before.length; old++) removed.push(before[old]?.crawl ?? '')
  return { set, removed }
}

/** Returns `records` after `change`, sorted by crawl. */
export function withChange(records: readonly JobRecord[], { set, removed }: StateChange): JobRecord[] {
  const byCrawl = new Map(records.map((record) => [record.crawl, record]))
  for (const crawl of removed) byCrawl.delete(crawl)
  for (const record of set) byCrawl.set(record.crawl, record)
  return [...byCrawl.values()].toSorted((a, b) => compareText(a.crawl, b.crawl))
}
