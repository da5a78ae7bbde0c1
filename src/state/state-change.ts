import { compareText } from '../util/compare-text.ts'
import type { JobRecord } from './recorded-state.ts'

/** The changes that one write makes to the records. */
export interface StateChange {
  /** New and changed records, sorted by crawl. */
  readonly set: readonly JobRecord[]
  /** Crawls whose records were removed. */
  readonly removed: readonly string[]
}

/** The step from one state to the next. */
export interface StateStep extends StateChange {
  /** The next state's serial. */
  readonly serial: number
}

/**
 * Returns the changes from `before` to `after`, both sorted by crawl. Records count as unchanged when they are the same object,
 * because a run that writes thousands of times changes one record each time.
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

/** Returns `records` with those of `news` in the places of earlier ones, or without them, sorted by crawl. */
export function withNews(
  records: readonly JobRecord[],
  news: ReadonlyMap<string, JobRecord | undefined>,
): JobRecord[] {
  const kept = records.filter(({ crawl }) => !news.has(crawl))
  const added = [...news.values()].filter((record) => record !== undefined)
  return [...kept, ...added].toSorted((a, b) => compareText(a.crawl, b.crawl))
}

/** Returns each changed crawl's new record by name; undefined for a removed one. */
export function newsOf({ set, removed }: StateChange): ReadonlyMap<string, JobRecord | undefined> {
  return new Map([
    ...removed.map((crawl) => [crawl, undefined] as const),
    ...set.map((record) => [record.crawl, record] as const),
  ])
}
