// Conditions that every surface shows: text, JSON and exit status.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aSubmittedRecord } from '../support/a-record.ts'
import type { FaultyJob } from '../support/faulty-crawl-service.ts'
import { remoteProject, type RemoteProject } from '../support/remote-project.ts'

let remote: RemoteProject

beforeEach(async () => {
  remote = await remoteProject({
    'crawls/docs.yaml': 'version: 2\nrequest: { url: "https://example.com/", limit: 50 }\n',
  })
})

afterEach(() => remote.close())

/** A recorded job with one of four pages, whose state is not recorded. */
function lastJob(job: Partial<FaultyJob>): void {
  const record = aSubmittedRecord({ request: { limit: 50 } })
  remote.recordJob(record, { completed: 1, total: 4, ...job })
  const url = 'https://example.com/'
  remote.service.pages = [{ markdown: 'A', metadata: { url, sourceURL: url, statusCode: 200 } }]
}

async function run(...words: string[]) {
  const { status, stdout } = await remote.project.run([...words, '--env', 'remote'])
  return { status, out: stdout }
}

it('status says why a job waits, as text and as JSON', async () => {
  lastJob({ waitsBecause: 'robots.txt\nanswered 503.' })
  expect((await run('status')).out).toContain('running  1 of 4 known pages')
  expect((await run('status')).out).toContain('    waits: robots.txt answered 503.\n')
  const { crawls } = JSON.parse((await run('status', '--format', 'json')).out)
  expect(crawls).toMatchObject([{ state: 'scraping', waitsBecause: 'robots.txt\nanswered 503.' }])
})

it('status says in JSON why failed pages are not known', async () => {
  lastJob({ status: 'completed' })
  remote.service.answers.push(200, 403)
  const { crawls } = JSON.parse((await run('status', '--format', 'json')).out)
  expect(crawls).toMatchObject([{ unlisted: expect.stringMatching(/^errors of job .+: planned 403$/) }])
})

it('apply reports the job of an earlier run that failed, in every format', async () => {
  lastJob({ status: 'failed' })
  const words = ['apply', '--yes', '--wait', '--report', 'json=apply.json']
  const { status, out } = await run(...words)
  expect([status, out]).toEqual([5, 'Nothing to submit. 1 crawl with problems.\n'])
  expect(JSON.parse(readFileSync(path.join(remote.project.directory, 'apply.json'), 'utf8'))).toMatchObject({
    results: [],
    followed: [{ name: 'docs', result: { status: 'failed' }, problems: ['the job failed'] }],
  })
})

it('plan counts the failed pages of the last job, and results leaves them out', async () => {
  const errors = ['a', 'b'].map((id) => ({ id, url: `https://example.com/${id}`, error: 'Timed out.' }))
  // No more than were delivered.
  lastJob({ status: 'completed', completed: 2, total: 2, errors })
  remote.service.pages.push({ markdown: 'B', metadata: { url: 'https://example.com/2', statusCode: 200 } })
  await run('wait')
  expect((await run('plan')).out).toContain('unchanged: the last job has 2 failed pages')
  const { changes } = JSON.parse((await run('plan', '--format', 'json')).out)
  expect(changes).toMatchObject([{ reason: 'the last job has 2 failed pages' }])
  const { stderr } = await remote.project.run(['results', '--env', 'remote'])
  expect(stderr).toBe('docs: 2 failed pages left out: see crawlform status --env remote docs\n')
})

it('wait says how to crawl again if the pages expire while they are read', async () => {
  lastJob({ status: 'completed', completed: 2, total: 2 })
  remote.service.partSize = 1
  remote.service.pages.push({ markdown: 'B', metadata: { url: 'https://example.com/b', statusCode: 200 } })
  // After the status and its errors, both pages are read for a review, for the expectations, and for the files.
  remote.service.answers.push(200, 200, 200, 404, 200, 404, 200, 404)
  const { stderr, status } = await remote.project.run(['wait', '--output', 'pages', '--env', 'remote'])
  expect([status, stderr]).toEqual([
    5,
    expect.stringMatching(
      /HTTP 404: .*; services keep .* and "crawlform apply --env remote docs --rerun" crawls again\n/,
    ),
  ])
  expect(stderr).not.toContain('tries again')
})
