import { applyCommands } from '../declarations/apply-commands.ts'
import { didYouMean, exitStatus, type ExitStatus, UsageError } from '../process/failures.ts'
import { openProjectFile, sessionDependenciesOf } from '../project/project.ts'
import { Session } from '../../session/session.ts'
import type { Cli, CliOf } from '../arguments/command.ts'
import { commandLine } from '../arguments/command-line.ts'
import type { Options } from '../arguments/options.ts'
import { type JobRecord, mayRun } from '../../state/state.ts'
import { selectNames } from '../../session/select-names.ts'
import {
  renderHistoryJson,
  renderHistoryText,
  renderJobsJson,
  renderJobsText,
} from '../../render/render-jobs.ts'
import { redactSecrets } from '../../request/redact-secrets.ts'
import { shellQuote } from '../../util/shell-quote.ts'
import { plural, printable } from '../../util/text.ts'
import { approve, chooseStyle } from '../output/terminal.ts'
import { writeReports } from '../output/output.ts'
import { lastJob } from '../../plan/last-job.ts'
import { copyState, moveRecord, RecordChangeError } from '../../state/move-record.ts'
import { updateState } from '../../state/update-state.ts'
import { parseFile } from '../../document/document.ts'
import {
  type EnvironmentSpec,
  serviceKind,
  type StateSpec,
  supportsIdempotencyKeys,
} from '../../validate/crawl-spec.ts'
import { validateProject } from '../../validate/validate-project.ts'
import { assumeOutcome, isUnsettled, reconcileAttempts } from '../../apply/reconcile-attempts.ts'
import type { Assumption, KeyPolicy, ReconcileResult } from '../../apply/reconcile-attempts.ts'
import { isGlob } from '../../util/glob.ts'

interface StateTarget {
  /** Arguments after the action's name. */
  readonly names: readonly string[]
  readonly session: Session
}

type StateAction = (cli: Cli, target: StateTarget) => Promise<ExitStatus | void>

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

const actionNames = applyCommands.state.actions

export async function run(cli: CliOf<'state'>): Promise<ExitStatus | void> {
  const [written = '', ...crawls] = cli.args
  const name = actionNames.find((known) => known === written)
  if (name === undefined)
    throw new UsageError(
      `Unknown state action "${written}".`,
      didYouMean(written, actionNames) ?? `Write one of: ${actionNames.join(', ')}.`,
    )
  const [act, ...options] = actions[name]
  for (const option of cli.options.given()) {
    const owners = actionNames.filter((other) => actions[other].includes(option))
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

/** Returns the records of the crawls that the arguments name; all without arguments. */
function selectRecords({ names, session }: StateTarget, records: readonly JobRecord[]) {
  const recorded = records.map(({ crawl }) => crawl)
  const fresh = session.project.resolved.find(({ name }) => names.includes(name) && !recorded.includes(name))
  if (fresh !== undefined) throw new UsageError(`"${fresh.name}" is not recorded.`)
  const selected = selectNames(names, recorded, { declared: session.project.resolved })
  return records.filter(({ crawl }) => selected.has(crawl))
}

const MOST_ENTRIES = 20

async function listRecords(cli: Cli, target: StateTarget) {
  const { session } = target
  const views = selectRecords(target, await session.records()).map((record) => ({
    name: record.crawl,
    record,
  }))
  writeReports(cli, {
    text: () => renderJobsText(views, chooseStyle(cli, 'stdout')),
    json: () => renderJobsJson(session.backend.environment, views),
  })
}

/** Prints the whole record, or that of some crawls. */
async function showRecords(cli: Cli, target: StateTarget) {
  const { backend } = target.session
  const { state } = await backend.read()
  if (state === undefined)
    return cli.stderr.say(`Nothing is recorded in ${printable(backend.description)}.\n`)
  const records = selectRecords(target, state.records).map(redacted)
  cli.stdout.write(`${JSON.stringify({ ...state, records }, null, 2)}\n`)
}

/** Returns a record without secrets: its writer may have known fewer forms of secrets. */
function redacted(record: JobRecord): JobRecord {
  const clean = <T extends Pick<JobRecord, 'request'>>(one: T): T => ({
    ...one,
    request: redactSecrets(one.request).value,
  })
  return { ...clean(record), ...(record.previous && { previous: clean(record.previous) }) }
}

/** Prints the last stored states, newest first, with their changes. */
async function showHistory(cli: Cli, { session: { backend } }: StateTarget) {
  if (backend.history === undefined)
    return cli.stderr.say(`${printable(backend.description)} keeps no history.\n`)
  const entries = await backend.history(MOST_ENTRIES)
  writeReports(cli, {
    text: () => renderHistoryText(entries, chooseStyle(cli, 'stdout')),
    json: () => renderHistoryJson(backend.environment, entries),
  })
}

/** Removes records, so that the next plan treats these crawls as never submitted. */
async function forgetRecords(cli: Cli, target: StateTarget) {
  const { names, session } = target
  if (names.length === 0) throw new UsageError('"state forget" needs the names of crawls.')
  const records = selectRecords(target, await session.records())
  const selected = new Set(records.map(({ crawl }) => crawl))
  sayRunning(cli, records)
  const shown = [...selected].map((name) => `"${printable(name)}"`).join(', ')
  await approve(cli, `Forget ${shown}? The next apply submits them again.`, {
    command: commandLine(cli, ['state', 'forget', ...names], ['--yes']),
    otherwise: 'Nothing was forgotten.',
  })
  await updateState(session.backend, (now) => now.filter(({ crawl }) => !selected.has(crawl)), cli)
  cli.stdout.say(`Forgotten: ${shown}\n`)
}

/**
 * Reports forgotten jobs that still run. They can no longer be awaited or cancelled, and the next ones will run at the same time.
 */
function sayRunning(cli: Cli, records: readonly JobRecord[]): void {
  for (const record of records) {
    const job = lastJob(record)
    if (record.phase === 'forgotten' || job === undefined || !mayRun(job)) continue
    cli.stderr.say(
      `The job ${printable(job.job)} of "${printable(record.crawl)}" may still be running; "crawlform cancel" ends it.\n`,
    )
  }
}

/** Moves the record of a renamed crawl to its new name. */
async function moveOneRecord(cli: Cli, { names, session }: StateTarget) {
  const [from, to, ...more] = names
  if (from === undefined || to === undefined || more.length > 0) {
    throw new UsageError('"state move" needs two names: crawlform state move OLD NEW')
  }
  return sayChange(cli, async () => {
    moveRecord(await session.records(), from, to)
    await session.rename([{ from, to }])
    return `"${printable(from)}" is now recorded as "${printable(to)}".`
  })
}

/** Removes a lock whose holder will not come back. */
async function unlockRecord(cli: Cli, { names, session: { backend } }: StateTarget) {
  const [id, ...more] = names
  if (id === undefined || more.length > 0) {
    throw new UsageError('"state unlock" needs the id of the lock, which the error message shows.')
  }
  if (backend.unlock === undefined) return cli.stderr.say(`${printable(backend.description)} has no locks.\n`)
  await approve(
    cli,
    `Remove the lock ${printable(id)}? A run that still holds it will not be able to write.`,
    {
      command: commandLine(cli, ['state', 'unlock', id], ['--yes']),
      otherwise: 'Nothing was unlocked.',
    },
  )
  await backend.unlock(id)
  cli.stdout.say(`${printable(backend.description)} is no longer locked by ${printable(id)}.\n`)
}

/** Reports a manual change, or why it was refused. */
async function sayChange(cli: Cli, change: () => Promise<string>): Promise<ExitStatus | void> {
  try {
    cli.stdout.say(`${await change()}\n`)
  } catch (error) {
    if (!(error instanceof RecordChangeError)) throw error
    cli.stderr.say(`${printable(error.message)}\n`)
    return exitStatus.approval
  }
}

const HELP =
  'Use local, git, or the former value of "state:" in crawlform.yaml, such as --from "{ backend: git, branch: crawlform-state }".'

/** Copies the record from another backend to the one that the project file names. */
async function migrateState(cli: Cli, { names, session }: StateTarget) {
  const from = cli.options.text('from')
  if (from === undefined || names.length > 0) {
    throw new UsageError(
      '"state migrate" needs "--from" with the current backend of the record, and no names.',
      HELP,
    )
  }
  const { project, backend } = session
  const environment = { ...project.environment, state: readState(from) }
  const former = new Session({ ...project, environment }, sessionDependenciesOf(cli))
  const source = former.backend
  if (source.description === backend.description) {
    throw new UsageError(
      `The record is already in ${backend.description}.`,
      'Set "state" in crawlform.yaml to the new backend first.',
    )
  }
  return sayChange(cli, async () => {
    const { state, isChanged } = await copyState(source, backend)
    const { store: manifests } = await former.checks()
    const crawls = state.records.map(({ crawl }) => crawl)
    await (await session.checks()).store.copyFrom(manifests, crawls)
    const places = `${printable(source.description)} to ${printable(backend.description)}`
    const count = plural(state.records.length, 'record')
    return isChanged
      ? `${count} copied from ${places}. The old copy was not changed and is no longer used.`
      : `${count} copied from ${places} before; nothing to do.`
  })
}

/** Returns `from` as the value of an environment's `state:`, checked by the same schema. */
function readState(from: string): StateSpec {
  const state = /^\w+$/.test(from) ? `{ backend: ${from} }` : from
  const text = `version: 2\nenvironments: { source: { service: embedded, state: ${state} } }\n`
  const parsed = parseFile('--from', new TextEncoder().encode(text))
  const [document] = parsed.ok ? parsed.value : []
  const checked = document === undefined ? undefined : validateProject(document)
  const spec = checked?.ok === true ? checked.value.environments['source'] : undefined
  if (spec !== undefined) return spec.state
  const [problem] = checked?.diagnostics ?? parsed.diagnostics
  throw new UsageError(
    `"--from" is "${from}", which is not a state backend. ${problem?.message ?? ''}`.trim(),
    HELP,
  )
}

/** Settles attempts whose outcome is unknown. The status is 4 while some are left. */
async function reconcile(cli: Cli, target: StateTarget) {
  const { session } = target
  const { backend, project } = session
  const assumption = readAssumption(cli.options)
  if (assumption !== undefined) checkAssumption(cli.options, target)
  for (const { file, records } of await session.recordPending())
    cli.stdout.say(`${plural(records.length, 'outcome')} of ${printable(file)} recorded.\n`)
  const unsettled = selectRecords(target, await session.records()).filter(isUnsettled)
  const selected = new Set(unsettled.map(({ crawl }) => crawl))
  if (selected.size === 0) {
    cli.stdout.say('Nothing is in doubt.\n')
    return exitStatus.ok
  }
  if (assumption !== undefined) return assume(cli, target, selected, assumption)
  const { client } = await session.service()
  const results: ReconcileResult[] = []
  const settled = reconcileAttempts(selected, {
    backend,
    client,
    clock: cli.clock,
    secrets: (name) => cli.env[name],
    requestOf: (name) => project.resolved.find((crawl) => crawl.name === name)?.request,
    keyPolicy: keyPolicyOf(project.environment),
  })
  for await (const result of settled) {
    results.push(result)
    cli.stdout.say(resultText(result))
  }
  const undecided = results.filter(({ verdict }) => verdict === 'undecided')
  if (undecided.length === 0) return exitStatus.ok
  const names = undecided.map(({ name }) => name)
  cli.stderr.say(adviceText(names, backend.environment))
  return exitStatus.submissions
}

function keyPolicyOf(environment: EnvironmentSpec): KeyPolicy {
  if (!supportsIdempotencyKeys(environment)) return 'unknown'
  // The project's description of a service may be wrong.
  return serviceKind(environment) === 'embedded' ? 'replayed' : 'refused'
}

function readAssumption(options: Options): Assumption | undefined {
  const outcome = options.text('assume')
  const why = options.text('why')
  const job = options.text('job')
  if (outcome === undefined) {
    if (why !== undefined || job !== undefined)
      throw new UsageError('"--why" and "--job" need "--assume started" or "--assume not-started".')
    return undefined
  }
  if (why === undefined || why.trim() === '')
    throw new UsageError('"--assume" needs "--why", which is stored in the record.')
  if (outcome === 'started') return { outcome, why, ...(job === undefined ? {} : { job }) }
  if (job !== undefined) throw new UsageError('"--job" needs "--assume started".')
  return { outcome: 'not-started', why }
}

function checkAssumption(options: Options, { names }: StateTarget): void {
  if (names.length === 0) throw new UsageError('"--assume" needs the name of a crawl.')
  if (options.text('job') !== undefined && (names.length > 1 || names.some((name) => isGlob(name))))
    throw new UsageError('"--job" needs the name of exactly one crawl.')
}

async function assume(
  cli: Cli,
  { session }: StateTarget,
  selected: ReadonlySet<string>,
  assumption: Assumption,
): Promise<ExitStatus> {
  const assumeAll = (records: readonly JobRecord[]) =>
    [...selected].reduce((now, crawl) => assumeOutcome(now, crawl, assumption), records)
  await updateState(session.backend, assumeAll, cli)
  const outcome = assumption.outcome === 'started' ? 'started' : 'not started'
  for (const crawl of selected) cli.stdout.say(`${printable(crawl)}: recorded as ${outcome}\n`)
  if (assumption.outcome === 'started' && assumption.job === undefined) {
    cli.stderr.say(
      'Without "--job", the job is unknown: it cannot be waited for, cancelled or replaced, and its results cannot be read.\n',
    )
  }
  return exitStatus.ok
}

function resultText({ name, verdict, job, because, candidates = [] }: ReconcileResult): string {
  const verdicts = { started: 'started', 'not-started': 'not started', undecided: 'still in doubt' }
  const which = job === undefined ? '' : `, job ${printable(job)}`
  const lines = [`${printable(name)}: ${verdicts[verdict]}${which}: ${printable(because)}`]
  for (const candidate of candidates) lines.push(`  it may be job ${printable(candidate)}`)
  return `${lines.join('\n')}\n`
}

/** Returns advice for attempts whose outcome cannot be queried. */
function adviceText(undecided: readonly string[], environment: string): string {
  const command = (...more: readonly string[]): string =>
    ['crawlform', 'state', 'reconcile', ...undecided, '--env', environment, ...more].map(shellQuote).join(' ')
  return [
    'help: Look for the crawls in the dashboard of the service, then record what you found:',
    `  ${command('--assume')} started|not-started --why REASON [--job ID]`,
    '',
  ].join('\n')
}
