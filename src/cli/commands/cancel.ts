import type { CliOf } from '../arguments/command.ts'
import { commandLine } from '../arguments/command-line.ts'
import { cancelJob } from '../../apply/cancel-job.ts'
import { addMissedPages, recordResult } from '../../apply/job-result.ts'
import { CANCEL_WORDS } from '../../protocol/job-texts.ts'
import { plural, printable } from '../../util/text.ts'
import { changeRecord, mayRun } from '../../state/state.ts'
import { updateState } from '../../state/update-state.ts'
import { approve } from '../output/terminal.ts'
import { askResult } from '../../session/read-jobs.ts'
import { jobsOf, openRecord } from '../project/open-record.ts'

export async function run(cli: CliOf<'cancel'>): Promise<void> {
  const opened = await openRecord(cli)
  const { session } = opened
  const running = jobsOf(opened).filter(({ job }) => mayRun(job))
  if (running.length === 0) return cli.stderr.say('Nothing to cancel: no job is running.\n')
  const names = running.map(({ crawl }) => `"${printable(crawl)}"`).join(', ')
  await approve(cli, `Cancel ${plural(running.length, 'job')} (${names})?`, {
    command: commandLine(cli, ['cancel', ...cli.args], ['--yes']),
    otherwise: 'Nothing was cancelled.',
  })
  try {
    const { client } = await session.service()
    for (const { crawl, job } of running) {
      const outcome = await cancelJob(client, job.job)
      cli.stdout.say(`${printable(crawl)}: job ${printable(job.job)} ${CANCEL_WORDS[outcome]}\n`)
      if (outcome === 'not-found') continue
      const settings = await session.reviewSettings(job.job, crawl)
      const asked = await askResult(cli, client, job)
      const { result } = await addMissedPages(asked.result, job.job, { client, ...settings })
      await updateState(
        session.backend,
        (records) => changeRecord(records, crawl, (record) => recordResult(record, job.job, result)),
        cli,
      )
    }
  } finally {
    await session.close()
  }
}
