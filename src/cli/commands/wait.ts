import type { CliOf } from '../arguments/command.ts'
import { readDuration } from '../arguments/read-option.ts'
import type { DoneEvent } from '../../apply/apply-event.ts'
import { waitTargets } from '../../apply/wait-for-jobs.ts'
import { renderDoneEventsJson } from '../../render/render-apply.ts'
import { exitStatus, type ExitStatus } from '../process/failures.ts'
import { followJobs, jobsStatus } from '../project/jobs.ts'
import { openDisplay } from '../output/progress-display.ts'
import { openRecord, sayUnrecorded } from '../project/open-record.ts'
import { deliverFeed } from '../project/deliver-feed.ts'
import { readOutput } from '../arguments/page-output.ts'
import { writeReports } from '../output/output.ts'

export async function run(cli: CliOf<'wait'>): Promise<ExitStatus> {
  const timeoutMs = readDuration(cli.options, 'timeout')
  const output = readOutput(cli)
  const opened = await openRecord(cli)
  const { crawls, session } = opened
  const records = crawls.flatMap(({ record }) => record ?? [])
  const targets = waitTargets(records, session.project.resolved)
  const { environment } = session.backend
  const report = (done: readonly DoneEvent[], feed?: unknown): void =>
    writeReports(cli, { text: () => '', json: () => renderDoneEventsJson(environment, done, feed) })
  sayUnrecorded(cli, opened, targets, 'Nothing to wait for')
  if (targets.length === 0) {
    report([])
    return exitStatus.ok
  }
  const display = openDisplay(cli, targets.length, session.backend)
  try {
    const settings = { waits: true, timeoutMs, output }
    await session.followRenames(output?.directory)
    const done = await followJobs(targets, { cli, session, display, settings })
    display.close()
    const names = new Set(crawls.map(({ name }) => name))
    const fed = await deliverFeed(cli, { session, output, names })
    report(done, fed.feed)
    if (cli.wasInterrupted()) return exitStatus.interrupted
    return jobsStatus(done) || fed.status
  } finally {
    display.close()
    await session.close()
  }
}
