import { jobResultOf } from '../../apply/wait-for-jobs.ts'
import type { CrawlClient } from '../../client/crawl-client.ts'
import { renderJobsJson, renderJobsText, type JobView } from '../../render/render-jobs.ts'
import { mayRun } from '../../state/may-run.ts'
import type { JobRecord } from '../../state/recorded-state.ts'
import { fromTimeText } from '../../util/clock.ts'
import { chooseStyle } from '../output/choose-style.ts'
import type { Command } from '../arguments/command.ts'
import { exitStatus } from '../process/exit-status.ts'
import type { Host } from '../process/host.ts'
import { openRecord, recordsOf } from '../project/open-record.ts'
import { openService } from '../session/open-service.ts'
import { formatOption, projectOptions, reportOption } from '../arguments/shared-options.ts'
import { writeReports } from '../output/write-reports.ts'

export const statusCommand: Command = {
  usage: 'status [...names]',
  description:
    'Shows the last submission of each crawl, and asks the service about jobs that were not finished when it was asked\nlast. Changes nothing. An embedded job pauses while no crawlform command is running.',
  options: [
    ...projectOptions,
    { flags: '--offline', description: 'only what is recorded; ask no service' },
    formatOption(['text', 'json']),
    reportOption,
  ],
  examples: ['crawlform status', 'crawlform status docs --format json', 'crawlform status --env production'],
  async run(host, input) {
    const opened = await openRecord(host, input)
    if (opened === undefined) return exitStatus.configuration
    const { crawls, loaded } = opened
    const asks = input.options.flag('offline') !== true && crawls.some(({ record }) => isOpen(record))
    const service = asks ? await openService(host, loaded, recordsOf(opened)) : undefined
    const views: JobView[] = []
    try {
      for (const { name, record } of crawls) {
        const known = record === undefined ? { name } : { name, record }
        views.push(
          service !== undefined && isOpen(record) ? await ask(host, service.client, { name, record }) : known,
        )
      }
    } finally {
      await service?.close()
    }
    writeReports(host, input.options, {
      text: () => renderJobsText(views, chooseStyle(host.stdout, host, input.options)),
      json: () => renderJobsJson(loaded.environment.name, views),
    })
    return views.some((view) => view.trouble !== undefined) ? exitStatus.world : exitStatus.ok
  },
}

type Submitted = Extract<JobRecord, { phase: 'submitted' }>

/** Returns a job whose end is not recorded yet. */
function isOpen(record: JobRecord | undefined): record is Submitted {
  return record?.phase === 'submitted' && mayRun(record)
}

async function ask(
  host: Host,
  client: CrawlClient,
  { name, record }: { name: string; record: Submitted },
): Promise<JobView> {
  try {
    const answer = await client.status(record.job, { startedAtMs: fromTimeText(record.at) })
    return { name, record, result: jobResultOf(answer, host.clock.now()) }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    return { name, record, trouble: error.message }
  }
}
