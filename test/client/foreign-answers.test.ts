import { mkdtempSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCrawlClient } from '../../src/client/client.ts'
import { writePages } from '../../src/session/page-writer.ts'
import { systemClock } from '../../src/util/clock.ts'
import type { Json } from '../../src/util/json.ts'

const JOB = '00000000-0000-7000-8000-000000000001'
const KEY = 'fc-0123456789abcdef'

/** Answers of the service, the next one first. */
let answers: string[]
let asked: number
let server: Server
let baseUrl: string

beforeEach(async () => {
  answers = []
  asked = 0
  server = createServer((_, response) => {
    asked++
    response.end(answers.shift() ?? '{}')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

function client() {
  return createCrawlClient({ baseUrl, apiKey: KEY, userAgent: 'test', clock: systemClock })
}

function answer(...bodies: readonly Json[]): void {
  answers.push(...bodies.map((body) => JSON.stringify(body)))
}

const good = { url: 'https://example.com/a', sourceURL: 'https://example.com/a', statusCode: 200 }

async function collect() {
  const found = []
  for await (const page of client().pages(JOB)) found.push(page)
  return found
}

describe('a page with wrong fields', () => {
  it.each<[string, Json, object]>([
    ['metadata.url', { metadata: { sourceURL: good.url, statusCode: 200 } }, { metadata: good }],
    ['metadata.url', { metadata: { ...good, url: 7 } }, { metadata: good }],
    ['metadata.statusCode', { metadata: { ...good, statusCode: '200' } }, { metadata: { statusCode: 0 } }],
    ['markdown', { markdown: null, metadata: good }, { metadata: good }],
    ['html', { html: ['a'], markdown: 'x', metadata: good }, { markdown: 'x' }],
    ['links', { links: [1], markdown: 'x', metadata: good }, { markdown: 'x' }],
    ['warning', { warning: 42, markdown: 'x', metadata: good }, { markdown: 'x' }],
    ['metadata.url, metadata.statusCode', { metadata: [] }, { metadata: { url: '' } }],
    ['metadata.url, metadata.statusCode', 5, { metadata: { url: '' } }],
  ])('is read without %s, with a warning: %j', async (bad, page, expected) => {
    answer({ success: true, status: 'completed', completed: 1, total: 1, data: [page] })
    const [read] = await collect()
    expect(read).toMatchObject({ ...expected, warning: `The service sent no usable ${bad}.` })
  })

  it('is reported, and the others are written', async () => {
    const pages = [
      { markdown: 'one', metadata: good },
      { markdown: null, warning: 3, metadata: { ...good, url: 'https://example.com/b' } },
      null,
      {},
      { markdown: 'two', metadata: { ...good, url: 'https://example.com/c', title: 9 } },
    ]
    answer({ success: true, status: 'completed', completed: 5, total: 5, data: pages })
    const directory = mkdtempSync(path.join(os.tmpdir(), 'foreign-'))
    const source = { crawl: 'docs', startUrl: good.url, pages: client().pages(JOB) }
    const written = await writePages(directory, source)
    expect(written).toMatchObject({ pages: 3, empty: 1 })
    expect(written.warned.map(({ url }) => url)).toEqual([
      '(no address)',
      '(no address)',
      'https://example.com/b',
    ])
    expect(readFileSync(path.join(directory, 'docs/c.md'), 'utf8')).toContain('two')
  })
})

it('stops if more pages come than were announced', async () => {
  const part = (index: number) => ({
    success: true,
    status: 'completed',
    completed: 2,
    total: 2,
    next: `/v2/crawl/${JOB}?skip=${index + 1}`,
    data: [{ metadata: { ...good, url: `https://example.com/${index}` } }],
  })
  answer(...Array.from({ length: 9 }, (_, index) => part(index)))
  expect(await collect()).toHaveLength(3)
  expect(asked).toBe(3)
})

describe('the success member of an answer', () => {
  it.each([
    ['URL is blocked.', { success: false, error: 'URL is blocked.' }],
    ['No credits.', { success: false, error: 'No credits.', code: 'PAYMENT' }],
    ['No team.', { success: false, error: { code: 7, message: 'No team.' } }],
    ['Paused.', { success: false, message: 'Paused.' }],
  ])('refuses with its reason if it is false with status 200: %s', async (reason, body) => {
    answer(body, body)
    const message = `HTTP 200: ${reason}`
    const started = await client().startCrawl({ url: good.url }, { attempt: JOB })
    expect(started).toEqual({ kind: 'refused', message, status: 200, retryable: false })
    await expect(client().status(JOB)).rejects.toMatchObject({ message: `job ${JOB}: ${message}` })
  })

  it('shows no key in the reason of a refusal', async () => {
    answer({ success: false, error: `No credits for ${KEY}.` })
    const started = await client().startCrawl({ url: good.url }, { attempt: JOB })
    expect(started).toMatchObject({ kind: 'refused', message: expect.not.stringContaining('fc-') })
  })

  it('shows no part of a key in a shortened reason', async () => {
    const body = { success: false, error: 'x'.repeat(290) + KEY }
    answer(body, body)
    const started = await client().startCrawl({ url: good.url }, { attempt: JOB })
    expect(started).toMatchObject({ kind: 'refused', message: expect.not.stringContaining('fc-') })
    await expect(client().status(JOB)).rejects.toMatchObject({ message: expect.not.stringContaining('fc-') })
  })

  it('leaves the submission in doubt if it is false next to a job id', async () => {
    answer({ success: false, error: 'Late.', id: JOB })
    expect(await client().startCrawl({ url: good.url }, { attempt: JOB })).toMatchObject({ kind: 'in-doubt' })
  })

  it.each([
    ['completed', true],
    ['cancelled', true],
    ['failed', false],
  ])('is derived from the status %s if it is missing: %s', async (status, success) => {
    answer({ status, completed: 1, total: 1, data: [] })
    expect(await client().status(JOB)).toMatchObject({ status, success })
  })
})

describe('an unknown status of a job', () => {
  it.each(['paused', 'queued', 'active', 'a\nb'])('counts as running, and is named: %j', async (status) => {
    answer({ success: true, status, completed: 1, total: 2, data: [] })
    const told = expect.stringContaining(`unknown status "${status.replace('\n', ' ')}"`)
    expect(await client().status(JOB)).toMatchObject({
      status: 'scraping',
      completed: 1,
      warning: told,
      waitsBecause: told,
    })
  })

  it('together with a refusal is a refusal', async () => {
    answer({ success: false, status: 'blocked', error: 'URL is blocked.' })
    await expect(client().status(JOB)).rejects.toMatchObject({
      message: `job ${JOB}: HTTP 200: URL is blocked.`,
    })
  })
})

describe('a secret that the service repeats', () => {
  it.each([
    ['as a name of metadata', { ...good, [KEY]: 'x' }],
    ['below another name', { ...good, nested: { [`a ${KEY} b`]: ['x'] } }],
    ['as a value', { ...good, note: `key ${KEY}` }],
  ])('is redacted %s', async (_, metadata) => {
    answer({ success: true, status: 'completed', completed: 1, total: 1, data: [{ metadata }] })
    const shown = JSON.stringify(await collect())
    expect(shown).not.toContain(KEY)
    expect(shown).toContain('(the API key)')
  })

  it.each([KEY, `job-${KEY}`])('is refused as the id of a job: %s', async (id) => {
    answer({ success: true, id, url: `${baseUrl}/v2/crawl/${id}` })
    const started = await client().startCrawl({ url: good.url }, { attempt: JOB })
    expect(started).toMatchObject({ kind: 'in-doubt' })
    expect(JSON.stringify(started)).not.toContain(KEY)
  })

  it('is redacted as the id of an active crawl or of an error', async () => {
    answer(
      { success: true, crawls: [{ id: KEY, url: good.url }] },
      { errors: [{ id: KEY, error: 'x', url: 'y' }] },
    )
    expect(JSON.stringify(await client().active())).not.toContain(KEY)
    expect(JSON.stringify(await client().errors(JOB))).not.toContain(KEY)
  })
})
