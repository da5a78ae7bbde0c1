import type { StateBackend } from '../../state/state-backend.ts'
import { updateState } from '../../state/update-state.ts'
import { renderJobsJson, renderJobsText } from '../../render/render-jobs.ts'
import { printable } from '../../util/printable.ts'
import { shellQuote } from '../../util/shell-quote.ts'
import { approve } from '../approve.ts'
import { chooseStyle } from '../choose-style.ts'
import type { Command, CommandInput } from '../command.ts'
import { exitStatus, type ExitStatus } from '../exit-status.ts'
import type { Host } from '../host.ts'
import { openBackend } from '../open-backend.ts'
import { openProjectFile } from '../open-project.ts'
import { selectNames } from '../select-crawls.ts'
import { environmentOption, formatOption } from '../shared-options.ts'
import { UsageError } from '../usage-error.ts'
import { writeReports } from '../write-reports.ts'

export const stateCommand: Command = {
  usage: 'state <action> [...names]',
  description: [
    'The record of submissions. "list" has one line a crawl, "show NAME" the whole record of one, "forget NAME..." removes',
    'records, so that the next plan takes these crawls for never submitted; their jobs go on.',
  ].join('\n'),
  options: [
    environmentOption,
    { flags: '-y, --yes', description: 'forget without asking' },
    formatOption(['text', 'json']),
  ],
  examples: [
    'crawlform state list',
    'crawlform state show docs',
    'crawlform state forget docs --env production',
  ],
  async run(host, input) {
    const [action = '', ...names] = input.args
    const run = Object.hasOwn(actions, action) ? actions[action] : undefined
    if (run === undefined) {
      throw new UsageError(
        `"${action}" is nothing that state does.`,
        `Write one of: ${Object.keys(actions).join(', ')}.`,
      )
    }
    const loaded = await openProjectFile(host, input)
    if (loaded === undefined) return exitStatus.configuration
    return run(host, input, { names, backend: openBackend(host, loaded) })
  },
}

interface Target {
  readonly names: readonly string[]
  readonly backend: StateBackend
}

const actions: Readonly<
  Record<string, (host: Host, input: CommandInput, target: Target) => Promise<ExitStatus>>
> = { list, show, forget }

async function list(host: Host, { options }: CommandInput, { names, backend }: Target): Promise<ExitStatus> {
  const { state } = await backend.read()
  const records = state?.records ?? []
  const selected = selectNames(
    names,
    records.map((record) => record.crawl),
  )
  const views = records
    .filter((record) => selected.has(record.crawl))
    .map((record) => ({ name: record.crawl, record }))
  writeReports(host, options, {
    text: () => renderJobsText(views, chooseStyle(host.stdout, host, options)),
    json: () => renderJobsJson(backend.environment, views),
  })
  return exitStatus.ok
}

async function show(host: Host, _input: CommandInput, { names, backend }: Target): Promise<ExitStatus> {
  const { state } = await backend.read()
  if (state === undefined) {
    host.stderr.write(`Nothing is recorded in ${printable(backend.description)}.\n`)
    return exitStatus.ok
  }
  const selected = selectNames(
    names,
    state.records.map((record) => record.crawl),
  )
  const records = state.records.filter((record) => selected.has(record.crawl))
  host.stdout.write(`${JSON.stringify({ ...state, records }, null, 2)}\n`)
  return exitStatus.ok
}

async function forget(
  host: Host,
  { options }: CommandInput,
  { names, backend }: Target,
): Promise<ExitStatus> {
  if (names.length === 0) throw new UsageError('"state forget" needs the names of crawls.')
  const { state } = await backend.read()
  const selected = selectNames(
    names,
    (state?.records ?? []).map((record) => record.crawl),
  )
  const shown = [...selected].map((name) => `"${printable(name)}"`).join(', ')
  if (options.flag('yes') !== true) {
    const environment = options.text('env')
    const words = [
      'crawlform',
      'state',
      'forget',
      ...names,
      ...(environment === undefined ? [] : ['--env', environment]),
      '--yes',
    ]
    const status = await approve(host, `Forget ${shown}? The next apply submits them again.`, {
      command: words.map((word) => shellQuote(word)).join(' '),
      otherwise: 'Nothing was forgotten.',
    })
    if (status !== exitStatus.ok) return status
  }
  await updateState(backend, (records) => records.filter((record) => !selected.has(record.crawl)), {
    clock: host.clock,
  })
  host.stdout.write(`Forgotten: ${shown}\n`)
  return exitStatus.ok
}
