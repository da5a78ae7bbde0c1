import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CrawlStatusAnswer } from '../../src/protocol/crawl-status.ts'
import { startLoopbackSite, type LoopbackSite, type SiteAnswer } from '../support/loopback-site.ts'
import { makeLargePdf } from '../support/make-pdf.ts'
import { page, site } from './support/pages.ts'
import { until } from './support/until.ts'

const script = path.join(import.meta.dirname, 'support/serve-child.mjs')

let dataDirectory: string
let web: LoopbackSite
let child: ChildProcess

beforeEach(() => {
  dataDirectory = mkdtempSync(path.join(tmpdir(), 'crawlform-full-'))
})

afterEach(async () => {
  await end()
  await web.close()
  rmSync(dataDirectory, { recursive: true })
})

/** Starts the service where no file may become larger than a mebibyte, or where that is not so. */
async function serve(bound: '' | 'trap "" XFSZ; ulimit -f 2048;'): Promise<string> {
  return start(['sh', '-c', `${bound} exec "$0" "$@"`], { limits: { attempts: 3 } })
}

/** A disk of one's own needs a name space of one's own, which not every machine gives. */
const canMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0

/** The files of a crawl on the disk that becomes full: all, or the rows only, with documents on another disk. */
type Full = 'all' | 'rows'

/** Starts the service on a disk of 8 MiB. Returns the directory by which others reach that disk too (proc(5)). */
async function serveOnDisk(more: ServiceSettingsOfTest, full: Full): Promise<{ url: string; disk: string }> {
  const documents = path.join(dataDirectory, 'segments')
  const roomy = full === 'rows' ? `mkdir ${documents} && mount -t tmpfs tmpfs ${documents} &&` : ''
  const mount = `mount -t tmpfs -o size=8m tmpfs ${dataDirectory} && ${roomy} exec "$0" "$@"`
  const url = await start(['unshare', '-rm', 'sh', '-c', mount], more)
  return { url, disk: `/proc/${child.pid}/root${dataDirectory}` }
}

/** Writes zeros until the disk takes not a byte more. */
function fill(disk: string): void {
  for (let bytes = 1024 * 1024; bytes >= 1;) {
    try {
      appendFileSync(path.join(disk, 'fill'), new Uint8Array(bytes))
    } catch {
      bytes = Math.floor(bytes / 2)
    }
  }
}

interface ServiceSettingsOfTest {
  readonly concurrency?: number
  readonly limits: { readonly attempts: number; readonly fullDiskMs?: number }
}

async function start([command = '', ...args]: string[], more: ServiceSettingsOfTest): Promise<string> {
  const settings = JSON.stringify({ dataDirectory, ...more })
  child = spawn(command, [...args, process.execPath, script, settings], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer]
  return line.toString().trim()
}

async function end(): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

const statusOf = async (url: string, id: string) =>
  (await (await fetch(`${url}/v2/crawl/${id}?limit=1`)).json()) as CrawlStatusAnswer

async function crawl(url: string): Promise<{ id: string; answer: CrawlStatusAnswer }> {
  const id = await submit(url)
  return { id, answer: await ended(url, id) }
}

async function submit(url: string): Promise<string> {
  const started = await fetch(`${url}/v2/crawl`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: web.url('/'), sitemap: 'skip' }),
  })
  return ((await started.json()) as { id: string }).id
}

async function ended(url: string, id: string): Promise<CrawlStatusAnswer> {
  let answer = await statusOf(url, id)
  await until(async () => (answer = await statusOf(url, id)).status !== 'scraping')
  return answer
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `/p${index}`)

describe('a disk that refuses writes', () => {
  it('fails a crawl whose documents cannot be stored, without fetching them again', async () => {
    const text = `<p>${'many words '.repeat(5000)}`
    web = await startLoopbackSite({
      '/': page('Start', names(60)),
      ...Object.fromEntries(names(60).map((name) => [name, page(name) + text])),
    })
    const { id, answer } = await crawl(await serve('trap "" XFSZ; ulimit -f 2048;'))
    expect(answer).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('could not be stored: EFBIG'),
    })
    expect(names(60).filter((name) => web.count(name) > 1)).toEqual([])
    await end()
    const url = await serve('')
    expect(await statusOf(url, id)).toMatchObject({ status: 'failed', error: answer.error })
    expect((await crawl(url)).answer).toMatchObject({ status: 'completed', completed: 61 })
  })

  it('fails a crawl that cannot be recorded, and the service continues', async () => {
    web = await startLoopbackSite(
      site({ '/': names(3000), ...Object.fromEntries(names(3000).map((name) => [name, []])) }),
    )
    const url = await serve('trap "" XFSZ; ulimit -f 2048;')
    const { answer } = await crawl(url)
    expect(answer).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('could not be recorded'),
    })
    expect(answer.error).not.toContain('rollback')
    expect((await fetch(`${url}/health`)).status).toBe(200)
  })
})

describe.skipIf(!canMount)('a disk that fills up during a crawl', () => {
  const text = `<p>${'many words '.repeat(5000)}`
  const pages = names(40)
  const FULL_AT = '/p20'
  let disk = ''

  /** One page at a time, so that all before the one that fills the disk are recorded. */
  async function crawlUntilFull(
    limits: ServiceSettingsOfTest['limits'],
    full: Full = 'all',
    last: SiteAnswer = page(FULL_AT) + text,
  ): Promise<{ url: string; id: string }> {
    web = await startLoopbackSite({
      '/': page('Start', pages),
      ...Object.fromEntries(pages.map((name) => [name, page(name) + text])),
      [FULL_AT]: () => {
        fill(disk)
        return last
      },
    })
    const service = await serveOnDisk({ concurrency: 1, limits }, full)
    disk = service.disk
    return { url: service.url, id: await submit(service.url) }
  }

  it.each([
    ['documents', 'all', 'ENOSPC'],
    ['rows', 'rows', 'database or disk is full'],
  ] as const)('pauses the crawl until there is room for %s', async (_, full, reason) => {
    const { url, id } = await crawlUntilFull({ attempts: 1 }, full)
    await until(async () => (await statusOf(url, id)).warning !== undefined)
    expect(await statusOf(url, id)).toMatchObject({
      status: 'scraping',
      completed: 21,
      warning: expect.stringMatching(`^The crawl waits: the disk .* is full .${reason}`),
      waitsBecause: expect.stringContaining(reason),
    })
    expect(web.requests.at(-1)?.path).toBe(FULL_AT)
    rmSync(path.join(disk, 'fill'))
    const answer = await ended(url, id)
    expect(answer).toMatchObject({ status: 'completed', completed: 41, total: 41 })
    expect(answer.warning).toBeUndefined()
    expect(pages.map((name) => [name, web.count(name)])).toEqual(pages.map((name) => [name, 1]))
  })

  it.each([
    ['documents', 'all', 'could not be stored: ENOSPC', 21],
    ['rows', 'rows', 'could not be recorded: database or disk is full', 22],
  ] as const)(
    'fails the crawl with the reason if there is no room for %s for too long',
    async (_, full, reason, completed) => {
      const { url, id } = await crawlUntilFull({ attempts: 3, fullDiskMs: 1 }, full)
      expect(await ended(url, id)).toMatchObject({
        status: 'failed',
        error: expect.stringContaining(reason),
        completed,
      })
      expect([web.requests.at(-1)?.path, web.count(FULL_AT)]).toEqual([FULL_AT, 1])
    },
  )

  it('lets a large file be fetched again when there is room', async () => {
    const body = makeLargePdf('Large.', 3_000_000)
    const file = { headers: { 'content-type': 'application/pdf' }, body }
    const { url, id } = await crawlUntilFull({ attempts: 3 }, 'all', file)
    await until(async () => (await statusOf(url, id)).warning !== undefined)
    web.set(FULL_AT, file)
    rmSync(path.join(disk, 'fill'))
    expect(await ended(url, id)).toMatchObject({ status: 'completed', completed: 41 })
    expect(readdirSync(path.join(disk, 'bodies'))).toEqual([])
  })

  it('still allows reads and cancelling, and refuses new crawls with the reason', async () => {
    const { url, id } = await crawlUntilFull({ attempts: 1 }, 'rows')
    await until(async () => (await statusOf(url, id)).warning !== undefined)
    const jobPath = `/jobs/${id}`
    for (const [method, at, status, said] of [
      ['GET', `/v2/crawl/${id}?limit=100`, 200, '"completed":21'],
      ['GET', `/v2/crawl/${id}/errors`, 200, '"errors":[]'],
      ['GET', '/v2/crawl/active', 200, id],
      ['GET', '/v2/team/queue-status', 200, '"success":true'],
      ['GET', '/', 200, id],
      ['GET', jobPath, 200, 'The crawl waits: the disk'],
      ['GET', `${jobPath}/pages/3`, 200, 'many words'],
      ['POST', '/v2/crawl', 503, 'cannot write to its disk: database or disk is full'],
      ['DELETE', `/v2/crawl/${id}`, 200, 'cancelled'],
      ['GET', `/v2/crawl/${id}?limit=1`, 200, '"status":"cancelled"'],
      ['GET', '/v2/crawl/active', 200, '"crawls":[]'],
    ] as const) {
      const body = method === 'POST' ? { body: JSON.stringify({ url: web.url('/') }) } : {}
      const headers = { accept: 'text/html', 'content-type': 'application/json' }
      const answer = await fetch(url + at, { method, headers, ...body })
      const text = await answer.text()
      expect([at, answer.status, text.includes(said)], text.slice(0, 500)).toEqual([at, status, true])
    }
    rmSync(path.join(disk, 'fill'))
    const again = await submit(url)
    expect((await ended(url, again)).status).toBe('completed')
    expect(await statusOf(url, id)).toMatchObject({ status: 'cancelled' })
  })

  it('lets the service stop', async () => {
    const { url, id } = await crawlUntilFull({ attempts: 1 })
    await until(async () => (await statusOf(url, id)).warning !== undefined)
    await end()
    expect(child.exitCode).toBe(0)
  })
})
