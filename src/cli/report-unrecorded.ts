import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { JobRecord } from '../state/recorded-state.ts'
import { formatUnrecorded } from '../state/unrecorded-state.ts'
import { plural } from '../util/plural.ts'
import type { Host } from './host.ts'
import { ownDirectory } from './open-backend.ts'

/** Where outcomes are kept that could not be recorded. */
export function unrecordedFile(root: string): string {
  return path.join(ownDirectory(root), 'errored-state.json')
}

/**
 * Keeps what is known and could not be stored in `errored-state.json`, and says what records it. The crawls stay in doubt
 * in the record, so nothing is submitted twice meanwhile.
 */
export function reportUnrecorded(
  host: Host,
  root: string,
  { environment, records }: { readonly environment: string; readonly records: readonly JobRecord[] },
): void {
  const file = unrecordedFile(root)
  const content = formatUnrecorded({ environment, records })
  const what = `What became of ${plural(records.length, 'submission')} could not be recorded`
  try {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, content, { mode: 0o600 })
    host.stderr.write(
      `${what}; it is kept in ${file}. To record it, run:\n  crawlform state reconcile --env ${environment}\n`,
    )
  } catch {
    // The disk is the trouble, so the log is the last place that may keep it.
    host.stderr.write(`${what}, and no file could be written. Keep this as errored-state.json:\n${content}`)
  }
}
