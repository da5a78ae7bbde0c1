import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { formatState } from '../../src/state/parse-state.ts'
import type { RecordedState } from '../../src/state/state.ts'
import { FaultyCrawlService } from '../support/faulty-crawl-service.ts'
import { GitRepositories } from '../support/git-repositories.ts'

const program = path.join(import.meta.dirname, '../../dist/cli/main.cjs')
const REF = 'refs/crawlform/production'
const projects = ['', 'sites/shop', 'sites/shop.eu']

let service: FaultyCrawlService
let repositories: GitRepositories

beforeEach(async () => {
  service = await new FaultyCrawlService().listen()
  repositories = new GitRepositories()
})

afterEach(async () => {
  await service.close()
  repositories.remove()
})

/** Returns a clone with a project in each of `projects`: one crawl of its own, and one whose name all of them use. */
function aMonorepo(state: string): string {
  const clone = repositories.clone()
  for (const project of projects) {
    const directory = path.join(clone, project)
    mkdirSync(path.join(directory, 'crawls'), { recursive: true })
    const environment = `{ baseUrl: "${service.baseUrl}", state: ${state} }`
    writeFileSync(
      path.join(directory, 'crawlform.yaml'),
      `version: 2\nenvironments:\n  production: ${environment}\n`,
    )
    const own = crawlOf(project)
    for (const crawl of [own, 'docs']) {
      const request = `{ url: "https://${own}.example.com/${crawl}", limit: 5 }`
      writeFileSync(path.join(directory, `crawls/${crawl}.yaml`), `version: 2\nrequest: ${request}\n`)
    }
  }
  return clone
}

function crawlOf(project: string): string {
  return project === '' ? 'root' : project.replaceAll(/\W/g, '-')
}

interface Ended {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

function crawlform(directory: string, ...words: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, ...words, '--env', 'production'],
      { cwd: directory, env: { ...repositories.env, CI: 'true' } },
      (error, stdout, stderr) =>
        resolve({ status: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    )
  })
}

function storedRecord(project: string): RecordedState {
  const file = `${REF}:production.${project}.json`
  return JSON.parse(repositories.git(repositories.bare, 'cat-file', 'blob', file)) as RecordedState
}

it.each(['{ backend: git }', '{ backend: git, branch: crawlform-state }'])(
  'three projects submit each crawl only once with %s',
  async (state) => {
    const clone = aMonorepo(state)
    for (const round of [1, 2]) {
      for (const project of projects) {
        const run = await crawlform(path.join(clone, project), 'apply', '--yes')
        expect([run.status, run.stdout]).toEqual([
          0,
          expect.stringContaining(round === 1 ? '2 submitted.' : 'Nothing to submit.'),
        ])
        expect(run.stdout + run.stderr).not.toContain('forget')
        expect(run.stderr).not.toContain('old record')
      }
    }
    expect(service.jobs).toHaveLength(6)
  },
)

it('two projects can apply at once', async () => {
  const clone = aMonorepo('{ backend: git }')
  const directories = projects.map((project) => path.join(clone, project))
  const runs = await Promise.all(directories.map((directory) => crawlform(directory, 'apply', '--yes')))
  expect(runs.map(({ status }) => status)).toEqual([0, 0, 0])
  expect(service.jobs).toHaveLength(6)
  for (const project of ['project', 'project.sites.shop', 'project.sites.shop%2eeu'])
    expect(storedRecord(project).records.map(({ phase }) => phase)).toEqual(['submitted', 'submitted'])
})

it('takes over the old shared record once, says so, and keeps the crawls of others', async () => {
  const clone = aMonorepo('{ backend: git }')
  const [root = '', nested = ''] = projects.map((project) => path.join(clone, project))
  // The crawl names differ, as in a record that both could use.
  for (const directory of [root, nested]) rmSync(path.join(directory, 'crawls/docs.yaml'))
  const apply = (directory: string) => crawlform(directory, 'apply', '--yes')
  await apply(root)
  await apply(nested)
  const [one, two] = [storedRecord('project'), storedRecord('project.sites.shop')]
  repositories.pushRecord(
    REF,
    'production.json',
    formatState({ ...one, serial: 9, records: [...one.records, ...two.records] }),
  )
  for (const directory of [nested, root]) {
    const plan = await crawlform(directory, 'plan')
    expect([plan.stdout, plan.stderr]).toEqual([
      expect.stringContaining('Nothing to submit: 1 unchanged.'),
      '',
    ])
    const request = '{ url: "https://new.example.com/", limit: 5 }'
    writeFileSync(path.join(directory, 'crawls/new.yaml'), `version: 2\nrequest: ${request}\n`)
    const own = crawlOf(path.relative(clone, directory))
    const other = crawlOf(path.relative(clone, directory === root ? nested : root))
    const first = await apply(directory)
    expect(first.stderr.split('Took over')).toHaveLength(2)
    expect(first.stderr).toContain(
      `Took over "${own}" from production.json, the old record that all projects of this repository shared. It was not changed. It also holds crawls that this project does not declare: "${other}".`,
    )
    const again = await apply(directory)
    expect([again.status, again.stdout]).toEqual([0, 'Nothing to submit.\n'])
    expect(again.stderr).not.toContain('Took over')
  }
  expect(service.jobs).toHaveLength(4)
})

it('finds the record of a project through a link to its directory', async () => {
  const clone = aMonorepo('{ backend: git }')
  await crawlform(path.join(clone, 'sites/shop'), 'apply', '--yes')
  symlinkSync(path.join(clone, 'sites/shop'), path.join(repositories.root, 'short'))
  const run = await crawlform(path.join(repositories.root, 'short'), 'plan')
  expect(run.stdout).toContain('Nothing to submit: 2 unchanged.')
})
