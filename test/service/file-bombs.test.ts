import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LoopbackSite } from '../support/loopback-site.ts'
import { makeDocx, makeXlsx, sheetRows } from '../support/make-office.ts'
import { makeLongTablePdf, makePagePdf, makeSlowPdf, makePackedPdf, makePdf } from '../support/make-pdf.ts'
import { binaryCell, binaryRow, long, makeXlsb } from '../support/make-xlsb.ts'
import { GOOD, MOST_MB, startBesideGoodPages } from './support/good-pages.ts'
import { childrenOf, isAlive, watchMemory } from '../support/linux-processes.mjs'
import { startServiceChild, type ServiceChild } from './support/service-child.ts'
import { paths } from './support/service.ts'
import { until } from './support/until.ts'

// The process that reads files runs the built package: these tests are of it.

let web: LoopbackSite
let service: ServiceChild

async function open(): Promise<void> {
  ;({ web, service } = await startBesideGoodPages('/bad.pdf', '/good.pdf'))
  serve('/good.pdf', makePdf([[{ text: 'Nothing bad.', y: 700 }]]))
}

async function close(): Promise<void> {
  await service.dispose()
  await web.close()
}

function serve(name: string, body: Buffer): void {
  web.set(name, { headers: { 'content-type': 'application/pdf' }, body })
}

/** Returns rows of numbers. */
function binaryRows(rows: number, columns: number): Buffer[] {
  const cells = Array.from({ length: columns }, (_, column) => binaryCell(2, column, long(6)))
  return Array.from({ length: rows }, (_, row) => Buffer.concat([binaryRow(row), ...cells]))
}

/** Returns a PDF of one page with so many texts in a layer that is off. */
function makeLayeredPdf(texts: number): Buffer {
  const text = (place: number): string =>
    `/OC /Off BDC BT /F1 12 Tf ${place % 500} ${place % 700} Td (word) Tj ET EMC`
  return makePagePdf(Array.from({ length: texts }, (_, place) => text(place)).join(' '), {
    catalog: '/OCProperties << /OCGs [6 0 R] /D << /OFF [6 0 R] >> >>',
    resources: '/Properties << /Off 6 0 R >>',
    objects: ['<< /Type /OCG /Name (Notes) >>'],
  })
}

const TOO_MUCH = 'is a PDF that needs more than 128 MB of memory to read.'
const BROKEN = 'is not a readable PDF: its structure is broken'

const whole = () => ({
  url: web.url('/'),
  sitemap: 'skip',
  ignoreRobotsTxt: true,
  scrapeOptions: { maxAge: 0 },
})

describe('a service that gets one bomb after another', () => {
  beforeAll(open)
  afterAll(close)

  it.each([
    ['workbook', () => makeXlsx({ One: sheetRows([Array(50).fill(1)]).repeat(20_000) })],
    ['binary workbook', () => makeXlsb([{ name: 'One', records: binaryRows(20_000, 50) }])],
  ])('reads a %s with a million cells within its memory bound', async (_, make) => {
    serve('/bad.pdf', make())
    const peak = watchMemory(service.pid)
    const { answer } = await service.crawl(whole())
    expect(paths(answer)).toContain('/bad.pdf')
    expect(peak()).toBeLessThan(MOST_MB)
  })

  it('fails only an office file with a million paragraphs, within its memory bound', async () => {
    serve('/bad.pdf', makeDocx({ body: '<w:p><w:r><w:t>a</w:t></w:r></w:p>'.repeat(1_000_000) }))
    const peak = watchMemory(service.pid)
    const { id, answer } = await service.crawl(whole())
    expect(paths(answer).toSorted()).toEqual(['/', '/good.pdf', ...GOOD].toSorted())
    const error = `"${web.url('/bad.pdf')}" is a document that needs more than 128 MB of memory to read.`
    expect(await service.errors(id)).toMatchObject([{ code: 'SCRAPE_UNSUPPORTED_FILE_ERROR', error }])
    expect(peak()).toBeLessThan(MOST_MB)
  })

  it.each([
    ['that unpacks to a gigabyte', () => makePackedPdf('q Q ', 1_000_000_000)],
    ['with one text of half a gigabyte', () => makePackedPdf('a', 500_000_000, ['BT /F1 9 Tf (', ') Tj ET'])],
    ['with a list of a hundred million numbers', () => makePackedPdf('1 ', 200_000_000, ['[', '] TJ'])],
    ['with endlessly nested entries', () => makePackedPdf('<</A ', 100_000_000)],
    ['with a hundred thousand texts in a layer that is off', () => makeLayeredPdf(100_000)],
    ['with a table of a hundred million objects', () => makeLongTablePdf(500_000_000), BROKEN],
  ])('fails only a PDF %s, with the reason, within its memory bound', async (_, make, why = TOO_MUCH) => {
    serve('/bad.pdf', make())
    const peak = watchMemory(service.pid)
    const { id, answer } = await service.crawl(whole())
    expect(paths(answer).toSorted()).toEqual(['/', '/good.pdf', ...GOOD].toSorted())
    expect(answer.data.find(({ metadata }) => metadata.url.endsWith('.pdf'))?.markdown).toBe('Nothing bad.')
    expect(await service.errors(id)).toMatchObject([
      {
        url: web.url('/bad.pdf'),
        code: 'SCRAPE_UNSUPPORTED_FILE_ERROR',
        error: `"${web.url('/bad.pdf')}" ${why}`,
      },
    ])
    expect(peak()).toBeLessThan(MOST_MB)
  })
})

describe('a PDF', () => {
  beforeEach(open)
  afterEach(close)

  it('that takes too long to read fails alone, and the files behind it are read', async () => {
    serve('/bad.pdf', makeSlowPdf())
    const { id, answer } = await service.crawl({ ...whole(), scrapeOptions: { timeout: 12_000 } })
    expect(paths(answer)).toContain('/good.pdf')
    expect(await service.errors(id)).toMatchObject([
      {
        code: 'SCRAPE_TIMEOUT',
        error: `"${web.url('/bad.pdf')}" is a PDF that takes longer than 12s to read.`,
      },
    ])
  })

  it.runIf(process.platform === 'linux').each(['SIGTERM', 'SIGKILL'] as const)(
    'that is still being read ends with its service after %s',
    async (signal) => {
      serve('/bad.pdf', makeSlowPdf())
      const id = await service.start(whole())
      let reader: number | undefined
      await until(() => {
        ;[reader] = childrenOf(service.pid)
        return reader !== undefined && web.count('/bad.pdf') === 1
      })
      expect(await service.end(signal)).toBe(signal === 'SIGTERM' ? 0 : signal)
      await until(() => !isAlive(reader ?? 0))
      const { dataDirectory } = service
      service = await startServiceChild({ dataDirectory, workers: 2 })
      expect((await service.status(id)).status).toBe('scraping')
    },
  )
})
