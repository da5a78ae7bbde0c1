import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Plan } from '../plan/plan.ts'
import type { JobRecord } from '../state/recorded-state.ts'
import { plural } from '../util/plural.ts'
import type { Host } from './host.ts'
import { ownDirectory } from './open-backend.ts'

/**
 * Keeps what is known and could not be stored in `errored-state.json`, and says so. The crawls stay in doubt in the
 * record, so nothing is submitted twice meanwhile.
 */
export function reportUnrecorded(host: Host, root: string, plan: Plan, records: readonly JobRecord[]): void {
  const file = path.join(ownDirectory(root), 'errored-state.json')
  const content = { formatVersion: 1, environment: plan.environment, records }
  const what = `What became of ${plural(records.length, 'submission')} could not be recorded`
  try {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
    host.stderr.write(`${what}; it is kept in ${file}. The next plan shows these crawls in doubt.\n`)
  } catch {
    // The disk is the trouble, so the log is the last place that may keep it.
    host.stderr.write(`${what}, and no file could be written. Keep this:\n${JSON.stringify(content)}\n`)
  }
}
