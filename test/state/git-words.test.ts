import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { GitBackend, type GitBackendOptions } from '../../src/state/git-backend.ts'
import type { StateBackend } from '../../src/state/state.ts'
import { systemClock } from '../../src/util/clock.ts'
import { aState, aSubmittedRecord } from '../support/a-record.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { GitRepositories } from '../support/git-repositories.ts'
import { stateErrorOf } from '../support/state-error-of.ts'

let repositories: GitRepositories

beforeEach(() => {
  repositories = new GitRepositories()
})

afterEach(() => repositories.remove())

function open(directory: string, change: Partial<GitBackendOptions> = {}): StateBackend {
  const { env } = repositories
  return new GitBackend({ directory, environment: 'local', clock: systemClock, env, ...change })
}

/** An environment whose git says and does as told for one command, and is git for all others. */
function gitThat(command: string, script: string): GitBackendOptions['env'] {
  const bin = path.join(repositories.root, 'bin')
  mkdirSync(bin)
  const real = repositories.env['PATH']
  const text = `#!/bin/sh\nPATH="${real}"\ncase " $* " in *" ${command} "*) ${script};; esac\nexec git "$@"\n`
  writeFileSync(path.join(bin, 'git'), text, { mode: 0o755 })
  return { ...repositories.env, PATH: `${bin}:${real}` }
}

const first = aState()
const REF = 'refs/crawlform/local'

describe('the reason that a server gives for a refused push', () => {
  const refused = (reason: string) =>
    gitThat('push', `printf 'To x\\n!\\tabc:${REF}\\t[remote rejected] (${reason})\\nDone\\n'; exit 1`)

  it.each([
    'stale info',
    'fetch first',
    'non-fast-forward',
    'already exists',
    'Cannot lock ref',
    'failed to lock',
    'failed to update ref',
    'incorrect old value provided',
    'needs force',
  ])('is a conflict with another run: %s', async (reason) => {
    const error = await stateErrorOf(
      open(repositories.clone(), { env: refused(reason) }).compareAndSwap(null, first),
    )
    expect([error.code, error.message]).toEqual([
      'conflict',
      `${REF} of the git remote "origin" was changed by another run in the meantime (${reason}).`,
    ])
  })

  it('is shown with its first line of text', async () => {
    repositories.hook('pre-receive', 'echo >&2; echo "GitLab: You are not allowed to push code." >&2; exit 1')
    const { message } = await stateErrorOf(open(repositories.clone()).compareAndSwap(null, first))
    expect(message).toContain(
      'was refused by the server: pre-receive hook declined: GitLab: You are not allowed to push code.',
    )
  })

  it('is not a conflict if the wanted branch lies below an existing one', async () => {
    const clone = repositories.clone()
    repositories.git(clone, 'push', '--quiet', 'origin', 'main:records')
    const error = await stateErrorOf(open(clone, { branch: 'records/a' }).compareAndSwap(null, first))
    expect([error.code, error.message]).toEqual([
      'unavailable',
      expect.stringContaining("'refs/heads/records' exists; cannot create 'refs/heads/records/a'"),
    ])
  })

  it('names a lock that a killed push left', async () => {
    const folder = path.join(repositories.bare, 'refs/crawlform')
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, 'local.lock'), '')
    const error = await stateErrorOf(open(repositories.clone()).compareAndSwap(null, first))
    expect([error.code, error.message]).toEqual(['conflict', expect.stringContaining('local.lock')])
  })

  it('is shown as it is, without secrets, if it is unknown', async () => {
    const env = refused('no hunter2 (here)')
    const redact = (text: string) => text.replaceAll('hunter2', '***')
    const backend = (change: object) => open(repositories.clone(), { env, redact, ...change })
    const error = await stateErrorOf(backend({}).compareAndSwap(null, first))
    expect([error.code, error.message]).toEqual([
      'unavailable',
      `${REF} of the git remote "origin" was refused by the server: no *** (here). If the server accepts only branches, set "branch" next to "backend: git", for example to crawlform-state.`,
    ])
    const { message } = await stateErrorOf(backend({ branch: 'records' }).compareAndSwap(null, first))
    expect(message).toBe(
      'refs/heads/records of the git remote "origin" was refused by the server: no *** (here).',
    )
  })
})

describe('a remote that refuses the connection', () => {
  it.each([
    'could not read Username for x',
    'could not read Password for x',
    'Authentication failed for x',
    'x: Permission denied (publickey)',
    'write access to repository not granted',
    'the server said HTTP 403',
    'The requested URL returned error: 401',
  ])('is reported with advice about credentials: %j', async (words) => {
    const env = gitThat('ls-remote', `echo 'fatal: ${words}' >&2; exit 128`)
    const error = await stateErrorOf(open(repositories.clone(), { env }).read())
    expect([error.code, error.isLasting, error.message]).toEqual([
      'unavailable',
      true,
      `${REF} of the git remote "origin" could not be reached: fatal: ${words}. This checkout has no credentials for the remote; in CI, give its job the permission to push (contents: write).`,
    ])
  })

  it('for a temporary reason may be asked again', async () => {
    const env = gitThat('ls-remote', `echo 'fatal: the remote end hung up' >&2; exit 128`)
    const error = await stateErrorOf(open(repositories.clone(), { env }).read())
    expect([error.isLasting, error.message]).toEqual([
      false,
      `${REF} of the git remote "origin" could not be reached: fatal: the remote end hung up`,
    ])
  })

  it('is reported without secrets', async () => {
    const env = gitThat('ls-remote', `echo 'fatal: hunter2 https://u:p@example.com/' >&2; exit 128`)
    const redact = (text: string) => text.replaceAll('hunter2', '***')
    const { message } = await stateErrorOf(open(repositories.clone(), { env, redact }).read())
    expect(message).toMatch(/fatal: \*\*\* https:\/\/example\.com\/$/)
  })
})

it.each([
  [{ remote: 'https://u:p@example.com/x.git' }, `${REF} of the git remote "https://example.com/x.git"`],
  [{ remote: 'upstream', environment: 'eu' }, 'refs/crawlform/eu of the git remote "upstream"'],
  [{ branch: 'a/b' }, 'refs/heads/a/b of the git remote "origin"'],
])('the record of %j is described by its ref and remote', (change, description) => {
  expect(open(repositories.root, change).description).toBe(description)
})

it('a name that git would take for an option is reported without secrets', () => {
  const redact = (text: string) => text.replaceAll('hunter2', '***')
  expect(() => open(repositories.root, { remote: '--x=hunter2', redact })).toThrow(
    '"--x=***" cannot be the name of a git remote or branch.',
  )
})

it('a slow remote is reported with the command that is running', async () => {
  const clock = new FakeClock()
  const clone = repositories.clone()
  const waits = path.join(repositories.root, 'waits')
  const env = gitThat('ls-remote', `: > "${waits}"; while [ -e "${waits}" ]; do sleep 0.01; done`)
  const notices: string[] = []
  const backend = open(clone, { clock, env })
  backend.notice = (line) => {
    notices.push(line)
    rmSync(waits)
  }
  const read = backend.read()
  await vi.waitFor(() => statSync(waits), { timeout: 60_000, interval: 5 })
  clock.advance(4999)
  expect(notices).toEqual([])
  clock.advance(1)
  expect(await read).toEqual({ state: undefined, token: null })
  expect(notices).toEqual([`Waiting for ${REF} of the git remote "origin" (git ls-remote).`])
  expect(clock.sleeping).toBe(0)
})

describe('the author of a record', () => {
  async function author(clone: string, env: object = {}): Promise<string> {
    const backend = open(clone, { env: { ...repositories.env, ...env } })
    const token = await backend.compareAndSwap(null, first)
    expect((await backend.history?.(1))?.[0]?.by).toBe(
      repositories.git(repositories.bare, 'log', '-1', '--format=%an', token ?? ''),
    )
    return repositories.git(repositories.bare, 'log', '-1', '--format=%an <%ae> %cn <%ce>', token ?? '')
  }

  it.each([
    [[], {}, 'crawlform <crawlform@localhost>'],
    [['', ''], {}, 'crawlform <crawlform@localhost>'],
    [['Ann', 'ann@example.com'], {}, 'Ann <ann@example.com>'],
    [
      ['Ann', 'ann@example.com'],
      { GIT_AUTHOR_NAME: 'CI', GIT_AUTHOR_EMAIL: 'ci@example.com' },
      'CI <ci@example.com>',
    ],
  ] as const)(
    'comes from %j in the git configuration and %j in the environment',
    async (configured, env, expected) => {
      const clone = repositories.clone()
      const [name, email] = configured
      if (name !== undefined) repositories.git(clone, 'config', 'user.name', name)
      if (email !== undefined) repositories.git(clone, 'config', 'user.email', email)
      expect(await author(clone, env)).toBe(`${expected} ${expected}`)
    },
  )
})

it('each write is a commit that names its environment and serial', async () => {
  const backend = open(repositories.clone())
  const token = await backend.compareAndSwap(null, first)
  await backend.compareAndSwap(token, { ...aState(aSubmittedRecord()), serial: 4 })
  expect(repositories.git(repositories.bare, 'log', '--format=%s', REF)).toBe(
    'local: record 4\nlocal: record 3',
  )
})

it('a record that was fetched before is not fetched again, even after git gc', async () => {
  const clone = repositories.clone()
  const token = await open(repositories.clone()).compareAndSwap(null, first)
  await open(clone).read()
  repositories.git(clone, 'gc', '--quiet', '--prune=now')
  const backend = open(clone, { env: gitThat('fetch', 'exit 1') })
  expect(await backend.read()).toEqual({ state: first, token })
  const next = await backend.compareAndSwap(token, { ...aState(aSubmittedRecord()), serial: 4 })
  repositories.git(clone, 'gc', '--quiet', '--prune=now')
  expect((await backend.read()).token).toBe(next)
  expect(await backend.history?.(9)).toHaveLength(2)
})

it('an environment without a record on a shared branch has no history there', async () => {
  const change = { branch: 'records' }
  await open(repositories.clone(), change).compareAndSwap(null, first)
  const other = open(repositories.clone(), { ...change, environment: 'eu' })
  expect(await other.history?.(9)).toEqual([])
})

it.each(['local.json.bak', 'x y.json', 'crawls/local.json'])(
  'a branch with %s is not a branch of records',
  async (name) => {
    const clone = repositories.clone()
    repositories.git(clone, 'checkout', '--quiet', '--orphan', 'other')
    repositories.git(clone, 'rm', '-rfq', '.')
    mkdirSync(path.dirname(path.join(clone, name)), { recursive: true })
    writeFileSync(path.join(clone, name), '{}')
    repositories.git(clone, 'add', '.')
    const as = ['-c', 'user.name=a', '-c', 'user.email=a@example.com']
    repositories.git(clone, ...as, 'commit', '--quiet', '-m', 'x')
    repositories.git(clone, 'push', '--quiet', 'origin', `HEAD:${REF}`)
    const { code, message } = await stateErrorOf(open(clone).read())
    expect([code, message]).toEqual([
      'unreadable',
      expect.stringContaining('contains files that are not records'),
    ])
  },
)

it('a remote that answers in time is not reported', async () => {
  const clock = new FakeClock()
  const backend = open(repositories.clone(), { clock })
  const notices: string[] = []
  backend.notice = (line) => notices.push(line)
  await backend.read()
  expect(clock.sleeping).toBe(0)
  clock.advance(60_000)
  expect(notices).toEqual([])
})

it.each([
  [{}, 'refs/crawlform-seen/local'],
  [{ branch: 'a/b' }, 'refs/crawlform-seen/branch/a%2fb'],
])('the last read record of %j is kept under its own ref', async (change, expected) => {
  const clone = repositories.clone()
  await open(repositories.clone(), change).compareAndSwap(null, first)
  await open(clone, change).read()
  expect(repositories.git(clone, 'for-each-ref', '--format=%(refname)', 'refs/crawlform-seen')).toBe(expected)
})

it('the error of a damaged record names commands that restore an earlier one', async () => {
  const clone = repositories.clone()
  await open(clone).compareAndSwap(null, first)
  repositories.git(clone, 'fetch', '--quiet', 'origin', 'refs/crawlform/local')
  repositories.git(clone, 'checkout', '--quiet', 'FETCH_HEAD')
  writeFileSync(path.join(clone, 'local.project.json'), '<<<<<<< ours\n')
  const identity = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com']
  repositories.git(clone, ...identity, 'commit', '--quiet', '--all', '--message', 'merge')
  repositories.git(clone, 'push', '--quiet', 'origin', 'HEAD:refs/crawlform/local')
  const { help = '' } = await stateErrorOf(open(clone).read())
  const [show = '', restore = ''] = help.split(/(?<=FETCH_HEAD)\. /)
  expect(show).toBe('Find an earlier record: git fetch origin refs/crawlform/local && git log FETCH_HEAD')
  const push = restore.replace('Restore it: git ', '').replace('COMMIT', 'HEAD~1')
  repositories.git(clone, ...push.split(' '))
  expect((await open(clone).read()).state).toEqual(first)
})
