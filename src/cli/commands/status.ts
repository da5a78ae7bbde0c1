import type { Cli, CliOf } from '../arguments/command.ts'
import { addMissedPages, heldResult, jobProblems, serviceProblem } from '../../apply/job-result.ts'
import { ClientError } from '../../client/crawl-client.ts'
import { resultBefore } from '../../plan/last-job.ts'
import { renderJobsJson, renderJobsText, type JobView } from '../../render/render-jobs.ts'
import { type JobRecord, mayRun } from '../../state/state.ts'
import { chooseStyle } from '../output/terminal.ts'
import { exitStatus, type ExitStatus } from '../process/failures.ts'
import type { Session } from '../../session/session.ts'
import { askResult, openRecord } from '../project/open-record.ts'
import { given } from '../../util/json.ts'
import { writeReports } from '../output/output.ts'

export async function run(cli: CliOf<'status'>): Promise<ExitStatus> {
  const { crawls, session } = await openRecord(cli)
  const asks = !cli.options.flag('offline') && crawls.some(({ record }) => mustAskService(record))
  const views: JobView[] = []
  try {
    const service = asks ? await session.service({ isIdle: true }) : undefined
    for (const { name, record } of crawls) {
      const mustAsk = service !== undefined && mustAskService(record)
      views.push(mustAsk ? await ask(cli, session, service, { name, record }) : given({ name, record }))
    }
  } finally {
    await session.close()
  }
  writeReports(cli, {
    text: () => renderJobsText(views, chooseStyle(cli, 'stdout')),
    json: () => renderJobsJson(session.backend.environment, views),
  })
  return views.some((view) => view.problem !== undefined) ? exitStatus.external : exitStatus.ok
}

type Submitted = Extract<JobRecord, { phase: 'submitted' }>

/** Returns whether the service must be asked: the job has no recorded end, or some of its pages may be missing. */
function mustAskService(record: JobRecord | undefined): record is Submitted {
  if (record?.phase !== 'submitted') return false
  return mayRun(record) || record.result?.failed !== 0 || record.result.blocked !== 0
}

async function ask(
  cli: Cli,
  session: Session,
  { client, running }: Awaited<ReturnType<Session['service']>>,
  { name, record }: { readonly name: string; readonly record: Submitted },
): Promise<JobView> {
  try {
    const known = mayRun(record) ? undefined : record.result
    const now = known === undefined ? await askResult(cli, client, record) : { result: known }
    const settings = await session.reviewSettings(record.job, name)
    const { result: ended, ...missed } = await addMissedPages(now.result, record.job, { client, ...settings })
    const expected = { expect: settings.expect, before: resultBefore(record, record.job) }
    // Nobody has waited for it, so its pages are neither published nor held back yet.
    const result = known === undefined ? heldResult(ended, jobProblems(ended, expected)) : ended
    return { ...now, name, record, result, ...missed, isPaused: running !== undefined && mayRun({ result }) }
  } catch (error) {
    if (!(error instanceof ClientError)) throw error
    return { name, record, problem: serviceProblem(error, name) }
  }
}
