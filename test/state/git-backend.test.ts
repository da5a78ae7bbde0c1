import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { GitBackend, type GitBackendOptions } from '../../src/state/git-backend.ts'
import { putRecord, type StateBackend } from '../../src/state/state.ts'
import { formatState } from '../../src/state/parse-state.ts'
import { updateState } from '../../src/state/update-state.ts'
import { systemClock } from '../../src/util/clock.ts'
import { aState, aSubmittedRecord } from '../support/a-record.ts'
import { FakeClock, NapClock } from '../support/fake-clock.ts'
import { GitRepositories } from '../support/git-repositories.ts'
import { stateErrorOf } from '../support/state-error-of.ts'

let repositories: GitRepositories

beforeEach(() => {
  repositories = new GitRepositories()
})

afterEach(() => repositories.remove())

function open(directory: string, change: Partial<GitBackendOptions> = {}): StateBackend {
  return new GitBackend({
    directory,
    environment: 'local',
    clock: systemClock,
    env: repositories.env,
    ...change,
  })
}

const first = aState()
const second = { ...aState(aSubmittedRecord()), serial: 4 }

describe('the record in git', () => {
  it('is empty before the first write, and then the same in every clone', async () => {
    const [mine, other] = [open(repositories.clone()), open(repositories.clone())]
    expect(await mine.read()).toEqual({ state: undefined, token: null })
    const token = await mine.compareAndSwap(null, first)
    expect(await other.read()).toEqual({ state: first, token })
    const next = await other.compareAndSwap(token, second)
    expect(await mine.read()).toEqual({ state: second, token: next })
  })

  it('has its own ref for each environment', async () => {
    const clone = repositories.clone()
    for (const environment of ['local', 'prod.eu', 'a/b', 'Ä', '..', 'x.lock', '-rf', '@{u}']) {
      await open(clone, { environment }).compareAndSwap(null, { ...first, environment })
      expect((await open(clone, { environment }).read()).state?.environment).toBe(environment)
    }
    expect(repositories.git(repositories.bare, 'for-each-ref', '--format=%(refname)').split('\n')).toEqual([
      'refs/crawlform/%2e%2e',
      'refs/crawlform/%40%7bu%7d',
      'refs/crawlform/%c3%84',
      'refs/crawlform/-rf',
      'refs/crawlform/a%2fb',
      'refs/crawlform/local',
      'refs/crawlform/prod%2eeu',
      'refs/crawlform/x%2elock',
      'refs/heads/main',
    ])
  })

  it('is not overwritten by a writer that has not read it', async () => {
    const [mine, other] = [open(repositories.clone()), open(repositories.clone())]
    const token = await mine.compareAndSwap(null, first)
    expect((await stateErrorOf(other.compareAndSwap(null, second))).code).toBe('conflict')
    await other.read()
    await other.compareAndSwap(token, second)
    expect((await stateErrorOf(mine.compareAndSwap(token, first))).code).toBe('conflict')
    expect((await mine.read()).state).toEqual(second)
  })

  it('does not change the checkout', async () => {
    const clone = repositories.clone()
    const look = () => [
      repositories.git(clone, 'status', '--porcelain=v2', '--branch'),
      repositories.git(clone, 'config', '--local', '--list'),
      repositories.git(clone, 'for-each-ref', 'refs/heads', 'refs/remotes', 'refs/tags'),
    ]
    const before = look()
    const token = await open(clone).compareAndSwap(null, first)
    const other = open(repositories.clone())
    await other.read()
    const next = await other.compareAndSwap(token, second)
    await open(clone).read()
    await open(clone).compareAndSwap(next, first)
    expect(look()).toEqual(before)
    // No branch, no tag, no FETCH_HEAD: a later `git push` or `git pull` of the user is not changed by it.
    expect(() => readFileSync(path.join(clone, '.git/FETCH_HEAD'))).toThrow('ENOENT')
  })

  it('keeps the history of who wrote the record', async () => {
    const clone = repositories.clone()
    repositories.git(clone, 'config', 'user.name', 'Ann')
    const clock = new FakeClock({ nowMs: Date.parse('2026-11-21T08:00:00Z') })
    const token = await open(clone, { clock }).compareAndSwap(null, first)
    clock.advance(60_000)
    await open(clone, { clock }).compareAndSwap(token, second)
    const fresh = open(repositories.clone())
    expect(await fresh.history?.(10)).toEqual([
      { at: '2026-11-21T08:01:00.000Z', by: 'Ann', state: second },
      { at: '2026-11-21T08:00:00.000Z', by: 'Ann', state: first },
    ])
    expect(await fresh.history?.(1)).toHaveLength(1)
    expect(await open(clone, { environment: 'other' }).history?.(10)).toEqual([])
  })

  it('is unreadable if something else was pushed to its ref', async () => {
    const clone = repositories.clone()
    repositories.git(clone, 'push', '--quiet', 'origin', 'main:refs/crawlform/local')
    expect((await stateErrorOf(open(clone).read())).code).toBe('unreadable')
  })
})

describe('checkouts of many kinds', () => {
  it.each([
    ['a shallow clone', (): string => repositories.clone('--depth=1')],
    ['a clone without blobs', () => repositories.clone('--filter=blob:none')],
    [
      'a detached HEAD',
      () => {
        const clone = repositories.clone()
        repositories.git(clone, 'checkout', '--quiet', '--detach', 'HEAD~1')
        return clone
      },
    ],
    [
      'no identity and user.useConfigOnly',
      () => {
        const clone = repositories.clone()
        repositories.git(clone, 'config', 'user.useConfigOnly', 'true')
        return clone
      },
    ],
    [
      'signed pushes with hooks',
      () => {
        const clone = repositories.clone()
        for (const [key, value] of Object.entries({
          'push.gpgSign': 'true',
          'push.followTags': 'true',
          'commit.gpgSign': 'true',
          'fetch.prune': 'true',
        })) {
          repositories.git(clone, 'config', key, value)
        }
        mkdirSync(path.join(clone, '.git/hooks'), { recursive: true })
        writeFileSync(path.join(clone, '.git/hooks/pre-push'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
        return clone
      },
    ],
    [
      'a worktree below a directory',
      () => {
        const worktree = path.join(repositories.root, 'tree')
        repositories.git(repositories.clone(), 'worktree', 'add', '--quiet', worktree)
        return worktree
      },
    ],
  ])('%s reads and writes', async (_what, make) => {
    const other = open(repositories.clone())
    const token = await other.compareAndSwap(null, first)
    const backend = open(make())
    expect((await backend.read()).state).toEqual(first)
    await backend.compareAndSwap(token, second)
    expect((await other.read()).state).toEqual(second)
    expect(repositories.git(repositories.bare, 'rev-list', '--count', 'refs/crawlform/local')).toBe('2')
  })
})

describe('several writers with a clone each', () => {
  it('all get their records in', async () => {
    const writers = Array.from({ length: 4 }, (_, index) => ({
      backend: open(repositories.clone()),
      name: `crawl-${index}`,
    }))
    await Promise.all(
      writers.map(async ({ backend, name }) => {
        for (const part of ['a', 'b', 'c']) {
          const crawl = `${name}-${part}`
          const add = (records: Parameters<typeof putRecord>[0]) =>
            records.some((record) => record.crawl === crawl)
              ? records
              : putRecord(records, aSubmittedRecord({ crawl }))
          await updateState(backend, add, { clock: systemClock })
        }
      }),
    )
    const { state } = await open(repositories.clone()).read()
    expect(state?.records).toHaveLength(12)
    expect(state?.serial).toBe(12)
    expect(repositories.git(repositories.bare, 'rev-list', '--count', 'refs/crawlform/local')).toBe('12')
  })
})

describe('an old record that several projects shared', () => {
  const REF = 'refs/crawlform/local'
  const [a, b] = [aSubmittedRecord({ crawl: 'a' }), aSubmittedRecord({ crawl: 'b' })]
  const old = aState(a, b)
  const only = (...names: string[]) => ({ declared: new Set(names) })

  beforeEach(() => repositories.pushRecord(REF, 'local.json', formatState(old)))

  function nested(): string {
    const directory = path.join(repositories.clone(), 'sites/b')
    mkdirSync(directory, { recursive: true })
    return directory
  }

  it('is limited to the crawls of a project if these are known', async () => {
    const recorded = async (change: Partial<GitBackendOptions>) =>
      (await open(nested(), change).read()).state?.records
    expect(await recorded(only('b', 'c'))).toEqual([b])
    expect(await recorded({})).toEqual([a, b])
    expect(await recorded(only('c'))).toBeUndefined()
  })

  it('is taken over by one of two simultaneous runs; the other run gets a conflict', async () => {
    const runs = [open(nested(), only('b')), open(nested(), only('b'))] as const
    const notices: string[] = []
    for (const run of runs) run.notice = (line) => notices.push(line)
    const [first, other] = await Promise.all(runs.map((run) => run.read()))
    const token = await runs[0].compareAndSwap(first!.token, { ...first!.state!, serial: 9 })
    expect((await stateErrorOf(runs[1].compareAndSwap(other!.token, other!.state!))).code).toBe('conflict')
    const again = await runs[1].read()
    expect(again).toEqual({ state: { ...first!.state!, serial: 9 }, token })
    await runs[1].compareAndSwap(again.token, { ...again.state!, serial: 10 })
    expect(notices).toEqual([
      'Took over "b" from local.json, the old record that all projects of this repository shared. It was not changed. It also holds crawls that this project does not declare: "a".',
    ])
    expect((await open(repositories.clone(), only('a')).read()).state?.records).toEqual([a])
    expect(await runs[1].history?.(9)).toHaveLength(3)
  })

  it('is not changed if the run is killed before its push arrives', async () => {
    // The server may start its hook only after the run has ended.
    repositories.hook(
      'pre-receive',
      `read _ new _; git grep -q '"serial": *8' "$new" && exec sleep 60; exit 0`,
    )
    const directory = nested()
    const { state, token } = await open(directory, only('b')).read()
    const killed = open(directory, { ...only('b'), timeoutMs: 500 })
    await stateErrorOf(killed.compareAndSwap(token, { ...state!, serial: 8 }))
    const after = open(directory, only('b'))
    expect(await after.read()).toEqual({ state, token })
    await after.compareAndSwap(token, { ...state!, serial: 9 })
    expect((await after.read()).state?.serial).toBe(9)
  })
})

describe('a server that accepts only branches', () => {
  beforeEach(() => {
    repositories.git(repositories.bare, 'config', 'receive.hideRefs', 'refs/crawlform')
  })

  it('is reported with the setting that helps', async () => {
    const error = await stateErrorOf(open(repositories.clone()).compareAndSwap(null, first))
    expect(error.code).toBe('unavailable')
    expect(error.message).toContain('deny updating a hidden ref')
    expect(error.message).toContain('set "branch" next to "backend: git"')
  })

  it('keeps the record on a separate branch, which environments share', async () => {
    const branch = 'crawlform-state'
    const local = open(repositories.clone(), { branch })
    const production = open(repositories.clone(), { branch, environment: 'production' })
    const token = await local.compareAndSwap(null, first)
    expect(await production.read()).toEqual({ state: undefined, token })
    const next = await production.compareAndSwap(token, { ...first, environment: 'production' })
    expect(await local.read()).toEqual({ state: first, token: next })
    await local.compareAndSwap(next, second)
    expect((await production.read()).state?.environment).toBe('production')
    expect(repositories.git(repositories.bare, 'ls-tree', '--name-only', branch)).toBe(
      'local.project.json\nproduction.project.json',
    )
    expect(() => repositories.git(repositories.bare, 'merge-base', 'main', branch)).toThrow('Command failed')
    expect(await production.history?.(5)).toHaveLength(1)
  })

  it('does not write to a branch that contains other files', async () => {
    const error = await stateErrorOf(open(repositories.clone(), { branch: 'main' }).read())
    expect([error.code, error.message]).toEqual([
      'unreadable',
      'refs/heads/main of the git remote "origin" contains files that are not records. Choose a branch that nothing else uses.',
    ])
  })
})

describe('a problem of git', () => {
  it('is reported if the server refuses the push for its own reasons', async () => {
    repositories.hook('pre-receive', 'echo "no state here" >&2; exit 1')
    const error = await stateErrorOf(open(repositories.clone()).compareAndSwap(null, first))
    expect([error.code, error.message]).toEqual([
      'unavailable',
      expect.stringContaining('pre-receive hook declined'),
    ])
  })

  it('with an unreachable remote is reported without the credentials of its address', async () => {
    const clone = repositories.clone()
    repositories.git(clone, 'remote', 'set-url', 'origin', 'http://user:hunter2@127.0.0.1:1/x.git')
    const error = await stateErrorOf(open(clone).read())
    expect(error.code).toBe('unavailable')
    expect(error.message).not.toContain('hunter2')
    expect(error.message).toContain('127.0.0.1')
  })

  it('is reported for no checkout, an unknown remote, or a missing git', async () => {
    const clone = repositories.clone()
    expect((await stateErrorOf(open(repositories.root).read())).message).toContain('not a git repository')
    expect((await stateErrorOf(open(clone, { remote: 'upstream' }).read())).message).toContain("'upstream'")
    const error = await stateErrorOf(open(clone, { env: { PATH: '/nowhere' } }).read())
    expect(error.message).toBe('git could not be run. The state backend "git" needs it on the PATH.')
  })

  it('with the checkout of another user is reported with the command that helps', async () => {
    const env = { ...repositories.env, GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' }
    const clone = repositories.clone()
    const error = await stateErrorOf(open(clone, { env }).read())
    expect(error.message).toContain('detected dubious ownership')
    expect(error.message).toContain(`run git config --global --add safe.directory ${clone}.`)
  })

  it.each([{ remote: '--upload-pack=touch x' }, { branch: '--all' }, { branch: 'a b' }])(
    'is reported for a name that git would take as something else: %j',
    (change) => {
      expect(() => open(repositories.root, change)).toThrow('cannot be the name')
    },
  )

  it('is reported if a command does not end in time', async () => {
    repositories.hook('pre-receive', 'exec sleep 60')
    const clone = repositories.clone()
    const error = await stateErrorOf(open(clone, { timeoutMs: 500 }).compareAndSwap(null, first))
    expect([error.code, error.message]).toEqual(['unavailable', 'git push did not finish within 0.5 s.'])
  })

  it('is reported if a signal ended git, and the work can be repeated', async () => {
    const clone = repositories.clone()
    const bin = path.join(repositories.root, 'bin')
    const real = repositories.env['PATH']
    mkdirSync(bin)
    const once = path.join(bin, 'once')
    const script = `#!/bin/sh\nPATH="${real}"\ncase " $* " in *" push "*) [ -e "${once}" ] || { : > "${once}"; kill -INT $$; };; esac\nexec git "$@"\n`
    writeFileSync(path.join(bin, 'git'), script, { mode: 0o755 })
    const backend = open(clone, { env: { ...repositories.env, PATH: `${bin}:${real}` } })
    const error = await stateErrorOf(backend.compareAndSwap(null, first))
    expect([error.code, error.message]).toEqual(['unavailable', 'git push was ended by SIGINT.'])
    await backend.compareAndSwap(null, first)
    expect((await backend.read()).state).toEqual(first)
  })

  it('is resolved if the answer of a push is lost, because the writer finds its own write', async () => {
    const clone = repositories.clone()
    const bin = path.join(repositories.root, 'bin')
    const real = repositories.env['PATH']
    mkdirSync(bin)
    // The push arrives; what git says about it does not.
    const script = `#!/bin/sh\nPATH="${real}"\ncase " $* " in *" push "*) git "$@" >/dev/null 2>&1; exit 128;; esac\nexec git "$@"\n`
    writeFileSync(path.join(bin, 'git'), script, { mode: 0o755 })
    const backend = open(clone, { env: { ...repositories.env, PATH: `${bin}:${real}` } })
    const add = (records: Parameters<typeof putRecord>[0]) =>
      records.length > 0 ? records : putRecord(records, aSubmittedRecord())
    await updateState(backend, add, { clock: new NapClock() })
    expect((await backend.read()).state?.serial).toBe(1)
    expect(repositories.git(repositories.bare, 'rev-list', '--count', 'refs/crawlform/local')).toBe('1')
  })

  it('is reported in a bare clone, unless GIT_DIR names it', async () => {
    const bare = repositories.clone('--bare')
    const { message } = await stateErrorOf(open(bare).read())
    expect(message).toContain('To use the record in a bare repository, set GIT_DIR to its path.')
    const env = { ...repositories.env, GIT_DIR: bare }
    expect((await open(bare, { env }).read()).state).toBeUndefined()
  })
})
