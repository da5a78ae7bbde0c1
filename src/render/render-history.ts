import type { HistoryEntry, JobRecord, RecordedState } from '../state/state.ts'
import { printable } from '../util/text.ts'
import { jsonReport, type Style } from './render.ts'

/** Returns stored states, newest first, each with its changes. */
export function renderHistoryText(entries: readonly HistoryEntry[], style: Style): string {
  if (entries.length === 0) return 'Nothing is recorded.\n'
  return entries
    .map(({ at, by, state }, index) => {
      const who = by === undefined ? '' : ` by ${printable(by)}`
      const head = style.bold(`${at}  serial ${state.serial}${who}`)
      return `${head}\n${changesSince(entries[index + 1]?.state, state)
        .map((line) => `  ${line}\n`)
        .join('')}`
    })
    .join('')
}

export function renderHistoryJson(environment: string, entries: readonly HistoryEntry[]): string {
  const history = entries.map(({ at, by, state }, index) => ({
    at,
    by,
    serial: state.serial,
    changes: changesSince(entries[index + 1]?.state, state),
  }))
  return jsonReport({ environment, history })
}

function changesSince(before: RecordedState | undefined, after: RecordedState): string[] {
  const old = new Map((before?.records ?? []).map((record) => [record.crawl, record]))
  const lines = after.records.flatMap((record) => {
    const previous = old.get(record.crawl)
    old.delete(record.crawl)
    const same = previous !== undefined && JSON.stringify(previous) === JSON.stringify(record)
    return same ? [] : [`${printable(record.crawl)}: ${wording(record)}`]
  })
  // The oldest stored state has no predecessor to compare with.
  return before === undefined
    ? lines
    : [...lines, ...[...old.keys()].map((name) => `${printable(name)}: record removed`)]
}

function wording(record: JobRecord): string {
  switch (record.phase) {
    case 'submitting':
      return 'submission begun'
    case 'submitted':
      return `submitted, job ${printable(record.job)}${record.result === undefined ? '' : `, ${record.result.status}`}`
    case 'failed':
      return `not submitted: ${printable(record.error)}`
    case 'in-doubt':
      return `in doubt: ${printable(record.error)}`
    case 'forgotten':
      return 'forgotten'
  }
}
