import { readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { formatState } from '../../src/state/parse-state.ts'
import type { JobRecord, RecordedState } from '../../src/state/state.ts'
import { aState, aSubmittingRecord } from '../support/a-record.ts'
import { FaultyCrawlService } from '../support/faulty-crawl-service.ts'
import { type CliProject } from '../support/run-cli.ts'
import { hereProject } from '../support/run-here.ts'

let service: FaultyCrawlService
let project: CliProject

beforeEach(async () => {
  service = await new FaultyCrawlService().listen()
  project = hereProject({
    'crawlform.yaml': `version: 2\nenvironments:\n  remote: { baseUrl: "${service.baseUrl}", idempotencyKeys: true }\n`,
    'crawls/docs.yaml': 'version: 2\nrequest: { url: "https://example.com/" }\n',
  })
})

afterEach(async () => {
  project.remove()
  await service.close()
})

it('an apply that cannot record its outcome keeps it in a file, from where the next reconcile records it', async () => {
  const stateFile = path.join(project.directory, '.crawlform/state/remote.json')
  service.onStart = () => {
    // In the moment of the submission the record becomes a directory, which no file can replace.
    rmSync(stateFile)
    project.write('.crawlform/state/remote.json/x', '')
  }
  const run = await project.run(['apply', '--env', 'remote', '--yes'])
  expect([run.status, run.stderr]).toEqual([
    4,
    expect.stringContaining('crawlform state reconcile --env remote'),
  ])
  const [job] = service.jobs
  // The disk is fixed; what it had of the attempt is its intent.
  rmSync(stateFile, { recursive: true })
  const intent = aSubmittingRecord({ attempt: job!.attempt })
  project.write('.crawlform/state/remote.json', formatState({ ...aState(intent), environment: 'remote' }))
  const plan = await project.run(['plan', '--env', 'remote', '--format', 'json'])
  expect(JSON.parse(plan.stdout)).toMatchObject({ changes: [{ action: 'in-doubt' }] })
  const kept = 'The outcome of 1 submission is kept in '
  expect([plan.stderr, (await project.run(['status', '--env', 'remote'])).stderr]).toEqual([
    expect.stringContaining(kept),
    expect.stringContaining(kept),
  ])
  expect((await project.run(['state', 'reconcile', '--env', 'remote'])).status).toBe(0)
  const { records } = JSON.parse(readFileSync(stateFile, 'utf8')) as RecordedState
  expect(records).toMatchObject([{ phase: 'submitted', job: job!.id }])
  expect(service.jobs).toHaveLength(1)
})

it('what one run could not record is not lost to the next, and both are recorded by the command that was told', async () => {
  project.write('crawls/blog.yaml', 'version: 2\nrequest: { url: "https://example.org/" }\n')
  const stateFile = path.join(project.directory, '.crawlform/state/remote.json')
  const intents: JobRecord[] = []
  for (const crawl of ['docs', 'blog']) {
    service.onStart = () => {
      const state = JSON.parse(readFileSync(stateFile, 'utf8')) as RecordedState
      intents.push(...state.records.filter((record) => record.crawl === crawl))
      rmSync(stateFile)
      project.write('.crawlform/state/remote.json/x', '')
    }
    const run = await project.run(['apply', crawl, '--env', 'remote', '--yes'])
    expect([run.status, run.stderr]).toEqual([
      4,
      expect.stringContaining('crawlform state reconcile --env remote'),
    ])
    rmSync(stateFile, { recursive: true })
  }
  const kept = () =>
    readdirSync(path.join(project.directory, '.crawlform')).filter((name) => name.startsWith('errored'))
  expect(kept()).toEqual(['errored-state-2.json', 'errored-state.json'])
  const stored = { ...aState(...intents), environment: 'remote' }
  project.write('.crawlform/state/remote.json', formatState(stored))
  const plan = await project.run(['plan', '--env', 'remote'])
  expect(plan.stderr.match(/is kept in .*errored-state(?:-2)?\.json but not recorded/g)).toHaveLength(2)
  // Another environment has nothing to do with it.
  expect((await project.run(['state', 'reconcile'])).stdout).toBe('Nothing is in doubt.\n')
  expect(kept()).toHaveLength(2)
  expect((await project.run(['state', 'reconcile', '--env', 'remote'])).status).toBe(0)
  const { records } = JSON.parse(readFileSync(stateFile, 'utf8')) as RecordedState
  expect(records).toMatchObject([
    { crawl: 'blog', phase: 'submitted', job: service.jobs[1]!.id },
    { crawl: 'docs', phase: 'submitted', job: service.jobs[0]!.id },
  ])
  expect(kept()).toEqual([])
})
