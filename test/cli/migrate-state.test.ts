import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { spawn } from 'node:child_process'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { formatState } from '../../src/state/parse-state.ts'
import type { RecordedState } from '../../src/state/state.ts'
import { aState, aSubmittedRecord } from '../support/a-record.ts'
import { GitRepositories } from '../support/git-repositories.ts'
import { program } from '../support/run-cli.ts'
import { TerraformStateServer } from '../support/terraform-state-server.ts'

let stateServer: TerraformStateServer
let repositories: GitRepositories
let clone: string

beforeEach(async () => {
  stateServer = await new TerraformStateServer().listen()
  repositories = new GitRepositories()
  clone = repositories.clone()
  write('crawls/docs.yaml', 'version: 2\nrequest: { url: "https://example.com/" }\n')
})

afterEach(async () => {
  await stateServer.close()
  repositories.remove()
})

const places: Record<string, () => string> = {
  local: () => '{ backend: local }',
  git: () => '{ backend: git }',
  'git on a branch': () => '{ backend: git, branch: crawlform-state }',
  http: () =>
    `{ backend: http, address: "${stateServer.address()}", lockAddress: "${stateServer.address()}" }`,
}
function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(clone, file)), { recursive: true })
  writeFileSync(path.join(clone, file), text)
}

function keepRecordIn(place: string): void {
  const state = places[place]!()
  write(
    'crawlform.yaml',
    `version: 2\nenvironments: { prod: { baseUrl: "http://127.0.0.1:1", state: ${state} } }\n`,
  )
}

/** Runs a command, and calls a function with its process while it runs. */
function crawlform(words: readonly string[], meanwhile: (kill: () => void) => void = () => {}) {
  const child = spawn(process.execPath, [program, ...words, '--env', 'prod'], {
    cwd: clone,
    env: repositories.env,
  })
  meanwhile(() => child.kill('SIGKILL'))
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (text) => (stdout += String(text)))
  child.stderr.on('data', (text) => (stderr += String(text)))
  return new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve) =>
    child.on('close', (status) => resolve({ status, stdout, stderr })),
  )
}

/** As it is stored in the place that the project file names. */
async function stored(): Promise<RecordedState> {
  return JSON.parse((await crawlform(['state', 'show'])).stdout) as RecordedState
}

const first = { ...aState(aSubmittedRecord()), environment: 'prod', serial: 7 }
/** A record on a server names its project, and keeps that name wherever it goes. */
const onServer = { ...first, project: '.' }

it('the record moves between backends with its lineage, and back over an earlier copy', async () => {
  write('.crawlform/state/prod.json', formatState(first))
  let from = 'local'
  for (const to of ['git', 'http', 'git on a branch', 'local']) {
    keepRecordIn(to)
    const run = await crawlform(['state', 'migrate', '--from', places[from]!()])
    expect([run.status, run.stderr, run.stdout]).toEqual([0, '', expect.stringMatching(/^1 record copied/)])
    if (to === 'git') await crawlform(['state', 'move', 'docs', 'handbook'])
    if (to === 'http') await crawlform(['state', 'move', 'handbook', 'docs'])
    from = to
  }
  expect(await stored()).toEqual({ ...onServer, serial: 9 })
  const again = await crawlform(['state', 'migrate', '--from', places['http']!()])
  expect([again.status, again.stdout]).toEqual([0, expect.stringContaining('before; nothing to do')])
})

it('manifests and feed marks move with the record', async () => {
  write('.crawlform/state/prod.json', formatState(first))
  const folder = '.crawlform/state/manifests/prod'
  const [mark, manifest] = [`${folder}/docs/feed.delivered`, `${folder}/docs/2026-11-01T00%3a00.job.jsonl`]
  write(mark, 'job\n')
  write(manifest, 'a manifest\n')
  keepRecordIn('git')
  expect((await crawlform(['state', 'migrate', '--from', 'local'])).status).toBe(0)
  rmSync(path.join(clone, folder), { recursive: true })
  keepRecordIn('local')
  expect((await crawlform(['state', 'migrate', '--from', 'git'])).status).toBe(0)
  const texts = [mark, manifest].map((file) => readFileSync(path.join(clone, file), 'utf8'))
  expect(texts).toEqual(['job\n', 'a manifest\n'])
})

it('a different record at the target is not overwritten', async () => {
  stateServer.state = formatState({ ...first, lineage: 'another' })
  write('.crawlform/state/prod.json', formatState(first))
  keepRecordIn('http')
  const run = await crawlform(['state', 'migrate', '--from', 'local'])
  expect([run.status, run.stderr]).toEqual([
    6,
    expect.stringContaining('holds another record of submissions'),
  ])
  expect(stateServer.state).toContain('another')
})

it.each(['LOCK', 'GET', 'POST', 'UNLOCK'])(
  'a copy that is killed at %s is completed by the same command',
  async (method) => {
    write('.crawlform/state/prod.json', formatState(first))
    keepRecordIn('http')
    let seen = 0
    const killed = await crawlform(['state', 'migrate', '--from', 'local'], (kill) => {
      // The first GET is the look at what is there; the second is under the lock.
      stateServer.onRequest = (now) => {
        if (now === method && ++seen === (method === 'GET' ? 2 : 1)) kill()
      }
    })
    expect(killed.status).toBe(null)
    stateServer.onRequest = () => {}
    expect([undefined, formatState(onServer)]).toContain(stateServer.state)
    const left = stateServer.lock?.ID ?? 'nothing-is-locked-any-more'
    expect((await crawlform(['state', 'unlock', left, '--yes'])).status).toBe(0)
    expect((await crawlform(['state', 'migrate', '--from', 'local'])).status).toBe(0)
    expect(stateServer.state).toBe(formatState(onServer))
    expect(readFileSync(path.join(clone, '.crawlform/state/prod.json'), 'utf8')).toBe(formatState(first))
  },
)

it.each([
  ['http', '"address" is missing'],
  ['nowhere', 'which is not a state backend'],
  ['{ backend: git', 'which is not a state backend'],
  ['{ backend: git, address: x }', '"address"'],
])('%s is refused as a source', async (from, message) => {
  keepRecordIn('local')
  const run = await crawlform(['state', 'migrate', '--from', from])
  expect([run.status, run.stderr]).toEqual([64, expect.stringContaining(message)])
  expect(run.stderr).toContain('help: Use local, git, or the former value of "state:" in crawlform.yaml')
})

it('the current place of the record is refused as a source', async () => {
  keepRecordIn('git')
  const run = await crawlform(['state', 'migrate', '--from', 'git'])
  expect([run.status, run.stderr]).toEqual([
    64,
    expect.stringContaining('The record is already in refs/crawlform/prod'),
  ])
})
