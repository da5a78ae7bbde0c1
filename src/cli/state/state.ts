/**
 * Input: an action of `crawlform state` and its arguments.
 * Output: an exit status, after it has read or changed the record.
 * Must not know how backends store the record.
 */
import { type Cli, commandLine } from '../arguments/command.ts'
import { type JobRecord, mayRun } from '../../state/state.ts'
import { type ExitStatus, exitStatus, UsageError } from '../process/failures.ts'
import { selectNames } from '../../session/select-names.ts'
import {
  renderHistoryJson,
  renderHistoryText,
  renderJobsJson,
  renderJobsText,
} from '../../render/render-jobs.ts'
import { redactSecrets } from '../../request/redact-secrets.ts'
import { plural, printable } from '../../util/text.ts'
import { approve, chooseStyle } from '../output/terminal.ts'
import { writeReports } from '../output/output.ts'
import { lastJob } from '../../plan/last-job.ts'
import { copyState, moveRecord, RecordChangeError } from '../../state/move-record.ts'
import { updateState } from '../../state/update-state.ts'
import { parseFile } from '../../document/document.ts'
import type { StateSpec } from '../../validate/crawl-spec.ts'
import { validateProject } from '../../validate/validate-project.ts'
import { sessionDependenciesOf } from '../project/project.ts'
import { Session } from '../../session/session.ts'

export interface StateTarget {
  /** Arguments after the action's name. */
  readonly names: readonly string[]
  readonly session: Session
}

/** Returns the records of the crawls that the arguments name; all without arguments. */
export function selectRecords({ names, session }: StateTarget, records: readonly JobRecord[]) {
  const recorded = records.map(({ crawl }) => crawl)
  const selected = selectNames(names, recorded, { declared: session.project.resolved })
  return records.filter(({ crawl }) => selected.has(crawl))
}

export type StateAction = (cli: Cli, target: StateTarget) => Promise<ExitStatus | void>

const MOST_ENTRIES = 20

export const listRecords: StateAction = async (cli, target) => {
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
export const showRecords: StateAction = async (cli, target) => {
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
export const showHistory: StateAction = async (cli, { session: { backend } }) => {
  if (backend.history === undefined)
    return cli.stderr.say(`${printable(backend.description)} keeps no history.\n`)
  const entries = await backend.history(MOST_ENTRIES)
  writeReports(cli, {
    text: () => renderHistoryText(entries, chooseStyle(cli, 'stdout')),
    json: () => renderHistoryJson(backend.environment, entries),
  })
}

/** Removes records, so that the next plan treats these crawls as never submitted. */
export const forgetRecords: StateAction = async (cli, target) => {
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
export const moveOneRecord: StateAction = async (cli, { names, session }) => {
  const [from, to, ...more] = names
  if (from === undefined || to === undefined || more.length > 0) {
    throw new UsageError('"state move" needs two names: crawlform state move OLD NEW')
  }
  return sayChange(cli, async () => {
    await updateState(session.backend, (records) => moveRecord(records, from, to), cli)
    return `"${printable(from)}" is now recorded as "${printable(to)}".`
  })
}

/** Removes a lock whose holder will not come back. */
export const unlockRecord: StateAction = async (cli, { names, session: { backend } }) => {
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
export const migrateState: StateAction = async (cli, { names, session }) => {
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
