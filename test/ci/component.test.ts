import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { packageVersion } from '../../src/util/package-file.ts'
import { startForgeServer, type ForgeServer } from '../support/forge-server.ts'
import { startJobServer, type JobServer } from '../support/job-server.ts'
import { ReviewedProject, type Change } from '../support/reviewed-project.ts'
import { program } from '../support/run-cli.ts'
import {
  componentFile,
  componentInputs,
  componentJobs,
  runPipelineJob,
  whenInPipeline,
  type JobRun,
} from '../support/run-pipeline-job.ts'

const text = readFileSync(componentFile, 'utf8')

const crawl = (limit: number): string =>
  `version: 2\nrequest: { url: https://docs.example.com/, limit: ${limit} }\n`

describe('a pipeline of GitLab', () => {
  let forge: ForgeServer
  let jobs: JobServer
  let project: ReviewedProject

  beforeEach(async () => {
    forge = await startForgeServer()
    jobs = await startJobServer()
    project = new ReviewedProject()
    project.merge({
      'infra/crawlform.yaml': `version: 2
environments:
  production: { baseUrl: "${jobs.url}", apiKey: "\${secret:SERVICE_KEY}", state: { backend: git } }
`,
      'infra/crawls/docs.yaml': crawl(10),
    })
  })
  afterEach(async () => {
    await Promise.all([forge.close(), jobs.close()])
    project.remove()
  })

  const run = (name: string, checkout: string, env: Record<string, string>, inputs = {}): Promise<JobRun> => {
    const job = componentJobs(text, { environment: 'production', directory: 'infra', ...inputs })[name]
    if (job === undefined) throw new Error(`there is no job "${name}"`)
    const bin = project.commands({
      npm: `case "$*" in *" crawlform@${packageVersion()}") ;; *) echo "npm $*" >&2; exit 1 ;; esac
mkdir -p node_modules/.bin
printf '#!/bin/sh\\nexec "${process.execPath}" "${program}" "$@"\\n' > node_modules/.bin/crawlform
chmod +x node_modules/.bin/crawlform`,
    })
    return runPipelineJob(job, checkout, {
      ...project.repositories.env,
      PATH: `${bin}:${process.env['PATH']}`,
      GITLAB_CI: 'true',
      CI_API_V4_URL: forge.gitlabApi,
      CI_JOB_URL: 'https://gitlab.example.com/jobs/5',
      ...env,
    })
  }
  const review = ({ base }: Change, env: Record<string, string> = {}, inputs = {}): Promise<JobRun> =>
    run(
      'crawlform-plan',
      project.checkout(),
      {
        CI_PIPELINE_SOURCE: 'merge_request_event',
        CI_MERGE_REQUEST_DIFF_BASE_SHA: base,
        CI_MERGE_REQUEST_IID: '7',
        CI_MERGE_REQUEST_PROJECT_ID: '12',
        CI_MERGE_REQUEST_PROJECT_URL: `file://${project.repositories.bare.replace(/\.git$/, '')}`,
        CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '12',
        GITLAB_TOKEN: forge.token,
        ...env,
      },
      inputs,
    )
  const apply = (inputs = {}): Promise<JobRun> =>
    run('crawlform-apply', project.checkout('refs/heads/main'), { SERVICE_KEY: 'k' }, inputs)

  it('plans a merge request into its widgets and one comment, updated in place', async () => {
    forge.add('hello', { id: 7, type: 'User' })
    const first = await review(project.propose({ 'infra/crawls/docs.yaml': crawl(20) }))
    expect(first.status).toBe(0)
    expect(JSON.parse(first.reports['terraform'] ?? '')).toEqual({ create: 1, update: 0, delete: 0 })
    expect(JSON.parse(first.reports['codequality'] ?? '')).toEqual([])
    expect(first.reports['junit']).toContain('<testcase')
    await review(project.propose({ 'infra/crawls/docs.yaml': crawl(30) }))
    const writes = forge.requests.filter(({ method }) => method !== 'GET')
    expect(writes.map(({ method }) => method)).toEqual(['POST', 'PUT'])
    expect(forge.comments[1]?.body).toMatch(/^<!-- crawlform comment: production infra\/ -->\n### Plan for/)
    expect(forge.comments[1]?.body).toContain('At most 30 pages')
    expect(forge.comments[1]?.body).toContain(
      '[The whole plan](https://gitlab.example.com/jobs/5/artifacts/browse/crawlform-plan)',
    )
  })

  it('compares a merge request from a fork with its base, without a record or key', async () => {
    const change = project.propose({ 'infra/crawls/docs.yaml': crawl(20) })
    const ran = await review(change, { CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '13', GITLAB_TOKEN: '' })
    expect(ran.status).toBe(0)
    expect(ran.log).toContain(`Compared with ${change.base}`)
    expect(JSON.parse(ran.reports['terraform'] ?? '')).toEqual({ create: 0, update: 1, delete: 0 })
    expect(forge.requests).toEqual([])
  })

  it('reports errors in crawl files in the widgets, the comment and its status', async () => {
    const ran = await review(project.propose({ 'infra/crawls/docs.yaml': 'version: 2\nrequest: {}\n' }))
    expect(ran.status).toBe(1)
    expect(JSON.parse(ran.reports['codequality'] ?? '')).toMatchObject([
      { location: { path: 'infra/crawls/docs.yaml' }, severity: 'critical' },
    ])
    expect(ran.reports['junit']).toContain('<failure')
    expect(ran.reports['terraform']).toBeUndefined()
    expect(forge.comments[0]?.body).toContain('### The crawl files have errors')
  })

  it('succeeds if the comment cannot be written', async () => {
    const ran = await review(project.propose({ 'infra/crawls/docs.yaml': crawl(20) }), { GITLAB_TOKEN: 'no' })
    expect(ran.status).toBe(0)
    expect(ran.log).toContain('The comment could not be written.')
  })

  it('applies the default branch once per crawl', async () => {
    expect((await apply()).log).toContain('1 submitted.')
    expect((await apply()).log).toContain('Nothing to submit.')
    expect([...jobs.jobs]).toEqual([['https://docs.example.com/', 1]])
    const same = await review(project.propose({ 'README.md': 'new' }))
    expect(same.status).toBe(0)
    expect(forge.comments).toEqual([])
  })

  it('fails if a crawl has fewer pages than its file expects, unless it does not wait', async () => {
    const expecting = `${crawl(600)}expect: { minPages: 500 }\n`
    project.merge({ 'infra/crawls/docs.yaml': expecting })
    jobs.pages = 65
    const ran = await apply()
    expect(ran.status).toBe(5)
    expect(ran.log).toContain('65 pages, at least 500 expected')
    expect(ran.files['crawlform-apply/apply.md']).toContain('65 pages, at least 500 expected')
    project.merge({ 'infra/crawls/docs.yaml': expecting.replace('600', '601') })
    expect((await apply({ wait: 'false' })).status).toBe(0)
  })

  it('waits at most for the given timeout', async () => {
    jobs.status = 'scraping'
    const ran = await apply({ timeout: '1s' })
    expect(ran.status).toBe(5)
    expect(ran.log).toContain('still running after 1s')
  })

  it('splits the arguments into words, and expands no globs', async () => {
    const ran = await review(project.propose({}), {}, { arguments: '*o* --set docs.request.limit=7' })
    expect(ran.log).toContain('Plan: 1 to submit. At most 7 pages.')
  })

  it('runs no code from an input', async () => {
    const attack = '"; touch owned; $(touch owned) `touch owned` *'
    for (const input of ['arguments', 'environment', 'directory', 'version']) {
      expect((await review(project.propose({}), {}, { [input]: attack })).status).not.toBe(0)
    }
    for (const input of ['wait', 'timeout']) await apply({ [input]: attack })
    const names = readdirSync(project.repositories.root, { recursive: true }).map((file) =>
      path.basename(String(file)),
    )
    expect(names).not.toContain('owned')
  })
})

describe('the component', () => {
  const inputs = componentInputs(text)

  it('describes and uses each input', () => {
    for (const [name, { description }] of Object.entries(inputs)) {
      expect(description).toMatch(/\.$/)
      expect(text).toContain(`$[[ inputs.${name} ]]`)
    }
  })

  it('installs its own version', () => {
    expect(inputs['version']?.default).toBe(packageVersion())
  })

  it('has jobs with their rules and reports, and only one apply at a time', () => {
    const jobs = componentJobs(text, { environment: 'staging', 'job-prefix': 'docs' })
    expect(Object.keys(jobs)).toEqual(['docs-plan', 'docs-apply'])
    expect(jobs['docs-plan']).toMatchObject({ stage: 'test', artifacts: { when: 'always' } })
    expect(jobs['docs-apply']).toMatchObject({
      stage: 'deploy',
      resource_group: 'docs-apply-staging',
    })
    for (const job of Object.values(jobs)) expect(job.script.join('\n')).not.toMatch(/staging|docs/)
  })

  describe('runs a job', () => {
    const review = { CI_PIPELINE_SOURCE: 'merge_request_event', CI_DEFAULT_BRANCH: 'main' }
    const push = { CI_PIPELINE_SOURCE: 'push', CI_COMMIT_BRANCH: 'main', CI_DEFAULT_BRANCH: 'main' }
    const when = (variables: Record<string, string>, changed?: readonly string[], given = {}) => {
      const jobs = componentJobs(text, given)
      return ['crawlform-plan', 'crawlform-apply'].map((name) => {
        const job = jobs[name]
        return job === undefined ? name : whenInPipeline(job, variables, changed)
      })
    }

    it.each([
      'crawlform.yaml',
      'infra/crawlform.yaml',
      'crawls/docs.yaml',
      'infra/crawls/team/docs.yaml',
      'crawls.lock.json',
      '.gitlab-ci.yml',
      '.gitlab/crawlform.yml',
    ])('if %s changed', (file) => {
      expect(when(review, ['README.md', file])).toEqual(['on_success', undefined])
      expect(when(push, ['README.md', file])).toEqual([undefined, 'on_success'])
    })

    it('only for files of the project and the default branch', () => {
      for (const variables of [review, push]) {
        expect(when(variables, ['README.md', 'src/crawls.ts'])).toEqual([undefined, undefined])
      }
      expect(when({ ...push, CI_COMMIT_BRANCH: 'other' }, ['crawlform.yaml'])).toEqual([undefined, undefined])
    })

    it('on a schedule, and if a person starts a pipeline', () => {
      for (const CI_PIPELINE_SOURCE of ['schedule', 'web']) {
        expect(when({ ...push, CI_PIPELINE_SOURCE })).toEqual([undefined, 'on_success'])
      }
    })

    it('manually for a push, but not on a schedule, with "approval: manual"', () => {
      const given = { approval: 'manual' }
      expect(when(push, ['crawlform.yaml'], given)).toEqual([undefined, 'manual'])
      expect(when({ ...push, CI_PIPELINE_SOURCE: 'schedule' }, undefined, given)).toEqual([
        undefined,
        'on_success',
      ])
    })
  })
})
