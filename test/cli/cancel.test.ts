import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runCli } from '../../src/cli/cli.ts'
import { formatState } from '../../src/state/parse-state.ts'
import type { RecordedState } from '../../src/state/state.ts'
import { systemClock } from '../../src/util/clock.ts'
import { aState, aSubmittedRecord } from '../support/a-record.ts'
import { fakeHost } from '../support/fake-host.ts'
import { FaultyCrawlService, type FaultyJob } from '../support/faulty-crawl-service.ts'
import { cliProject, type CliProject } from '../support/run-cli.ts'

let service: FaultyCrawlService
let project: CliProject
let job: FaultyJob

beforeEach(async () => {
  service = await new FaultyCrawlService().listen()
  project = cliProject({
    'crawlform.yaml': `version: 2\nenvironments:\n  remote: { baseUrl: "${service.baseUrl}" }\n`,
    'crawls/docs.yaml': 'version: 2\nrequest: { url: "https://example.com/" }\n',
  })
  const record = aSubmittedRecord()
  job = {
    id: record.job,
    attempt: '',
    body: {},
    createdAt: record.at,
    status: 'scraping',
    completed: 7,
    total: 9,
  }
  service.jobs.push(job)
  project.write('.crawlform/state/remote.json', formatState({ ...aState(record), environment: 'remote' }))
})

afterEach(async () => {
  project.remove()
  await service.close()
})

async function cancel(): Promise<string> {
  const argv = ['-C', project.directory, 'cancel', '--env', 'remote', '--yes']
  const host = fakeHost({ argv, clock: systemClock })
  expect([await runCli(host), host.err()]).toEqual([0, ''])
  return host.out()
}

function recordedStatus(): string | undefined {
  const text = readFileSync(path.join(project.directory, '.crawlform/state/remote.json'), 'utf8')
  const record = (JSON.parse(text) as RecordedState).records[0]
  return record?.phase === 'submitted' ? record.result?.status : undefined
}

it('cancels a running job, and records that', async () => {
  expect(await cancel()).toBe(`docs: job ${job.id} cancelled\n`)
  expect([job.status, recordedStatus()]).toEqual(['cancelled', 'cancelled'])
})

it('asks for the status first: a service may make a finished job a cancelled one', async () => {
  service.cancelsFinished = true
  job.status = 'completed'
  expect(await cancel()).toBe(`docs: job ${job.id} had already ended\n`)
  expect([job.status, recordedStatus()]).toEqual(['completed', 'completed'])
  expect(service.requests.map(({ method }) => method)).not.toContain('DELETE')
})

it('says that a job is not known to the service', async () => {
  service.jobs.length = 0
  expect(await cancel()).toBe(`docs: job ${job.id} is not known to the service\n`)
})

it('is not done by --replace either to a job that has ended meanwhile', async () => {
  service.cancelsFinished = true
  job.status = 'completed'
  const words = ['apply', '--replace', '--yes', '--set', 'docs.request.limit=2', '--env', 'remote']
  const host = fakeHost({ argv: ['-C', project.directory, ...words], clock: systemClock })
  expect([await runCli(host), service.jobs.map(({ status }) => status)]).toEqual([
    0,
    ['completed', 'scraping'],
  ])
  expect(host.err()).toContain(`docs: replaced job ${job.id} had already ended\n`)
})

it('records how many of the pages are results, as status counts them', async () => {
  const { id } = job
  job.errors = [{ id, url: 'https://example.com/x', error: 'No.' }]
  await cancel()
  const argv = ['-C', project.directory, 'plan', '--env', 'remote', '--summary']
  const host = fakeHost({ argv, clock: systemClock })
  expect([await runCli(host), host.out()]).toEqual([
    0,
    expect.stringContaining(': cancelled, 7 pages, 1 failed'),
  ])
})
