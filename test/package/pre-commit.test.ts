// The hooks as https://pre-commit.com runs them: it clones the repository, installs the clone with npm, runs `npm pack`, and
// installs the file that this prints.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Ran, registryEnv, runProgram } from './installed-package.ts'

const root = path.join(import.meta.dirname, '../..')

it('npm pack prints only the name of its file', () => {
  const printed = execFileSync('npm', ['pack', '--dry-run'], { cwd: root, encoding: 'utf8', stdio: 'pipe' })
  expect(printed).toMatch(/^crawlform-\S+\.tgz\n$/)
})

const isThere = spawnSync('pre-commit', ['--version']).status === 0
describe.skipIf(!isThere)('pre-commit (needs it in PATH)', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'crawlform-pre-commit-'))
  const hooks = path.join(directory, 'hooks')
  const project = path.join(directory, 'project')
  // No crawlform of the machine or of this repository is found.
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  const env = {
    ...registryEnv(),
    PATH: folders.filter((folder) => !folder.includes('node_modules')).join(path.delimiter),
    HOME: directory,
    GIT_CONFIG_NOSYSTEM: '1',
  }
  const git = (cwd: string, ...args: string[]): string => {
    const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com']
    return execFileSync('git', [...identity, ...args], { cwd, env, encoding: 'utf8' }).trim()
  }
  const commitAll = (cwd: string): string => {
    git(cwd, 'init', '--quiet')
    git(cwd, 'add', '--all')
    git(cwd, 'commit', '--quiet', '--message', 'All')
    return git(cwd, 'rev-parse', 'HEAD')
  }
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(project, file)), { recursive: true })
    writeFileSync(path.join(project, file), text)
  }
  const runHook = (hook: string): Promise<Ran> => {
    git(project, 'add', '--all')
    return runProgram(['pre-commit', 'run', hook], { cwd: project, env })
  }

  beforeAll(() => {
    // What is tested is not committed yet.
    const isSource = (file: string): boolean =>
      !['node_modules', 'dist', '.git'].includes(path.relative(root, file))
    cpSync(root, hooks, { recursive: true, filter: isSource })
    const revision = commitAll(hooks)
    const ids = 'hooks: [{ id: crawlform-validate }, { id: crawlform-fix }]'
    write('.pre-commit-config.yaml', `repos:\n  - { repo: 'file://${hooks}', rev: ${revision}, ${ids} }\n`)
    write('crawlform.yaml', 'version: 2\n')
    commitAll(project)
  })
  afterAll(() => rmSync(directory, { recursive: true, force: true, maxRetries: 3 }))

  it('installs and runs both hooks repeatedly', { timeout: 1_800_000 }, async () => {
    write('crawls/docs.yaml', 'version: 2\nrequest:\n  url: https://docs.example.com/\n  limit: 5\n')
    for (const hook of ['crawlform-validate', 'crawlform-fix', 'crawlform-validate'])
      expect(await runHook(hook)).toMatchObject({ status: 0, stdout: expect.stringContaining('Passed') })

    write('crawls/docs.yaml', 'version: 2\nrequest:\n  url: https://docs.example.com/\n  limit: "5"\n')
    const refused = await runHook('crawlform-validate')
    expect(refused.status).toBe(1)
    expect(refused.stdout).toContain('crawls/docs.yaml:4')
    expect(await runHook('crawlform-fix')).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('files were modified by this hook'),
    })
    expect(readFileSync(path.join(project, 'crawls/docs.yaml'), 'utf8')).toContain('  limit: 5\n')
    expect((await runHook('crawlform-fix')).status).toBe(0)

    // A second project in the repository, with a profile of its own.
    write('sites/shop/crawlform.yaml', 'version: 2\nprofiles: { small: { request: { limit: 5 } } }\n')
    const shop = 'version: 2\nextends: [small]\nrequest: { url: https://shop.example.com/ }\n'
    write('sites/shop/crawls/shop.yaml', shop)
    const both = await runHook('crawlform-validate')
    expect([both.status, both.stdout + both.stderr]).toEqual([0, expect.stringContaining('Passed')])
  })
})
