import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CrawlStatusAnswer } from '../../src/protocol/crawl-status.ts'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
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
  const settings = JSON.stringify({ dataDirectory, limits: { attempts: 1 } })
  child = spawn('sh', ['-c', `${bound} exec "$0" "$@"`, process.execPath, script, settings], {
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
  const started = await fetch(`${url}/v2/crawl`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: web.url('/'), sitemap: 'skip' }),
  })
  const { id } = (await started.json()) as { id: string }
  let answer = await statusOf(url, id)
  await until(async () => (answer = await statusOf(url, id)).status !== 'scraping')
  return { id, answer }
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `/p${index}`)

describe('a disk that takes no more', () => {
  it('fails a crawl whose documents it does not take, for good, and says so', async () => {
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
    await end()
    const url = await serve('')
    expect(await statusOf(url, id)).toMatchObject({ status: 'failed', error: answer.error })
    expect((await crawl(url)).answer).toMatchObject({ status: 'completed', completed: 61 })
  })

  it('fails a crawl that it cannot even be recorded of, and the service goes on', async () => {
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
