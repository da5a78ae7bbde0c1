/**
 * Input: an action of `crawlform state` and its arguments.
 * Output: an exit status, after it has read or changed the record.
 * Must not know how backends store the record.
 */
import type { LoadedProject } from '../../load/load.ts'
import type { StateBackend } from '../../state/state.ts'
import type { CommandInput } from '../arguments/command.ts'
import type { ExitStatus } from '../process/exit-status.ts'
import type { Host } from '../process/host.ts'
import { selectNames } from '../../session/select-names.ts'
import type { JobRecord } from '../../state/recorded-state.ts'

export interface StateTarget {
  /** Arguments after the action's name. */
  readonly names: readonly string[]
  readonly loaded: LoadedProject
  readonly backend: StateBackend
}

/** Returns the recorded crawls that the arguments name; all without arguments. */
export function selectRecords(
  { names, loaded }: StateTarget,
  records: readonly JobRecord[],
): ReadonlySet<string> {
  const recorded = records.map(({ crawl }) => crawl)
  return selectNames(names, recorded, { declared: loaded.resolved })
}

/** One thing that `crawlform state` does. */
export type StateAction = (host: Host, input: CommandInput, target: StateTarget) => Promise<ExitStatus>
