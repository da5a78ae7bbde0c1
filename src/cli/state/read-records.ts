import { renderHistoryJson, renderHistoryText } from '../../render/render-history.ts'
import { renderJobsJson, renderJobsText } from '../../render/render-jobs.ts'
import { redactSecrets } from '../../request/redact-secrets.ts'
import type { JobRecord } from '../../state/recorded-state.ts'
import { printable } from '../../util/printable.ts'
import { chooseStyle } from '../output/choose-style.ts'
import { exitStatus } from '../process/exit-status.ts'
import { writeReports } from '../output/output.ts'
import { selectRecords, type StateAction } from './state.ts'

const MOST_ENTRIES = 20

/** Prints one line for each crawl. */
export const listRecords: StateAction = async (host, { options }, target) => {
  const { backend } = target
  const { state } = await backend.read()
  const records = state?.records ?? []
  const selected = selectRecords(target, records)
  const views = records
    .filter((record) => selected.has(record.crawl))
    .map((record) => ({ name: record.crawl, record }))
  writeReports(host, options, {
    text: () => renderJobsText(views, chooseStyle(host.stdout, host, options)),
    json: () => renderJobsJson(backend.environment, views),
  })
  return exitStatus.ok
}

/** Prints the whole record, or that of some crawls. */
export const showRecords: StateAction = async (host, _input, target) => {
  const { backend } = target
  const { state } = await backend.read()
  if (state === undefined) {
    host.stderr.say(`Nothing is recorded in ${printable(backend.description)}.\n`)
    return exitStatus.ok
  }
  const selected = selectRecords(target, state.records)
  const records = state.records
    .filter((record) => selected.has(record.crawl))
    .map((record) => redacted(record))
  host.stdout.write(`${JSON.stringify({ ...state, records }, null, 2)}\n`)
  return exitStatus.ok
}

/** Returns a record without secrets: its writer may have known fewer forms of secrets. */
function redacted(record: JobRecord): JobRecord {
  const { previous } = record
  return {
    ...record,
    request: redactSecrets(record.request).value,
    ...(previous === undefined
      ? {}
      : { previous: { ...previous, request: redactSecrets(previous.request).value } }),
  }
}

/** Prints the last stored states, newest first, with their changes. */
export const showHistory: StateAction = async (host, { options }, { backend }) => {
  if (backend.history === undefined) {
    host.stderr.say(`${printable(backend.description)} keeps no history.\n`)
    return exitStatus.ok
  }
  const entries = await backend.history(MOST_ENTRIES)
  writeReports(host, options, {
    text: () => renderHistoryText(entries, chooseStyle(host.stdout, host, options)),
    json: () => renderHistoryJson(backend.environment, entries),
  })
  return exitStatus.ok
}
