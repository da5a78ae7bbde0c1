import { readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { JobRecord, RecordedState } from '../../src/state/state.ts'
import { aSubmittingRecord } from '../support/a-record.ts'
import { REMOTE_STATE, remoteProject, type RemoteProject } from '../support/remote-project.ts'

let remote: RemoteProject

beforeEach(async () => {
  remote = await remoteProject(
    {
      'crawls/docs.yaml': 'version: 2\nrequest: { url: "https://example.com/" }\n',
    },
    ', idempotencyKeys: true',
  )
})

afterEach(() => remote.close())

it('apply saves an outcome that it cannot record in a file, and state reconcile records it', async () => {
  const stateFile = path.join(remote.project.directory, REMOTE_STATE)
  remote.service.onStart = () => {
    // In the moment of the submission the record becomes a directory, which no file can replace.
    rmSync(stateFile)
    remote.project.write(`${REMOTE_STATE}/x`, '')
  }
  const run = await remote.project.run(['apply', '--env', 'remote', '--yes'])
  expect([run.status, run.stderr]).toEqual([
    4,
    expect.stringContaining('crawlform state reconcile --env remote'),
  ])
  const [job] = remote.service.jobs
  // The disk is fixed; what it had of the attempt is its intent.
  rmSync(stateFile, { recursive: true })
  const intent = aSubmittingRecord({ attempt: job!.attempt })
  remote.record(intent)
  const plan = await remote.project.run(['plan', '--env', 'remote', '--format', 'json'])
  expect(JSON.parse(plan.stdout)).toMatchObject({ changes: [{ action: 'in-doubt' }] })
  const kept = 'The outcome of 1 submission is kept in '
  expect([plan.stderr, (await remote.project.run(['status', '--env', 'remote'])).stderr]).toEqual([
    expect.stringContaining(kept),
    expect.stringContaining(kept),
  ])
  expect((await remote.project.run(['state', 'reconcile', '--env', 'remote'])).status).toBe(0)
  const { records } = JSON.parse(readFileSync(stateFile, 'utf8')) as RecordedState
  expect(records).toMatchObject([{ phase: 'submitted', job: job!.id }])
  expect(remote.service.jobs).toHaveLength(1)
})

it('outcomes of two runs that could not be recorded are both kept, then recorded', async () => {
  remote.project.write('crawls/blog.yaml', 'version: 2\nrequest: { url: "https://example.org/" }\n')
  const stateFile = path.join(remote.project.directory, REMOTE_STATE)
  const intents: JobRecord[] = []
  for (const crawl of ['docs', 'blog']) {
    remote.service.onStart = () => {
      const state = JSON.parse(readFileSync(stateFile, 'utf8')) as RecordedState
      intents.push(...state.records.filter((record) => record.crawl === crawl))
      rmSync(stateFile)
      remote.project.write(`${REMOTE_STATE}/x`, '')
    }
    const run = await remote.project.run(['apply', crawl, '--env', 'remote', '--yes'])
    expect([run.status, run.stderr]).toEqual([
      4,
      expect.stringContaining('crawlform state reconcile --env remote'),
    ])
    rmSync(stateFile, { recursive: true })
  }
  const kept = () =>
    readdirSync(path.join(remote.project.directory, '.crawlform')).filter((name) =>
      name.startsWith('errored'),
    )
  expect(kept()).toEqual(['errored-state-2.json', 'errored-state.json'])
  remote.record(...intents)
  const plan = await remote.project.run(['plan', '--env', 'remote'])
  expect(plan.stderr.match(/is kept in .*errored-state(?:-2)?\.json but not recorded/g)).toHaveLength(2)
  // Another environment has nothing to do with it.
  expect((await remote.project.run(['state', 'reconcile'])).stdout).toBe('Nothing is in doubt.\n')
  expect(kept()).toHaveLength(2)
  expect((await remote.project.run(['state', 'reconcile', '--env', 'remote'])).status).toBe(0)
  const { records } = JSON.parse(readFileSync(stateFile, 'utf8')) as RecordedState
  expect(records).toMatchObject([
    { crawl: 'blog', phase: 'submitted', job: remote.service.jobs[1]!.id },
    { crawl: 'docs', phase: 'submitted', job: remote.service.jobs[0]!.id },
  ])
  expect(kept()).toEqual([])
})
