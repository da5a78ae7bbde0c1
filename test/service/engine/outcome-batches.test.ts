import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createOutcomeBatches } from '../../../src/service/engine/outcome-batches.ts'
import type { EngineOutcome } from '../../../src/service/engine/engine-task.ts'

function page(task: number): EngineOutcome {
  const document = { segment: 1, start: task, length: 1, tail: 0 }
  return {
    task,
    job: 'job',
    kind: 'page',
    document,
    finalUrl: 'https://e.org/',
    redirectedTo: undefined,
    statusCode: 200,
    isSitemap: false,
    links: [],
    keeping: 'give',
    fromCache: false,
  }
}

/** Returns batches on a disk whose saves end when the test resolves them. */
function slowDisk(fullDiskMs = 100_000): {
  add: (outcome: EngineOutcome) => void
  sent: EngineOutcome[][]
  saves: PromiseWithResolvers<void>[]
  reasons: (string | undefined)[]
} {
  const sent: EngineOutcome[][] = []
  const saves: PromiseWithResolvers<void>[] = []
  const reasons: (string | undefined)[] = []
  const add = createOutcomeBatches({
    save: () => {
      const save = withResolvers()
      saves.push(save)
      return save.promise
    },
    send: (outcomes) => sent.push([...outcomes]),
    fullDiskMs,
    onFullDisk: (reason) => reasons.push(reason),
  })
  return { add, sent, saves, reasons }
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
  it('are sent after their documents are on disk, and those in between as one batch', async () => {
    const { add, sent, saves } = slowDisk()
    for (const task of [1, 2, 3]) add(page(task))
    await turn()
    expect([saves.length, sent]).toEqual([1, []])
    saves[0]?.resolve()
    await turn()
    expect([saves.length, sent]).toEqual([2, [[page(1)]]])
    saves[1]?.resolve()
    await turn()
    expect(sent).toEqual([[page(1)], [page(2), page(3)]])
  })

  it('become failures if the disk refuses their documents, and later ones continue', async () => {
    const { add, sent, saves } = slowDisk()
    for (const task of [1, 2, 3]) add(page(task))
    saves[0]?.resolve()
    await turn()
    saves[1]?.reject(new Error('no space left'))
    await turn()
    add(page(4))
    saves[2]?.resolve()
    await turn()
    const error = 'The page could not be stored: no space left'
    const failed = { job: 'job', kind: 'not-stored', error }
    expect(sent).toEqual([
      [page(1)],
      [
        { task: 2, ...failed },
        { task: 3, ...failed },
      ],
      [page(4)],
    ])
  })

  it('wait until a full disk has room', async () => {
    const { add, sent, saves, reasons } = slowDisk()
    add(page(1))
    for (const code of ['ENOSPC', 'EDQUOT', 'Unknown system error -122']) {
      saves.at(-1)?.reject(Object.assign(new Error(code), { code }))
      const tries = saves.length
      await expect.poll(() => saves.length).toBe(tries + 1)
      expect([sent, reasons]).toEqual([[], ['ENOSPC']])
    }
    saves.at(-1)?.resolve()
    await turn()
    expect([sent, reasons]).toEqual([[[page(1)]], ['ENOSPC', undefined]])
  })

  it('become permanent failures if a full disk has no room for too long', async () => {
    const { add, sent, saves, reasons } = slowDisk(1)
    const full = Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' })
    add(page(1))
    saves[0]?.reject(full)
    await expect.poll(() => saves.length).toBe(2)
    saves[1]?.reject(full)
    await turn()
    expect(sent).toEqual([[expect.objectContaining({ task: 1, kind: 'not-stored' })]])
    expect(reasons).toEqual([full.message, undefined])
  })
})
