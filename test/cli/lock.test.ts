import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startModel, type TestModel } from '../service/support/model.ts'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { bareGitEnv } from '../support/git-repositories.ts'
import type { CliProject } from '../support/run-cli.ts'
import { hereProject } from '../support/run-here.ts'

const LOCK = 'crawls.lock.json'

let project: CliProject
afterEach(() => project.remove())

function lockText(): string {
  return readFileSync(path.join(project.directory, LOCK), 'utf8')
}

function docs(prompt: string, more = ''): string {
  return `version: 2\nrequest:\n  url: \${env:SITE}/docs/\n  prompt: ${prompt}\n  scrapeOptions: { maxAge: 0 }\n${more}`
}

describe('lock on the embedded service', () => {
  let model: TestModel
  let site: LoopbackSite
  let env: Record<string, string>
  beforeEach(async () => {
    model = await startModel()
    site = await startLoopbackSite({
      '/docs/': '<a href="/docs/a">a</a><a href="/docs/b">b</a>',
      '/docs/a': '<p>a</p>',
      '/docs/b': '<p>b</p>',
    })
    env = { SITE: site.origin, MODEL_URL: model.settings.baseUrl, MODEL_KEY: 'model-key' }
    project = hereProject({
      'crawlform.yaml':
        'version: 2\nenvironments:\n  local:\n    embedded: { model: { baseUrl: "${env:MODEL_URL}", name: test-model, apiKey: "${secret:MODEL_KEY}" } }\n  bare: { service: embedded }\n',
      'crawls/docs.yaml': docs('everything but b', '  sitemap: skip\n'),
    })
  })
  afterEach(() => Promise.all([model.close(), site.close()]))

  it('asks once, shows the settings with their place, and sends them instead of the prompt', async () => {
    model.answers.push({ excludePaths: ['b$'], limit: 7, sitemap: 'only', nonsense: 1 })
    const locked = await project.run(['lock'], { env })
    expect(locked).toMatchObject({ status: 0 })
    expect(locked.stdout).toContain('1 locked. Review crawls.lock.json and commit it.')
    expect(lockText()).not.toContain('model-key')
    const plan = await project.run(['plan'], { env })
    expect(plan.stdout).toMatch(/^ +limit +7 +prompt lock \(crawls\.lock\.json:10\)$/m)
    // The model's answer is beaten by what is written.
    expect(plan.stdout).toMatch(/^ +sitemap +skip +crawls\/docs\.yaml:6$/m)
    expect(plan.stdout).toContain('up to 7 pages')

    // Without a model, and with no question left to ask.
    const args = ['apply', '--yes', '--env', 'bare', '--output', 'pages', '--format', 'ndjson']
    const applied = await project.run(args, { env })
    expect(applied).toMatchObject({ status: 0 })
    expect(site.count('/docs/a')).toBe(1)
    expect(site.count('/docs/b')).toBe(0)
    expect(model.asked).toHaveLength(1)

    const before = lockText()
    expect(await project.run(['lock'], { env })).toMatchObject({ status: 0 })
    expect(await project.run(['lock', '--check'], { env })).toMatchObject({ status: 0 })
    expect(lockText()).toBe(before)
    expect(model.asked).toHaveLength(1)
  })

  it('keeps the answer of a renamed crawl under its new name, without asking', async () => {
    model.answers.push({ limit: 7 })
    expect(await project.run(['lock'], { env })).toMatchObject({ status: 0 })
    rmSync(path.join(project.directory, 'crawls/docs.yaml'))
    project.write('crawls/handbook.yaml', docs('everything but b', '  sitemap: skip\nwas: docs\n'))
    const check = await project.run(['lock', '--check'], { env })
    expect([check.status, check.stdout]).toEqual([
      1,
      expect.stringContaining('crawls.lock.json is out of date: 1 to rename. Run "crawlform lock".'),
    ])
    const locked = await project.run(['lock'], { env })
    expect(locked.stdout).toMatch(/^> handbook {2}\S+ {2}renamed from docs\n {4}limit +7\n/)
    expect(locked.stdout).toContain('1 renamed. Review crawls.lock.json and commit it.')
    expect(JSON.parse(lockText()).prompts).toMatchObject([{ crawl: 'handbook', options: { limit: 7 } }])
    expect(await project.run(['lock', '--check'], { env })).toMatchObject({ status: 0 })
    expect(model.asked).toHaveLength(1)
    expect((await project.run(['plan'], { env })).stdout).toContain('up to 7 pages')
  })

  it('replaces the settings of a changed prompt, and removes those of a deleted one', async () => {
    project.write('crawls/gone.yaml', docs('gone', '  limit: 1\n'))
    model.answers.push({ limit: 7 }, { limit: 8 })
    expect(await project.run(['lock'], { env })).toMatchObject({ status: 0 })
    project.write('crawls/docs.yaml', docs('nothing but b'))
    rmSync(path.join(project.directory, 'crawls/gone.yaml'))

    const refused = await project.run(['apply', '--yes'], { env })
    expect(refused).toMatchObject({ status: 1 })
    expect(refused.stderr).toContain('[lock/outdated]')
    expect(refused.stderr).toContain('Run "crawlform lock docs"')
    const check = await project.run(['lock', '--check', '--format', 'json'], { env })
    expect(check.status).toBe(1)
    expect(JSON.parse(check.stdout)).toMatchObject({
      check: true,
      written: false,
      results: [
        { crawl: 'docs', action: 'update', because: 'the prompt changed' },
        { crawl: 'gone', action: 'remove', because: 'there is no such crawl' },
      ],
    })
    const before = lockText()
    // An answer that cannot be used loses nothing.
    model.answers.push('no idea')
    const failed = await project.run(['lock', 'docs'], { env })
    expect(failed).toMatchObject({ status: 3 })
    expect(failed.stdout).toContain('The language model did not answer with JSON.')
    expect(lockText()).toBe(before)

    model.answers.push({ includePaths: ['b$'] })
    const locked = await project.run(['lock', '--format', 'json'], { env })
    expect(JSON.parse(locked.stdout)).toMatchObject({
      written: true,
      results: [
        { crawl: 'docs', action: 'update', options: { includePaths: ['b$'] }, before: {} },
        { crawl: 'gone', action: 'remove' },
      ],
    })
    expect(JSON.parse(lockText())).toMatchObject({ prompts: [{ crawl: 'docs' }] })
  })

  it('asks again with --upgrade, and keeps the entries of other crawls', async () => {
    project.write('crawls/other.yaml', docs('other'))
    model.answers.push({ limit: 7 }, { limit: 7 })
    await project.run(['lock'], { env })
    model.answers.push({ limit: 9 })
    const upgraded = await project.run(['lock', 'other', '--upgrade'], { env })
    expect(upgraded.stdout).toContain('~ limit  7 -> 9')
    expect(JSON.parse(lockText())).toMatchObject({
      prompts: [
        { crawl: 'docs', options: { limit: 7 } },
        { crawl: 'other', options: { limit: 9 } },
      ],
    })
    expect(await project.run(['lock', '--upgrade', '--check'], { env })).toMatchObject({ status: 64 })
  })

  it('says how to configure a model if there is none', async () => {
    const refused = await project.run(['lock', '--env', 'bare'], { env })
    expect(refused).toMatchObject({ status: 3 })
    expect(refused.stdout).toContain('"prompt" needs a language model')
    expect(refused.stderr).toContain('help: Name a language model for the environment "bare"')
    const plan = await project.run(['plan', '--env', 'bare'], { env })
    expect(plan.stdout).toContain('refused by this service: ')
    const { MODEL_KEY: _, ...keyless } = env
    const unset = await project.run(['lock'], { env: keyless })
    expect(unset).toMatchObject({ status: 3 })
    expect(unset.stderr).toContain('MODEL_KEY, which is not set')
  })

  it('does not touch a lock with a conflict or of a newer format', async () => {
    for (const text of ['{\n<<<<<<< ours\n}\n', '{ "formatVersion": 2, "prompts": [] }\n']) {
      project.write(LOCK, text)
      expect(await project.run(['lock'], { env })).toMatchObject({ status: 1, stdout: '' })
      expect(lockText()).toBe(text)
    }
    expect(model.asked).toEqual([])
  })
})

describe('lock on other services', () => {
  let service: LoopbackSite
  let answer: object
  let status: number
  beforeEach(async () => {
    status = 200
    service = await startLoopbackSite({
      '/v2/crawl/params-preview': () => ({
        status,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(answer),
      }),
    })
    project = hereProject({
      'crawlform.yaml': `version: 2\nenvironments:\n  hosted: { baseUrl: "${service.origin}", apiKey: "\${secret:KEY}" }\n  staging: { baseUrl: "${service.origin}", apiKey: "\${secret:KEY}", request: { url: "https://staging.example.com/" } }\n  broken: { baseUrl: "\${env:NO_SUCH}" }\n`,
      'crawls/docs.yaml': 'version: 2\nrequest: { url: docs.example.com, limit: 3, prompt: only guides }\n',
    })
  })
  afterEach(() => service.close())
  const env = { KEY: 'fc-secret' }

  it('leaves out settings that cannot be locked, and reports them', async () => {
    answer = {
      success: true,
      data: {
        url: 'https://evil.example/',
        webhook: 'https://evil.example/',
        maxDepth: 3,
        delay: 2000,
        includePaths: ['${secret:KEY}'],
        excludePaths: null,
        maxDiscoveryDepth: 2,
      },
    }
    const { status: exit, stdout } = await project.run(['lock', '--env', 'hosted', '--format', 'json'], {
      env,
    })
    expect(exit).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      results: [
        {
          options: { maxDiscoveryDepth: 2 },
          leftOut: [
            { setting: 'webhook', because: 'not a setting that a prompt can set' },
            { setting: 'maxDepth', value: 3 },
            { setting: 'delay', because: 'not a valid value for the setting' },
            { setting: 'includePaths', because: 'it refers to a secret' },
          ],
        },
      ],
    })
    expect(lockText()).not.toContain('evil')
    expect(service.requests).toMatchObject([{ headers: { authorization: 'Bearer fc-secret' } }])
  })

  it('keeps the entries of other environments, also of unreadable ones', async () => {
    answer = { success: true, data: { maxDiscoveryDepth: 2 } }
    await project.run(['lock', '--env', 'hosted'], { env })
    await project.run(['lock', '--env', 'staging'], { env })
    expect(JSON.parse(lockText())).toMatchObject({
      prompts: [{ url: 'docs.example.com' }, { url: 'https://staging.example.com/' }],
    })
    for (const environment of ['hosted', 'staging', 'local'])
      expect(await project.run(['lock', '--check', '--env', environment], { env })).toMatchObject({
        status: 0,
      })

    const changed = 'version: 2\nrequest: { url: docs.example.com, limit: 3, prompt: only news }\n'
    project.write('crawls/docs.yaml', changed)
    await project.run(['lock', '--env', 'hosted'], { env })
    // The environment that cannot be read may still have the old prompt.
    expect(JSON.parse(lockText())).toMatchObject({ prompts: { length: 3 } })
    await project.run(['lock', '--env', 'hosted'], { env: { ...env, NO_SUCH: service.origin } })
    expect(JSON.parse(lockText())).toMatchObject({ prompts: [{ url: 'docs.example.com' }] })
  })

  it('stops asking after a key is refused', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f'])
      project.write(
        `crawls/${name}.yaml`,
        `version: 2\nrequest: { url: docs.example.com, limit: 3, prompt: ${name} }\n`,
      )
    status = 401
    answer = { success: false, error: 'Unauthorized: fc-secret' }
    const { status: exit, stdout, stderr } = await project.run(['lock', '--env', 'hosted'], { env })
    expect(exit).toBe(3)
    expect(service.requests.length).toBeLessThanOrEqual(4)
    expect(stdout).toContain('HTTP 401')
    expect(stdout + stderr).not.toContain('fc-secret')
  })

  it('is compared with the lock of a git revision', async () => {
    const git = (...args: string[]): void =>
      void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
        cwd: project.directory,
        env: bareGitEnv(project.directory),
        stdio: 'ignore',
      })
    answer = { success: true, data: { maxDiscoveryDepth: 2 } }
    await project.run(['lock', '--env', 'hosted'], { env })
    git('init', '-q')
    git('add', '.')
    git('commit', '-qm', 'one')
    const same = await project.run(['plan', '--against', 'HEAD', '--env', 'hosted'])
    expect(same.stdout).toContain('0 changed')
    answer = { success: true, data: { maxDiscoveryDepth: 3 } }
    await project.run(['lock', '--env', 'hosted', '--upgrade'], { env })
    const changed = await project.run(['plan', '--against', 'HEAD', '--env', 'hosted'])
    expect(changed.stdout).toMatch(/~ maxDiscoveryDepth +2 -> 3 +prompt lock \(crawls\.lock\.json:7\)/)
  })

  it('makes a saved plan stale if the lock changes', async () => {
    answer = { success: true, data: { maxDiscoveryDepth: 2 } }
    await project.run(['lock', '--env', 'hosted'], { env })
    await project.run(['plan', '--env', 'hosted', '--out', 'plan.json'], { env })
    answer = { success: true, data: { maxDiscoveryDepth: 3 } }
    await project.run(['lock', '--env', 'hosted', '--upgrade'], { env })
    const stale = await project.run(['apply', '--env', 'hosted', '--plan', 'plan.json'], { env })
    expect(stale).toMatchObject({ status: 6 })
    expect(stale.stderr).toContain('docs: its request has changed since the plan was made')
  })

  it('says so if there is nothing to lock', async () => {
    project.write('crawls/docs.yaml', 'version: 2\nrequest: { url: docs.example.com, limit: 3 }\n')
    const { stdout, stderr } = await project.run(['lock', 'docs'], { env })
    expect(stderr).toBe('The crawl "docs" has no prompt: there is nothing to lock.\n')
    expect(stdout).toBe('No crawl has a prompt: there is nothing to lock.\n')
    expect(await project.run(['lock', 'dogs'], { env })).toMatchObject({ status: 64 })
  })
})
