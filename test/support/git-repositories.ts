import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'

/** A git with nothing configured: no identity, no system or global settings, no hooks of this machine. */
export function bareGitEnv(home: string): Record<string, string | undefined> {
  return {
    PATH: process.env['PATH'],
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
  }
}

/** A bare repository with two commits on `main`, and clones of it. */
export class GitRepositories {
  readonly root = mkdtempSync(path.join(tmpdir(), 'git-'))
  readonly env = bareGitEnv(this.root)
  readonly bare = path.join(this.root, 'origin.git')
  private clones = 0

  constructor() {
    cpSync(template(), this.bare, { recursive: true })
  }

  /** Standard output, trimmed. */
  git(directory: string, ...args: string[]): string {
    return git(this.env, directory, ...args)
  }

  clone(...options: string[]): string {
    const directory = path.join(this.root, `clone-${++this.clones}`)
    this.git(this.root, 'clone', '--quiet', ...options, `file://${this.bare}`, directory)
    return directory
  }

  /** Replaces what `ref` of the server holds by one file. */
  pushRecord(ref: string, name: string, text: string): void {
    const file = path.join(this.root, 'record.json')
    writeFileSync(file, text)
    const env = { ...this.env, GIT_INDEX_FILE: path.join(this.root, 'record-index') }
    const id = git(env, this.bare, 'hash-object', '-w', file)
    git(env, this.bare, 'update-index', '--add', '--cacheinfo', `100644,${id},${name}`)
    const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com']
    const tree = git(env, this.bare, 'write-tree')
    git(
      env,
      this.bare,
      'update-ref',
      ref,
      git(env, this.bare, ...identity, 'commit-tree', '-m', 'record', tree),
    )
    rmSync(env.GIT_INDEX_FILE)
  }

  /** A server hook: a shell script. */
  hook(name: string, script: string): void {
    mkdirSync(path.join(this.bare, 'hooks'), { recursive: true })
    writeFileSync(path.join(this.bare, 'hooks', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  }

  remove(): void {
    rmSync(this.root, { recursive: true })
  }
}

function git(env: Record<string, string | undefined>, directory: string, ...args: string[]): string {
  return execFileSync('git', ['-C', directory, ...args], {
    env: { ...env, LC_ALL: 'C' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim()
}

let made: string | undefined
let templateRoot: string | undefined

// A process that runs tests is killed at its end, and hears of no exit.
afterAll(() => {
  if (templateRoot !== undefined) rmSync(templateRoot, { recursive: true, force: true })
  made = undefined
})

/** The bare repository that every test begins with, made once: a dozen processes each time would take longer than the tests. */
function template(): string {
  if (made !== undefined) return made
  const root = mkdtempSync(path.join(tmpdir(), 'git-template-'))
  templateRoot = root
  const [env, first, bare] = [bareGitEnv(root), path.join(root, 'first'), path.join(root, 'origin.git')]
  git(env, root, 'init', '--quiet', '--initial-branch=main', first)
  for (const content of ['one', 'two']) {
    writeFileSync(path.join(first, 'file'), content)
    git(env, first, 'add', 'file')
    git(env, first, '-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '-m', content)
  }
  git(env, root, 'clone', '--quiet', '--bare', first, bare)
  git(env, bare, 'remote', 'remove', 'origin')
  made = bare
  return made
}
