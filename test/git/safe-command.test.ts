import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { askGit, headCommit, safeCommand } from '../../src/git/git.ts'
import { GitBackend } from '../../src/state/git-backend.ts'
import { systemClock } from '../../src/util/clock.ts'
import { aState, aSubmittedRecord } from '../support/a-record.ts'
import { GitRepositories } from '../support/git-repositories.ts'

let repositories: GitRepositories
let clone: string
let mark: string
let program: string

beforeEach(() => {
  repositories = new GitRepositories()
  clone = repositories.clone()
  mark = path.join(repositories.root, 'ran')
  program = path.join(repositories.root, 'program')
  writeFileSync(program, `#!/bin/sh\necho "$0 $*" >> "${mark}"\nexit 1\n`, { mode: 0o755 })
})

afterEach(() => repositories.remove())

function set(key: string, value: string): void {
  repositories.git(clone, 'config', '--local', '--replace-all', key, value)
}

/** Does everything that crawlform does with git in `directory`; failures do not matter here. */
async function useGit(directory: string): Promise<void> {
  const { env } = repositories
  headCommit(env, directory)
  for (const args of [
    ['rev-parse', '--show-toplevel'],
    ['ls-tree', '-r', '-z', '--full-tree', 'HEAD'],
    ['cat-file', '-p', 'HEAD:'],
    ['for-each-ref'],
  ])
    askGit(env, directory, args)
  const backend = new GitBackend({
    directory,
    environment: 'local',
    clock: systemClock,
    env,
    timeoutMs: 20_000,
  })
  const ignore = (): void => {}
  const read = await backend.read().catch(ignore)
  const token = await backend.compareAndSwap(read?.token ?? null, aState()).catch(ignore)
  const next = { ...aState(aSubmittedRecord()), serial: 4 }
  await backend.compareAndSwap(token ?? null, next).catch(ignore)
  await backend.history?.(5).catch(ignore)
}

function hookIn(directory: string, name: string): void {
  mkdirSync(directory, { recursive: true })
  writeFileSync(path.join(directory, name), `#!/bin/sh\n"${program}" ${name}\n`)
  chmodSync(path.join(directory, name), 0o755)
}

/** What a repository's configuration can start, and a plain git command that starts it. */
const programs: readonly (readonly [string, () => void, readonly string[]])[] = [
  [
    'core.sshCommand',
    () => remote('ssh://host.invalid/x', ['core.sshCommand', program]),
    ['ls-remote', 'origin'],
  ],
  [
    'core.gitProxy',
    () => remote('git://host.invalid/x', ['core.gitProxy', program]),
    ['ls-remote', 'origin'],
  ],
  [
    'an ext:: remote',
    () => remote(`ext::${program}`, ['protocol.ext.allow', 'always']),
    ['ls-remote', 'origin'],
  ],
  [
    'an ext:: address by insteadOf',
    () => {
      set(`url.ext::${program} .insteadOf`, 'file://')
      set('protocol.ext.allow', 'always')
    },
    ['ls-remote', 'origin'],
  ],
  [
    'remote.vcs',
    () =>
      remote(
        'x',
        ['remote.origin.vcs', 'ext'],
        ['protocol.ext.allow', 'always'],
        ['remote.origin.url', `${program} x`],
      ),
    ['ls-remote', 'origin'],
  ],
  ['uploadpack', () => set('remote.origin.uploadpack', program), ['ls-remote', 'origin']],
  ['receivepack', () => set('remote.origin.receivepack', program), ['push', 'origin', 'HEAD:refs/heads/x']],
  ['core.fsmonitor', () => set('core.fsmonitor', program), ['status']],
  [
    'core.hooksPath',
    () => {
      hookIn(path.join(repositories.root, 'own-hooks'), 'reference-transaction')
      set('core.hooksPath', path.join(repositories.root, 'own-hooks'))
    },
    ['update-ref', 'refs/heads/x', 'HEAD'],
  ],
  [
    'a hook for refs',
    () => hookIn(path.join(clone, '.git/hooks'), 'reference-transaction'),
    ['update-ref', 'refs/heads/x', 'HEAD'],
  ],
  [
    'a hook for pushes',
    () => hookIn(path.join(clone, '.git/hooks'), 'pre-push'),
    ['push', 'origin', 'HEAD:refs/heads/x'],
  ],
  [
    'gpg.program for commits',
    () => {
      set('gpg.program', program)
      set('commit.gpgSign', 'true')
    },
    ['-c', 'user.name=a', '-c', 'user.email=a', 'commit', '--allow-empty', '-m', 'x'],
  ],
  [
    'gpg.program for pushes',
    () => {
      set('gpg.program', program)
      set('push.gpgSign', 'if-asked')
      set('user.name', 'a')
      set('user.email', 'a@example.com')
      repositories.git(repositories.bare, 'config', 'receive.certNonceSeed', 'seed')
    },
    ['push', '--signed', 'origin', 'HEAD:refs/heads/x'],
  ],
  ['diff.external', () => set('diff.external', program), ['diff', 'HEAD~1', 'HEAD']],
  [
    'a filter',
    () => {
      set('filter.x.clean', program)
      writeFileSync(path.join(clone, '.gitattributes'), '* filter=x\n')
    },
    ['add', '.'],
  ],
  [
    'textconv',
    () => {
      set('diff.x.textconv', program)
      writeFileSync(path.join(clone, '.gitattributes'), '* diff=x\n')
    },
    ['diff', 'HEAD~1', 'HEAD'],
  ],
  ['an alias', () => set('alias.crawl', `!${program}`), ['crawl']],
  ['core.pager', () => set('core.pager', program), ['--paginate', 'var', 'GIT_PAGER']],
]

function remote(url: string, ...settings: readonly (readonly [string, string])[]): void {
  set('remote.origin.url', url)
  for (const [key, value] of settings) set(key, value)
}

describe("programs in a repository's configuration", () => {
  it.each(programs)('are not run: %s', async (_name, prepare) => {
    prepare()
    await useGit(clone)
    expect(existsSync(mark)).toBe(false)
  })

  it.each(programs.filter(([name]) => name !== 'core.pager'))(
    'would be run by plain git: %s',
    (_name, prepare, args) => {
      prepare()
      const { env } = repositories
      try {
        execFileSync('git', ['-C', clone, ...args], { env, stdio: 'ignore' })
      } catch {
        // The program ends with status 1.
      }
      expect(existsSync(mark)).toBe(true)
    },
  )

  it.each(['credential.helper', 'credential.http://127.0.0.1.helper', 'core.askPass'])(
    'are not asked for a password: %s',
    async (key) => {
      const server = createServer((_request, response) => {
        response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end()
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as AddressInfo
      set('remote.origin.url', `http://127.0.0.1:${port}/x`)
      set(key.replace('127.0.0.1', `127.0.0.1:${port}`), key === 'core.askPass' ? program : `!${program}`)
      try {
        await useGit(clone)
      } finally {
        server.close()
      }
      expect(existsSync(mark)).toBe(false)
    },
  )

  it.each([
    ['with the parent directory as its work tree', '[core]\n\tbare = false\n\tworktree = ..\n'],
    ['as a bare repository', '[core]\n\tbare = true\n'],
  ])('are ignored in a directory that looks like a repository, %s', async (_name, core) => {
    const directory = path.join(clone, 'crawls')
    mkdirSync(path.join(directory, 'refs'), { recursive: true })
    mkdirSync(path.join(directory, 'objects'))
    writeFileSync(path.join(directory, 'HEAD'), 'ref: refs/heads/main\n')
    const origin = `[remote "origin"]\n\turl = ssh://host.invalid/x\n\tpromisor = true\n`
    writeFileSync(
      path.join(directory, 'config'),
      `${core}\tsshCommand = ${program}\n\tfsmonitor = ${program}\n${origin}`,
    )
    await useGit(directory)
    await useGit(path.join(directory, 'refs'))
    expect(existsSync(mark)).toBe(false)
    expect(headCommit(repositories.env, directory)).toBeUndefined()
  })

  it("are run if they are in the user's configuration", async () => {
    const global = path.join(repositories.root, 'gitconfig')
    writeFileSync(global, `[core]\n\tsshCommand = ${program} user\n`)
    remote('ssh://host.invalid/x', ['core.sshCommand', 'false'])
    const env = { ...repositories.env, GIT_CONFIG_GLOBAL: global }
    const backend = new GitBackend({ directory: clone, environment: 'local', clock: systemClock, env })
    await backend.read().catch(() => undefined)
    expect(existsSync(mark)).toBe(true)
  })
})

it('git neither prompts nor fetches objects by itself', () => {
  const { env } = safeCommand({ PATH: '/bin' }, clone, ['status'])
  expect(env).toMatchObject({ GIT_TERMINAL_PROMPT: '0', GIT_NO_LAZY_FETCH: '1', GIT_ASKPASS: '' })
})
