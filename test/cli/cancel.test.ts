import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runCli } from '../../src/cli/cli.ts'
import type { RecordedState } from '../../src/state/state.ts'
import { systemClock } from '../../src/util/clock.ts'
import { aSubmittedRecord } from '../support/a-record.ts'
import { fakeHost } from '../support/fake-host.ts'
import type { FaultyJob } from '../support/faulty-crawl-service.ts'
import { REMOTE_STATE, remoteProject, type RemoteProject } from '../support/remote-project.ts'

let remote: RemoteProject
let job: FaultyJob

beforeEach(async () => {
  remote = await remoteProject({
    'crawls/docs.yaml': 'version: 2\nrequest: { url: "https://example.com/" }\n',
  })
  job = remote.recordJob(aSubmittedRecord(), { completed: 7, total: 9 })
})

afterEach(() => remote.close())

async function cancel(): Promise<string> {
  const argv = ['-C', remote.project.directory, 'cancel', '--env', 'remote', '--yes']
  const host = fakeHost({ argv, clock: systemClock })
  expect([await runCli(host), host.err()]).toEqual([0, ''])
  return host.out()
}

function recordedStatus(): string | undefined {
  const text = readFileSync(path.join(remote.project.directory, REMOTE_STATE), 'utf8')
  const record = (JSON.parse(text) as RecordedState).records[0]
  return record?.phase === 'submitted' ? record.result?.status : undefined
}

it('cancels a running job and records it', async () => {
  expect(await cancel()).toBe(`docs: job ${job.id} cancelled\n`)
  expect([job.status, recordedStatus()]).toEqual(['cancelled', 'cancelled'])
})

it('asks for the status first, so that a finished job does not become cancelled', async () => {
  remote.service.cancelsFinished = true
  job.status = 'completed'
  expect(await cancel()).toBe(`docs: job ${job.id} had already ended\n`)
  expect([job.status, recordedStatus()]).toEqual(['completed', 'completed'])
  expect(remote.service.requests.map(({ method }) => method)).not.toContain('DELETE')
})

it('reports that the service does not know the job', async () => {
  remote.service.jobs.length = 0
  expect(await cancel()).toBe(`docs: job ${job.id} is not known to the service\n`)
})

it('apply --replace does not cancel a job that has ended meanwhile', async () => {
  remote.service.cancelsFinished = true
  job.status = 'completed'
  const words = ['apply', '--replace', '--yes', '--set', 'docs.request.limit=2', '--env', 'remote']
  const host = fakeHost({ argv: ['-C', remote.project.directory, ...words], clock: systemClock })
  expect([await runCli(host), remote.service.jobs.map(({ status }) => status)]).toEqual([
    0,
    ['completed', 'scraping'],
  ])
  expect(host.err()).toContain(`docs: replaced job ${job.id} had already ended\n`)
})

it('records how many pages are results, as status counts them', async () => {
  const { id } = job
  job.errors = [{ id, url: 'https://example.com/x', error: 'No.' }]
  await cancel()
  const argv = ['-C', remote.project.directory, 'plan', '--env', 'remote', '--summary']
  const host = fakeHost({ argv, clock: systemClock })
  expect([await runCli(host), host.out()]).toEqual([
    0,
    expect.stringContaining(': cancelled, 7 pages, 1 failed'),
  ])
})
