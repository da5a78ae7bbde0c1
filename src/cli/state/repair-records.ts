import { lastJob } from '../../plan/last-job.ts'
import { type JobRecord, mayRun } from '../../state/recorded-state.ts'
import { moveRecord, RecordChangeError } from '../../state/move-record.ts'
import { updateState } from '../../state/update-state.ts'
import { printable } from '../../util/printable.ts'
import { approve } from '../output/approve.ts'
import { type CommandInput, commandLine } from '../arguments/command.ts'
import { exitStatus, type ExitStatus } from '../process/exit-status.ts'
import type { Host } from '../process/host.ts'
import { UsageError } from '../process/usage-error.ts'
import { selectRecords, type StateAction } from './state.ts'

/** Removes records, so that the next plan takes these crawls for never submitted. */
export const forgetRecords: StateAction = async (host, input, target) => {
  const { names, backend } = target
  if (names.length === 0) throw new UsageError('"state forget" needs the names of crawls.')
  const { state } = await backend.read()
  const records = state?.records ?? []
  const selected = selectRecords(target, records)
  sayRunning(
    host,
    records.filter((record) => selected.has(record.crawl)),
  )
  const shown = [...selected].map((name) => `"${printable(name)}"`).join(', ')
  const status = await approveChange(host, input, {
    question: `Forget ${shown}? The next apply submits them again.`,
    words: ['forget', ...names],
    otherwise: 'Nothing was forgotten.',
  })
  if (status !== exitStatus.ok) return status
  await updateState(backend, (now) => now.filter((record) => !selected.has(record.crawl)), {
    clock: host.clock,
  })
  host.stdout.say(`Forgotten: ${shown}\n`)
  return exitStatus.ok
}

/**
 * Reports forgotten jobs that still run. They can no longer be awaited or cancelled, and the next ones will run at the same
 * time.
 */
function sayRunning(host: Host, records: readonly JobRecord[]): void {
  for (const record of records) {
    const job = lastJob(record)
    if (record.phase === 'forgotten' || job === undefined || !mayRun(job)) continue
    host.stderr.say(
      `The job ${printable(job.job)} of "${printable(record.crawl)}" may still be running; "crawlform cancel" ends it.\n`,
    )
  }
}

/** Keeps the record of a crawl that was renamed. */
export const moveOneRecord: StateAction = async (host, _input, { names, backend }) => {
  const [from, to, ...more] = names
  if (from === undefined || to === undefined || more.length > 0) {
    throw new UsageError('"state move" needs two names: crawlform state move OLD NEW')
  }
  return sayChange(host, async () => {
    await updateState(backend, (records) => moveRecord(records, from, to), { clock: host.clock })
    return `"${printable(from)}" is now recorded as "${printable(to)}".`
  })
}

/** Removes a lock whose holder will not come back. */
export const unlockRecord: StateAction = async (host, input, { names, backend }) => {
  const [id, ...more] = names
  if (id === undefined || more.length > 0) {
    throw new UsageError('"state unlock" needs the id of the lock, which the error message shows.')
  }
  if (backend.unlock === undefined) {
    host.stderr.say(`${printable(backend.description)} has no locks.\n`)
    return exitStatus.ok
  }
  const status = await approveChange(host, input, {
    question: `Remove the lock ${printable(id)}? A run that still holds it will not be able to write.`,
    words: ['unlock', id],
    otherwise: 'Nothing was unlocked.',
  })
  if (status !== exitStatus.ok) return status
  await backend.unlock(id)
  host.stdout.say(`${printable(backend.description)} is no longer locked by ${printable(id)}.\n`)
  return exitStatus.ok
}

/** Reports a manual change, or why it was refused. */
export async function sayChange(host: Host, change: () => Promise<string>): Promise<ExitStatus> {
  try {
    host.stdout.say(`${await change()}\n`)
    return exitStatus.ok
  } catch (error) {
    if (!(error instanceof RecordChangeError)) throw error
    host.stderr.say(`${printable(error.message)}\n`)
    return exitStatus.approval
  }
}

async function approveChange(
  host: Host,
  input: CommandInput,
  { question, words, otherwise }: { question: string; words: readonly string[]; otherwise: string },
): Promise<ExitStatus> {
  if (input.options.flag('yes') === true) return exitStatus.ok
  return approve(host, question, { command: commandLine(input, ['state', ...words], ['--yes']), otherwise })
}
