import { readdirSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LoopbackSite } from '../support/loopback-site.ts'
import { makeLargePdf, makeSlowPdf } from '../support/make-pdf.ts'
import { GOOD, MOST_MB, startBesideGoodPages } from './support/good-pages.ts'
import { watchMemory } from '../support/linux-processes.mjs'
import { startServiceChild, type ServiceChild } from './support/service-child.ts'
import { until } from './support/until.ts'

// Large files wait on the disk for the process that reads them, which is that of the built package: these tests are of it.

const FILES = Array.from({ length: 4 }, (_, index) => `/file${index}`)

let web: LoopbackSite
let service: ServiceChild

beforeEach(async () => {
  ;({ web, service } = await startBesideGoodPages(...FILES))
})

afterEach(async () => {
  await service.dispose()
  await web.close()
})

function serve(body: Buffer, headers: Record<string, string>): void {
  for (const name of FILES) web.set(name, { headers, body })
}

const request = (scrapeOptions: object = {}) => ({
  url: web.url('/'),
  sitemap: 'skip',
  ignoreRobotsTxt: true,
  scrapeOptions: { maxAge: 0, ...scrapeOptions },
})

/** Files on the disk. */
function bodies(): number {
  try {
    const found = readdirSync(path.join(service.dataDirectory, 'bodies'), {
      recursive: true,
      withFileTypes: true,
    })
    return found.filter((entry) => entry.isFile()).length
  } catch {
    return 0
  }
}

const PDF = { 'content-type': 'application/pdf' }

describe('large files', () => {
  it.each([
    ['PDFs of 31 MB', PDF, (body: Buffer) => body],
    [
      'packed PDFs of no type',
      { 'content-type': '*/*', 'content-encoding': 'gzip' },
      (body: Buffer) => gzipSync(body, { level: 0 }),
    ],
  ])('as %s are all read at once within the memory bound', async (_, headers, pack) => {
    serve(pack(makeLargePdf('Read from the disk.', 31_000_000)), headers)
    const peak = watchMemory(service.pid)
    const { id } = await service.crawl(request())
    expect(peak()).toBeLessThan(MOST_MB)
    const data = await service.documents(id)
    const read = data.filter(({ markdown }) => markdown === 'Read from the disk.')
    expect([read.length, data.length]).toEqual([FILES.length, FILES.length + GOOD.length + 1])
    expect(bodies()).toBe(0)
  })

  it('are delivered unchanged without a parser', async () => {
    const body = makeLargePdf('As it is.', 1_000_000)
    serve(body, PDF)
    const { id } = await service.crawl(request({ parsers: [] }))
    const data = await service.documents(id)
    const text = body.toString('base64')
    expect(data.filter(({ markdown }) => markdown === text)).toHaveLength(FILES.length)
    expect(bodies()).toBe(0)
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'that wait to be read are removed after %s, at the latest by the next start',
    async (signal) => {
      serve(Buffer.concat([makeSlowPdf(), Buffer.alloc(1_000_000)]), PDF)
      const id = await service.start(request())
      await until(() => bodies() > 0)
      expect(await service.end(signal)).toBe(signal === 'SIGTERM' ? 0 : signal)
      // Only the next service removes the files of a killed one.
      expect(signal === 'SIGTERM' ? bodies() : 0).toBe(0)
      const { dataDirectory } = service
      for (const name of FILES) web.set(name, '<p>text')
      service = await startServiceChild({ dataDirectory, workers: 2 })
      await until(async () => (await service.status(id, '?limit=1')).status !== 'scraping')
      expect(bodies()).toBe(0)
    },
  )
})
