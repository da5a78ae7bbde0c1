import { applyCommands } from '../declarations/apply-commands.ts'
import type { InputOf } from '../arguments/command.ts'
import { exitStatus, type ExitStatus } from '../process/exit-status.ts'
import type { Host } from '../process/host.ts'
import { openProjectFile, sessionDependenciesOf } from '../project/project.ts'
import { openBackend } from '../../session/open-backend.ts'
import type { Options } from '../arguments/options.ts'
import { forgetRecords, moveOneRecord, unlockRecord } from '../state/repair-records.ts'
import { migrateState } from '../state/migrate-state.ts'
import { listRecords, showHistory, showRecords } from '../state/read-records.ts'
import { reconcile } from '../state/reconcile.ts'
import type { StateAction } from '../state/state.ts'
import { didYouMean, UsageError } from '../process/usage-error.ts'

interface NamedAction {
  readonly run: StateAction
  /** Its own options; every action also has those of the project. */
  readonly options: readonly string[]
}

type ActionName = (typeof applyCommands.state.actions)[number]

const actions: Readonly<Record<ActionName, NamedAction>> = {
  list: { run: listRecords, options: ['format'] },
  show: { run: showRecords, options: [] },
  history: { run: showHistory, options: ['format'] },
  forget: { run: forgetRecords, options: ['yes'] },
  move: { run: moveOneRecord, options: [] },
  reconcile: { run: reconcile, options: ['assume', 'why', 'job'] },
  migrate: { run: migrateState, options: ['from'] },
  unlock: { run: unlockRecord, options: ['yes'] },
}

const names = applyCommands.state.actions

export async function run(host: Host, input: InputOf<'state'>): Promise<ExitStatus> {
  const [written = '', ...crawls] = input.args
  const name = names.find((known) => known === written)
  if (name === undefined)
    throw new UsageError(
      `Unknown state action "${written}".`,
      didYouMean(written, names) ?? `Write one of: ${names.join(', ')}.`,
    )
  const action = actions[name]
  refuseForeignOptions(name, action, input.options)
  const loaded = await openProjectFile(host, input)
  if (loaded === undefined) return exitStatus.configuration
  return action.run(host, input, {
    names: crawls,
    loaded,
    backend: openBackend(sessionDependenciesOf(host, input), loaded),
  })
}

/** Refuses an option that only other actions have, because it would have no effect. */
function refuseForeignOptions(name: ActionName, action: NamedAction, options: Options): void {
  for (const option of options.given()) {
    const owners = names.filter((other) => actions[other].options.includes(option))
    if (owners.length === 0 || action.options.includes(option)) continue
    throw new UsageError(
      `"state ${name}" does not accept "--${option}".`,
      `Only "state ${owners.join('" and "state ')}" ${owners.length === 1 ? 'accepts' : 'accept'} it.`,
    )
  }
}
