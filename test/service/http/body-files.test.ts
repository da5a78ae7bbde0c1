import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createBodyShare, type BodyShare } from '../../../src/service/http/receive-body.ts'
import {
  PageFetcher,
  type FetchedPage,
  type FetchOutcome,
  type FetchRequest,
} from '../../../src/service/http/http.ts'
import { MemoryBudget } from '../../../src/service/body/memory-budget.ts'
import { systemClock } from '../../../src/util/clock.ts'
import { bytesOf } from '../../../src/service/body/body.ts'
import { startLoopbackSite, type LoopbackSite } from '../../support/loopback-site.ts'

const fetcher = new PageFetcher({ clock: systemClock, userAgent: 'test-agent' })
let site: LoopbackSite
let directory: string
let share: BodyShare

beforeAll(async () => void (site = await startLoopbackSite()))
afterAll(async () => {
  await fetcher.close()
  await site.close()
})
beforeEach(() => {
  directory = path.join(mkdtempSync(path.join(tmpdir(), 'bodies-')), 'bodies')
  share = createBodyShare(new MemoryBudget(Infinity), 'a', directory)
})
afterEach(() => {
  share.release()
  rmSync(path.dirname(directory), { recursive: true })
})

// Packs to half of it, so that the packed body is long too.
const LONG = Buffer.from(`%PDF-${randomBytes(310_000).toString('hex')}`)
const SHORT = Buffer.from('%PDF-short')

function get(changes: Partial<FetchRequest> = {}): Promise<FetchOutcome> {
  return fetcher.fetch({
    url: site.url('/file'),
    timeoutMs: 20_000,
    maxBytes: 1_000_000,
    addressPolicy: 'loopback',
    share,
    isFile: (_, start) => start.toString().startsWith('%PDF-'),
    ...changes,
  })
}

async function body(): Promise<FetchedPage['body']> {
  const outcome = await get()
  if (outcome.kind !== 'page') throw new Error(outcome.error)
  return outcome.body
}

/** Files that are there; none where there is no directory yet. */
function files(): number {
  try {
    return readdirSync(directory).length
  } catch {
    return 0
  }
}

const quickBrotli = (bytes: Buffer): Buffer =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })

const packings = [
  ['with a length', {}, (bytes: Buffer) => bytes],
  ['in chunks', { 'transfer-encoding': 'chunked' }, (bytes: Buffer) => bytes],
  ['packed', { 'content-encoding': 'gzip' }, (bytes: Buffer) => gzipSync(bytes)],
  ['packed by br', { 'content-encoding': 'br' }, (bytes: Buffer) => quickBrotli(bytes)],
  ['packed by deflate', { 'content-encoding': 'deflate' }, (bytes: Buffer) => deflateSync(bytes)],
  ['packed by raw deflate', { 'content-encoding': 'deflate' }, (bytes: Buffer) => deflateRawSync(bytes)],
  [
    'packed twice',
    { 'content-encoding': 'deflate, gzip' },
    (bytes: Buffer) => gzipSync(deflateSync(bytes), { level: 0 }),
  ],
] as const

describe.each(packings)('a file %s', (_, headers, pack) => {
  it('that is large is stored on disk until its page is read', async () => {
    site.set('/file', { headers, body: pack(LONG) })
    const stored = await body()
    expect([stored.length, files()]).toEqual([LONG.length, 1])
    expect(stored).toMatchObject({ start: new Uint8Array(LONG.subarray(0, 1024)) })
    expect((await bytesOf(stored)).equals(LONG)).toBe(true)
    share.release()
    expect(files()).toBe(0)
  })

  it('that is small is kept in memory, as is a large HTML page', async () => {
    for (const bytes of [SHORT, Buffer.concat([Buffer.from('<p>'), LONG])]) {
      site.set('/file', { headers, body: pack(bytes) })
      const kept = await body()
      expect([kept, files()]).toEqual([bytes, 0])
    }
  })

  it('that is too large is removed', async () => {
    site.set('/file', { headers, body: pack(Buffer.concat([LONG, LONG])) })
    expect(await get()).toMatchObject({ kind: 'failure', code: 'SCRAPE_UNSUPPORTED_FILE_ERROR' })
    share.release()
    expect(files()).toBe(0)
  })

  it('that is cut off is removed', async () => {
    site.set('/file', (_request, response) => {
      const bytes = pack(LONG)
      response.writeHead(200, { ...headers, 'content-length': bytes.length, 'transfer-encoding': '' })
      response.write(bytes.subarray(0, 290_000), () => response.destroy())
    })
    expect(await get()).toMatchObject({ kind: 'failure', code: 'SCRAPE_SITE_ERROR' })
    share.release()
    expect(files()).toBe(0)
  })
})
