import type { CliOf } from '../arguments/command.ts'
import { applyCommands } from '../declarations/apply-commands.ts'
import type { ExitStatus } from '../process/exit-status.ts'
import { openProjectFile, sessionDependenciesOf } from '../project/project.ts'
import { openBackend } from '../../session/open-backend.ts'
import type { Options } from '../arguments/options.ts'
import {
  forgetRecords,
  listRecords,
  migrateState,
  moveOneRecord,
  showHistory,
  showRecords,
  type StateAction,
  unlockRecord,
} from '../state/state.ts'
import { reconcile } from '../state/reconcile.ts'
import { didYouMean, UsageError } from '../process/failures.ts'

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

export async function run(cli: CliOf<'state'>): Promise<ExitStatus> {
  const [written = '', ...crawls] = cli.args
  const name = names.find((known) => known === written)
  if (name === undefined)
    throw new UsageError(
      `Unknown state action "${written}".`,
      didYouMean(written, names) ?? `Write one of: ${names.join(', ')}.`,
    )
  const action = actions[name]
  refuseForeignOptions(name, action, cli.options)
  const loaded = await openProjectFile(cli)
  return action.run(cli, {
    names: crawls,
    loaded,
    backend: openBackend(sessionDependenciesOf(cli), loaded),
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
