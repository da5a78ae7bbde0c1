import type { CliOf } from '../arguments/command.ts'
import { applyCommands } from '../declarations/apply-commands.ts'
import { didYouMean, type ExitStatus, UsageError } from '../process/failures.ts'
import { openProjectFile, sessionDependenciesOf } from '../project/project.ts'
import { Session } from '../../session/session.ts'
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

type ActionName = (typeof applyCommands.state.actions)[number]

/** Each action with its own options; every action also has those of the project. */
const actions: Readonly<Record<ActionName, readonly [run: StateAction, ...options: string[]]>> = {
  list: [listRecords, 'format'],
  show: [showRecords],
  history: [showHistory, 'format'],
  forget: [forgetRecords, 'yes'],
  move: [moveOneRecord],
  reconcile: [reconcile, 'assume', 'why', 'job'],
  migrate: [migrateState, 'from'],
  unlock: [unlockRecord, 'yes'],
}

const names = applyCommands.state.actions

export async function run(cli: CliOf<'state'>): Promise<ExitStatus | void> {
  const [written = '', ...crawls] = cli.args
  const name = names.find((known) => known === written)
  if (name === undefined)
    throw new UsageError(
      `Unknown state action "${written}".`,
      didYouMean(written, names) ?? `Write one of: ${names.join(', ')}.`,
    )
  const [act, ...options] = actions[name]
  for (const option of cli.options.given()) {
    const owners = names.filter((other) => actions[other].includes(option))
    if (owners.length === 0 || options.includes(option)) continue
    throw new UsageError(
      `"state ${name}" does not accept "--${option}".`,
      `Only "state ${owners.join('" and "state ')}" ${owners.length === 1 ? 'accepts' : 'accept'} it.`,
    )
  }
  const session = new Session(await openProjectFile(cli), sessionDependenciesOf(cli))
  try {
    return await act(cli, { names: crawls, session })
  } finally {
    await session.close()
  }
}
