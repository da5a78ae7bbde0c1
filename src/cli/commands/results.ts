import path from 'node:path'
import { addMissedPages } from '../../apply/missed-pages.ts'
import { jobResultOf } from '../../apply/wait-for-jobs.ts'
import type { CrawlClient } from '../../client/crawl-client.ts'
import type { PageDocument } from '../../protocol/crawl-status.ts'
import { renderPageLine } from '../../render/render-page.ts'
import { plural } from '../../util/plural.ts'
import { printable } from '../../util/printable.ts'
import type { Command } from '../arguments/command.ts'
import { exitStatus } from '../process/exit-status.ts'
import type { Host } from '../process/host.ts'
import { jobsOf, openRecord, recordsOf, type RecordedJob } from '../project/open-record.ts'
import { openService } from '../session/open-service.ts'
import { formatOption, projectOptions } from '../arguments/shared-options.ts'
import { writePages } from '../session/write-pages.ts'

const formats = ['text', 'json', 'ndjson'] as const
type ResultFormat = (typeof formats)[number]

export const resultsCommand: Command = {
  usage: 'results [...names]',
  description:
    'Shows the pages of the last job of each crawl, finished or not: URLs as text, whole pages as JSON, or one Markdown\nfile a page below --output, with an index.jsonl.',
  options: [
    ...projectOptions,
    { flags: '-o, --output <dir>', description: 'write the pages as Markdown files here' },
    formatOption(formats),
  ],
  examples: [
    'crawlform results docs',
    'crawlform results docs --output pages',
    'crawlform results docs --format ndjson | jq .page.metadata.title',
  ],
  async run(host, input) {
    const { options } = input
    const opened = await openRecord(host, input)
    if (opened === undefined) return exitStatus.configuration
    const jobs = jobsOf(opened)
    if (jobs.length === 0) {
      host.stderr.write('No results: no job is recorded.\n')
      return exitStatus.ok
    }
    // Without names, all jobs are meant.
    const missing = input.args.length === 0 ? [] : opened.crawls.filter(({ name }) => !has(jobs, name))
    for (const { name } of missing) host.stderr.write(`${printable(name)}: no job is recorded\n`)
    const service = await openService(host, opened.loaded, recordsOf(opened))
    try {
      const output = options.text('output')
      if (output !== undefined)
        await writeAll(host, path.resolve(host.cwd, output), { jobs, client: service.client })
      else await printAll(host, formatOf(options.text('format')), { jobs, client: service.client })
    } finally {
      await service.close()
    }
    return exitStatus.ok
  },
}

interface Fetching {
  readonly jobs: readonly RecordedJob[]
  readonly client: CrawlClient
}

function has(jobs: readonly RecordedJob[], name: string): boolean {
  return jobs.some((job) => job.name === name)
}

function formatOf(text: string | undefined): ResultFormat {
  return formats.find((format) => format === text) ?? 'text'
}

async function writeAll(host: Host, directory: string, { jobs, client }: Fetching): Promise<void> {
  for (const { name, job } of jobs) {
    const url = job.request['url']
    const startUrl = typeof url === 'string' ? url : ''
    const count = await writePages(directory, { crawl: name, startUrl, pages: client.pages(job.job) })
    host.stdout.write(`${printable(name)}: ${plural(count, 'page')} written to ${printable(directory)}\n`)
    if (count === 0) await sayWhyNone(host, client, { name, job })
  }
}

async function sayWhyNone(host: Host, client: CrawlClient, { name, job }: RecordedJob): Promise<void> {
  const now = jobResultOf(await client.status(job.job), host.clock.now())
  const { result } = await addMissedPages(now, job.job, { client })
  const { status, error } = result
  const why = error === undefined ? '' : `: ${error}`
  host.stderr.write(`${printable(name)}: no pages, the job is ${status}${printable(why)}\n`)
}

/** Pages are printed as they come, because there may be very many */
async function printAll(host: Host, format: ResultFormat, { jobs, client }: Fetching): Promise<void> {
  if (format === 'json') host.stdout.write('{"formatVersion":1,"crawls":[')
  for (const [index, { name, job }] of jobs.entries()) {
    if (format === 'json') {
      const head = `${JSON.stringify(name)},"job":${JSON.stringify(job.job)},"pages":[`
      host.stdout.write(`${index === 0 ? '' : ','}\n{"name":${head}`)
    }
    let first = true
    for await (const page of client.pages(job.job)) {
      host.stdout.write(pageText(format, name, page, first))
      first = false
    }
    if (format === 'json') host.stdout.write(']}')
    if (first) await sayWhyNone(host, client, { name, job })
  }
  if (format === 'json') host.stdout.write('\n]}\n')
}

function pageText(format: ResultFormat, crawl: string, page: PageDocument, first: boolean): string {
  if (format === 'ndjson') return `${JSON.stringify({ crawl, page })}\n`
  if (format === 'json') return `${first ? '' : ','}\n${JSON.stringify(page)}`
  return renderPageLine(crawl, page)
}
