import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startForgeServer, type ForgeServer } from '../support/forge-server.ts'
import type { CliProject } from '../support/run-cli.ts'
import { hereProject } from '../support/run-here.ts'

let forge: ForgeServer
let project: CliProject

beforeEach(async () => {
  forge = await startForgeServer()
  project = hereProject({
    'plan.md': '### Plan\n\none\n',
    'event.json': JSON.stringify({ pull_request: { number: 7 } }),
    'push.json': '{}',
  })
})
afterEach(async () => {
  await forge.close()
  project.remove()
})

const onGithub = (more: Record<string, string> = {}): Record<string, string> => ({
  GITHUB_ACTIONS: 'true',
  GITHUB_API_URL: forge.githubApi,
  GITHUB_REPOSITORY: 'owner/name',
  GITHUB_EVENT_PATH: `${project.directory}/event.json`,
  GITHUB_WORKSPACE: project.directory,
  GITHUB_TOKEN: forge.token,
  ...more,
})
const onGitlab = (more: Record<string, string> = {}): Record<string, string> => ({
  GITLAB_CI: 'true',
  CI_API_V4_URL: forge.gitlabApi,
  CI_MERGE_REQUEST_PROJECT_ID: '12',
  CI_MERGE_REQUEST_IID: '7',
  CI_PROJECT_DIR: project.directory,
  GITLAB_TOKEN: forge.token,
  ...more,
})

const comment = (env: Record<string, string>, ...args: string[]) =>
  project.run(['comment', 'plan.md', ...args], { env })
const writes = () => forge.requests.filter(({ method }) => method !== 'GET')
const someone = { id: 7, type: 'User' } as const

describe.each([
  ['GitHub', onGithub, 'PATCH', 'pull request 7 of owner/name'],
  ['GitLab', onGitlab, 'PUT', 'merge request 7 of project 12'],
])('on %s, a comment', (_, env, updating, place) => {
  it('is created once, found on later pages, and then updated', async () => {
    for (const body of ['a', 'b', 'c']) forge.add(body, someone)
    const first = await comment(env())
    expect(first).toMatchObject({ status: 0, stderr: '' })
    expect(first.stdout).toContain(`The comment on ${place} is created`)
    for (const body of ['d', 'e', 'f']) forge.add(body, someone)
    expect((await comment(env())).stdout).toContain('is unchanged')
    project.write('plan.md', '### Plan\n\ntwo\n')
    expect((await comment(env(), '--link', 'https://ci.example.com/a_(1)')).stdout).toContain('is updated')
    expect(writes().map(({ method }) => method)).toEqual(['POST', updating])
    expect(forge.comments).toHaveLength(7)
    expect(forge.comments[3]?.body).toBe(
      '<!-- crawlform comment: plan -->\n### Plan\n\ntwo\n\n[The whole plan](https://ci.example.com/a_%281%29)\n',
    )
  })

  it('exists once for each key and each project of the repository', async () => {
    await comment(env(), '--key', 'a -->\nb')
    await comment(
      env({ GITHUB_WORKSPACE: `${project.directory}/..`, CI_PROJECT_DIR: `${project.directory}/..` }),
    )
    await comment(env())
    const marks = forge.comments.map(({ body }) => body.split('\n')[0])
    expect(marks).toEqual([
      '<!-- crawlform comment: a%20--%3E%0Ab -->',
      expect.stringMatching(/^<!-- crawlform comment: plan crawlform-cli-\w+\/ -->$/),
      '<!-- crawlform comment: plan -->',
    ])
  })

  it('never replaces a comment of another author', async () => {
    forge.add('<!-- crawlform comment: plan -->\nmine', someone)
    await comment(env())
    expect(forge.comments.map(({ body }) => body)).toEqual([
      '<!-- crawlform comment: plan -->\nmine',
      '<!-- crawlform comment: plan -->\n### Plan\n\none\n',
    ])
  })

  it('is updated but not created with --update-only', async () => {
    expect((await comment(env(), '--update-only')).stdout).toContain('to update')
    expect(writes()).toEqual([])
    await comment(env())
    project.write('plan.md', 'two')
    await comment(env(), '--update-only')
    expect(forge.comments.map(({ body }) => body)).toEqual(['<!-- crawlform comment: plan -->\ntwo'])
  })

  it('that cannot be written fails with the missing permission, and shows no token', async () => {
    const run = await comment(env({ GITHUB_TOKEN: 'reads-only', GITLAB_TOKEN: 'reads-only' }))
    expect(run).toMatchObject({ status: 3, stdout: '' })
    expect(run.stderr).toMatch(/HTTP 403: Resource not accessible by integration\. .*(?:write|api)/)
    expect(run.stderr).not.toContain('reads-only')
  })

  it('requires a token', async () => {
    expect(await comment(env({ GITHUB_TOKEN: '', GITLAB_TOKEN: '' }))).toMatchObject({
      status: 64,
      stderr: expect.stringMatching(/TOKEN is not set.*\n {2}help: /),
    })
  })
})

describe.each([
  [
    'GitHub',
    (more = {}) => onGithub({ GITHUB_EVENT_PATH: `${project.directory}/push.json`, ...more }),
    'issue 7 of owner/name',
    'issues: write',
  ],
  [
    'GitLab',
    (more: Record<string, string> = {}) =>
      onGitlab({ CI_MERGE_REQUEST_IID: '', CI_PROJECT_ID: '12', ...more }),
    'issue 7 of project 12',
    'scope "api"',
  ],
])('on %s, a comment on an issue', (_, env, place, permission) => {
  it('exists once for each key, with a link to the run', async () => {
    const link = ['--link', 'https://ci.example.com/1']
    for (const key of ['run 1', 'run 1', 'run 2']) await comment(env(), '--issue', '7', '--key', key, ...link)
    expect(writes().map(({ method, path }) => `${method} ${path.split('/').slice(-3).join('/')}`)).toEqual([
      expect.stringMatching(/^POST issues\/7\/(?:comments|notes)$/),
      expect.stringMatching(/^POST issues\/7\/(?:comments|notes)$/),
    ])
    expect(forge.comments[1]?.body).toBe(
      '<!-- crawlform comment: run%202 -->\n### Plan\n\none\n\n[The run](https://ci.example.com/1)\n',
    )
  })

  it('that cannot be written fails with the missing permission, or without a token', async () => {
    const refused = await comment(
      env({ GITHUB_TOKEN: 'reads-only', GITLAB_TOKEN: 'reads-only' }),
      '--issue',
      '7',
    )
    expect(refused).toMatchObject({ status: 3, stderr: expect.stringContaining(place) })
    expect(refused.stderr).toContain(permission)
    const without = await comment(env({ GITHUB_TOKEN: '', GITLAB_TOKEN: '' }), '--issue', '7')
    expect(without).toMatchObject({ status: 64, stderr: expect.stringContaining('to the issue') })
    expect(without.stderr).toContain(permission)
  })
})

describe('crawlform comment', () => {
  it('finds its comments even if the token cannot ask for its own user', async () => {
    forge.knowsSelf = false
    forge.add('<!-- crawlform comment: plan -->\nmine', someone)
    await comment(onGithub())
    project.write('plan.md', 'two')
    await comment(onGithub())
    expect(forge.comments.map(({ body }) => body.split('\n')[1])).toEqual(['mine', 'two'])
  })

  it.each([
    ['outside of CI', () => ({}), 'Not running in GitHub Actions or GitLab'],
    ['on a push', () => onGithub({ GITHUB_EVENT_PATH: `${project.directory}/push.json` }), 'pull request'],
    ['in a branch pipeline', () => onGitlab({ CI_MERGE_REQUEST_IID: '' }), 'merge request'],
  ])('is refused %s', async (_, env, words) => {
    const run = await comment(env())
    expect(run).toMatchObject({ status: 64, stdout: '', stderr: expect.stringContaining(words) })
  })

  it('refuses a text that is too long for a comment before any request', async () => {
    project.write('plan.md', 'x'.repeat(65_600))
    expect(await comment(onGithub())).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('at most 65536 characters'),
    })
    expect(forge.requests).toEqual([])
  })

  it('says that the server cannot be reached', async () => {
    await forge.close()
    expect(await comment(onGithub())).toMatchObject({
      status: 3,
      stderr: expect.stringMatching(/^crawlform: http:\/\/127.* could not be reached: .*ECONNREFUSED/),
    })
    forge = await startForgeServer()
  })

  it.each([
    [['comment', 'none.md'], '"none.md" does not exist'],
    [['comment', 'plan.md', '--link', 'javascript:alert(1)'], 'must be an http or https URL'],
    [['comment', 'plan.md', '--issue', '#7'], '"--issue" is "#7", but it must be a whole number'],
  ])('refuses %j as wrong usage', async (args, words) => {
    const run = await project.run(args, { env: onGithub() })
    expect(run).toMatchObject({ status: 64, stderr: expect.stringContaining(words) })
    expect(forge.requests).toEqual([])
  })
})
