import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCrawlClient, type CrawlClient } from '../../src/client/client.ts'
import { impatientClock } from '../support/impatient-clock.ts'
import { startLoopbackSite, type LoopbackSite, type SiteAnswer } from '../support/loopback-site.ts'

let site: LoopbackSite
let client: CrawlClient

beforeEach(async () => {
  site = await startLoopbackSite()
  client = createCrawlClient({ baseUrl: site.origin, userAgent: 'test', clock: impatientClock() })
})
afterEach(async () => {
  await client.close()
  await site.close()
})

function start(answer: SiteAnswer) {
  site.set('/v2/crawl', answer)
  return client.startCrawl({ url: 'https://example.com' }, { attempt: 'a' })
}

const json = (body: unknown, status = 200) => ({ status, body: JSON.stringify(body) })
const STARTED = JSON.stringify({ success: true, id: 'job-1', url: 'https://a.example/v2/crawl/job-1' })

describe('a job is started', () => {
  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['GZIP', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['deflate, gzip', (text: string) => gzipSync(deflateSync(text))],
    ['gzip, identity', gzipSync],
    ['utf-8', (text: string) => text],
    ['br', brotliCompressSync],
    ['identity', (text: string) => text],
  ])('by an answer that a proxy has encoded as %s', async (coding, pack) => {
    const answer = { headers: { 'content-encoding': coding }, body: pack(STARTED) }
    expect(await start(answer)).toMatchObject({ kind: 'started', job: 'job-1' })
  })

  it('by an answer that was encoded twice, as two headers say', async () => {
    const answer = {
      headers: { 'content-encoding': ['br', 'gzip'] },
      body: gzipSync(brotliCompressSync(STARTED)),
    }
    expect(await start(answer)).toMatchObject({ kind: 'started', job: 'job-1' })
  })

  it('and cancelled by an empty answer with an encoding', async () => {
    site.set('/v2/crawl/job-1', { status: 409, headers: { 'content-encoding': 'gzip' }, body: '' })
    expect(await client.cancel('job-1')).toBe('already-finished')
  })

  it('by an answer that begins with a byte order mark', async () => {
    expect(await start({ body: `\uFEFF${STARTED}` })).toMatchObject({ kind: 'started', job: 'job-1' })
  })
})

describe('a submission is in doubt', () => {
  it.each([
    ['<html>Sign in</html>', 'the answer (HTTP 200) could not be read: it begins with <html>Sign in</html>'],
    ['', 'the answer (HTTP 200) could not be read: it is empty'],
  ])('after the unreadable answer "%s", which the message shows', async (body, message) => {
    expect(await start({ body })).toEqual({ kind: 'in-doubt', message, status: 200 })
  })

  it.each(['compress', 'gzip, compress'])(
    'after an answer with the unknown encoding %s, which is named',
    async (coding) => {
      const message = `the server packs its answers as "${coding.split(', ').at(-1)}", which is not read: switch that off there, after the request was sent`
      const answer = { headers: { 'content-encoding': coding }, body: Buffer.from([0x1f, 0x9d, 0x90]) }
      expect(await start(answer)).toEqual({ kind: 'in-doubt', message })
    },
  )

  it('after an answer that has no usable id', async () => {
    const message =
      'the answer (HTTP 200) has no usable "id" of a job: it begins with {"success":true,"jobId":"job-1"}'
    const answers = [
      { success: true, jobId: 'job-1' },
      { success: true, id: 7 },
      { success: true, id: '' },
    ]
    expect(await start(json(answers[0]))).toEqual({ kind: 'in-doubt', message, status: 200 })
    for (const answer of answers)
      expect(await start(json(answer))).toMatchObject({ message: expect.stringContaining('no usable "id"') })
  })

  it('after an answer that cannot be decoded, or is too large afterwards', async () => {
    const packed = (body: Buffer) => ({ headers: { 'content-encoding': 'gzip' }, body })
    expect(await start(packed(Buffer.from('{}')))).toMatchObject({ kind: 'in-doubt' })
    expect(await start(packed(gzipSync(Buffer.alloc(2 ** 21, ' '))))).toMatchObject({ kind: 'in-doubt' })
    expect(site.count('/v2/crawl')).toBe(2)
  })
})

describe('the reasons of a refusal', () => {
  it.each([
    [{ detail: [{ loc: ['body', 'url'], msg: 'field required' }] }, 'body.url: field required'],
    [{ errors: [{ message: 'one' }, { message: 'two' }] }, 'one; two'],
    [{ error: ['one', 'two'] }, 'one; two'],
    [{ error: 'Bad Request', message: ['url must be a URL'] }, 'Bad Request: url must be a URL'],
  ])('are read from %j', async (body, message) => {
    expect(await start(json(body, 422))).toMatchObject({ kind: 'refused', message: `HTTP 422: ${message}` })
  })

  it('of a cancellation are shown even with status 200', async () => {
    site.set('/v2/crawl/job-1', json({ success: false, error: 'It cannot be cancelled.' }))
    await expect(client.cancel('job-1')).rejects.toThrow('HTTP 200: It cannot be cancelled.')
  })
})

describe('the status of a job', () => {
  const status = { success: true, status: 'completed', total: 1, completed: 1 }

  it.each([520, 522, 524, 530])('is requested again if Cloudflare answers %i', async (code) => {
    let asked = 0
    site.set('/v2/crawl/job-1', () => (asked++ === 0 ? { status: code, body: '<html>' } : json(status)))
    expect(await client.status('job-1')).toMatchObject({ status: 'completed' })
  })

  it('may have numbers as texts', async () => {
    site.set(
      '/v2/crawl/job-1',
      json({ status: 'completed', total: '12', completed: '12', creditsUsed: '12', data: [] }),
    )
    expect(await client.status('job-1')).toMatchObject({ total: 12, completed: 12, creditsUsed: 12 })
    site.set(
      '/v2/crawl/job-1',
      json({ status: 'completed', total: 'many', completed: '', creditsUsed: '-1' }),
    )
    expect(await client.status('job-1')).toMatchObject({ total: 0, completed: 0, creditsUsed: -1 })
  })

  it('without pages may have null as data, and an empty next address', async () => {
    site.set('/v2/crawl/job-1', json({ ...status, completed: 0, total: 0, data: null, next: '' }))
    const pages = client.pages('job-1')
    expect(await pages.next()).toMatchObject({ done: true, value: { status: 'completed' } })
    expect(site.requests).toHaveLength(1)
  })
})
