import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { formatState } from '../../src/state/parse-state.ts'
import { aState, aSubmittedRecord } from '../support/a-record.ts'
import { FaultyCrawlService } from '../support/faulty-crawl-service.ts'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import type { CliProject, CliRun } from '../support/run-cli.ts'
import { hereProject } from '../support/run-here.ts'

const LIMIT = 3
const PAGES = 9
const STOPPED = `stopped at limit ${LIMIT}; at least ${PAGES + 1 - LIMIT} more URLs were found`

let site: LoopbackSite
let project: CliProject

beforeAll(async () => {
  const names = Array.from({ length: PAGES }, (_, index) => `/${index}`)
  const links = names.map((name) => `<a href="${name}">${name}</a>`).join(' ')
  // Every page links to all others, so each URL without a place is found several times.
  const page = (name: string) => `<title>Page</title><main><p>Words of page ${name}. ${links}</p></main>`
  site = await startLoopbackSite(Object.fromEntries(['/', ...names].map((name) => [name, page(name)])))
})
afterAll(() => site.close())

beforeEach(() => {
  project = hereProject({ 'crawlform.yaml': 'version: 2\n' })
  crawl(LIMIT)
})
afterEach(() => project.remove())

function crawl(limit: number, more = ''): void {
  project.write(
    'crawls/docs.yaml',
    `version: 2\nrequest: { url: "${site.url('/')}", limit: ${limit}, scrapeOptions: { maxAge: 0 } }\n${more}`,
  )
}

function run(...args: string[]): Promise<CliRun> {
  return project.run(args)
}

function files(): string[] {
  return readdirSync(path.join(project.directory, 'pages/docs')).filter((name) => name.endsWith('.md'))
}

describe('a job that stops at its limit', () => {
  it('says so at its end and in later commands, with the number of URLs left', async () => {
    const applied = await run('apply', '--yes')
    expect([applied.status, applied.stderr]).toEqual([0, expect.stringContaining(`    ${STOPPED}\n`)])
    expect((await run('status')).stdout).toContain(`    ${STOPPED}\n`)
    expect((await run('wait')).stderr).toBe(`docs: completed, 3 pages\n    ${STOPPED}\n`)
    const plan = await run('plan')
    expect(plan.stdout).toContain(`unchanged: the last job ${STOPPED}`)
    expect(plan.stdout).toContain('Nothing to submit: 1 unchanged.')
    const due = await run('plan', '--rerun')
    expect(due.stdout).toContain(`rerun requested; the last job ${STOPPED}`)
    crawl(LIMIT + 1)
    expect((await run('plan')).stdout).toContain(`limit changed; the last job ${STOPPED}`)
  })

  it('has both numbers in JSON, and the sentence in a summary of CI', async () => {
    const report = path.join(project.directory, 'summary.md')
    const applied = await run('apply', '--yes', '--format', 'json', '--report', `markdown=${report}`)
    const stopped = { stoppedAtLimit: LIMIT, urlsLeft: PAGES + 1 - LIMIT }
    expect(JSON.parse(applied.stdout).results).toMatchObject([{ result: stopped }])
    const { stdout: status } = await run('status', '--format', 'json')
    expect(JSON.parse(status).crawls).toMatchObject([{ result: stopped }])
    const { stdout: wait } = await run('wait', '--format', 'json')
    expect(JSON.parse(wait).results).toMatchObject([{ result: stopped }])
    const { stdout: plan } = await run('plan', '--format', 'markdown')
    expect(plan).toContain(STOPPED)
    expect(readFileSync(report, 'utf8')).toContain(`| 3 | ${STOPPED} |`)
  })

  it('is not mentioned if the limit is just enough', async () => {
    crawl(PAGES + 1, 'expect: { complete: true }\n')
    const { status, stderr } = await run('apply', '--yes')
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('stopped')])
  })

  it('fails if the crawl must be complete, and the files are kept', async () => {
    crawl(PAGES + 1)
    expect((await run('apply', '--yes', '--output', 'pages')).status).toBe(0)
    const before = files()
    expect(before).toHaveLength(PAGES + 1)
    crawl(LIMIT, 'expect: { complete: true }\n')
    const { status, stderr } = await run('apply', '--yes', '--output', 'pages')
    expect([status, stderr]).toEqual([5, expect.stringContaining(`    not complete: ${STOPPED}\n`)])
    expect(stderr.split(STOPPED)).toHaveLength(2)
    expect(files()).toEqual(before)
    expect((await run('wait')).status).toBe(5)
  })
})

describe('a service that does not count the URLs left', () => {
  let service: FaultyCrawlService
  beforeEach(async () => {
    service = await new FaultyCrawlService().listen()
  })
  afterEach(() => service.close())

  function ended(completed: number, request: object): void {
    const record = aSubmittedRecord({ request: { url: site.url('/'), ...request } })
    const facts = { attempt: '', body: {}, createdAt: record.at, completed, total: completed }
    service.jobs.push({ id: record.job, status: 'completed', ...facts })
    service.pages = Array.from({ length: completed }, () => ({}))
    project.write(
      'crawlform.yaml',
      `version: 2\nenvironments:\n  remote: { baseUrl: "${service.baseUrl}" }\n`,
    )
    project.write('.crawlform/state/remote.json', formatState({ ...aState(record), environment: 'remote' }))
  }

  it.each([
    ['as many pages as its limit', LIMIT, { limit: LIMIT }, `stopped at limit ${LIMIT}; more URLs may exist`],
    ['as many as the default limit', 10_000, {}, 'stopped at limit 10000; more URLs may exist'],
  ])('may not be complete with %s', async (_what, completed, request, words) => {
    crawl(LIMIT, 'expect: { complete: true }\n')
    ended(completed, request)
    const { status, stderr } = await run('wait', '--env', 'remote')
    expect([status, stderr]).toEqual([5, expect.stringContaining(`    not complete: ${words}\n`)])
    expect((await run('plan', '--env', 'remote')).stdout).toContain(
      `the last job was held back: not complete: ${words}`,
    )
  })

  it('is complete with fewer pages than the limit', async () => {
    crawl(LIMIT, 'expect: { complete: true }\n')
    ended(LIMIT - 1, { limit: LIMIT })
    expect(await run('wait', '--env', 'remote')).toMatchObject({
      status: 0,
      stderr: 'docs: completed, 2 pages\n',
    })
  })
})
