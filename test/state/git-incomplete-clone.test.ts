import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { GitBackend } from '../../src/state/git-backend.ts'
import type { StateBackend } from '../../src/state/state.ts'
import { systemClock } from '../../src/util/clock.ts'
import { aState, aSubmittedRecord } from '../support/a-record.ts'
import { GitRepositories } from '../support/git-repositories.ts'

let repositories: GitRepositories

beforeEach(() => {
  repositories = new GitRepositories()
})

afterEach(() => repositories.remove())

function open(directory: string): StateBackend {
  return new GitBackend({ directory, environment: 'local', clock: systemClock, env: repositories.env })
}

const first = aState()
const second = { ...aState(aSubmittedRecord()), serial: 4 }

describe('a checkout with missing objects', () => {
  /** Returns a clone that has fetched the record, the file of one of its objects each, and how to read it. */
  async function fetched() {
    const token = await open(repositories.clone()).compareAndSwap(null, first)
    const clone = repositories.clone()
    await open(clone).read()
    const fileOf = (what: string) => {
      const id = repositories.git(clone, 'rev-parse', what)
      return path.join(clone, '.git/objects', id.slice(0, 2), id.slice(2))
    }
    const files = {
      commit: fileOf(token ?? ''),
      tree: fileOf(`${token}^{tree}`),
      blob: fileOf(`${token}:local.project.json`),
    }
    return { token, clone, files }
  }

  it.each([['tree'], ['blob'], ['tree', 'blob'], ['commit', 'tree', 'blob']] as const)(
    'fetches again what a killed fetch did not bring: %s %s %s',
    async (...missing) => {
      const { clone, files, token } = await fetched()
      // A fetch that is killed has not yet written the ref.
      repositories.git(clone, 'update-ref', '-d', 'refs/crawlform-seen/local')
      for (const name of missing) rmSync(files[name])
      expect(await open(clone).history?.(10)).toEqual([expect.objectContaining({ state: first })])
      expect(await open(clone).read()).toEqual({ state: first, token })
      expect(repositories.git(clone, 'fsck', '--connectivity-only')).not.toContain('missing')
    },
  )

  it('reads and writes after a fetch was killed while it received its pack', async () => {
    const token = await open(repositories.clone()).compareAndSwap(null, first)
    const clone = repositories.clone()
    const stalled = path.join(repositories.root, 'stalled')
    // Sends the beginning of a pack, and then nothing more.
    const program = path.join(repositories.root, 'upload-pack')
    const script = `#!${process.execPath}
      const child = require('node:child_process').spawn('git', ['upload-pack', ...process.argv.slice(2)], { stdio: ['inherit', 'pipe', 'inherit'] })
      child.stdout.on('data', (bytes) => {
        const at = bytes.indexOf('PACK')
        if (at === -1) return process.stdout.write(bytes)
        child.stdout.removeAllListeners('data').pause()
        process.stdout.write(bytes.subarray(0, at + 60), () => require('node:fs').writeFileSync('${stalled}', ''))
      })
      setInterval(() => undefined, 1000)`
    writeFileSync(program, script, { mode: 0o755 })
    repositories.git(clone, 'config', 'remote.origin.uploadpack', program)
    const ref = 'refs/crawlform/local'
    const args = ['-C', clone, 'fetch', '--quiet', '--no-write-fetch-head', '--refmap=', 'origin', ref]
    const child = spawn('git', args, { env: repositories.env, stdio: 'ignore', detached: true })
    await vi.waitFor(() => statSync(stalled), { timeout: 60_000, interval: 20 })
    const ended = once(child, 'exit')
    // Its helpers too, as when a machine stops.
    process.kill(-(child.pid ?? 0), 'SIGKILL')
    await ended
    repositories.git(clone, 'config', '--unset', 'remote.origin.uploadpack')
    expect(await open(clone).read()).toEqual({ state: first, token })
    await open(clone).compareAndSwap(token, second)
    expect((await open(clone).read()).state).toEqual(second)
    expect(repositories.git(clone, 'fsck', '--connectivity-only')).not.toContain('missing')
  })

  it.each(['tree', 'blob', 'commit'] as const)(
    'fetches a missing %s again although its ref exists',
    async (name) => {
      const { clone, files, token } = await fetched()
      rmSync(files[name])
      expect(await open(clone).read()).toEqual({ state: first, token })
      await open(clone).compareAndSwap(token, second)
      expect((await open(clone).read()).state).toEqual(second)
    },
  )

  it('fetches missing objects of earlier records', async () => {
    const { clone, files, token } = await fetched()
    const next = await open(repositories.clone()).compareAndSwap(token, second)
    expect((await open(clone).read()).token).toBe(next)
    rmSync(files.tree)
    const history = await open(clone).history?.(10)
    expect(history?.map(({ state }) => state?.serial)).toEqual([second.serial, first.serial])
  })

  it('writes after its objects were pruned since the read', async () => {
    const { clone, token } = await fetched()
    repositories.git(clone, 'update-ref', '-d', 'refs/crawlform-seen/local')
    repositories.git(clone, 'gc', '--quiet', '--prune=now')
    await open(clone).compareAndSwap(token, second)
    expect((await open(clone).read()).state).toEqual(second)
  })

  it.each(['--filter=blob:none', '--filter=tree:0', '--depth=1'])(
    'reads and writes if it was cloned with %s',
    async (option) => {
      repositories.git(repositories.bare, 'config', 'uploadpack.allowFilter', 'true')
      const token = await open(repositories.clone()).compareAndSwap(null, first)
      const clone = path.join(repositories.root, 'part')
      repositories.git(repositories.root, 'clone', '--quiet', option, `file://${repositories.bare}`, clone)
      expect(await open(clone).read()).toEqual({ state: first, token })
      await open(clone).compareAndSwap(token, second)
      repositories.git(clone, 'gc', '--quiet', '--prune=now')
      const history = await open(clone).history?.(10)
      expect(history?.map(({ state }) => state?.serial)).toEqual([second.serial, first.serial])
    },
  )

  it('names the broken file if git cannot replace it', async () => {
    const { clone, files } = await fetched()
    rmSync(files.tree)
    writeFileSync(files.tree, '')
    await expect(open(clone).read()).rejects.toThrow(
      new RegExp(
        `${path.relative(clone, files.tree)}.* is corrupt.* Delete that file; it is fetched again\\.$`,
      ),
    )
  })
})
