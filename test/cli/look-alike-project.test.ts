import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FaultyCrawlService } from '../support/faulty-crawl-service.ts'
import { GitRepositories } from '../support/git-repositories.ts'
import { runHere } from '../support/run-here.ts'

let service: FaultyCrawlService
let repositories: GitRepositories
let clone: string
let mark: string

beforeEach(async () => {
  service = await new FaultyCrawlService().listen()
  repositories = new GitRepositories()
  clone = repositories.clone()
  mark = path.join(repositories.root, 'ran')
})

afterEach(async () => {
  await service.close()
  repositories.remove()
})

/** Writes a project in a directory that git takes for a bare repository. Its configuration names a program. */
function lookAlike(state: string, layout: 'whole' | 'commondir' = 'whole'): string {
  const directory = path.join(clone, 'docs')
  const program = path.join(repositories.root, 'program')
  writeFileSync(program, `#!/bin/sh\ntouch "${mark}"\nexit 1\n`, { mode: 0o755 })
  const parts = layout === 'whole' ? directory : path.join(directory, 'parts')
  for (const folder of ['refs', 'objects', '../crawls'])
    mkdirSync(path.join(parts, folder), { recursive: true })
  mkdirSync(path.join(directory, 'crawls'), { recursive: true })
  if (layout === 'commondir') writeFileSync(path.join(directory, 'commondir'), 'parts\n')
  writeFileSync(path.join(directory, 'HEAD'), 'ref: refs/heads/main\n')
  const config = `[core]\n\tbare = false\n\tworktree = ..\n\tsshCommand = ${program}\n\tfsmonitor = ${program}\n`
  writeFileSync(path.join(parts, 'config'), `${config}[remote "origin"]\n\turl = ssh://host.invalid/x\n`)
  const environment = `{ baseUrl: "${service.baseUrl}", state: ${state} }`
  writeFileSync(
    path.join(directory, 'crawlform.yaml'),
    `version: 2\nenvironments:\n  production: ${environment}\n`,
  )
  const request = '{ url: "https://docs.example.com/", limit: 5 }'
  writeFileSync(path.join(directory, 'crawls/docs.yaml'), `version: 2\nrequest: ${request}\n`)
  return directory
}

async function run(directory: string, args: readonly string[], env = repositories.env) {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined))
  return runHere(directory, args, { env: { ...(set as Record<string, string>), CI: 'true' } })
}

/** Returns the environment with a git that does not know `safe.bareRepository`, as before 2.38. */
function withOldGit(): typeof repositories.env {
  const folder = path.join(repositories.root, 'bin')
  mkdirSync(folder)
  const git = execFileSync('which', ['git'], { encoding: 'utf8' }).trim()
  // A later -c of the same setting wins.
  const script = `#!/bin/bash\nargs=()\nfor a in "$@"; do [ "$a" = safe.bareRepository=explicit ] && a=safe.bareRepository=all; args+=("$a"); done\nexec ${git} "\${args[@]}"\n`
  writeFileSync(path.join(folder, 'git'), script, { mode: 0o755 })
  return { ...repositories.env, PATH: `${folder}:${process.env['PATH'] ?? ''}` }
}

const commands = [['plan'], ['status'], ['state', 'list'], ['apply', '--yes']]

describe.each([
  ['git', () => repositories.env],
  ['a git before 2.38', withOldGit],
])('a project in a directory that looks like a repository, with %s', (_name, envOf) => {
  it.each(commands)('has no git record for %s %s', async (...args) => {
    const directory = lookAlike('{ backend: git }')
    const { status, stderr } = await run(directory, [...args, '--env', 'production'], envOf())
    expect(status).toBe(3)
    expect(stderr).toContain('cannot use bare repository')
    expect(existsSync(mark)).toBe(false)
    expect(service.jobs).toHaveLength(0)
  })

  it.each(['whole', 'commondir'] as const)('runs no program of its configuration (%s)', async (layout) => {
    const directory = lookAlike('{ backend: local }', layout)
    const env = envOf()
    const args = ['--env', 'production']
    const applied = await run(directory, ['apply', '--yes', '--local-state', ...args], env)
    expect(applied).toMatchObject({ status: 0, stdout: expect.stringContaining('1 submitted.') as string })
    const compared = await run(directory, ['plan', '--against', 'HEAD', ...args], env)
    expect(compared.status).toBe(64)
    expect(compared.stderr).toContain('looks like one')
    expect(existsSync(mark)).toBe(false)
  })
})

it('keeps the record of a project under its path if GIT_DIR is set, as in hooks', async () => {
  const directory = path.join(clone, 'sites/shop')
  mkdirSync(path.join(directory, 'crawls'), { recursive: true })
  const environment = `{ baseUrl: "${service.baseUrl}", state: { backend: git } }`
  writeFileSync(
    path.join(directory, 'crawlform.yaml'),
    `version: 2\nenvironments:\n  production: ${environment}\n`,
  )
  const request = '{ url: "https://docs.example.com/", limit: 5 }'
  writeFileSync(path.join(directory, 'crawls/docs.yaml'), `version: 2\nrequest: ${request}\n`)
  const env = { ...repositories.env, GIT_DIR: path.join(clone, '.git') }
  const applied = await run(directory, ['apply', '--yes', '--env', 'production'], env)
  expect([applied.status, applied.stderr]).toEqual([0, expect.any(String)])
  const files = repositories.git(repositories.bare, 'ls-tree', '--name-only', 'refs/crawlform/production')
  expect(files).toBe('production.project.sites.shop.json')
})
