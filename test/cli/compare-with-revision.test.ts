import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Plan } from '../../src/plan/plan.ts'
import { bareGitEnv } from '../support/git-repositories.ts'
import { type CliProject } from '../support/run-cli.ts'
import { hereProject } from '../support/run-here.ts'

const crawl = (limit: number): string =>
  `version: 2\nrequest: { url: https://example.com/, limit: ${limit} }\n`

let project: CliProject
let env: Record<string, string>
beforeEach(() => {
  project = hereProject({ 'repo/crawls/docs.yaml': crawl(5), 'plain/crawls/docs.yaml': crawl(5) })
  env = {
    ...(bareGitEnv(project.directory) as Record<string, string>),
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@example.com',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@example.com',
  }
  git('repo', 'init', '--quiet', '--initial-branch', 'main')
  commit('one')
  project.write('repo/crawls/docs.yaml', crawl(6))
  commit('two')
})
afterEach(() => project.remove())

function git(directory: string, ...args: readonly string[]): void {
  execFileSync('git', ['-C', path.join(project.directory, directory), ...args], { env, stdio: 'pipe' })
}

function commit(message: string): void {
  git('repo', 'add', '.')
  git('repo', 'commit', '--quiet', '--message', message)
}

async function compare(directory: string, revision: string, more = {}): Promise<string> {
  const args = ['-C', directory, 'plan', '--summary', `--against=${revision}`]
  const { stdout, stderr, status } = await project.run(args, { env: { ...env, ...more } })
  return `${status}: ${(stdout + stderr).replaceAll(project.directory, '.')}`
}

describe('a comparison with a revision', () => {
  it('works with a detached head', async () => {
    git('repo', 'checkout', '--quiet', '--detach', 'HEAD~1')
    expect(await compare('repo', 'main')).toContain('limit changed')
  })

  it('covers only the project of the chosen folder', async () => {
    project.write('repo/sites/shop/crawlform.yaml', 'version: 2\n')
    project.write('repo/sites/shop/crawls/shop.yaml', crawl(7))
    commit('shop')
    project.write('repo/sites/shop/crawls/shop.yaml', crawl(8))
    project.write('repo/crawls/docs.yaml', crawl(9))
    const compared = await compare('repo/sites/shop', 'HEAD')
    expect(compared).toContain('shop')
    expect(compared).toContain('limit changed')
    expect(compared).not.toContain('docs')
  })

  it('names the command that trusts a checkout of another user, as in a container', async () => {
    expect(await compare('repo', 'main', { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' })).toContain(
      'to use it, run git config --global --add safe.directory ./repo.\n',
    )
  })

  it('blocks added and changed crawls that the service cannot do', async () => {
    const summarize =
      'request: { url: https://example.com/, limit: 5, scrapeOptions: { formats: [summary] } }\n'
    project.write('repo/crawlform.yaml', 'version: 2\nenvironments: { local: { service: embedded } }\n')
    project.write('repo/crawls/docs.yaml', `version: 2\n${summarize}`)
    project.write('repo/crawls/more.yaml', `version: 2\n${summarize}`)
    const files = ['plan.json', 'plan.md', 'plan.html']
    const reports = ['json', 'markdown', 'html'].flatMap((format, n) => ['--report', `${format}=${files[n]}`])
    const args = ['-C', 'repo', 'plan', '--against=HEAD', ...reports]
    const { stdout, status } = await project.run(args, { env })
    expect(status).toBe(1)
    const read = (file: string): string => readFileSync(path.join(project.directory, 'repo', file), 'utf8')
    const why =
      'scrapeOptions.formats.0 is refused by this service: needs a language model, and "embedded" of the environment "local" names none'
    for (const text of [stdout, ...files.map(read)])
      expect(text.replaceAll('&quot;', '"').replaceAll('\\"', '"')).toContain(why)
    const { changes, summary } = JSON.parse(read('plan.json')) as Plan
    expect(changes.map(({ name, action }) => [name, action])).toEqual([
      ['docs', 'blocked'],
      ['more', 'blocked'],
    ])
    expect([summary.blocked, summary.worstCasePages]).toEqual([2, 0])
  })

  it('shows no secret that an error of git repeats', async () => {
    project.write(
      'repo/crawlform.yaml',
      'version: 2\nenvironments: { local: { baseUrl: "http://127.0.0.1:1", apiKey: "${secret:KEY}" } }\n',
    )
    git('repo', 'config', 'core.worktree', '/hunter2/place')
    const said = await compare('repo', 'HEAD', { KEY: 'hunter2' })
    expect(said).toMatch(/^3: .*'\/\$\{secret:KEY\}'/)
    expect(said).not.toContain('hunter2')
  })

  it('suggests the ref that was meant, or asks for one', async () => {
    expect(await compare('repo', 'mian')).toMatch(/^64: .*"mian" is not a commit[^]*Did you mean "main"\?/)
    expect(await compare('repo', '')).toMatch(/^64: .*"--against" is empty/)
  })

  it('says how to fetch a missing commit in a shallow clone', async () => {
    git('.', 'clone', '--quiet', '--depth', '1', `file://${project.directory}/repo`, 'shallow')
    expect(await compare('shallow', 'HEAD~1')).toMatch(/^64: [^]*git fetch --unshallow/)
    expect(await compare('shallow', 'origin/main')).toMatch(/^0: [^]*1 the same/)
  })

  it.each([
    ['origin/release', 'git fetch --depth=1 origin release:refs/remotes/origin/release'],
    ['origin/team/next', 'git fetch --depth=1 origin team/next:refs/remotes/origin/team/next'],
    ['v1.0', 'git fetch --depth=1 origin v1.0:v1.0'],
  ])('names the command that fetches %s into a shallow clone', async (revision, command) => {
    git('repo', 'branch', 'release')
    git('repo', 'branch', 'team/next')
    git('repo', 'tag', 'v1.0')
    git('.', 'clone', '--quiet', '--depth', '1', '--no-tags', `file://${project.directory}/repo`, 'shallow')
    expect(await compare('shallow', revision)).toContain(`Run: ${command}`)
    git('shallow', ...command.split(' ').slice(1))
    expect(await compare('shallow', revision)).toMatch(/^0: [^]*1 the same/)
  })

  it('suggests the remote branch if a clone has not checked it out', async () => {
    git('repo', 'branch', 'release')
    git('.', 'clone', '--quiet', `file://${project.directory}/repo`, 'clone')
    expect(await compare('clone', 'release')).toContain('Did you mean "origin/release"?')
  })

  it('exits with 3 if git cannot get the objects', async () => {
    git('repo', 'config', 'uploadpack.allowFilter', 'true')
    git('.', 'clone', '--quiet', '--filter=blob:none', `file://${project.directory}/repo`, 'partial')
    rmSync(path.join(project.directory, 'repo'), { recursive: true })
    expect(await compare('partial', 'HEAD~1')).toMatch(/^3: crawlform: git cannot read "crawls\/docs.yaml"/)
  })

  it('distinguishes no repository, no files, no commits and no git', async () => {
    git('.', 'clone', '--quiet', '--bare', 'repo', 'bare.git')
    mkdirSync(path.join(project.directory, 'new'))
    git('new', 'init', '--quiet')
    expect(await compare('plain', 'main')).toMatch(/^64: .*is not in a git repository/)
    expect(await compare('bare.git', 'main')).toMatch(/^1: [^]*No project found/)
    expect(await compare('new', 'main')).toMatch(/^1: [^]*No project found/)
    cpSync(path.join(project.directory, 'repo/crawls'), path.join(project.directory, 'new/crawls'), {
      recursive: true,
    })
    expect(await compare('new', 'main')).toMatch(
      /^64: [^]*There is no commit yet[^]*Commit the files first\./,
    )
    expect(await compare('repo', 'main', { PATH: '/nowhere' })).toMatch(/^3: crawlform: git could not be run/)
  })
})
