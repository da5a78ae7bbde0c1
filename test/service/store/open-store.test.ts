import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { discardData } from '../../../src/service/store/kept-data.ts'
import { openStore, openVolatileStore } from '../../../src/service/store/open-store.ts'
import { createSegment, segmentPath } from '../../../src/service/store/segment-file.ts'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'crawlform-store-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

describe('a store', () => {
  it('that leaves nothing takes its directory with it', () => {
    const store = openVolatileStore(directory)
    expect(existsSync(store.segmentDirectory)).toBe(true)
    store.close()
    expect(existsSync(store.segmentDirectory)).toBe(false)
  })

  it('that lasts keeps its directory, and opens again', () => {
    for (const _ of ['new', 'known']) {
      const store = openStore(directory)
      store.close()
      expect(existsSync(store.segmentDirectory)).toBe(true)
    }
  })

  it.skipIf(process.platform === 'win32')('is for nobody else to look into', () => {
    const store = openStore(directory)
    expect((statSync(store.segmentDirectory).mode & 0o777).toString(8)).toBe('700')
    store.close()
  })

  it('gives its reserve back, and has none to give then', () => {
    const store = openStore(directory)
    expect(existsSync(path.join(directory, 'reserve'))).toBe(true)
    store.freeReserve()
    expect(existsSync(path.join(directory, 'reserve'))).toBe(false)
    expect(() => store.freeReserve()).not.toThrow()
    store.close()
  })

  it('has what is saved where others read it, though more may follow', async () => {
    const store = openStore(directory)
    const writer = createSegment(store.segmentDirectory, store.newSegment(1), undefined)
    for (const title of ['a', 'b']) {
      const stored = writer.append({ json: JSON.stringify({ title }), markdown: undefined }, '""')
      await writer.save()
      expect(statSync(segmentPath(store.segmentDirectory, stored.segment)).size).toBe(
        stored.start + stored.length + stored.tail,
      )
    }
    writer.close()
    store.close()
  })
})

it('of a directory that is not there, nothing is discarded; of one that is, only what a service keeps', () => {
  expect(() => discardData(path.join(directory, 'none'))).not.toThrow()
  openStore(directory).close()
  writeFileSync(path.join(directory, 'mine.txt'), '')
  discardData(directory)
  expect(existsSync(path.join(directory, 'mine.txt'))).toBe(true)
  expect(existsSync(path.join(directory, 'segments'))).toBe(false)
})
