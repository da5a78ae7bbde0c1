import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { OutcomeBatches } from '../../../src/service/engine/outcome-batches.ts'
import type { EngineOutcome } from '../../../src/service/engine/engine.ts'
import { DiskFullRetry } from '../../../src/util/disk-full-retry.ts'

function page(task: number): EngineOutcome {
  const document = { segment: 1, start: task, length: 1, tail: 0 }
  return {
    task,
    kind: 'page',
    document,
    finalUrl: 'https://e.org/',
    redirectedTo: undefined,
    statusCode: 200,
    links: [],
    fromCache: false,
  }
}

/** A disk that has saved what it was given when it is told so. */
function slowDisk(fullDiskMs = 100_000): {
  batches: OutcomeBatches
  sent: EngineOutcome[][]
  saves: PromiseWithResolvers<void>[]
  told: (string | undefined)[]
} {
  const sent: EngineOutcome[][] = []
  const saves: PromiseWithResolvers<void>[] = []
  const told: (string | undefined)[] = []
  const batches = new OutcomeBatches({
    enough: 2,
    inFlight: () => 10,
    save: () => {
      const save = withResolvers()
      saves.push(save)
      return save.promise
    },
    send: (outcomes) => sent.push([...outcomes]),
    disk: new DiskFullRetry({ fullDiskMs, onFullDisk: (reason) => told.push(reason) }),
  })
  return { batches, sent, saves, told }
}

interface PromiseWithResolvers<T> {
  readonly promise: Promise<T>
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

function withResolvers(): PromiseWithResolvers<void> {
  let resolve = (): void => undefined
  let reject: (error: Error) => void = () => undefined
  const promise = new Promise<void>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}

describe('outcomes', () => {
  it('are told of when their documents are on the disk, and what comes meanwhile all at once after it', async () => {
    const { batches, sent, saves } = slowDisk()
    for (const task of [1, 2, 3, 4, 5]) batches.add(page(task))
    await turn()
    expect([saves.length, sent]).toEqual([1, []])
    saves[0]?.resolve()
    await turn()
    expect([saves.length, sent]).toEqual([2, [[page(1), page(2)]]])
    saves[1]?.resolve()
    await turn()
    expect(sent).toEqual([
      [page(1), page(2)],
      [page(3), page(4), page(5)],
    ])
  })

  it('wait for more when too few of them came meanwhile, but not for long', async () => {
    const { batches, sent, saves } = slowDisk()
    for (const task of [1, 2, 3]) batches.add(page(task))
    saves[0]?.resolve()
    await turn()
    expect([saves.length, sent]).toEqual([1, [[page(1), page(2)]]])
    await expect.poll(() => saves.length, { timeout: 10_000 }).toBe(2)
    saves[1]?.resolve()
    await turn()
    expect(sent).toEqual([[page(1), page(2)], [page(3)]])
  })

  it('are failures when the disk does not take their documents, and later ones go on', async () => {
    const { batches, sent, saves } = slowDisk()
    for (const task of [1, 2, 3, 4]) batches.add(page(task))
    saves[0]?.reject(new Error('no space left'))
    await turn()
    saves[1]?.resolve()
    await turn()
    const error = 'The page could not be stored: no space left'
    const failed = { kind: 'failure', code: 'NOT_STORED', error, retryable: false }
    expect(sent).toEqual([
      [
        { task: 1, ...failed },
        { task: 2, ...failed },
      ],
      [page(3), page(4)],
    ])
  })

  it('wait for a full disk to have room, and are told of as if it always had', async () => {
    const { batches, sent, saves, told } = slowDisk()
    for (const task of [1, 2, 3]) batches.add(page(task))
    for (const code of ['ENOSPC', 'EDQUOT', 'Unknown system error -122']) {
      saves.at(-1)?.reject(Object.assign(new Error(code), { code }))
      const tries = saves.length
      await expect.poll(() => saves.length, { timeout: 10_000 }).toBe(tries + 1)
      expect([sent, told]).toEqual([[], ['ENOSPC']])
    }
    saves.at(-1)?.resolve()
    await turn()
    expect([sent[0], told]).toEqual([
      [page(1), page(2)],
      ['ENOSPC', undefined],
    ])
  })

  it('are failures for good when a full disk has no room for as long as they may wait', async () => {
    const { batches, sent, saves, told } = slowDisk(1)
    const full = Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' })
    for (const task of [1, 2]) batches.add(page(task))
    saves[0]?.reject(full)
    await expect.poll(() => saves.length, { timeout: 10_000 }).toBe(2)
    saves[1]?.reject(full)
    await turn()
    const failed = { kind: 'failure', code: 'NOT_STORED', retryable: false }
    expect(sent).toEqual([
      [expect.objectContaining({ task: 1, ...failed }), expect.objectContaining({ task: 2, ...failed })],
    ])
    expect(told).toEqual([full.message, undefined])
  })
})
