import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCli } from '../../src/cli/cli.ts'
import { fakeHost, type HostWish } from '../support/fake-host.ts'
import { startLoopbackSite } from '../support/loopback-site.ts'
import type { CliProject } from '../support/run-cli.ts'
import { hereProject } from '../support/run-here.ts'

let project: CliProject
const at = (file: string): string => path.join(project.directory, file)
const read = (file: string): string => readFileSync(at(file), 'utf8')

beforeEach(() => {
  project = hereProject()
})
afterEach(() => project.remove())

describe('crawlform init', () => {
  it('starts a project that validates, plans and applies at once', async () => {
    const site = await startLoopbackSite({
      '/': '<h1>Start</h1><p>Hello</p><a href="/next">next</a>',
      '/next': '<h1>Next</h1><p>There</p>',
    })
    try {
      const begun = await project.run([
        'init',
        '--url',
        site.url('/'),
        '--name',
        'site',
        '--ci',
        'github',
        '--yes',
      ])
      expect(begun.stdout.split('\n')).toEqual([
        'created  crawlform.yaml',
        'created  crawls/site.yaml',
        'created  .vscode/settings.json',
        'created  .vscode/extensions.json',
        'created  .github/workflows/crawlform.yml',
        'created  .gitignore',
        '',
      ])
      expect((await project.run(['validate'])).stdout).toBe('No problems in 1 file (1 crawl)\n')
      expect((await project.run(['plan'])).status).toBe(0)
      const applied = await project.run(['apply', '--yes', '--output', 'pages'])
      expect(applied).toMatchObject({ status: 0, stdout: '1 submitted.\n' })
      expect(readFileSync(at('pages/site/next.md'), 'utf8')).toContain('There')
    } finally {
      await site.close()
    }
  })

  it('names the schema in the first line of a crawl', async () => {
    await project.run(['init', '-u', 'https://docs.example.com/', '-n', 'docs', '--ci', 'none'])
    expect(read('crawls/docs.yaml')).toMatch(
      /^# yaml-language-server: \$schema=\.\.\/node_modules\/crawlform\/schema\/crawl\.schema\.json\nversion: 2\n/,
    )
  })

  it('names the schemas of the package in the surrounding repository', async () => {
    for (const folder of ['.git', 'node_modules/crawlform', 'sites/own'])
      mkdirSync(at(folder), { recursive: true })
    await project.run(['-C', 'sites/own', 'init', '-u', 'https://docs.example.com/', '-n', 'docs'])
    expect(read('sites/own/crawls/docs.yaml')).toContain(
      '=../../../node_modules/crawlform/schema/crawl.schema.json',
    )
    expect(read('sites/own/crawlform.yaml')).toContain(
      '=../../node_modules/crawlform/schema/project.schema.json',
    )
    expect(JSON.parse(read('.vscode/settings.json'))).toEqual({
      'yaml.schemas': {
        './node_modules/crawlform/schema/crawl.schema.json': ['sites/own/crawls/**/*.yaml'],
        './node_modules/crawlform/schema/project.schema.json': ['sites/own/crawlform.yaml'],
      },
    })
  })

  it('names no package outside the repository', async () => {
    for (const folder of ['node_modules/crawlform', 'own/.git']) mkdirSync(at(folder), { recursive: true })
    await project.run(['-C', 'own', 'init', '-u', 'https://docs.example.com/', '-n', 'docs'])
    expect(read('own/crawlform.yaml')).toContain('=node_modules/crawlform/schema/project.schema.json')
  })

  it('overwrites nothing, and lists the files that it kept', async () => {
    project.write('crawlform.yaml', 'version: 2\n# mine\n')
    project.write('.vscode/settings.json', '{}')
    project.write('.vscode/extensions.json', '{}')
    project.write('.gitignore', 'dist')
    project.write('crawls/docs.yaml', 'mine')
    const { stdout, stderr, status } = await project.run([
      'init',
      '-u',
      'https://docs.example.com',
      '-n',
      'docs',
      '--ci',
      'none',
    ])
    expect(status).toBe(0)
    expect(stderr).toContain('For completion in VS Code, add to .vscode/settings.json:\n  "yaml.schemas": {')
    expect(stderr).toContain(
      'For completion in VS Code, add to .vscode/extensions.json:\n  "recommendations": ["redhat.vscode-yaml"]\n',
    )
    expect(stdout.split('\n')).toEqual([
      'added    .crawlform/, node_modules/, pages/ to .gitignore',
      'exists   crawlform.yaml, kept',
      'exists   crawls/docs.yaml, kept',
      'exists   .vscode/settings.json, kept',
      'exists   .vscode/extensions.json, kept',
      '',
    ])
    expect(['crawlform.yaml', '.vscode/settings.json', '.gitignore', 'crawls/docs.yaml'].map(read)).toEqual([
      'version: 2\n# mine\n',
      '{}',
      'dist\n.crawlform/\nnode_modules/\npages/\n',
      'mine',
    ])
    const again = await project.run(['init', '-u', 'https://docs.example.com', '-n', 'docs', '--ci', 'none'])
    expect(again.stdout).not.toMatch(/created|added/)
  })

  it('adds missing files to an existing project, and a crawl only on request', async () => {
    project.write('crawlform.yaml', 'version: 2\n')
    project.write('crawls/own.yaml', 'version: 2\nrequest: { url: https://example.com/ }\n')
    const added = await project.run(['init', '--ci', 'github'])
    expect([added.status, added.stdout.split('\n')]).toEqual([
      0,
      [
        'created  .vscode/settings.json',
        'created  .vscode/extensions.json',
        'created  .github/workflows/crawlform.yml',
        'created  .gitignore',
        'exists   crawlform.yaml, kept',
        '',
      ],
    ])
    const crawl = await project.run(['init', '--url', 'https://docs.example.com/', '--name', 'docs'])
    expect(crawl.stdout).toContain('created  crawls/docs.yaml\n')
    const named = await project.run(['init', '--name', 'more'])
    expect([named.status, named.stderr]).toEqual([64, expect.stringContaining('The start URL is missing.')])
  })

  it('writes no editor settings with --editor none', async () => {
    await project.run(['init', '--url', 'https://docs.example.com/', '--editor', 'none'])
    expect(existsSync(at('.vscode'))).toBe(false)
    expect(await project.run(['init', '--editor', 'emacs'])).toMatchObject({ status: 64 })
  })

  it('warns if the existing project does not match the new crawl file', async () => {
    project.write('crawlform.yaml', 'version: 2\ncrawls: [sites/*.yaml]\n')
    const { stderr } = await project.run(['init', '--url', 'https://docs.example.com', '-n', 'docs'])
    expect(stderr).toContain('No pattern of "crawls" in crawlform.yaml matches crawls/docs.yaml')
  })

  it('writes nothing if another file is in the way', async () => {
    project.write('crawls', '')
    mkdirSync(at('ignored/.gitignore'), { recursive: true })
    const args = ['init', '--url', 'https://docs.example.com/', '--yes']
    expect(await project.run(args)).toMatchObject({
      status: 3,
      stdout: '',
      stderr:
        'crawlform: "crawls" is not a directory, but init needs a directory of this name. Nothing was written.\n  help: Move it away, or begin the project in another directory with -C.\n',
    })
    expect(existsSync(at('crawlform.yaml'))).toBe(false)
    expect(await project.run(['-C', 'ignored', ...args])).toMatchObject({
      status: 3,
      stderr:
        'crawlform: ".gitignore" is a directory, but init adds a line to a file of this name. Nothing was written.\n  help: Move it away, or begin the project in another directory with -C.\n',
    })
    expect(existsSync(at('ignored/crawlform.yaml'))).toBe(false)
  })

  it('requires a URL without a terminal, and refuses an invalid one', async () => {
    expect(await project.run(['init'])).toMatchObject({ status: 64, stdout: '' })
    expect(await project.run(['init', '--url', 'https://a:hunter2@example.com/'])).toMatchObject({
      status: 64,
    })
    expect((await project.run(['init', '--url', 'https://a:hunter2@example.com/'])).stderr).not.toContain(
      'hunter2',
    )
    expect(await project.run(['init', '--url', 'example.com', '--name', '../a'])).toMatchObject({
      status: 64,
    })
    const withKey = await project.run(['init', '--url', 'https://example.com/?token=hunter2hunter2'])
    expect(withKey).toMatchObject({ status: 64, stdout: '' })
    expect(withKey.stderr).toContain('looks like a key')
    expect(withKey.stderr).not.toContain('hunter2')
    expect(existsSync(at('crawlform.yaml'))).toBe(false)
  })
})

describe('on a terminal, init', () => {
  const run = async (wish: HostWish, flags: readonly string[] = []) => {
    const argv = ['init', ...flags.map((flag) => `--${flag}`)]
    const host = fakeHost({ terminal: true, cwd: project.directory, argv, ...wish })
    return { host, status: await runCli(host) }
  }

  it('repeats a question after an unusable answer, and uses defaults for empty answers', async () => {
    execFileSync('git', ['init', '--quiet', project.directory])
    execFileSync('git', [
      '-C',
      project.directory,
      'remote',
      'add',
      'origin',
      'git@gitlab.example.com:a/b.git',
    ])
    const { host } = await run({
      input: ['what?', 'ftp://x', '127.0.0.1:1/start', 'docs', 'emacs', 'none', ''],
    })
    expect(host.err().match(/Please enter/g)).toHaveLength(3)
    expect(host.err()).toContain('Which editor gets settings? (vscode, none) [vscode] Please enter one of')
    expect(host.err()).toContain('The crawl starts at http://127.0.0.1:1/start: no server answered')
    expect(host.err()).toContain('(github, gitlab, none) [gitlab]')
    expect(read('crawls/docs.yaml')).toContain("url: 'http://127.0.0.1:1/start'")
    expect(existsSync(at('.gitlab-ci.yml'))).toBe(true)
    expect(existsSync(at('.gitlab/crawlform.yml'))).toBe(true)
    expect(existsSync(at('.vscode'))).toBe(false)
  })

  it('does not report a scheme that was typed', async () => {
    const { host } = await run({ input: ['http://docs.example.com/', '', '', ''] })
    expect(host.err()).not.toContain('The crawl starts at')
    expect(host.err()).toContain('[docs-example]')
  })

  it('repeats the question after a URL that contains a key', async () => {
    const input = ['example.com/?api_key=hunter2hunter2', 'https://docs.example.com', '', '', '']
    const { host } = await run({ input })
    expect(host.err()).toContain('Please enter a URL without a key in it.')
    expect(read('crawls/docs-example.yaml')).not.toContain('hunter2')
  })

  it('writes nothing when the input ends', async () => {
    const { host, status } = await run({ input: ['https://docs.example.com'] })
    expect(status).toBe(0)
    expect(host.out()).toBe('')
    expect(existsSync(at('crawlform.yaml'))).toBe(false)
  })

  it('asks no questions with --yes', async () => {
    const { host, status } = await run({ input: ['https://docs.example.com', '', ''] }, ['yes'])
    expect(status).toBe(64)
    expect(host.err()).toContain('The start URL is missing.')
  })
})
