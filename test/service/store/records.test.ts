import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EffectiveRequest } from '../../../src/request/page-settings.ts'
import { readKeptData } from '../../../src/service/store/kept-data.ts'
import { openStore, openVolatileStore, type Store } from '../../../src/service/store/store.ts'
import type { PageKey } from '../../../src/service/http/sender.ts'

const keyOf = (text: string): PageKey => text as PageKey

const URL_OF_JOB = 'https://example.com/'
const scrape = { segment: 1, start: 2, length: 3, tail: 4, at: 5, keeping: 'give' } as const

let directory = ''
let store: Store
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'crawlform-records-'))
  store = openStore(directory)
})
afterEach(() => {
  store.close()
  rmSync(directory, { recursive: true, force: true })
})

function insert(id: string, more: Record<string, unknown> = {}, expiresAt = 10): number {
  const request = { url: URL_OF_JOB, ...more } as unknown as EffectiveRequest
  return store.jobs.insert({ id, request, createdAt: 1, expiresAt }).number
}

function reopen(): void {
  store.close()
  store = openStore(directory)
}

describe('a job', () => {
  it('reads back as it was written, from start to end', () => {
    const number = insert('a', { limit: 3 })
    const begun = {
      number,
      id: 'a',
      url: URL_OF_JOB,
      root: URL_OF_JOB,
      request: { url: URL_OF_JOB, limit: 3 },
      status: 'scraping',
      seeded: false,
      createdAt: 1,
      finishedAt: undefined,
      expiresAt: 10,
      completed: 0,
      failed: 0,
      cached: 0,
      error: undefined,
      sitemaps: [],
      sitemapProblem: undefined,
    }
    expect(store.jobs.find('a')).toEqual(begun)
    expect(store.jobs.find('b')).toBeUndefined()
    store.jobs.setRoot(number, { root: 'https://example.org/' })
    store.jobs.setSeeded(number, { sitemaps: [], problem: 'why' })
    store.jobs.setCounts(number, { completed: 4, failed: 5, cached: 6 })
    store.jobs.finish(number, { status: 'failed', at: 7, expiresAt: 8, error: 'no' })
    reopen()
    expect(store.jobs.find('a')).toEqual({
      ...begun,
      root: 'https://example.org/',
      seeded: true,
      status: 'failed',
      completed: 4,
      failed: 5,
      cached: 6,
      finishedAt: 7,
      expiresAt: 8,
      error: 'no',
      sitemaps: [],
      sitemapProblem: 'why',
    })
  })

  it('never expires while unfinished, and afterwards at its time', () => {
    for (const id of ['a', 'b', 'c']) insert(id)
    const [, b, c] = store.jobs.unfinished().map(({ number }) => number)
    store.jobs.finish(b!, { status: 'completed', at: 5, expiresAt: 20 })
    store.jobs.finish(c!, { status: 'cancelled', at: 5, expiresAt: 30 })
    expect(store.jobs.find('b')).toMatchObject({ status: 'completed', error: undefined })
    expect(store.jobs.unfinished().map(({ id }) => id)).toEqual(['a'])
    const told = (now: number) => ({
      recent: store.jobs.recent(now, 9).map(({ id }) => id),
      count: store.jobs.count(now),
      expired: store.jobs.expired(now),
    })
    expect(told(19)).toEqual({ recent: ['c', 'b', 'a'], count: 3, expired: [] })
    expect(told(20)).toEqual({ recent: ['c', 'a'], count: 2, expired: [b] })
    expect(told(30)).toEqual({ recent: ['a'], count: 1, expired: [b, c] })
    expect(store.jobs.recent(0, 2)).toMatchObject([{ id: 'c', createdAt: 1 }, { id: 'b' }])
    const { bytes, counts } = (store.close(), readKeptData(directory)!)
    expect(counts).toEqual({ jobs: 3, unfinished: 1, pages: 0 })
    expect(bytes).toBeGreaterThan(0)
    store = openStore(directory)
  })

  it('forgets secrets at its end, and its webhook after the last delivery', () => {
    const scrapeOptions = { headers: { Cookie: 'c' }, actions: [{ type: 'wait' }], formats: ['markdown'] }
    const number = insert('a', { scrapeOptions, webhook: { url: 'https://hook.example/' } })
    const kept = () => store.jobs.find('a')?.request as unknown
    store.jobs.strip(number)
    expect(kept()).toMatchObject({ scrapeOptions, webhook: {} })
    store.deliveries.add(number, { event: 'completed', position: undefined, at: 1 })
    store.jobs.finish(number, { status: 'completed', at: 5, expiresAt: 20 })
    store.jobs.strip(number)
    const bare = { url: URL_OF_JOB, scrapeOptions: { formats: ['markdown'] } }
    expect(kept()).toEqual({ ...bare, webhook: { url: 'https://hook.example/' } })
    store.deliveries.remove(store.deliveries.due(1, 1)[0]!.number)
    expect(kept()).toEqual(bare)
    expect(() => store.deliveries.remove(99)).not.toThrow()
  })

  it('is found by its idempotency key until that is forgotten', () => {
    store.jobs.recordSubmission({ key: 'k', hash: 'h', answer: '{}', at: 5 })
    store.jobs.forgetSubmissions(5)
    expect(store.jobs.submission('k')).toMatchObject({ hash: 'h', answer: '{}' })
    store.jobs.forgetSubmissions(6)
    expect(store.jobs.submission('k')).toBeUndefined()
  })
})

it('due deliveries are returned in the order of their events', () => {
  const number = insert('a')
  expect(store.deliveries.nextDueAt()).toBeUndefined()
  store.deliveries.add(number, { event: 'started', position: undefined, at: 3 })
  store.deliveries.add(number, { event: 'page', position: 0, at: 2 })
  expect(store.deliveries.nextDueAt()).toBe(2)
  const due = (now: number, most = 9) =>
    store.deliveries
      .due(now, most)
      .map(({ event, jobId, position, attempts }) => [event, jobId, position, attempts])
  expect(due(1)).toEqual([])
  expect(due(2)).toEqual([['page', 'a', 0, 0]])
  expect(due(3, 1)).toEqual([['started', 'a', undefined, 0]])
  const [first] = store.deliveries.due(3, 1)
  store.deliveries.postpone(first!.number, 7)
  expect(store.deliveries.nextDueAt()).toBe(2)
  expect(due(6)).toEqual([['page', 'a', 0, 0]])
  expect(due(7)).toEqual([
    ['started', 'a', undefined, 1],
    ['page', 'a', 0, 0],
  ])
  expect(store.deliveries.due(7, 1)[0]?.id).toBe(first!.id)
})

describe('pages', () => {
  it('read back as they were admitted and settled', () => {
    const number = insert('a')
    const urls = ['/0', '/1', '/2']
    store.pages.admit(number, { seq: 0, urls: urls.slice(0, 2), depth: 1, via: 'link', holder: '/' })
    store.pages.admit(number, {
      seq: 2,
      urls: urls.slice(2),
      depth: 0,
      via: 'sitemap',
      holder: undefined,
    })
    store.pages.admit(insert('b'), { seq: 0, urls, depth: 3, via: 'link', holder: '/' })
    store.pages.settle(number, { seq: 0, state: 1, finalUrl: '/end' })
    store.pages.settle(number, { seq: 1, state: 2, finalUrl: undefined })
    const link = { depth: 1, via: 'link', holder: '/' }
    const last = { seq: 2, url: '/2', depth: 0, via: 'sitemap', holder: undefined }
    expect([...store.pages.pages(number)]).toEqual([
      { seq: 0, url: '/0', ...link, state: 1, finalUrl: '/end' },
      { seq: 1, url: '/1', ...link, state: 2, finalUrl: undefined },
      { ...last, state: 0, finalUrl: undefined },
    ])
    expect(store.pages.readWaiting(number, [2, 0])).toEqual([last, { seq: 0, url: '/0', ...link }])
    expect(() => store.pages.readWaiting(number, [0, 3])).toThrow(
      expect.objectContaining({ code: 'data-broken', message: expect.stringContaining('page 3') as string }),
    )
  })

  it('of a large frontier are all stored', () => {
    const number = insert('a')
    const urls = Array.from({ length: 10_001 }, (_, n) => `/${n}`)
    store.pages.admit(number, { seq: 0, urls, depth: 0, via: 'sitemap', holder: undefined })
    expect(Array.from(store.pages.pages(number), ({ url }) => url)).toEqual(urls)
  })

  it('of the result, and failed ones, are returned in parts', () => {
    const number = insert('a')
    const other = insert('b')
    const urls = ['/0', '/1', '/2']
    for (const job of [number, other])
      store.pages.admit(job, { seq: 0, urls, depth: 0, via: 'sitemap', holder: undefined })
    store.pages.settle(number, { seq: 1, state: 1, finalUrl: '/end' })
    const documents = urls.map((_, n) => ({ segment: n + 1, start: n * 10, length: n + 5 }))
    for (const [position, seq] of [2, 1, 0].entries())
      store.pages.addResult(number, { position, seq, ...documents[position]!, status: 200 })
    expect(store.pages.results(number, 0, 9)).toEqual(documents)
    expect(store.pages.results(number, 1, 1)).toEqual([documents[1]])
    expect(store.pages.results(other, 0, 9)).toEqual([])
    expect(store.pages.resultUrls(number, 1, 9)).toMatchObject([
      { position: 1, url: '/1', finalUrl: '/end', length: 6 },
      { position: 2, url: '/0', finalUrl: undefined, length: 7 },
    ])
    expect(store.pages.resultUrls(number, 0, 1)).toMatchObject([{ url: '/2' }])
    expect(new Set(store.pages.resultStatuses(number).keys())).toEqual(new Set([0, 1, 2]))
    const failures = urls.map((url, n) => ({ id: `f${n}`, at: n, url, code: 'c', error: `e${n}` }))
    for (const [position, failure] of failures.entries())
      store.pages.addFailure(number, { position, ...failure })
    expect(store.pages.failures(number)).toMatchObject(failures)
    expect(store.pages.failures(number, { skip: 1, count: 1 })).toMatchObject([failures[1]!])
    expect(store.pages.failures(number, { skip: 1, count: 9 })).toMatchObject(failures.slice(1))
    for (const url of ['/b', '/a', '/b']) store.pages.addBlocked(number, { url })
    expect(store.pages.countBlocked(number)).toBe(2)
    expect(store.pages.blocked(number, 9)).toEqual(['/a', '/b'])
    expect(store.pages.blocked(number, 1)).toEqual(['/a'])
  })
})

describe('scrapes', () => {
  it('are found until they are too old, replaced or removed', () => {
    store.cache.put(keyOf('a'), scrape)
    expect(store.cache.find(keyOf('a'), 5)).toEqual(scrape)
    expect(store.cache.find(keyOf('a'), 6)).toBeUndefined()
    store.cache.put(keyOf('a'), { ...scrape, at: 9 })
    expect(store.cache.find(keyOf('a'), 6)).toEqual({ ...scrape, at: 9 })
    store.cache.remove(keyOf('a'))
    expect(store.cache.find(keyOf('a'), 0)).toBeUndefined()
  })

  it('are removed if they are old, or the oldest of too many', () => {
    const left = () => ['a', 'b', 'c'].filter((key) => store.cache.find(keyOf(key), 0) !== undefined)
    for (const [place, key] of ['b', 'a', 'c'].entries())
      store.cache.put(keyOf(key), { ...scrape, at: place + 1 })
    store.cache.trim(1, 3)
    expect(left()).toEqual(['a', 'b', 'c'])
    store.cache.trim(0, 2)
    expect(left()).toEqual(['a', 'c'])
    store.cache.trim(3, 2)
    expect(left()).toEqual(['c'])
    const { tail: _, keeping: __, ...tracked } = scrape
    store.tracked.put(keyOf('t'), scrape)
    store.tracked.trim(5)
    expect(store.tracked.find(keyOf('t'))).toEqual(tracked)
    store.tracked.trim(6)
    expect(store.tracked.find(keyOf('t'))).toBeUndefined()
  })

  it.each(['cache', 'tracked'] as const)('of a removed job keep their file while %s needs it', (kind) => {
    const segment = store.newSegment(99)
    store[kind].put(keyOf('a'), { ...scrape, segment })
    const rows = () => store.db.prepare('SELECT number FROM segment').all().length
    store.sweepSegments()
    expect(rows()).toBe(1)
    store[kind].trim(6, 0)
    store.sweepSegments()
    expect(rows()).toBe(0)
  })
})

describe('a failing disk', () => {
  const large = (letter: string) => letter.repeat(100_000)
  const found = (...keys: string[]) => keys.map((key) => store.cache.find(keyOf(key), 0)?.at)

  it('that is full delays records until there is room, in their order', () => {
    let told = 0
    store.onDiskFailure(() => told++)
    expect(store.catchUp()).toBe(true)
    store.db.pragma('max_page_count = 1')
    store.record(() => {
      store.cache.put(keyOf('a'), scrape)
      store.cache.put(keyOf(large('b')), scrape)
    })
    store.cache.put(keyOf('a'), { ...scrape, at: 7 })
    expect(told).toBe(1)
    expect(store.diskFailure).toMatchObject({
      isTemporary: true,
      reason: expect.stringContaining('full') as string,
    })
    expect(found('a')).toEqual([undefined])
    expect(store.catchUp()).toBe(false)
    expect(store.diskFailure?.isTemporary).toBe(true)
    expect(() => store.transaction(() => undefined)).toThrow(
      expect.objectContaining({
        code: 'disk-unwritable',
        message: expect.stringContaining(store.diskFailure!.reason) as string,
      }),
    )
    store.db.pragma('max_page_count = 1000000')
    store.transaction(() => store.cache.put(keyOf('c'), scrape))
    expect(store.diskFailure).toBeUndefined()
    expect(found('a', large('b'), 'c')).toEqual([7, 5, 5])
    // A kept record is written once.
    store.cache.remove(keyOf('a'))
    store.db.pragma('max_page_count = 1')
    store.cache.put(keyOf(large('d')), scrape)
    expect([told, store.diskFailure?.isTemporary]).toEqual([2, true])
    store.db.pragma('max_page_count = 1000000')
    expect(store.catchUp()).toBe(true)
    expect(found('a', large('d'))).toEqual([undefined, 5])
  })

  it('that is full fails a transaction completely', () => {
    store.db.pragma('max_page_count = 1')
    const change = () => {
      store.cache.put(keyOf('a'), scrape)
      store.cache.put(keyOf(large('b')), scrape)
    }
    expect(() => store.transaction(change)).toThrow(expect.objectContaining({ code: 'disk-unwritable' }))
    expect(store.diskFailure).toBeUndefined()
    store.db.pragma('max_page_count = 1000000')
    expect(found('a', large('b'))).toEqual([undefined, undefined])
    store.cache.put(keyOf('a'), scrape)
    expect(found('a')).toEqual([5])
  })

  it('is not reported for an error in the record itself', () => {
    const document = { segment: 1, start: 0, length: 1 }
    const add = () => store.pages.addResult(1, { position: 0, seq: 0, ...document, status: 200 })
    add()
    expect(add).toThrow('UNIQUE')
    expect(() => store.transaction(add)).toThrow('UNIQUE')
    expect(store.diskFailure).toBeUndefined()
    store.pages.addResult(1, { position: 1, seq: 1, ...document, status: 200 })
    expect(store.pages.results(1, 0, 9)).toHaveLength(2)
  })

  it('that is read-only is reported as permanent, with its own reason', () => {
    store.db.pragma('query_only = ON')
    store.cache.put(keyOf('a'), scrape)
    expect(store.diskFailure).toEqual({
      isTemporary: false,
      reason: expect.stringContaining('readonly') as string,
    })
    expect(existsSync(path.join(directory, 'probe'))).toBe(false)
    mkdirSync(path.join(directory, 'probe'))
    expect(store.catchUp()).toBe(false)
    expect(store.diskFailure).toEqual({
      isTemporary: false,
      reason: expect.stringContaining('EISDIR') as string,
    })
    store.db.pragma('query_only = OFF')
    expect(store.catchUp()).toBe(true)
    expect(found('a')).toEqual([5])
  })

  it('does not lose delayed records when the store is closed', () => {
    store.db.pragma('query_only = ON')
    store.cache.put(keyOf('a'), scrape)
    store.db.pragma('query_only = OFF')
    reopen()
    expect(found('a')).toEqual([5])
  })
})

it('a volatile store has its own key', () => {
  const others = [1, 2].map(() => openVolatileStore(directory))
  expect(others.map((other) => [other.volatile, other.key?.length])).toEqual([
    [true, 32],
    [true, 32],
  ])
  expect(others[0]!.key).not.toEqual(others[1]!.key)
  expect([store.volatile, store.key]).toEqual([false, undefined])
  expect(others[0]!.newSegment(1)).toBe(1)
  // It has no reserve: the other store keeps its own.
  others[0]!.freeReserve()
  expect(existsSync(path.join(directory, 'reserve'))).toBe(true)
  for (const other of others) other.close()
})
