import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EffectiveRequest } from '../../../src/request/page-settings.ts'
import { discardData, readKeptData } from '../../../src/service/store/kept-data.ts'
import { openStore, openVolatileStore } from '../../../src/service/store/store.ts'
import { createSegment, segmentPath } from '../../../src/service/store/segment-file.ts'
import type { PageKey } from '../../../src/service/http/sender.ts'

const keyOf = (text: string): PageKey => text as PageKey

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'crawlform-store-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

describe('a store', () => {
  it('that is volatile removes its directory', () => {
    const killed = path.join(openVolatileStore(directory).segmentDirectory, '1.segment')
    writeFileSync(killed, '')
    const store = openVolatileStore(directory)
    expect(existsSync(killed)).toBe(false)
    store.close()
    expect(existsSync(store.segmentDirectory)).toBe(false)
  })

  it('that is permanent keeps its directory, and opens again', () => {
    const scrape = { segment: 1, start: 0, length: 1, tail: 0, at: 5, keeping: 'give' } as const
    for (const known of [undefined, scrape]) {
      const store = openStore(directory)
      expect(store.cache.find(keyOf('page'), 5)).toEqual(known)
      store.cache.put(keyOf('page'), scrape)
      expect(store.tracked.find(keyOf('page'))).toEqual(known && { segment: 1, start: 0, length: 1, at: 5 })
      store.tracked.put(keyOf('page'), scrape)
      store.close()
      expect(existsSync(store.segmentDirectory)).toBe(true)
    }
  })

  it.skipIf(process.platform === 'win32')('is unreadable for other users', () => {
    const data = path.join(directory, 'data')
    const store = openStore(data)
    const modeOf = (file: string) => (statSync(path.join(data, file)).mode & 0o777).toString(8)
    expect(['', 'segments', 'reserve', 'service.db'].map(modeOf)).toEqual(['700', '700', '600', '600'])
    store.close()
  })

  it('can release its reserve once', () => {
    const store = openStore(directory)
    expect(existsSync(path.join(directory, 'reserve'))).toBe(true)
    store.freeReserve()
    expect(existsSync(path.join(directory, 'reserve'))).toBe(false)
    expect(() => store.freeReserve()).not.toThrow()
    store.close()
  })

  it('keeps an existing reserve, and replaces one that is too small', () => {
    const reserve = path.join(directory, 'reserve')
    const open = () => {
      openStore(directory).close()
      return statSync(reserve)
    }
    const { size } = open()
    utimesSync(reserve, 1, 1)
    expect(open().mtimeMs).toBe(1000)
    truncateSync(reserve, 7)
    expect(open().size).toBe(size)
  })

  it('names the problem if a file is in place of its directory', () => {
    const store = openStore(directory)
    store.close()
    rmSync(store.segmentDirectory, { recursive: true })
    writeFileSync(store.segmentDirectory, '')
    expect(() => openStore(directory)).toThrow(
      expect.objectContaining({ name: 'ServiceError', code: 'data-directory-unusable' }),
    )
    rmSync(store.segmentDirectory)
    openStore(directory).close()
  })

  it.each([
    ['lost its end', (file: string) => truncateSync(file, 3), 1],
    ['is gone', (file: string) => rmSync(file), 0],
    // Bytes after a page are not read while the job runs.
    ['lost the end after the last page', (file: string) => truncateSync(file, statSync(file).size - 2), 2],
    ['lost a byte of the last page', (file: string) => truncateSync(file, statSync(file).size - 3), 1],
    ['is whole', () => undefined, 2],
  ])('keeps the pages of an unfinished job before the loss: the file %s', async (_, cut, kept) => {
    const store = openStore(directory)
    const request = { url: 'https://example.com/' } as EffectiveRequest
    const { number } = store.jobs.insert({ id: 'a', request, createdAt: 0, expiresAt: 1 })
    const writer = createSegment(store.segmentDirectory, store.newSegment(number))
    const urls = ['https://example.com/0', 'https://example.com/1']
    store.pages.admit(number, { seq: 0, urls, depth: 0, via: 'link', holder: undefined })
    for (const seq of [0, 1]) {
      const document = writer.append('{}', '')
      store.pages.addResult(number, { position: seq, seq, ...document, status: 200 })
      store.pages.settle(number, { seq, state: 1, finalUrl: 'https://example.com/end' })
    }
    store.jobs.setCounts(number, { completed: 2, failed: 0, cached: 0 })
    await writer.save()
    writer.close()
    store.close()
    cut(segmentPath(store.segmentDirectory, writer.segment))
    const again = openStore(directory)
    expect(again.jobs.find('a')).toMatchObject({ completed: kept, finishedAt: undefined, error: undefined })
    expect([...again.pages.resultStatuses(number).keys()]).toEqual([0, 1].slice(0, kept))
    expect(
      [...again.pages.pages(number)].map(({ state, finalUrl }) => [state, finalUrl !== undefined]),
    ).toEqual([0, 1].map((seq) => (seq < kept ? [1, true] : [0, false])))
    again.close()
  })

  it.each(['transaction', 'record'] as const)('writes a %s completely or not at all', (kind) => {
    const store = openStore(directory)
    const scrape = { segment: 1, start: 0, length: 1, tail: 0, at: 5, keeping: 'give' } as const
    const found = () => ['a', 'b'].map((key) => store.cache.find(keyOf(key), 0)?.at)
    const change = (end: () => void) => () =>
      store[kind](() => {
        store.cache.put(keyOf('a'), scrape)
        store.record(() => store.cache.put(keyOf('b'), scrape))
        end()
      })
    expect(
      change(() => {
        throw new Error('no more')
      }),
    ).toThrow('no more')
    expect(found()).toEqual([undefined, undefined])
    change(() => undefined)()
    expect(found()).toEqual([5, 5])
    store.close()
  })

  it('removes all records of a job, and its file', async () => {
    const store = openStore(directory)
    const request = { url: 'https://example.com/' } as EffectiveRequest
    const { number } = store.jobs.insert({ id: 'a', request, createdAt: 0, expiresAt: 1 })
    const writer = createSegment(store.segmentDirectory, store.newSegment(number))
    const document = writer.append('{}', '')
    await writer.save()
    writer.close()
    const { url } = request
    store.pages.admit(number, { seq: 0, urls: [url], depth: 0, via: 'link', holder: undefined })
    store.pages.addResult(number, { position: 0, seq: 0, ...document, status: 200 })
    store.pages.addFailure(number, { position: 0, id: 'f', at: 1, url, code: 'c', error: 'e' })
    store.pages.addBlocked(number, { url })
    for (const at of [1, 2]) store.deliveries.add(number, { event: 'page', position: 0, at })
    store.deliveries.remove(store.deliveries.due(1, 9)[0]!.number)
    const kept = () => [
      [...store.pages.pages(number)].length,
      store.pages.resultStatuses(number).size,
      store.pages.failures(number).length,
      store.pages.countBlocked(number),
      store.deliveries.nextDueAt(),
      store.jobs.count(0),
      existsSync(segmentPath(store.segmentDirectory, writer.segment)),
    ]
    store.sweepSegments()
    expect(kept()).toEqual([1, 1, 1, 1, 2, 1, true])
    store.jobs.remove(number)
    store.sweepSegments()
    expect(kept()).toEqual([0, 0, 0, 0, undefined, 0, false])
    store.close()
  })

  it('cannot be opened twice', () => {
    const store = openStore(directory)
    expect(() => openStore(directory)).toThrow(expect.objectContaining({ code: 'data-directory-in-use' }))
    store.close()
  })

  it('that is closed refuses operations', () => {
    const store = openStore(directory)
    store.close()
    expect(() => store.jobs.count(0)).toThrow('not open')
  })

  it('continues the numbers of segments, even after empty ones are removed', () => {
    for (const number of [1, 2]) {
      const store = openStore(directory)
      expect(store.newSegment(9)).toBe(number)
      // No page came into it, so that it has no file.
      store.sweepSegments()
      store.close()
    }
  })

  it('writes saved documents to disk, while more may follow', async () => {
    const store = openStore(directory)
    const writer = createSegment(store.segmentDirectory, store.newSegment(1), undefined)
    for (const title of ['a', 'b']) {
      const stored = writer.append(JSON.stringify({ title }), '""')
      await writer.save()
      expect(statSync(segmentPath(store.segmentDirectory, stored.segment)).size).toBe(
        stored.start + stored.length + stored.tail,
      )
    }
    // A part that is large does not wait in memory until it is saved.
    const { start } = writer.append(JSON.stringify('x'.repeat(1024 * 1024)), '')
    expect(statSync(segmentPath(store.segmentDirectory, writer.segment)).size).toBeGreaterThan(start)
    writer.close()
    store.close()
  })

  it.skipIf(process.platform !== 'linux')('closes a file that is closed during a save', async () => {
    const store = openStore(directory)
    const writer = createSegment(store.segmentDirectory, store.newSegment(1))
    const isOpen = () => openFiles().includes(segmentPath(store.segmentDirectory, writer.segment))
    writer.append('{}', '')
    const saved = [writer.save(), (writer.append('[]', ''), writer.save())]
    writer.close()
    expect(isOpen()).toBe(true)
    await Promise.all(saved)
    expect(isOpen()).toBe(false)
    for (const isSaved of [true, false]) {
      const next = createSegment(store.segmentDirectory, store.newSegment(1))
      next.append('{}', '')
      const saving = next.save()
      if (isSaved) await saving
      next.close()
      await saving
      expect(openFiles()).not.toContain(segmentPath(store.segmentDirectory, next.segment))
    }
    store.close()
  })
})

function openFiles(): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      return [readlinkSync(`/proc/self/fd/${name}`)]
    } catch {
      // The one that lists them.
      return []
    }
  })
}

it('discardData removes only files of the service, and ignores a missing directory', () => {
  expect(() => discardData(path.join(directory, 'none'))).not.toThrow()
  expect(readKeptData(path.join(directory, 'none'))).toBeUndefined()
  openStore(directory).close()
  writeFileSync(path.join(directory, 'mine.txt'), 'not counted')
  const own = ['service.db', 'reserve'].map((name) => statSync(path.join(directory, name)).size)
  expect(readKeptData(directory)?.bytes).toBe(own[0]! + own[1]!)
  discardData(directory)
  expect(existsSync(path.join(directory, 'mine.txt'))).toBe(true)
  expect(existsSync(path.join(directory, 'segments'))).toBe(false)
})
