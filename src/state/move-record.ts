import { formatState } from './parse-state.ts'
import { findRecord, inOrder, type JobRecord, type RecordedState, type StateBackend } from './state.ts'

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
  if (from === to) throw new RecordChangeError(`"${from}" is the name that the record has.`)
  if (taken !== undefined && taken.phase !== 'forgotten') {
    throw new RecordChangeError(`"${to}" is already recorded. Forget it first if it is not needed.`)
  }
  if (record.phase === 'submitting' || record.phase === 'in-doubt') {
    throw new RecordChangeError(
      `The outcome of the last attempt of "${from}" is unknown. Settle it first: crawlform state reconcile ${from}`,
    )
  }
  return renameRecords(records, [{ from, to }]).records
}

/** The names of a crawl, before and now. */
export interface Renaming {
  readonly from: string
  readonly to: string
}

/** Returns the renamings that crawl files declare. */
export function renamingsOf(
  crawls: readonly { readonly name: string; readonly was: string | undefined }[],
): readonly Renaming[] {
  return crawls.flatMap(({ name, was }) => (was === undefined ? [] : [{ from: was, to: name }]))
}

/**
 * Returns the records under the new names of their crawls, and the renamings that were made: of crawls that are recorded under
 * the old name and not under the new one.
 */
export function renameRecords(records: readonly JobRecord[], renamings: readonly Renaming[]) {
  const isLive = (crawl: string): boolean =>
    (findRecord(records, crawl)?.phase ?? 'forgotten') !== 'forgotten'
  const made = renamings.filter(({ from, to }) => findRecord(records, from) !== undefined && !isLive(to))
  if (made.length === 0) return { records, made }
  const names = new Map(made.map(({ from, to }) => [from, to]))
  const replaced = new Set(names.values())
  const renamed = records
    .filter(({ crawl }) => !replaced.has(crawl))
    .map((record) => {
      const crawl = names.get(record.crawl)
      return crawl === undefined ? record : { ...record, crawl }
    })
  return { records: inOrder(renamed), made }
}

/**
 * Copies the record to another backend, with its lineage and serial, so that saved plans stay valid. The old record stays as it
 * is. An interrupted copy is complete or missing, so it can simply be repeated.
 * @returns the state, and whether it had to be written
 * @throws {RecordChangeError} when there is no record to copy, or the other backend holds different content
 * @throws {StateError}
 */
export async function copyState(from: StateBackend, to: StateBackend) {
  const { state } = await from.read()
  if (state === undefined) throw new RecordChangeError(`Nothing is recorded in ${from.description}.`)
  const target = await to.read()
  if (target.state !== undefined) {
    if (contentOf(target.state) === contentOf(state)) return { state, isChanged: false }
    const obstacle = describeObstacle(target.state, state)
    if (obstacle !== undefined) throw new RecordChangeError(`${to.description} holds ${obstacle}`)
  }
  await to.compareAndSwap(target.token, state)
  return { state, isChanged: true }
}

/** Returns the text of a state without the name of its project, which only some backends keep. */
function contentOf({ project: _project, ...state }: RecordedState): string {
  return formatState(state)
}

/** Returns why `next` must not replace `stored`; undefined when `stored` is an earlier state of the same record. */
function describeObstacle(stored: RecordedState, next: RecordedState): string | undefined {
  if (stored.lineage !== next.lineage)
    return 'another record of submissions. Move it away first if it is not needed.'
  if (stored.serial >= next.serial) return `a newer state of this record already (serial ${stored.serial}).`
  const unknown = stored.records.filter((record) => {
    const known = findRecord(next.records, record.crawl)
    return known === undefined || (known.attempt !== record.attempt && known.at <= record.at)
  })
  if (unknown.length === 0) return undefined
  const names = unknown.map(({ crawl }) => `"${crawl}"`).join(', ')
  return `submissions that the other backend does not know: ${names}. Both were changed since the copy was made.`
}
