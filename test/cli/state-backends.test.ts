import { execFile, spawn } from 'node:child_process'
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RecordedState } from '../../src/state/state.ts'
import { FaultyCrawlService } from '../support/faulty-crawl-service.ts'
import { startLoopbackProxy } from '../support/loopback-proxy.ts'
import { GitRepositories } from '../support/git-repositories.ts'
import { startCli } from '../support/run-cli.ts'
import { TerraformStateServer } from '../support/terraform-state-server.ts'

const program = path.join(import.meta.dirname, '../../dist/cli/main.cjs')
const names = ['alpha', 'beta', 'gamma']

let service: FaultyCrawlService
let stateServer: TerraformStateServer
let repositories: GitRepositories

beforeEach(async () => {
  service = await new FaultyCrawlService().listen()
  stateServer = await new TerraformStateServer().listen()
  stateServer.credentials = 'ci:hunter2'
  repositories = new GitRepositories()
})

afterEach(async () => {
  await Promise.all([service.close(), stateServer.close()])
  repositories.remove()
})

const backends = {
  git: () => '{ backend: git }',
  'git on a branch': () => '{ backend: git, branch: crawlform-state }',
  http: () =>
    `{ backend: http, address: "${stateServer.address()}", lockAddress: "${stateServer.address()}", username: ci, password: "\${secret:STATE_PASSWORD}" }`,
}

/** A clone with a project in it, as a machine of continuous integration has it. */
function aClone(state: string): string {
  const clone = repositories.clone('--depth=1')
  mkdirSync(path.join(clone, 'crawls'))
  const environment = `{ baseUrl: "${service.baseUrl}", state: ${state} }`
  writeFileSync(
    path.join(clone, 'crawlform.yaml'),
    `version: 2\nenvironments:\n  production: ${environment}\n`,
  )
  for (const name of names) {
    const request = `{ url: "https://${name}.example.com/", limit: 5 }`
    writeFileSync(path.join(clone, `crawls/${name}.yaml`), `version: 2\nrequest: ${request}\n`)
  }
  return clone
}

function crawlform(
  clone: string,
  ...words: string[]
): Promise<{ status: number; stdout: string; stderr: string }> {
  const env = { ...repositories.env, CI: 'true', STATE_PASSWORD: 'hunter2' }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, ...words, '--env', 'production'],
      { cwd: clone, env },
      (error, stdout, stderr) => {
        resolve({ status: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
      },
    )
  })
}

describe.each(Object.entries(backends))('the record in the backend %s', (_kind, state) => {
  it('lets two machines that apply at once submit every crawl exactly once', async () => {
    const clones = [aClone(state()), aClone(state())]
    const runs = await Promise.all(clones.map((clone) => crawlform(clone, 'apply', '--yes')))
    const urls = service.jobs.map((job) => JSON.stringify(job.body['url']))
    expect(urls.toSorted()).toEqual(names.map((name) => `"https://${name}.example.com/"`))
    // The one that came too late says so: its plan is out of date (6), or it planned amid the other's submissions, whose
    // outcome nobody could know then (4). It may also have come so late that nothing was left to do.
    for (const run of runs) expect([0, 4, 6]).toContain(run.status)
    const after = await crawlform(clones[0]!, 'plan', '--detailed-exitcode')
    expect([after.status, after.stderr]).toEqual([0, ''])
  })
})

it.each(['plan', 'status'])(
  '%s asks a git remote as often for several crawls as for one',
  async (command) => {
    const clone = aClone(backends.git())
    for (const name of names)
      appendFileSync(path.join(clone, `crawls/${name}.yaml`), 'expect: { minPages: 3 }\n')
    service.onStart = () =>
      void Object.assign(service.jobs.at(-1)!, { status: 'completed', completed: 1, total: 1 })
    service.pages = [{ markdown: 'A', metadata: { url: 'https://a.example.com/', statusCode: 200 } }]
    expect((await crawlform(clone, 'apply', '--yes', '--wait')).status).toBe(5)
    // git writes a line for each of its commands.
    const trace = path.join(clone, 'trace')
    repositories.env['GIT_TRACE2'] = trace
    const { stdout } = await crawlform(clone, command)
    expect(stdout.match(/1 page, at least 3 expected/g)).toHaveLength(names.length)
    // For the record, which says why a job was held back. No manifest is read for that.
    expect(readFileSync(trace, 'utf8').match(/ start git .* ls-remote /g)).toHaveLength(1)
  },
)

it('board reads the record twice, and all manifests once, from a git remote', async () => {
  const clone = aClone(backends.git())
  service.onStart = () =>
    void Object.assign(service.jobs.at(-1)!, { status: 'completed', completed: 1, total: 1 })
  service.pages = [{ markdown: 'A', metadata: { url: 'https://a.example.com/', statusCode: 200 } }]
  expect((await crawlform(clone, 'apply', '--yes', '--wait')).status).toBe(0)
  const trace = path.join(clone, 'trace')
  repositories.env['GIT_TRACE2'] = trace
  const { stdout } = await crawlform(clone, 'board', '--out', 'pub')
  expect(stdout).toContain(`${names.length + 3} files written to pub`)
  expect(readFileSync(path.join(clone, 'pub/index.html'), 'utf8')).toContain(`All ${names.length} crawls`)
  expect(readFileSync(trace, 'utf8').match(/ start git .* ls-remote /g)).toHaveLength(3)
})

it('the record on a server is reached through the proxy of the environment', async () => {
  const proxy = await startLoopbackProxy()
  const state = backends.http().replaceAll('127.0.0.1', 'state.test')
  repositories.env['HTTP_PROXY'] = proxy.url
  const run = await crawlform(aClone(state), 'apply', '--yes')
  await proxy.close()
  expect([run.status, run.stderr]).toEqual([0, expect.stringContaining('alpha: submitted')])
  expect(stateServer.state).toContain('"submitted"')
  // In absolute form, as curl asks.
  expect(proxy.seen.length).toBeGreaterThan(0)
  expect(proxy.seen.filter((line) => !/^[A-Z]+ http:\/\/state\.test:/.test(line))).toEqual([])
})

it('an interrupt stops apply at once, after the open submission is recorded', async () => {
  const clone = aClone(backends.http())
  const child = spawn(process.execPath, [program, 'apply', '--yes', '--env', 'production'], {
    cwd: clone,
    env: { ...repositories.env, STATE_PASSWORD: 'hunter2' },
  })
  stateServer.onRequest = (method) => {
    if (method !== 'LOCK') return
    child.kill('SIGINT')
    stateServer.onRequest = () => {}
  }
  let stderr = ''
  child.stderr.on('data', (text) => (stderr += String(text)))
  const status = await new Promise((resolve) => child.on('close', resolve))
  expect([status, stderr]).toEqual([
    130,
    expect.stringContaining('Finishing submissions in progress. Interrupt again to stop at once.\n'),
  ])
  const { records } = JSON.parse(stateServer.state ?? '') as RecordedState
  expect(records.filter(({ phase }) => phase === 'submitted')).toHaveLength(service.jobs.length)
  expect(records).toHaveLength(service.jobs.length)
})

it('says which server does not answer, and ends at the second interrupt', async () => {
  const clone = aClone(backends.git())
  const env = { ...(repositories.env as Record<string, string>), GIT_SSH_COMMAND: 'exec sleep 30; :' }
  const start = (...words: string[]) => startCli(clone, [...words, '--env', 'production'], { env })
  const waits = (command: string): string =>
    `Waiting for refs/crawlform/production of the git remote "origin" (git ${command}).\n`
  repositories.hook(
    'pre-receive',
    `[ -e "${clone}/hangs" ] || { : > "${clone}/hangs"; exit 1; }; exec sleep 30`,
  )
  const applying = start('apply', '--yes')
  await applying.says(' Trying again, 2 of 4.\n')
  await applying.says(waits('push'))
  applying.kill('SIGINT')
  await applying.says('Finishing submissions in progress. Interrupt again to stop at once.\n')
  applying.kill('SIGINT')
  expect((await applying.ended).status).toBe(130)
  expect(service.jobs).toEqual([])
  repositories.git(clone, 'remote', 'set-url', 'origin', 'ssh://git@127.0.0.1/state.git')
  const planning = start('plan')
  await planning.says(waits('ls-remote'))
  planning.kill('SIGINT')
  expect(await planning.ended).toMatchObject({ status: null, signal: 'SIGINT', stdout: '' })
})

it.each([
  ['git', '{ backend: git }', 'could not be reached'],
  ['http', '{ backend: http, address: "ADDRESS/${secret:STATE_PASSWORD}", lockAddress: "ADDRESS" }', '401'],
])('shows no secret of an address: %s', async (_kind, written, problem) => {
  const clone = aClone(written.replaceAll('ADDRESS', stateServer.address()))
  writeFileSync(
    path.join(clone, 'crawls/hook.yaml'),
    'version: 2\nrequest: { url: "https://h.example.com/", limit: 5, webhook: { url: "https://h.example.com/${secret:STATE_PASSWORD}" } }\n',
  )
  repositories.git(clone, 'remote', 'set-url', 'origin', 'file:///no/such/hunter2/place.git')
  const run = await crawlform(clone, 'plan')
  expect([run.status, run.stderr]).toEqual([3, expect.stringContaining(problem)])
  expect(run.stderr).toContain('/${secret:STATE_PASSWORD}')
  expect(run.stdout + run.stderr).not.toContain('hunter2')
})

it('refuses a record on a server without a lock', async () => {
  const run = await crawlform(aClone('{ backend: http, address: "https://state.example.com/" }'), 'plan')
  expect([run.status, run.stderr]).toEqual([
    1,
    expect.stringContaining('"lockAddress" is missing in "state"'),
  ])
})

it('names the missing variable or login of a record on a server, and no secret', async () => {
  const clone = aClone(backends.http().replace('STATE_PASSWORD', 'NOT_SET'))
  const run = await crawlform(clone, 'plan')
  expect([run.status, run.stderr]).toEqual([3, expect.stringContaining('needs NOT_SET, which is not set')])
  const refused = await crawlform(
    aClone(backends.http().replace('username: ci', 'username: somebody')),
    'plan',
  )
  expect(refused.status).toBe(3)
  expect(refused.stderr).toContain('HTTP 401. Check username and password of the state backend.')
  expect(refused.stderr).not.toContain('hunter2')
})

it.each([
  ['CI_API_V4_URL', 'https://gitlab.com/api/v4, or that path of your own GitLab'],
  ['CI_PROJECT_ID', "the number in the menu of the project's page"],
])('says where GitLab sets %s, and its value elsewhere', async (name, value) => {
  const address = `"https://state.example.com/\${env:${name}}"`
  const clone = aClone(`{ backend: http, address: ${address}, lockAddress: ${address} }`)
  const { status, stderr } = await crawlform(clone, 'plan')
  expect([status, stderr]).toEqual([
    3,
    `crawlform: The environment "production" needs ${name}, which is not set.\n  help: GitLab sets it in the jobs of a pipeline. For this shell: export ${name}=... (${value}).\n`,
  ])
})

it('says what to run without a remote, and without a repository', async () => {
  const clone = aClone('{ backend: git }')
  const helpOf = async (): Promise<string> => {
    const { status, stderr } = await crawlform(clone, 'plan')
    expect(status).toBe(3)
    return stderr.slice(stderr.indexOf('help: '))
  }
  const locally = 'To keep the record on this machine, set "state: { backend: local }" in crawlform.yaml.\n'
  repositories.git(clone, 'remote', 'rename', 'origin', 'upstream')
  const other = 'If it has another name, set "remote" next to "backend: git".'
  expect(await helpOf()).toBe(`help: Run: git remote add origin URL. ${other} ${locally}`)
  rmSync(path.join(clone, '.git'), { recursive: true })
  expect(await helpOf()).toBe(`help: Run: git init && git remote add origin URL. ${locally}`)
})
