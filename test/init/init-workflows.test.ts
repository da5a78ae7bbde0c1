import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { packageVersion } from '../../src/util/package-file.ts'
import { startForgeServer, type ForgeServer } from '../support/forge-server.ts'
import { startJobServer, type JobServer } from '../support/job-server.ts'
import { ReviewedProject } from '../support/reviewed-project.ts'
import { actionDirectory, runAction, type ActionRun } from '../support/run-action.ts'
import { cliProject } from '../support/run-cli.ts'
import { componentFile, componentJobs, runPipelineJob } from '../support/run-pipeline-job.ts'
import { TerraformStateServer } from '../support/terraform-state-server.ts'
import { fillExpressions } from '../support/workflow-expression.ts'

let forge: ForgeServer
let jobs: JobServer
let project: ReviewedProject

beforeEach(async () => {
  forge = await startForgeServer()
  jobs = await startJobServer()
  project = new ReviewedProject()
})
afterEach(async () => {
  await Promise.all([forge.close(), jobs.close()])
  project.remove()
})

/** Commits what `init` writes in a folder of a repository, with a service on this machine. */
async function begin(ci: 'github' | 'gitlab', folder = '.'): Promise<Record<string, string>> {
  const begun = cliProject({ '.git/HEAD': '' })
  try {
    const url = 'https://docs.example.com/'
    await begun.run(['-C', folder, 'init', '--url', url, '--name', 'docs', '--ci', ci, '--yes'])
    rmSync(path.join(begun.directory, '.git'), { recursive: true })
    const files = readdirSync(begun.directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
    const texts = Object.fromEntries(
      files.map((file) => [
        path.relative(begun.directory, file),
        readFileSync(file, 'utf8').replace('https://api.firecrawl.dev', jobs.url),
      ]),
    )
    project.merge(texts)
    return texts
  } finally {
    begun.remove()
  }
}

/** For PATH: an npm that installs this package as the version that it is, and nothing else. */
function npm(): string {
  const bin = project.commands({
    npm: `case "$*" in *" --prefix "*" crawlform@${packageVersion()}") ;; *) echo "npm $*" >&2; exit 1 ;; esac
mkdir -p "$3" && cd "$3"
mkdir -p node_modules/.bin && ln -s "${actionDirectory}" node_modules/crawlform
printf '#!/bin/sh\\nexec "${process.execPath}" "${actionDirectory}/dist/cli/main.cjs" "$@"\\n' > node_modules/.bin/crawlform
chmod +x node_modules/.bin/crawlform`,
  })
  return `${bin}:${process.env['PATH']}`
}

interface WorkflowStep {
  readonly run?: string
  readonly uses?: string
  readonly with?: Record<string, string>
  readonly env?: Record<string, string>
}

interface Workflow {
  readonly on: Record<'pull_request' | 'push', { readonly paths: readonly string[] }>
  readonly env?: Record<string, string>
  readonly permissions: Record<string, string>
  readonly jobs: Record<
    string,
    {
      readonly if: string
      readonly 'timeout-minutes': number
      readonly permissions: Record<string, string>
      readonly concurrency: { readonly group: string; readonly 'cancel-in-progress': boolean }
      readonly steps: readonly WorkflowStep[]
    }
  >
}

describe('the workflow for GitHub', () => {
  const read = (files: Record<string, string>): Workflow =>
    // The text is a workflow that this repository has just written.
    parse(files[Object.keys(files).find((file) => file.startsWith('.github/')) ?? ''] ?? '') as Workflow

  /** The last step's run, which is the action's. */
  async function runJob(
    { env: shared, jobs: all }: Workflow,
    name: 'plan' | 'apply',
    { checkout, event }: { checkout: string; event: object },
  ): Promise<ActionRun> {
    const steps = all[name]?.steps ?? []
    const env = { ...shared, ...project.repositories.env, PATH: npm(), GITHUB_API_URL: forge.githubApi }
    for (const { run } of steps) {
      if (run !== undefined) execFileSync('bash', ['-e', '-c', run], { cwd: checkout, env })
    }
    const { uses = '', with: inputs = {}, env: given = {} } = steps.at(-1) ?? {}
    const context = { secrets: { FIRECRAWL_API_KEY: 'k' } }
    return runAction({
      actionPath: path.resolve(checkout, uses),
      inputs,
      workspace: checkout,
      eventName: 'pull_request' in event ? 'pull_request' : 'push',
      event,
      repository: 'owner/name',
      token: forge.token,
      env: {
        ...env,
        ...Object.fromEntries(
          Object.entries(given).map(([name, value]) => [name, fillExpressions(value, context)]),
        ),
      },
      uses: () => ({ 'artifact-url': 'https://ci.example.com/1' }),
    })
  }

  it.each(['.', 'tools/crawls'])(
    'in %s plans a branch without a key, and applies a merge once',
    async (folder) => {
      const workflow = read(await begin('github', folder))
      const change = project.propose({ 'README.md': 'new' })
      const event = {
        pull_request: { number: 7, base: { sha: change.base }, head: { repo: { full_name: 'owner/name' } } },
      }
      const planned = await runJob(workflow, 'plan', { checkout: project.checkout(), event })
      expect(planned).toMatchObject({ status: 0, outputs: { changes: '1' } })
      expect(forge.comments[0]?.body).toContain('Plan for environment production')
      expect(forge.comments[0]?.body.includes('tools/crawls')).toBe(folder !== '.')
      for (const submitted of ['1 submitted.', 'Nothing to submit.']) {
        const checkout = project.checkout('refs/heads/main')
        const applied = await runJob(workflow, 'apply', { checkout, event: {} })
        expect(applied).toMatchObject({ status: 0, outputs: { summary: submitted } })
      }
      expect([...jobs.jobs]).toEqual([['https://docs.example.com/', 1]])
    },
  )

  it('fails if a crawl has fewer pages than its file expects', async () => {
    const workflow = read(await begin('github'))
    project.merge({
      'crawls/docs.yaml':
        'version: 2\nrequest: { url: "https://docs.example.com/", limit: 600 }\nexpect: { minPages: 500 }\n',
    })
    jobs.pages = 65
    const checkout = project.checkout('refs/heads/main')
    const ran = await runJob(workflow, 'apply', { checkout, event: {} })
    expect(ran).toMatchObject({ status: 5, outputs: { exitcode: '5' } })
    expect(ran.summary).toContain('65 pages, at least 500 expected')
  })

  it('runs only for files of the project, with a time limit', async () => {
    const text = await begin('github')
    const { on, jobs: all } = read(text)
    const paths = ['crawlform.yaml', 'crawls/**', 'crawls.lock.json', '.github/workflows/crawlform.yml']
    expect(on).toMatchObject({ pull_request: { paths }, push: { paths } })
    expect(Object.values(all).map((job) => job['timeout-minutes'])).toEqual([15, 60])
    expect(text['.github/workflows/crawlform.yml']).toMatch(/^ {4}# environment: production$/m)
  })

  it('uses one major version of each action, and names the version of crawlform once', async () => {
    const text = (await begin('github'))['.github/workflows/crawlform.yml'] ?? ''
    expect(new Set(text.match(/actions\/[\w-]+@\S+/g))).toEqual(
      new Set(['actions/checkout@v7', 'actions/setup-node@v7']),
    )
    expect(text.split(packageVersion())).toHaveLength(2)
  })

  it('gives each job minimal permissions, and runs one apply at a time', async () => {
    const { permissions, jobs: workflowJobs } = read(await begin('github'))
    expect(permissions).toEqual({ contents: 'read' })
    expect(workflowJobs['plan']).toMatchObject({
      if: "github.event_name == 'pull_request'",
      permissions: { contents: 'read', 'pull-requests': 'write' },
      concurrency: { group: '${{ github.workflow }}-plan-${{ github.ref }}', 'cancel-in-progress': true },
    })
    expect(workflowJobs['apply']).toMatchObject({
      permissions: { contents: 'write' },
      concurrency: { group: '${{ github.workflow }}-apply', 'cancel-in-progress': false },
    })
  })
})

describe('the pipeline for GitLab', () => {
  const places = [
    ['.', 'crawlform'],
    ['tools/crawls', 'crawlform-tools-crawls'],
  ] as const
  it.each(places)(
    'in %s plans a merge request without a key, and applies a merge once',
    async (folder, id) => {
      const states = await new TerraformStateServer().listen()
      states.credentials = 'gitlab-ci-token:job-token'
      try {
        const files = await begin('gitlab', folder)
        const pipeline = parse(files['.gitlab-ci.yml'] ?? '') as {
          include: [{ local: string; inputs: Record<string, string> }]
        }
        const [{ local, inputs }] = pipeline.include
        expect(files[local]).toBe(readFileSync(componentFile, 'utf8'))
        const { [`${id}-plan`]: plan, [`${id}-apply`]: apply } = componentJobs(files[local] ?? '', inputs)
        if (plan === undefined || apply === undefined) throw new Error('a job is missing')
        const env = {
          ...project.repositories.env,
          PATH: npm(),
          GITLAB_CI: 'true',
          CI_API_V4_URL: states.address(),
          CI_PROJECT_ID: '12',
          CI_JOB_TOKEN: 'job-token',
        }
        project.propose({ 'README.md': 'new' })
        const planned = await runPipelineJob(plan, project.checkout(), {
          ...env,
          CI_MERGE_REQUEST_PROJECT_ID: '12',
          CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '12',
        })
        expect(planned.log).toContain('Plan: 1 to submit.')
        expect(planned.status).toBe(0)
        for (const submitted of ['1 submitted.', 'Nothing to submit.']) {
          const applied = await runPipelineJob(apply, project.checkout('refs/heads/main'), {
            ...env,
            FIRECRAWL_API_KEY: 'k',
          })
          expect(applied.log).toContain(submitted)
        }
        expect([...jobs.jobs]).toEqual([['https://docs.example.com/', 1]])
        expect(states.requests.map(({ path: asked }) => asked.split('?')[0])).toContain(
          `/state/projects/12/terraform/state/${id}/lock`,
        )
      } finally {
        await states.close()
      }
    },
  )
})
