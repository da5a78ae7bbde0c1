import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { copyState } from '../../src/state/move-record.ts'
import { GitBackend } from '../../src/state/git-backend.ts'
import { HttpBackend } from '../../src/state/http-backend.ts'
import { openLocalBackend } from '../../src/state/local-backend.ts'
import type { StateBackend } from '../../src/state/state.ts'
import { systemClock } from '../../src/util/clock.ts'
import { aState, aSubmittedRecord } from '../support/a-record.ts'
import { GitRepositories } from '../support/git-repositories.ts'
import { TerraformStateServer } from '../support/terraform-state-server.ts'

let stateServer: TerraformStateServer
let repositories: GitRepositories
let directory: string

beforeEach(async () => {
  stateServer = await new TerraformStateServer().listen()
  repositories = new GitRepositories()
  directory = await mkdtemp(path.join(tmpdir(), 'copy-'))
})

afterEach(async () => {
  await Promise.all([stateServer.close(), rm(directory, { recursive: true })])
  repositories.remove()
})

const common = { environment: 'local', clock: systemClock }
const backends: Record<string, () => StateBackend> = {
  local: () => openLocalBackend({ ...common, directory }),
  git: () => new GitBackend({ ...common, directory: repositories.clone(), env: repositories.env }),
  http: () => {
    const address = stateServer.address()
    return new HttpBackend({ ...common, userAgent: 'test', address, lockAddress: address })
  },
}
const pairs = Object.keys(backends).flatMap((from) =>
  Object.keys(backends).flatMap((to) => (to === from ? [] : [[from, to] as const])),
)
const first = aState(aSubmittedRecord())
const second = { ...first, serial: 4 }

it.each(pairs)(
  'the record is copied from %s to %s and back, and no newer or other record is lost',
  async (one, other) => {
    const [from, to] = [backends[one]!(), backends[other]!()]
    await from.compareAndSwap(null, first)
    expect(await copyState(from, to)).toEqual({ state: first, isChanged: true })
    expect(await copyState(from, to)).toEqual({ state: first, isChanged: false })
    const { state, token } = await to.read()
    expect(state).toEqual(first)
    await to.compareAndSwap(token, second)
    await expect(copyState(from, to)).rejects.toThrow('holds a newer state of this record')
    expect(await copyState(to, from)).toEqual({ state: second, isChanged: true })
    await to.compareAndSwap((await to.read()).token, { ...second, lineage: 'another' })
    await expect(copyState(from, to)).rejects.toThrow('holds another record')
    expect((await to.read()).state?.lineage).toBe('another')
  },
)
