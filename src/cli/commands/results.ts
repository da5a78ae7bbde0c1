import { addMissedPages } from '../../apply/missed-pages.ts'
import { jobResultOf } from '../../apply/wait-for-jobs.lazy.ts'
import { ClientError } from '../../client/client-error.ts'
import type { CrawlClient } from '../../client/crawl-client.ts'
import type { PageDocument } from '../../protocol/crawl-status.ts'
import { renderPageLine } from '../../render/render-page.ts'
import { plural } from '../../util/plural.ts'
import { printable } from '../../util/printable.ts'
import type { Command } from '../arguments/command.ts'
import { exitStatus } from '../process/exit-status.ts'
import type { Host } from '../process/host.ts'
import { jobsOf, openRecord, recordsOf, type RecordedJob } from '../project/open-record.ts'
import { openService } from '../session/open-service.lazy.ts'
import { formatOption, projectOptions } from '../arguments/shared-options.ts'
import { outputOptions, readOutput, type PageOutput } from '../arguments/page-output.ts'
import { writePages } from '../session/write-pages.lazy.ts'

const formats = ['text', 'json', 'ndjson'] as const
type ResultFormat = (typeof formats)[number]

export const resultsCommand: Command = {
  usage: 'results [...names]',
  description:
    'Shows the pages of the last job of each crawl, finished or not: URLs as text, whole pages as JSON, or one Markdown\nfile a page below --output, with an index.jsonl.',
  options: [...projectOptions, ...outputOptions(), formatOption(formats)],
  examples: [
    'crawlform results docs',
    'crawlform results docs --output pages --links relative',
    'crawlform results docs --format ndjson | jq .page.metadata.title',
  ],
  async run(host, input) {
    const { options } = input
    const output = readOutput(host.cwd, options)
    const opened = await openRecord(host, input)
    if (opened === undefined) return exitStatus.configuration
    const jobs = jobsOf(opened)
    if (jobs.length === 0) {
      host.stderr.say('No results: no job is recorded.\n')
      return exitStatus.ok
    }
    // Without names, all jobs are meant.
    const missing = input.args.length === 0 ? [] : opened.crawls.filter(({ name }) => !has(jobs, name))
    for (const { name } of missing) host.stderr.say(`${printable(name)}: no job is recorded\n`)
    const service = await openService(host, opened.loaded, recordsOf(opened))
    try {
      const fetching = { jobs, client: service.client }
      const isWhole =
        output === undefined
          ? await printAll(host, formatOf(options.text('format')), fetching)
          : await writeAll(host, output, fetching)
      return isWhole ? exitStatus.ok : exitStatus.world
    } finally {
      await service.close()
    }
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

/** Writes the pages of each job as files. Returns whether all of them came. */
async function writeAll(
  host: Host,
  { directory, links }: PageOutput,
  { jobs, client }: Fetching,
): Promise<boolean> {
  let isWhole = true
  for (const { name, job } of jobs) {
    const url = job.request['url']
    const startUrl = typeof url === 'string' ? url : ''
    const lack = await lackOf(host, name, async () => {
      const source = { crawl: name, startUrl, pages: client.pages(job.job) }
      const { pages } = await writePages(directory, source, { links })
      host.stdout.say(`${printable(name)}: ${plural(pages, 'page')} written to ${printable(directory)}\n`)
      if (pages === 0) await sayWhyNone(host, client, { name, job })
    })
    isWhole &&= lack === undefined
  }
  return isWhole
}

/** Delivers pages. Returns, and says on stderr, why they are not all there; undefined when they are. */
async function lackOf(host: Host, name: string, deliver: () => Promise<void>): Promise<string | undefined> {
  try {
    await deliver()
    return undefined
  } catch (error) {
    if (!(error instanceof ClientError)) throw error
    host.stderr.say(`${printable(name)}: ${printable(error.message)}\n`)
    return error.message
  }
}

async function sayWhyNone(host: Host, client: CrawlClient, { name, job }: RecordedJob): Promise<void> {
  const now = jobResultOf(await client.status(job.job), host.clock.now())
  const { result } = await addMissedPages(now, job.job, { client })
  const { status, error } = result
  const why = error === undefined ? '' : `: ${error}`
  host.stderr.say(`${printable(name)}: no pages, the job is ${status}${printable(why)}\n`)
}

/** Prints pages as they come, because there may be very many. Returns whether all of them came. */
async function printAll(host: Host, format: ResultFormat, { jobs, client }: Fetching): Promise<boolean> {
  let isWhole = true
  if (format === 'json') host.stdout.write('{"formatVersion":1,"crawls":[')
  for (const [index, { name, job }] of jobs.entries()) {
    if (format === 'json') {
      const head = `${JSON.stringify(name)},"job":${JSON.stringify(job.job)},"pages":[`
      host.stdout.write(`${index === 0 ? '' : ','}\n{"name":${head}`)
    }
    const lack = await lackOf(host, name, async () => {
      let first = true
      for await (const page of client.pages(job.job)) {
        host.stdout.write(pageText(format, name, page, first))
        first = false
      }
      if (first) await sayWhyNone(host, client, { name, job })
    })
    isWhole &&= lack === undefined
    if (format === 'json')
      host.stdout.write(`]${lack === undefined ? '' : `,"error":${JSON.stringify(lack)}`}}`)
  }
  if (format === 'json') host.stdout.write('\n]}\n')
  return isWhole
}

function pageText(format: ResultFormat, crawl: string, page: PageDocument, first: boolean): string {
  if (format === 'ndjson') return `${JSON.stringify({ crawl, page })}\n`
  if (format === 'json') return `${first ? '' : ','}\n${JSON.stringify(page)}`
  return renderPageLine(crawl, page)
}
