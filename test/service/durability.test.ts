import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CrawlStatusAnswer } from '../../src/protocol/crawl-status.ts'
import { startService } from '../../src/service/index.ts'
import { FORMAT, schema } from '../../src/service/store/database.ts'
import { sha256 } from '../../src/util/sha256.ts'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { startGatedSite } from './support/gated-site.ts'
import { startModel } from './support/model.ts'
import { page } from './support/pages.ts'
import { newDataDirectory, paths, startTestService } from './support/service.ts'
import { until } from './support/until.ts'

const PAGES = 400
/** Each page links to the next eight and to some before it, so that losing one page's links loses pages. */
const links = (index: number): string[] =>
  [
    8 * index + 1,
    8 * index + 2,
    8 * index + 3,
    8 * index + 4,
    8 * index + 5,
    8 * index + 6,
    8 * index + 7,
    8 * index + 8,
  ]
    .filter((target) => target < PAGES)
    .map((target) => `/p${target}`)

let web: LoopbackSite
let dataDirectory: string
let children: ChildProcess[] = []

beforeEach(async () => {
  dataDirectory = newDataDirectory()
  web = await startLoopbackSite(
    Object.fromEntries(
      Array.from({ length: PAGES }, (_, index) => [`/p${index}`, page(`Page ${index}`, links(index))]),
    ),
  )
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  children = []
  await web.close()
  rmSync(dataDirectory, { recursive: true, force: true })
})

async function serve(settings: object): Promise<{ child: ChildProcess; url: string }> {
  const script = path.join(import.meta.dirname, 'support/serve-child.mjs')
  const child = spawn(process.execPath, [script, JSON.stringify(settings)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  children.push(child)
  const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer]
  return { child, url: line.toString().trim() }
}

const statusOf = async (url: string, id: string): Promise<CrawlStatusAnswer> =>
  (await (await fetch(`${url}/v2/crawl/${id}?limit=1000`)).json()) as CrawlStatusAnswer

describe('a service that is killed', () => {
  it.each([
    ['in its own thread', 0],
    ['in worker threads', 2],
  ])('continues its crawl, %s, without losing pages or fetching finished ones again', async (_, workers) => {
    const CONCURRENCY = 6
    let { child, url } = await serve({ dataDirectory, concurrency: CONCURRENCY, workers })
    const body = JSON.stringify({ url: web.url('/p0'), crawlEntireDomain: true })
    const started = await fetch(`${url}/v2/crawl`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    const { id } = (await started.json()) as { id: string }
    const kills = [30, 90, 150, 260, 390]
    for (const pages of kills) {
      await until(() => web.requests.length >= pages)
      child.kill('SIGKILL')
      await once(child, 'exit')
      ;({ child, url } = await serve({ dataDirectory, concurrency: CONCURRENCY, workers }))
    }
    await until(async () => (await statusOf(url, id)).status !== 'scraping')
    const answer = await statusOf(url, id)
    child.kill('SIGTERM')
    await once(child, 'exit')
    expect(answer).toMatchObject({ status: 'completed', completed: PAGES, total: PAGES })
    expect(new Set(paths(answer)).size).toBe(PAGES)
    const fetched = web.requests.filter(({ path: asked }) => /^\/p\d+$/.test(asked))
    expect(fetched.length - PAGES).toBeLessThanOrEqual(kills.length * CONCURRENCY)
  })
})

describe('a service that is closed', () => {
  it('finishes its open pages, and fetches nothing twice after the next start', async () => {
    const gated = await startGatedSite(20)
    const first = await startTestService({ dataDirectory, concurrency: 3 })
    const id = await first.start({ url: gated.url('/') })
    await until(() => gated.waiting.length === 3)
    const closing = first.close()
    gated.open()
    await closing
    const before = gated.requests.length
    const second = await startTestService({ dataDirectory, concurrency: 3 })
    expect(second.events).toContainEqual({ type: 'job-resumed', job: id, url: gated.url('/') })
    const answer = await second.finished(id)
    expect(answer).toMatchObject({ status: 'completed', completed: 21 })
    for (let index = 0; index < 20; index++) expect(gated.count(`/p${index}`)).toBe(1)
    expect(before).toBeLessThan(gated.requests.length)
    await second.close()
    await gated.close()
  })

  it('fails pages that the next service lacks the means for', async () => {
    const gated = await startGatedSite(1)
    const model = await startModel()
    model.answers.push('A start.')
    const first = await startTestService({ dataDirectory, model: model.settings })
    const scrapeOptions = { formats: ['markdown', 'summary'] }
    const id = await first.start({ url: gated.url('/'), sitemap: 'skip', scrapeOptions })
    await until(() => gated.waiting.length === 1)
    const closing = first.close()
    gated.answer()
    await closing
    await model.close()
    change(`UPDATE page SET state = 0 WHERE url LIKE '%/p0'; UPDATE job SET status = 'scraping'`)
    gated.open()
    const second = await startTestService({ dataDirectory })
    await second.finished(id)
    const { errors } = await second.errors(id)
    expect(errors.at(-1)).toMatchObject({
      url: gated.url('/p0'),
      error: expect.stringContaining('needs a language model'),
    })
    await second.close()
    await gated.close()
  })

  it('keeps finished crawls', async () => {
    const first = await startTestService({ dataDirectory })
    const id = await first.start({ url: web.url('/p100') })
    const answer = await first.finished(id)
    await first.close()
    const second = await startTestService({ dataDirectory })
    expect(await second.finished(id)).toEqual(answer)
    await second.close()
  })

  it('stops once, even if it is asked several times', async () => {
    const service = await startTestService({ dataDirectory })
    await Promise.all([service.close(), service.close()])
    expect(service.events.filter(({ type }) => type === 'stopped')).toHaveLength(1)
  })
})

describe('the data directory', () => {
  it('can be used by only one service at a time', async () => {
    const service = await startTestService({ dataDirectory })
    await expect(startService({ dataDirectory })).rejects.toMatchObject({ code: 'data-directory-in-use' })
    await service.close()
    await (await startService({ dataDirectory })).close()
  })

  it('must be writable', async () => {
    const file = path.join(dataDirectory, 'file')
    writeFileSync(file, '')
    await expect(startService({ dataDirectory: path.join(file, 'data') })).rejects.toMatchObject({
      code: 'data-directory-unusable',
      message: expect.stringContaining('not a directory'),
    })
  })

  it.each([FORMAT - 1, FORMAT + 1])('is refused and not changed if it has format %i', async (format) => {
    await (await startService({ dataDirectory })).close()
    change(`PRAGMA user_version = ${format}`)
    const before = layout()
    await expect(startService({ dataDirectory })).rejects.toMatchObject({ code: 'other-data-format' })
    expect(layout()).toEqual(before)
  })

  it('has a new format number for each layout of its tables', () => {
    // Another digest means another layout: raise FORMAT then.
    expect([FORMAT, sha256(schema)]).toEqual([
      11,
      '4113ac2a655dc0fd51d8f74205f3b7194682ff4b3d08f844d73914f121ce6e4a',
    ])
  })

  it('queues pages again if a power cut has lost their bytes', async () => {
    const gated = await startGatedSite(10)
    const first = await startTestService({ dataDirectory, concurrency: 1 })
    const id = await first.start({ url: gated.url('/'), sitemap: 'skip' })
    for (let answered = 0; answered < 6; answered++) {
      await until(() => gated.waiting.length === 1)
      gated.answer()
    }
    await until(() => gated.waiting.length === 1)
    const closing = first.close()
    gated.open()
    await closing
    const segments = path.join(dataDirectory, 'segments')
    const [segment = ''] = readdirSync(segments)
    const { length } = readFileSync(path.join(segments, segment))
    truncateSync(path.join(segments, segment), Math.floor(length / 2))
    const second = await startTestService({ dataDirectory })
    const answer = await second.finished(id)
    expect(new Set(paths(answer)).size).toBe(11)
    expect(answer).toMatchObject({ completed: 11 })
    await second.close()
    await gated.close()
  })
})

/** Changes the database of a service that has ended. */
function change(sql: string): void {
  const db = new Database(path.join(dataDirectory, 'service.db'))
  db.exec(sql)
  db.close()
}

/** The version and the tables of the database of a service that has ended. */
function layout(): unknown[] {
  const db = new Database(path.join(dataDirectory, 'service.db'))
  const found = [
    db.prepare('PRAGMA user_version').raw().all(),
    db.prepare('SELECT sql FROM sqlite_schema').raw().all(),
  ]
  db.close()
  return found
}
