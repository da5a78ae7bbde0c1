// What `init` writes for CI and editors in repositories as they are: at the top or below it, with any installer and branch.
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { pipelineProblems, workflowProblems } from '../support/ci-lint.ts'
import type { CliProject } from '../support/run-cli.ts'
import { hereProject } from '../support/run-here.ts'
import { componentJobs, whenInPipeline } from '../support/run-pipeline-job.ts'
import { isTrue } from '../support/workflow-expression.ts'

let repository: CliProject
const read = (file: string): string => readFileSync(path.join(repository.directory, file), 'utf8')

beforeEach(() => {
  repository = hereProject()
  mkdirSync(path.join(repository.directory, '.git'))
})
afterEach(() => repository.remove())

const berry = '__metadata:\n  version: 10\n\n"crawlform@npm:^0.1.0":\n  version: 0.1.0\n'

/** Files at the top of a repository, by installer, and how its CI then gets crawlform. */
const installers = {
  'nothing of crawlform': {
    files: { 'package-lock.json': '{"packages":{"node_modules/other":{}}}\n' },
    lock: undefined,
    runs: ['npm install --prefix .tools --no-audit --no-fund "crawlform@$CRAWLFORM_VERSION"'],
    program: undefined,
  },
  npm: {
    files: { 'package-lock.json': '{"packages":{"node_modules/crawlform":{"version":"0.1.0"}}}\n' },
    lock: 'package-lock.json',
    runs: ['npm ci'],
    program: 'npx crawlform',
  },
  pnpm: {
    files: { 'pnpm-lock.yaml': "lockfileVersion: '9.0'\npackages:\n  crawlform@0.1.0:\n    engines: {}\n" },
    lock: 'pnpm-lock.yaml',
    runs: ['corepack enable', 'pnpm install --frozen-lockfile'],
    program: 'pnpm exec crawlform',
  },
  'Yarn 1': {
    files: { 'yarn.lock': '# yarn lockfile v1\n\n\ncrawlform@^0.1.0:\n  version "0.1.0"\n' },
    lock: 'yarn.lock',
    runs: ['corepack enable', 'yarn install --frozen-lockfile'],
    program: 'yarn crawlform',
  },
  'Yarn 4': {
    files: { 'yarn.lock': berry },
    lock: 'yarn.lock',
    runs: ['corepack enable', 'yarn install --immutable'],
    program: 'yarn crawlform',
  },
  "Yarn 4 with Plug'n'Play": {
    files: { 'yarn.lock': berry, '.pnp.cjs': '' },
    lock: 'yarn.lock',
    runs: ['corepack enable', 'yarn install --immutable', expect.stringContaining('../action.yml')],
    program: 'yarn crawlform',
  },
}
const places = [
  ...Object.keys(installers).map((name) => [name as keyof typeof installers, 'tools/crawls'] as const),
  ['nothing of crawlform', '.'],
  ['npm', '.'],
  ['npm', "o'neill & co/x"],
  ["Yarn 4 with Plug'n'Play", '.'],
] as const

async function begin(ci: 'github' | 'gitlab', folder: string): Promise<void> {
  const url = 'https://docs.example.com/'
  const begun = await repository.run([
    '-C',
    folder,
    'init',
    '--url',
    url,
    '--name',
    'docs',
    '--ci',
    ci,
    '--yes',
  ])
  expect(begun.status).toBe(0)
}

/** The names of files, jobs and records. */
const idOf = (folder: string): string =>
  folder === '.' ? 'crawlform' : `crawlform-${folder.replaceAll(/[^\w./-]+/g, '-').replaceAll('/', '-')}`

interface Workflow {
  readonly name: string
  readonly on: Record<
    'pull_request' | 'push',
    { readonly branches?: readonly string[]; readonly paths: readonly string[] }
  >
  readonly jobs: Record<'plan' | 'apply', { readonly if: string; readonly steps: readonly Step[] }>
}

interface Step {
  readonly run?: string
  readonly uses?: string
  readonly with?: Record<string, string>
}

describe.each(places)('with %s, in %s of a repository', (installer, folder) => {
  const { files, lock, runs, program } = installers[installer]
  beforeEach(() => {
    for (const [file, text] of Object.entries(files)) repository.write(file, text)
  })
  const prefix = folder === '.' ? '' : `${folder}/`
  const own = ['crawlform.yaml', 'crawls/**', 'crawls.lock.json'].map((name) => prefix + name)
  const locked = lock === undefined ? [] : ['package.json', lock]

  it('the workflow for GitHub is valid and has the right commands', async () => {
    await begin('github', folder)
    const file = `.github/workflows/${idOf(folder)}.yml`
    expect(workflowProblems(read(file))).toEqual([])
    // The text is a workflow that was just written.
    const { name, on, jobs } = parse(read(file)) as Workflow
    expect(name).toBe(folder === '.' ? 'crawlform' : `crawlform (${folder})`)
    expect([on.pull_request.paths, on.push.paths]).toEqual(Array(2).fill([...own, ...locked, file]))
    for (const { steps } of Object.values(jobs)) {
      expect(steps.flatMap(({ run }) => run ?? [])).toEqual(runs)
      expect(steps.at(-1)?.with?.['working-directory']).toBe(folder === '.' ? undefined : folder)
    }
  })

  it('the pipeline for GitLab is valid and has the right commands', async () => {
    await begin('gitlab', folder)
    const [pipeline, jobs] = [read('.gitlab-ci.yml'), read('.gitlab/crawlform.yml')]
    expect(pipelineProblems(pipeline, jobs)).toEqual([])
    const [{ inputs }] = parse(pipeline).include
    expect(inputs.program).toBe(program)
    expect(inputs.directory).toBe(folder === '.' ? undefined : folder)
    expect(inputs.paths).toEqual([...own, ...locked, '.gitlab-ci.yml', '.gitlab/crawlform.yml'])
    const plan = componentJobs(jobs, inputs)[`${idOf(folder)}-plan`]
    if (plan === undefined) throw new Error('there is no such job')
    const when = (...changed: readonly string[]): string | undefined =>
      whenInPipeline(plan, { CI_PIPELINE_SOURCE: 'merge_request_event' }, changed)
    expect([when(`${prefix}crawls/docs.yaml`), when('other.md')]).toEqual(['on_success', undefined])
  })

  it('editors find the schemas from the root of the repository', async () => {
    await begin('github', folder)
    const settings = JSON.parse(read('.vscode/settings.json'))
    const schemas = Object.keys(settings['yaml.schemas'])
    expect(Object.values(settings['yaml.schemas'])).toEqual([
      [`${prefix}crawls/**/*.yaml`],
      [`${prefix}crawlform.yaml`],
    ])
    const [, first = ''] = /\$schema=(.*)/.exec(read(`${prefix}crawls/docs.yaml`)) ?? []
    expect(`./${path.posix.join(`${prefix}crawls`, first)}`).toBe(schemas[0])
    const written = existsSync(path.join(repository.directory, schemas[0] ?? ''))
    expect(written).toBe('.pnp.cjs' in files)
  })
})

it('the files name the folders of a project that has its crawls in other folders', async () => {
  repository.write(
    'tools/crawlform.yaml',
    'version: 2\ncrawls: ["sites/*/crawl.{yaml,yml}", "more/**/*.yaml"]\n',
  )
  const begun = await repository.run(['-C', 'tools', 'init', '--ci', 'github', '--yes'])
  expect(begun.status).toBe(0)
  const { on } = parse(read('.github/workflows/crawlform-tools.yml')) as Workflow
  expect(on.push.paths.slice(0, 4)).toEqual([
    'tools/crawlform.yaml',
    'tools/sites/**',
    'tools/more/**',
    'tools/crawls.lock.json',
  ])
  const settings = JSON.parse(read('.vscode/settings.json'))
  expect(Object.values(settings['yaml.schemas'])[0]).toEqual([
    'tools/sites/*/crawl.{yaml,yml}',
    'tools/more/**/*.yaml',
  ])
})

describe('the workflow for GitHub', () => {
  const branches = ['main', 'trunk', 'release/1.x', "o'neill", 'größe']

  it.each(branches)('applies only the default branch %s', async (branch) => {
    await begin('github', '.')
    const { on, jobs } = parse(read('.github/workflows/crawlform.yml')) as Workflow
    const runs = (event: string, ref: string, known: object = { default_branch: branch }): boolean =>
      isTrue(jobs.apply.if, { github: { event_name: event, ref_name: ref, event: { repository: known } } })
    expect(on.push.branches).toEqual(['**'])
    for (const event of ['push', 'workflow_dispatch', 'schedule']) expect(runs(event, branch)).toBe(true)
    expect(runs('schedule', branch, {})).toBe(true)
    for (const ref of ['feature', `${branch}2`]) expect(runs('push', ref)).toBe(false)
    expect(runs('pull_request', '7/merge')).toBe(false)
  })

  it('has another file and independent jobs for a second project', async () => {
    await begin('github', '.')
    await begin('github', 'a/b')
    await begin('github', '[c]')
    const names = ['crawlform', 'crawlform-a-b', 'crawlform--c-'].map(
      (id) => (parse(read(`.github/workflows/${id}.yml`)) as Workflow).name,
    )
    expect(new Set(names).size).toBe(3)
    const { on } = parse(read('.github/workflows/crawlform--c-.yml')) as Workflow
    expect(on.push.paths[0]).toBe(String.raw`\[c\]/crawlform.yaml`)
  })
})

describe('an existing pipeline', () => {
  it('is kept, and the lines for a second project are printed', async () => {
    await begin('gitlab', 'a')
    const before = read('.gitlab-ci.yml')
    const second = await repository.run(['-C', 'b', 'init', '-u', 'https://b.example.com/', '--ci', 'gitlab'])
    expect(read('.gitlab-ci.yml')).toBe(before)
    const lines = /\nAdd to \.\.\/\.gitlab-ci\.yml:\n([^]*?)\n\n/.exec(second.stderr)?.[1] ?? ''
    expect(pipelineProblems(lines, read('.gitlab/crawlform.yml'))).toEqual([])
    expect(parse(lines).include[0].inputs).toMatchObject({ directory: 'b', 'job-prefix': 'crawlform-b' })
    expect(second.stderr).toContain('For completion in VS Code, add to ../.vscode/settings.json:')
    const again = await repository.run(['-C', 'a', 'init', '--ci', 'gitlab'])
    expect(again.stderr).not.toContain('Add to')
  })

  it('has separate jobs, locks, caches and records for each project', async () => {
    await begin('gitlab', 'a')
    await begin('gitlab', 'b')
    const { include } = parse(read('.gitlab-ci.yml'))
    const apply = (inputs: Record<string, string>) =>
      componentJobs(read('.gitlab/crawlform.yml'), inputs)[`${inputs['job-prefix']}-apply`]
    const [a, b] = [
      include[0].inputs,
      { ...include[0].inputs, directory: 'b', 'job-prefix': 'crawlform-b' },
    ].map(apply)
    expect(a?.resource_group).not.toBe(b?.resource_group)
    expect(a?.cache?.key).not.toBe(b?.cache?.key)
    const states = ['a', 'b'].map(
      (folder) => /state\/(crawlform-\w+)$/m.exec(read(`${folder}/crawlform.yaml`))?.[1],
    )
    expect(states).toEqual(['crawlform-a', 'crawlform-b'])
  })
})
