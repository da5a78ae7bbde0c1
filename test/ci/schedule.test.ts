// Nights of a scheduled crawl in CI: the files that `init` writes, with the lines about an issue and pages uncommented. Each
// night has a new checkout, as on a runner, and the embedded service crawls a site that changes.
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { startForgeServer, type ForgeServer } from '../support/forge-server.ts'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { ReviewedProject } from '../support/reviewed-project.ts'
import { actionDirectory, runAction } from '../support/run-action.ts'
import { cliProject, program } from '../support/run-cli.ts'
import { componentJobs, runPipelineJob } from '../support/run-pipeline-job.ts'
import { TerraformStateServer } from '../support/terraform-state-server.ts'

interface Night {
  readonly status: number
  readonly log: string
  /** `op URL` of each line. */
  readonly feed: readonly string[] | undefined
}

let forge: ForgeServer
let states: TerraformStateServer
let site: LoopbackSite
let project: ReviewedProject

beforeEach(async () => {
  forge = await startForgeServer()
  states = await new TerraformStateServer().listen()
  site = await startLoopbackSite({ '/robots.txt': { status: 404 }, '/sitemap.xml': { status: 404 } })
  project = new ReviewedProject()
  link('a', 'b')
  for (const name of ['a', 'b', 'c'])
    site.set(`/${name}`, `<title>${name}</title><p>The text of ${name}.</p>`)
})
afterEach(async () => {
  await Promise.all([forge.close(), states.close(), site.close()])
  project.remove()
})

function link(...names: string[]): void {
  site.set('/', names.map((name) => `<a href="/${name}">${name}</a>`).join(' '))
}

/** Commits what `init` writes, for the embedded service, issue 7 and a server of states. */
async function begin(ci: 'github' | 'gitlab'): Promise<(file: string) => string> {
  const begun = cliProject()
  try {
    await begun.run(['init', '--url', `${site.origin}/`, '--name', 'docs', '--ci', ci, '--yes'])
    const read = (file: string): string =>
      readFileSync(path.join(begun.directory, file), 'utf8')
        .replaceAll(/# (?=(?:issues?|pages): )/g, '')
        .replace(/issue: '?1'?/, "issue: '7'")
    const file = ci === 'github' ? '.github/workflows/crawlform.yml' : '.gitlab-ci.yml'
    const texts = new Map([[file, read(file)]])
    if (ci === 'gitlab') texts.set('.gitlab/crawlform.yml', read('.gitlab/crawlform.yml'))
    project.merge({
      ...Object.fromEntries(texts),
      'crawlform.yaml': read('crawlform.yaml')
        .replace(/baseUrl:.*\n.*apiKey.*\n/, 'service: embedded\n')
        .replaceAll('${env:CI_API_V4_URL}', states.address()),
      'crawls/docs.yaml': `version: 2
request: { url: "${site.origin}/", limit: 50, scrapeOptions: { maxAge: 0 } }
expect: { maxRemoved: 30% }
`,
    })
    return (name) => texts.get(name) ?? ''
  } finally {
    begun.remove()
  }
}

function feedOf(folder: string): readonly string[] | undefined {
  const file = path.join(folder, 'feed.jsonl')
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => {
    const { op, url, file: page } = JSON.parse(line) as Record<'op' | 'url' | 'file', string>
    if (page !== undefined) expect(existsSync(path.join(folder, 'pages', page))).toBe(true)
    return `${op} ${url.slice(site.origin.length)}`
  })
}

async function onGithub(): Promise<(more?: string) => Promise<Night>> {
  const read = await begin('github')
  const workflow = parse(read('.github/workflows/crawlform.yml')) as {
    on: object
    jobs: { apply: { permissions: object; steps: { with: Record<string, string> }[] } }
  }
  expect(workflow.on).toMatchObject({ schedule: [{ cron: '15 3 * * *' }], workflow_dispatch: null })
  expect(workflow.jobs.apply.permissions).toEqual({ contents: 'write', issues: 'write' })
  return async (more = '') => {
    let feed: readonly string[] | undefined
    const ran = await runAction({
      actionPath: actionDirectory,
      inputs: { ...workflow.jobs.apply.steps.at(-1)?.with, arguments: more },
      workspace: project.checkout('refs/heads/main'),
      eventName: 'schedule',
      event: {},
      repository: 'owner/name',
      token: forge.token,
      env: { ...project.repositories.env, PATH: process.env['PATH'], GITHUB_API_URL: forge.githubApi },
      uses: (action, { name, path: folder = '' }) => {
        expect(action).toBe('actions/upload-artifact@v7')
        if (name === 'crawlform-board') expect(readdirSync(folder)).toContain('index.html')
        else {
          expect(name).toBe('crawlform-pages')
          feed = feedOf(folder)
        }
        return {}
      },
    })
    return { status: ran.status, log: ran.log + ran.summary, feed }
  }
}

async function onGitlab(): Promise<(more?: string) => Promise<Night>> {
  const read = await begin('gitlab')
  const pipeline = parse(read('.gitlab-ci.yml')) as { include: [{ inputs: Record<string, string> }] }
  const { inputs } = pipeline.include[0]
  const bin = project.commands({
    npm: `mkdir -p node_modules/.bin
printf '#!/bin/sh\\nexec "${process.execPath}" "${program}" "$@"\\n' > node_modules/.bin/crawlform
chmod +x node_modules/.bin/crawlform`,
  })
  const kept = path.join(project.repositories.root, 'cache')
  let pipelines = 0
  return async (more = '') => {
    const { 'crawlform-apply': job } = componentJobs(read('.gitlab/crawlform.yml'), {
      ...inputs,
      arguments: more,
    })
    if (job === undefined) throw new Error('there is no apply job')
    const checkout = project.checkout('refs/heads/main')
    const [cached = ''] = job.cache?.paths ?? []
    if (existsSync(kept)) cpSync(kept, path.join(checkout, cached), { recursive: true })
    const { status, log, files } = await runPipelineJob(job, checkout, {
      ...project.repositories.env,
      PATH: `${bin}:${process.env['PATH']}`,
      GITLAB_CI: 'true',
      GITLAB_TOKEN: forge.token,
      CI_API_V4_URL: forge.gitlabApi,
      CI_JOB_TOKEN: 'job-token',
      CI_JOB_URL: 'https://gitlab.example.com/jobs/5',
      CI_PIPELINE_ID: String(++pipelines),
      CI_PROJECT_ID: '12',
    })
    if (existsSync(path.join(checkout, cached)))
      cpSync(path.join(checkout, cached), kept, { recursive: true })
    const report = files['crawlform-apply/apply.md'] ?? ''
    return { status, log: log + report, feed: feedOf(path.join(checkout, 'crawlform-apply')) }
  }
}

describe.each([
  ['GitHub', onGithub],
  ['GitLab', onGitlab],
])('a scheduled crawl on %s', (_, open) => {
  it('keeps a feed of changes, and comments on an issue only for changes and failures', async () => {
    const night = await open()
    const first = await night()
    expect(first).toMatchObject({ status: 0, feed: ['upsert /', 'upsert /a', 'upsert /b'] })

    // Nothing is due.
    expect(await night()).toMatchObject({ status: 0, feed: [] })
    expect(forge.comments).toEqual([])

    link('a', 'c', 'b')
    const changed = await night('--rerun')
    expect(changed).toMatchObject({ status: 0, feed: ['upsert /', 'upsert /c'] })
    expect(changed.log).toContain('### What changed on the site\n')
    expect(forge.comments).toHaveLength(1)
    expect(forge.comments[0]?.body).toContain(`- added: \`${site.origin}/c\` c`)

    // The same pages again.
    expect(await night('--rerun')).toMatchObject({ status: 0, feed: [] })
    expect(forge.comments).toHaveLength(1)

    link('a')
    for (const name of ['/b', '/c']) site.set(name, { status: 404 })
    const held = await night('--rerun')
    expect(held).toMatchObject({ status: 5, feed: [] })
    expect(forge.comments.at(-1)?.body).toContain('2 of 4 pages would be removed (at most 30%)')
    expect(forge.comments.at(-1)?.body).toMatch(/\[The run\]\(https:\/\/git(?:hub|lab)\.example\.com\//)
  })
})
