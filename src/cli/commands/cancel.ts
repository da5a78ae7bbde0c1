import { cancelJob } from '../../apply/cancel-job.ts'
import { jobResultOf } from '../../apply/job-result.ts'
import { recordResult } from '../../apply/record-result.ts'
import { plural } from '../../util/plural.ts'
import { printable } from '../../util/printable.ts'
import { changeRecord, mayRun } from '../../state/recorded-state.ts'
import { updateState } from '../../state/update-state.ts'
import { approve } from '../output/approve.ts'
import { commandLine, type InputOf } from '../arguments/command.ts'
import { exitStatus, type ExitStatus } from '../process/exit-status.ts'
import type { Host } from '../process/host.ts'
import { jobsOf, openRecord, recordsOf, type OpenedRecord, type RecordedJob } from '../project/open-record.ts'
import { openService, type OpenedService } from '../../session/open-service.ts'

export async function run(host: Host, input: InputOf<'cancel'>): Promise<ExitStatus> {
  const opened = await openRecord(host, input)
  if (opened === undefined) return exitStatus.configuration
  const running = jobsOf(opened).filter(({ job }) => mayRun(job))
  if (running.length === 0) {
    host.stderr.say('Nothing to cancel: no job is running.\n')
    return exitStatus.ok
  }
  if (input.options.flag('yes') !== true) {
    const names = running.map(({ name }) => `"${printable(name)}"`).join(', ')
    const question = `Cancel ${plural(running.length, 'job')} (${names})?`
    const status = await approve(host, question, {
      command: commandLine(input, ['cancel', ...input.args], ['--yes']),
      otherwise: 'Nothing was cancelled.',
    })
    if (status !== exitStatus.ok) return status
  }
  const service = await openService(host, opened.loaded, { records: recordsOf(opened) })
  try {
    for (const job of running) await cancel(host, opened, service, job)
  } finally {
    await service.close()
  }
  return exitStatus.ok
}

async function cancel(
  host: Host,
  { backend }: OpenedRecord,
  { client }: OpenedService,
  { name, job }: RecordedJob,
): Promise<void> {
  const outcome = await cancelJob(client, job.job)
  const words = {
    cancelled: 'cancelled',
    'already-finished': 'had already ended',
    'not-found': 'is not known to the service',
  }
  host.stdout.say(`${printable(name)}: job ${printable(job.job)} ${words[outcome]}\n`)
  if (outcome === 'not-found') return
  const result = jobResultOf(await client.status(job.job), job.request, host.clock.now())
  await updateState(
    backend,
    (records) => changeRecord(records, name, (record) => recordResult(record, job.job, result)),
    { clock: host.clock },
  )
}
