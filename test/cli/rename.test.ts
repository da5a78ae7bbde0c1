import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bareGitEnv, GitRepositories } from '../support/git-repositories.ts'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { startCli, type CliProject } from '../support/run-cli.ts'
import { hereProject, runHere } from '../support/run-here.ts'

const KILLER = path.join(import.meta.dirname, '../support/kill-at-change.mjs')
const output = ['--output', 'pages', '--feed', 'feed.jsonl']

let site: LoopbackSite
let project: CliProject

beforeEach(async () => {
  site = await startLoopbackSite({
    '/robots.txt': { status: 404 },
    '/sitemap.xml': { status: 404 },
    '/': '<h1>Home</h1><p>All about lamps. <a href="/lamp">A lamp</a>',
    '/lamp': '<h1>Lamp</h1><p>It is bright.',
  })
  project = hereProject({ 'crawls/docs.yaml': crawl() })
})
afterEach(async () => {
  project.remove()
  await site.close()
})

const crawl = (more = '') => `version: 2\n${more}request: { url: "${site.origin}/", limit: 5 }\n`
const file = (name: string) => path.join(project.directory, name)
const read = (name: string) => readFileSync(file(name), 'utf8')
const lines = (name: string) =>
  read(name)
    .split('\n')
    .filter((line) => line !== '')
    .map(
      (line) => JSON.parse(line) as { crawl: string; url: string; file?: string; id?: string; op?: string },
    )
const apply = (...words: string[]) => project.run(['apply', '--yes', ...output, ...words])
const fetched = () => site.requests.length

/** Renames the crawl `docs` to `handbook`. */
function rename(directory = project.directory, more = 'was: docs\n'): void {
  rmSync(path.join(directory, 'crawls/docs.yaml'))
  project.write('crawls/handbook.yaml', crawl(more))
}

describe('a crawl with "was"', () => {
  it('keeps its job, manifests, feed, pages and their ids, without a fetch', async () => {
    await apply()
    const before = lines('feed.jsonl')
    rmSync(file('feed.jsonl'))
    rename()
    const asked = fetched()
    const plan = await project.run(['plan', '--detailed-exitcode'])
    expect([plan.status, plan.stdout]).toEqual([2, expect.stringMatching(/= handbook .*renamed from docs/)])
    expect(plan.stdout).toContain('Nothing to submit: 1 unchanged, 1 to rename.')
    const run = await apply()
    expect([run.status, run.stdout]).toEqual([0, expect.stringContaining('1 renamed.')])
    expect(fetched()).toBe(asked)
    expect(readdirSync(file('pages'))).toEqual(['handbook', 'index.jsonl'])
    expect(lines('pages/index.jsonl').map((page) => [page.crawl, page.file])).toEqual([
      ['handbook', 'handbook/index.md'],
      ['handbook', 'handbook/lamp.md'],
    ])
    expect(readdirSync(file('.crawlform/state/manifests/local/docs'))).toEqual([])
    expect(readdirSync(file('.crawlform/state/manifests/local/handbook'))).toHaveLength(3)
    expect(read('feed.jsonl')).toBe('')
    site.set('/lamp', '<h1>Lamp</h1><p>It is dim.')
    await apply('--rerun')
    const lamp = (page: { url: string }) => page.url.endsWith('/lamp')
    expect(lines('feed.jsonl').map(({ op, id, crawl: of }) => [op, id, of])).toEqual([
      ['upsert', before.find(lamp)?.id, 'handbook'],
    ])
  })

  it('has nothing to do when it is applied again', async () => {
    await apply()
    rename()
    await apply()
    const asked = fetched()
    const plan = await project.run(['plan', '--detailed-exitcode'])
    expect([plan.status, plan.stdout]).toEqual([
      0,
      expect.stringContaining('Nothing to submit: 1 unchanged.'),
    ])
    const run = await apply()
    expect([run.status, run.stdout, fetched()]).toEqual([
      0,
      expect.stringContaining('Nothing to submit.'),
      asked,
    ])
  })

  it('is submitted again if its request changes too', async () => {
    await apply()
    rename(project.directory, 'was: docs\n')
    project.write('crawls/handbook.yaml', crawl('was: docs\n').replace('limit: 5', 'limit: 4'))
    const { stdout } = await project.run(['plan'])
    expect(stdout).toMatch(/~ handbook .*submit again: renamed from docs; limit changed/)
    expect(stdout).toMatch(/limit +5 -> 4/)
    expect((await apply()).stdout).toContain('1 submitted.')
    expect((await project.run(['state', 'list'])).stdout).not.toContain('docs')
  })

  it('keeps feed lines that were not read yet, under the new name', async () => {
    await apply()
    rename()
    await apply()
    expect(lines('feed.jsonl').map((line) => [line.crawl, line.file])).toEqual([
      ['handbook', 'handbook/index.md'],
      ['handbook', 'handbook/lamp.md'],
    ])
  })

  it('renames every crawl of a matrix', async () => {
    const matrix = 'matrix: { part: [a, b] }\n'
    project.write('crawls/docs.yaml', crawl(matrix))
    await apply()
    rename(project.directory, `was: docs\n${matrix}`)
    const { stdout } = await project.run(['plan'])
    expect(stdout).toMatch(/handbook-a .*renamed from docs-a\b[^]*handbook-b .*renamed from docs-b/)
  })

  it('leaves the page folder and says why, once, while its new name is taken', async () => {
    await apply()
    rename()
    project.write('pages/handbook/notes.txt', 'mine')
    const [old, place] = ['docs', 'handbook'].map((name) => path.join('pages', name))
    const held = `handbook: ${old} was not renamed, because ${place} exists and no run has written it. Move ${place} away and run this again.\n`
    const { stderr, stdout } = await apply()
    expect([stderr.split(held).length, stdout]).toEqual([2, expect.stringContaining('1 renamed.')])
    expect(readdirSync(file('pages')).toSorted()).toEqual(['docs', 'handbook', 'index.jsonl'])
    rmSync(file('pages/handbook'), { recursive: true })
    expect((await apply()).stderr).not.toContain('not renamed')
    expect(readdirSync(file('pages')).toSorted()).toEqual(['handbook', 'index.jsonl'])
  })

  it('says which page folder is left over when the new one has been written', async () => {
    await apply()
    rename()
    project.write('pages/handbook/notes.txt', 'mine')
    await apply('--rerun')
    const [old, place] = ['docs', 'handbook'].map((name) => path.join('pages', name))
    expect((await apply()).stderr).toContain(
      `handbook: ${place} has its pages already, so ${old} is left over from its former name. Remove ${old} if nothing needs it.\n`,
    )
    rmSync(file('pages/docs'), { recursive: true })
    expect((await apply()).stderr).not.toContain('left over')
  })

  it('is shown as renamed in a comparison with an earlier revision', async () => {
    const env = bareGitEnv(project.directory)
    const git = (...words: string[]) => execFileSync('git', words, { cwd: project.directory, env })
    git('init', '--quiet')
    git('add', 'crawls')
    git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '-m', 'docs')
    rename()
    const { stdout } = await project.run(['plan', '--against', 'HEAD'])
    expect(stdout).toMatch(/= handbook .*renamed from docs/)
    expect(stdout).toContain('0 added, 0 changed, 0 removed, 1 the same.')
  })

  it('can be killed at any time, and the next apply completes the rename', { timeout: 300_000 }, async () => {
    await apply()
    rmSync(file('feed.jsonl'))
    rename()
    const start = mkdtempSync(path.join(tmpdir(), 'crawlform-renamed-'))
    cpSync(project.directory, start, { recursive: true })
    const asked = fetched()
    for (let change = 1; ; change += 7) {
      rmSync(project.directory, { recursive: true })
      cpSync(start, project.directory, { recursive: true })
      const env = {
        KILL_AT_CHANGE: String(change),
        KILL_AT_PATH: `^${project.directory}/(?:pages|feed|\\.crawlform/(?:feed|pages|state))`,
      }
      const killed = await startCli(project.directory, ['apply', '--yes', ...output], {
        env,
        nodeArgs: ['--import', KILLER],
      }).ended
      await apply()
      expect(readdirSync(file('pages')), `killed at change ${change}`).toEqual(['handbook', 'index.jsonl'])
      expect(read('feed.jsonl')).toBe('')
      expect((await project.run(['state', 'list'])).stdout).toMatch(/^handbook .*completed/m)
      expect((await project.run(['plan', '--detailed-exitcode'])).status).toBe(0)
      if (killed.signal === null) break
    }
    rmSync(start, { recursive: true })
    expect(fetched()).toBe(asked)
  })

  it('is moved in every clone that shares its record in git', async () => {
    const repositories = new GitRepositories()
    const clones = [repositories.clone(), repositories.clone()]
    const inClone = (index: number, ...words: string[]) =>
      runHere(clones[index]!, words, { env: repositories.env as Record<string, string> })
    for (const clone of clones) {
      cpSync(project.directory, clone, { recursive: true })
      writeFileSync(
        path.join(clone, 'crawlform.yaml'),
        'version: 2\nenvironments: { local: { service: embedded, state: { backend: git } } }\n',
      )
    }
    expect((await inClone(0, 'apply', '--yes', ...output)).status).toBe(0)
    expect((await inClone(1, 'apply', '--yes', '--rerun', ...output)).status).toBe(0)
    for (const clone of clones) {
      rmSync(path.join(clone, 'crawls/docs.yaml'))
      writeFileSync(path.join(clone, 'crawls/handbook.yaml'), crawl('was: docs\n'))
    }
    const asked = fetched()
    expect((await inClone(1, 'apply', '--yes', ...output)).stdout).toContain('1 renamed.')
    const second = await inClone(0, 'apply', '--yes', ...output)
    expect(second.stdout).toContain('Nothing to submit.')
    for (const clone of clones)
      expect(readdirSync(path.join(clone, 'pages'))).toEqual(['handbook', 'index.jsonl'])
    expect(fetched()).toBe(asked)
    const refs = repositories.git(
      repositories.bare,
      'ls-tree',
      '--name-only',
      'refs/crawlform-manifests/local',
    )
    expect(refs).not.toContain('docs')
    expect(refs).toContain('handbook')
    repositories.remove()
  })
})

describe('"was" that moves nothing', () => {
  it('is reported with its place, and with the name that was meant', async () => {
    await apply()
    rename(project.directory, 'was: doc\n')
    const { stdout } = await project.run(['plan'])
    expect(stdout).toContain(
      'note: "was: doc" moves nothing (crawls/handbook.yaml:2), because no crawl "doc" is recorded in environment local: did you mean "docs"?',
    )
  })

  it.each([
    ['the crawl itself', 'handbook', '"was" names the crawl itself, "handbook".'],
    ['a crawl that still exists', 'blog', 'The crawl "blog" still exists'],
  ])('is an error for %s', async (_what, was, message) => {
    project.write('crawls/blog.yaml', crawl())
    rename(project.directory, `was: ${was}\n`)
    const { status, stdout } = await project.run(['validate'])
    expect([status, stdout]).toEqual([
      1,
      expect.stringContaining(`crawls/handbook.yaml:2:6: error: ${message}`),
    ])
    expect(stdout).toContain('[project/wrong-was]')
  })

  it('is an error for the second crawl with the same "was"', async () => {
    rename()
    project.write('crawls/manual.yaml', crawl('was: docs\n'))
    const { stdout } = await project.run(['validate'])
    expect(stdout).toContain('crawls/manual.yaml:2:6: error: Two crawls were "docs".')
  })
})

describe('a crawl that was renamed without "was"', () => {
  it('gets a note with the line to write', async () => {
    await apply()
    rename(project.directory, '')
    const { stdout } = await project.run(['plan'])
    expect(stdout).toContain(
      'same request as "docs", which is gone: renamed? Then write "was: docs" into crawls/handbook.yaml',
    )
  })

  it('is found by its old name in messages', async () => {
    await apply()
    rename()
    const { stderr } = await project.run(['plan', 'docs'])
    expect(stderr).toContain('There is no crawl "docs".\n  help: Its name is "handbook" now.')
  })
})
