import type { Command } from '../arguments/command.ts'
import { exitStatus } from '../process/exit-status.ts'
import { sessionDependenciesOf } from '../project/session-dependencies-of.ts'
import { openBackend } from '../../session/open-backend.ts'
import { openProjectFile } from '../project/project.ts'
import type { Options } from '../arguments/options.ts'
import { environmentOption, formatOption } from '../arguments/shared-options.ts'
import { forgetRecords, moveOneRecord, unlockRecord } from '../state/mend-records.ts'
import { migrateState } from '../state/migrate-state.ts'
import { listRecords, showHistory, showRecords } from '../state/read-records.ts'
import { reconcile } from '../state/reconcile.ts'
import type { StateAction } from '../state/state.ts'
import { UsageError } from '../process/usage-error.ts'

interface NamedAction {
  readonly run: StateAction
  /** The options that it reads, besides those of every action. */
  readonly options: readonly string[]
}

const actions: ReadonlyMap<string, NamedAction> = new Map([
  ['list', { run: listRecords, options: ['format'] }],
  ['show', { run: showRecords, options: [] }],
  ['history', { run: showHistory, options: ['format'] }],
  ['forget', { run: forgetRecords, options: ['yes'] }],
  ['move', { run: moveOneRecord, options: [] }],
  ['reconcile', { run: reconcile, options: ['assume', 'why', 'job'] }],
  ['migrate', { run: migrateState, options: ['from'] }],
  ['unlock', { run: unlockRecord, options: ['yes'] }],
])

export const stateCommand: Command = {
  usage: 'state <action> [...names]',
  description: [
    'The record of submissions.',
    '  list [NAME...]       one line a crawl',
    '  show [NAME...]       whole records, as JSON',
    '  history              the last changes of the record',
    '  forget NAME...       remove records: the next plan takes these crawls for never submitted; their jobs go on',
    '  move OLD NEW         keep the record of a crawl that was renamed',
    '  reconcile [NAME...]  find out what became of attempts that are in doubt, or say it with --assume',
    '  migrate --from X     copy the record from another backend to the one that crawlform.yaml names now',
    '  unlock ID            take a lock away that a killed run left',
  ].join('\n'),
  actions: [...actions.keys()],
  options: [
    environmentOption,
    { flags: '-y, --yes', description: 'forget, unlock: do it without asking' },
    {
      flags: '--assume <outcome>',
      description: 'reconcile: what became of the attempt',
      choices: ['started', 'not-started'],
    },
    { flags: '--why <reason>', description: 'reconcile: how that is known' },
    { flags: '--job <id>', description: 'reconcile: the job that was started' },
    {
      flags: '--from <backend>',
      description:
        'migrate: where the record is now: local, git, or what stood at "state:" in crawlform.yaml',
    },
    formatOption(['text', 'json']),
  ],
  examples: [
    'crawlform state list',
    'crawlform state show docs',
    'crawlform state reconcile --env production',
    'crawlform state reconcile docs --assume not-started --why "no such job in the dashboard"',
    'crawlform state move docs handbook',
    "crawlform state migrate --env production --from '{ backend: git, branch: crawlform-state }'",
  ],
  async run(host, input) {
    const [name, ...names] = input.args
    const action = actions.get(name ?? '')
    if (name === undefined || action === undefined) {
      throw new UsageError(
        name === undefined ? '"state" needs an action.' : `"${name}" is nothing that state does.`,
        `Write one of: ${[...actions.keys()].join(', ')}.`,
      )
    }
    refuseOthersOptions(name, action, input.options)
    const loaded = await openProjectFile(host, input)
    if (loaded === undefined) return exitStatus.configuration
    return action.run(host, input, {
      names,
      loaded,
      backend: openBackend(sessionDependenciesOf(host, input), loaded),
    })
  },
}

/** Refuses an option of another action: it is a mistake, and ignoring it would hide that. */
function refuseOthersOptions(name: string, action: NamedAction, options: Options): void {
  const all = new Set([...actions.values()].flatMap((other) => other.options))
  for (const option of all) {
    const isGiven = options.text(option) !== undefined || options.flag(option) !== undefined
    if (!isGiven || action.options.includes(option)) continue
    const owners = [...actions].filter(([, other]) => other.options.includes(option)).map(([owner]) => owner)
    const have = owners.length === 1 ? 'has' : 'have'
    throw new UsageError(
      `"state ${name}" has no "--${option}"; "state ${owners.join('" and "state ')}" ${have} it.`,
    )
  }
}
