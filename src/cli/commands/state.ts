import type { Command } from '../command.ts'
import { exitStatus } from '../exit-status.ts'
import { openBackend } from '../open-backend.ts'
import { openProjectFile } from '../open-project.ts'
import { environmentOption, formatOption } from '../shared-options.ts'
import { forgetRecords, migrateState, moveOneRecord } from '../state/mend-records.ts'
import { listRecords, showHistory, showRecords } from '../state/read-records.ts'
import { reconcile } from '../state/reconcile.ts'
import type { StateAction } from '../state/state-action.ts'
import { UsageError } from '../usage-error.ts'

const actions: ReadonlyMap<string, StateAction> = new Map([
  ['list', listRecords],
  ['show', showRecords],
  ['history', showHistory],
  ['forget', forgetRecords],
  ['move', moveOneRecord],
  ['reconcile', reconcile],
  ['migrate', migrateState],
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
  ].join('\n'),
  actions: [...actions.keys()],
  options: [
    environmentOption,
    { flags: '-y, --yes', description: 'forget without asking' },
    {
      flags: '--assume <outcome>',
      description: 'reconcile: what became of the attempt',
      choices: ['started', 'not-started'],
    },
    { flags: '--why <reason>', description: 'reconcile: how that is known' },
    { flags: '--job <id>', description: 'reconcile: the job that was started' },
    { flags: '--from <backend>', description: 'migrate: where the record is now', choices: ['local', 'git'] },
    formatOption(['text', 'json']),
  ],
  examples: [
    'crawlform state list',
    'crawlform state show docs',
    'crawlform state reconcile --env production',
    'crawlform state reconcile docs --assume not-started --why "no such job in the dashboard"',
    'crawlform state move docs handbook',
  ],
  async run(host, input) {
    const [name = '', ...names] = input.args
    const action = actions.get(name)
    if (action === undefined) {
      throw new UsageError(
        `"${name}" is nothing that state does.`,
        `Write one of: ${[...actions.keys()].join(', ')}.`,
      )
    }
    const loaded = await openProjectFile(host, input)
    if (loaded === undefined) return exitStatus.configuration
    return action(host, input, { names, loaded, backend: openBackend(host, loaded) })
  },
}
