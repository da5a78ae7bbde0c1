import type { CliOf } from '../arguments/command.ts'
import { type JobView, renderJobsJson, renderJobsText } from '../../render/render-jobs.ts'
import { readJobs } from '../../session/read-jobs.ts'
import { chooseStyle } from '../output/terminal.ts'
import { exitStatus, type ExitStatus } from '../process/failures.ts'
import { boardLine } from '../output/board-line.ts'
import { openRecord } from '../project/open-record.ts'
import { writeReports } from '../output/output.ts'

export async function run(cli: CliOf<'status'>): Promise<ExitStatus> {
  const { crawls, session } = await openRecord(cli)
  const isOffline = cli.options.flag('offline')
  let views: readonly JobView[]
  try {
    views = await readJobs(session, crawls, { clock: cli.clock, isOffline })
  } finally {
    await session.close()
  }
  const board = boardLine(session.project.environment)
  writeReports(cli, {
    text: () => renderJobsText(views, chooseStyle(cli, 'stdout')) + board,
    json: () => renderJobsJson(session.backend.environment, views),
  })
  return views.some((view) => view.problem !== undefined) ? exitStatus.external : exitStatus.ok
}
