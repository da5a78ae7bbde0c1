import { type Cli, type CliOf, commandLine } from '../arguments/command.ts'
import { cancelJob } from '../../apply/cancel-job.ts'
import { recordResult } from '../../apply/job-result.ts'
import type { RecordedJob } from '../../plan/last-job.ts'
import { plural, printable } from '../../util/text.ts'
import { changeRecord, mayRun } from '../../state/state.ts'
import { updateState } from '../../state/update-state.ts'
import { approve } from '../output/terminal.ts'
import type { CrawlClient } from '../../client/client.ts'
import { askResult, jobsOf, openRecord, type OpenedRecord } from '../project/open-record.ts'

export async function run(cli: CliOf<'cancel'>): Promise<void> {
  const opened = await openRecord(cli)
  const running = jobsOf(opened).filter(({ job }) => mayRun(job))
  if (running.length === 0) return cli.stderr.say('Nothing to cancel: no job is running.\n')
  const names = running.map(({ crawl }) => `"${printable(crawl)}"`).join(', ')
  await approve(cli, `Cancel ${plural(running.length, 'job')} (${names})?`, {
    command: commandLine(cli, ['cancel', ...cli.args], ['--yes']),
    otherwise: 'Nothing was cancelled.',
  })
  try {
    const { client } = await opened.session.service()
    for (const job of running) await cancel(cli, opened, client, job)
  } finally {
    await opened.session.close()
  }
}

async function cancel(
  cli: Cli,
  { session }: OpenedRecord,
  client: CrawlClient,
  { crawl, job }: RecordedJob,
): Promise<void> {
  const outcome = await cancelJob(client, job.job)
  const words = {
    cancelled: 'cancelled',
    'already-finished': 'had already ended',
    'not-found': 'is not known to the service',
  }
  cli.stdout.say(`${printable(crawl)}: job ${printable(job.job)} ${words[outcome]}\n`)
  if (outcome === 'not-found') return
  const result = await askResult(cli, client, job)
  await updateState(
    session.backend,
    (records) => changeRecord(records, crawl, (record) => recordResult(record, job.job, result)),
    { clock: cli.clock },
  )
}
