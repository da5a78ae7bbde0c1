import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { JobRecord, RecordedState } from '../../src/state/state.ts'
import { aDoubtfulRecord, aSubmittedRecord } from '../support/a-record.ts'
import { REMOTE_STATE, remoteProject, type RemoteProject } from '../support/remote-project.ts'

const ATTEMPT = '00000000-0000-4000-8000-000000000001'

let remote: RemoteProject

beforeEach(async () => {
  remote = await remoteProject({
    'crawls/docs.yaml': 'version: 2\nrequest: { url: "https://example.com/" }\n',
  })
  remote.record(aDoubtfulRecord(), aSubmittedRecord({ crawl: 'settled' }))
})

afterEach(() => remote.close())

function recorded(): JobRecord {
  const text = readFileSync(path.join(remote.project.directory, REMOTE_STATE), 'utf8')
  return (JSON.parse(text) as RecordedState).records[0]!
}

const reconcile = (...words: string[]) =>
  remote.project.run(['state', 'reconcile', '--env', 'remote', ...words])
const posts = () => remote.service.requests.filter(({ method }) => method === 'POST')

/** The project says of its service that it starts nothing twice for one key. */
function vouchForKeys(): void {
  const environment = `{ baseUrl: "${remote.service.baseUrl}", idempotencyKeys: true }`
  remote.project.write('crawlform.yaml', `version: 2\nenvironments:\n  remote: ${environment}\n`)
}

const apply = () => remote.project.run(['apply', '--env', 'remote', '--yes', '--no-wait'])
const keys = () => posts().map(({ headers }) => headers['x-idempotency-key'])

it('apply shows whole seconds until it retries', async () => {
  remote.service.faults.push('429-header')
  remote.record()
  const applying = remote.project.start(['apply', '--env', 'remote', '--yes', '--no-wait'])
  await applying.says('docs: retrying in ')
  applying.kill('SIGKILL')
  expect((await applying.ended).stderr).toMatch(/^docs: retrying in \d+s: HTTP 429/m)
})

it('state forget asks before it forgets a running job, and names the command that cancels it', async () => {
  remote.record(aSubmittedRecord())
  const asked = await remote.project.run([
    '-C',
    remote.project.directory,
    'state',
    'forget',
    'docs',
    '--env',
    'remote',
  ])
  expect(asked.status).toBe(6)
  expect(asked.stderr).toMatch(
    /^The job \S+ of "docs" may still be running; "crawlform -C \S+ cancel --env remote" ends it/,
  )
  expect(asked.stderr).toContain(
    `\n  crawlform -C ${remote.project.directory} state forget docs --env remote --yes\n`,
  )
  const cancel = await remote.project.run(['-C', remote.project.directory, 'cancel', '--env', 'remote'])
  expect(cancel.stderr).toContain(`\n  crawlform -C ${remote.project.directory} cancel --env remote --yes\n`)
})

describe('a self-hosted service, which may not know idempotency keys', () => {
  it('gets no key and no second attempt, and the ways out are named', async () => {
    remote.service.faults.push('502-started')
    remote.record()
    const doubtful = await apply()
    expect(doubtful.status).toBe(4)
    expect(doubtful.stderr).toContain(
      'To settle the submissions in doubt, run:\n  crawlform state reconcile --env remote\n',
    )
    expect(keys()).toEqual([undefined])
    expect(posts().map(({ headers }) => headers['x-crawlform-name'])).toEqual(['docs'])
    // Not even when somebody vouches for it afterwards: this attempt carried no key.
    vouchForKeys()
    remote.service.jobs.length = 0
    const run = await reconcile()
    expect([run.status, posts().length]).toEqual([4, 1])
    expect(run.stdout).toContain('docs: still in doubt: it was sent without a key')
    expect(run.stderr).toContain('crawlform state reconcile docs --env remote --assume started|not-started')
    expect(run.stderr).not.toContain('idempotencyKeys')
  })

  it('gets no second attempt, even if the first one had a key', async () => {
    const run = await reconcile()
    expect([run.status, posts()]).toEqual([4, []])
    expect(run.stdout).toContain('docs: still in doubt: the service may not know idempotency keys')
    // One of them answers 500 to every key, another starts a second job.
    expect(run.stderr).not.toContain('idempotencyKeys')
  })

  it.each(['replay', 'conflict'] as const)(
    'gets the attempt again with the same key if the project vouches for it: %s',
    async (policy) => {
      remote.service.keyPolicy = policy
      remote.service.createdAt = () => new Date().toISOString()
      remote.service.faults.push('502-started')
      vouchForKeys()
      remote.record()
      expect((await apply()).status).toBe(4)
      const run = await reconcile()
      expect([run.status, run.stdout]).toEqual([0, expect.stringContaining('docs: started, job')])
      expect([keys().length, new Set(keys()).size, remote.service.jobs.length]).toEqual([2, 1, 1])
      expect(keys()[0]).toMatch(/^[0-9a-f-]{36}$/)
      expect(recorded()).toMatchObject({ phase: 'submitted', job: remote.service.jobs[0]!.id })
    },
  )

  it('leaves the attempt in doubt after an answer that proves nothing', async () => {
    vouchForKeys()
    remote.service.faults.push('400')
    const run = await reconcile()
    expect(run.status).toBe(4)
    expect(run.stdout).toContain('docs: still in doubt: sent again with the same key: HTTP 400')
    expect(recorded()).toMatchObject({ phase: 'in-doubt', attempt: ATTEMPT })
  })
})

describe('--assume', () => {
  it.each([
    [['--assume', 'started', '--why', 'seen', '--job', 'job-9'], { phase: 'submitted', job: 'job-9' }],
    [['--assume', 'not-started', '--why', 'seen'], { phase: 'failed', assumed: 'seen' }],
  ])('records the given outcome: %j', async (words, expected) => {
    expect((await reconcile('docs', ...words)).status).toBe(0)
    expect(recorded()).toMatchObject(expected)
    expect(remote.service.requests).toEqual([])
  })

  it('says what is missing without the id of the job', async () => {
    const run = await reconcile('docs', '--assume', 'started', '--why', 'seen')
    expect(run).toMatchObject({ status: 0, stdout: 'docs: recorded as started\n' })
    expect(run.stderr).toMatch(/^Without "--job", the job is unknown: /)
    remote.record(aDoubtfulRecord())
    const withJob = await reconcile('docs', '--assume', 'started', '--why', 'seen', '--job', 'job-9')
    expect(withJob).toMatchObject({ stdout: 'docs: recorded as started\n', stderr: '' })
  })

  it('changes nothing for a crawl whose outcome is known', async () => {
    const run = await reconcile('settled', '--assume', 'not-started', '--why', 'x')
    expect([run.status, run.stdout]).toEqual([0, 'Nothing is in doubt.\n'])
  })

  it.each([
    [['docs', '--assume', 'started'], '"--assume" needs "--why"'],
    [['--assume', 'started', '--why', 'x'], 'needs the name of a crawl'],
    [['docs', '--why', 'x'], '"--why" and "--job" need'],
    [['docs', '--assume', 'not-started', '--why', 'x', '--job', 'j'], '"--job" needs'],
    [['*', '--assume', 'started', '--why', 'x', '--job', 'j'], '"--job" needs the name of exactly one crawl'],
    [['nothing'], 'There is no crawl "nothing"'],
    [
      ['--from', 'git'],
      '"state reconcile" does not accept "--from".\n  help: Only "state migrate" accepts it.',
    ],
  ])('refuses %j', async (words, message) => {
    const run = await reconcile(...words)
    expect([run.status, run.stderr]).toEqual([64, expect.stringContaining(message)])
    expect(recorded()).toMatchObject({ phase: 'in-doubt' })
  })
})

it.each([
  [[], 'The argument <action> is missing.\n  help: Write one of: list, '],
  [
    ['list', '--yes'],
    '"state list" does not accept "--yes".\n  help: Only "state forget" and "state unlock" accept it.',
  ],
  [['show', '--assume', 'started'], '"state show" does not accept "--assume"'],
  [['unlock'], '"state unlock" needs the id'],
])('state refuses options and names that its action does not use: %j', async (words, message) => {
  const run = await remote.project.run(['state', ...words])
  expect([run.status, run.stderr]).toEqual([64, expect.stringContaining(message)])
})
