import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPageScraper } from '../support/page-scraper.ts'
import { withPlainPage } from '../../support/plain-page.ts'
import { startLoopbackSite, type LoopbackSite } from '../../support/loopback-site.ts'
import { makeDocx, makeOdt, makeXlsx, makeZip, sheetRows } from '../../support/make-office.ts'
import { makePdf } from '../../support/make-pdf.ts'
import { someSettings } from '../../support/scrape-settings.ts'

const DOCX = makeDocx({
  body: '<w:p><w:r><w:t>Words</w:t></w:r></w:p>',
  properties: '<dc:title>The title</dc:title><dc:language>en</dc:language>',
})
const PDF = makePdf([[{ text: 'Page one', y: 700 }]])
const RTF = String.raw`{\rtf1\ansi Words\par}`
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const scraper = createPageScraper({
  reading: { textBytes: 1000, pageTags: 1000 },
})
let site: LoopbackSite
beforeAll(async () => {
  site = await startLoopbackSite({})
})
afterAll(async () => {
  await scraper.close()
  await site.close()
})

/** A file as a site serves it. */
interface Served {
  readonly body: Buffer | string
  readonly type?: string
  /** How its path ends. */
  readonly name?: string
  readonly disposition?: string
}

let files = 0

/** Returns the document of a file, or the reason for having none. */
async function read({ body, type, name = 'file', disposition }: Served) {
  const path = `/${++files}/${name}`
  const headers: Record<string, string> = {}
  if (type !== undefined) headers['content-type'] = type
  if (disposition !== undefined) headers['content-disposition'] = disposition
  site.set(path, (_, response) => void response.writeHead(200, headers).end(body))
  const task = {
    url: site.url(path),
    scrape: someSettings({ parsers: ['pdf'] }),
    wantLinks: true,
    maxBytes: 1e6,
    headersOrigin: site.origin,
  }
  const outcome = withPlainPage(await scraper.scrape(task, new AbortController().signal))
  if (outcome.kind === 'failure') return outcome.error.replace(task.url, 'URL')
  return outcome.kind === 'page' ? outcome.page.document : outcome
}

const known: readonly (Served & { readonly by: string })[] = [
  { by: 'its type', body: DOCX, type: WORD },
  { by: 'an older type', body: RTF, type: 'application/msword', name: 'x.doc' },
  { by: 'the type of text', body: RTF, type: 'text/rtf; charset=utf-8' },
  {
    by: 'the type of a book',
    body: makeOdt({ body: '<text:p>Words</text:p>' }),
    type: 'application/epub+zip',
  },
  { by: 'its name', body: DOCX, type: 'application/octet-stream', name: 'a%20b.DOCX?x=1.zip' },
  { by: 'its name as a package', body: DOCX, type: 'application/zip', name: 'x.docx' },
  {
    by: 'the name in its header',
    body: DOCX,
    type: 'binary/octet-stream',
    name: 'get?id=1',
    disposition: 'attachment; filename="a b.docx"',
  },
  {
    by: 'the name in its header in UTF-8',
    body: RTF,
    type: 'application/force-download',
    name: 'x.bin',
    disposition: "attachment; filename*=UTF-8''%C3%A9.rtf; size=3",
  },
  { by: 'its bytes', body: DOCX },
  { by: 'its bytes (RTF)', body: RTF },
]

const NO_KIND = '"URL" is not a readable document: its content is of no kind that can be read.'
const unread: readonly (Served & { readonly what: string; readonly why: string })[] = [
  { what: 'a broken file', body: DOCX.subarray(0, 100), type: WORD, why: NO_KIND },
  { what: 'a login page', body: '<!doctype html><form>', type: WORD, why: NO_KIND },
  {
    what: 'a ZIP file without a document',
    body: makeZip({ a: 'b' }),
    type: 'application/zip',
    name: 'x.zip',
    why: '"URL" is of the type "application/zip", which cannot be read as a page.',
  },
  {
    what: 'a picture under the type of a page',
    body: Buffer.from('\u0089PNG\r\n\u001A\n\0', 'latin1'),
    type: 'text/html',
    why: '"URL" is sent as "text/html", but its first bytes are those of a file that cannot be read as a page.',
  },
  {
    what: 'a drawing',
    body: DOCX,
    type: 'application/vnd.visio',
    why: '"URL" is of the type "application/vnd.visio", which cannot be read as a page.',
  },
]

it('a PDF without text has a warning', async () => {
  expect(await read({ body: makePdf([[]]), type: 'application/pdf' })).toMatchObject({
    markdown: '',
    warning: 'It has no text: text in pictures, such as scanned pages, is not read.',
  })
})

describe('an office file', () => {
  it('becomes a page with its text and its properties', async () => {
    expect(await read({ body: DOCX, type: WORD })).toMatchObject({
      markdown: 'Words',
      metadata: { title: 'The title', language: 'en', contentType: WORD, statusCode: 200 },
    })
  })

  it.each(known)('is recognized by $by', async (file) => {
    expect(await read(file)).toMatchObject({ markdown: 'Words' })
  })

  it.each([
    ['a PDF under the type of an office file', { body: PDF, type: WORD }, 'Page one'],
    ['an office file under the type of a PDF', { body: DOCX, type: 'application/pdf' }, 'Words'],
    [
      'a PDF under the type of any file',
      { body: PDF, type: 'application/octet-stream', name: 'x.pdf' },
      'Page one',
    ],
  ])('is recognized by its bytes: %s', async (_, file, markdown) => {
    expect(await read(file)).toMatchObject({ markdown })
  })

  it('with more text than the bound has a warning', async () => {
    const rows = Array.from({ length: 100 }, (_, row) => [`line ${row}`, row])
    expect(await read({ body: makeXlsx({ One: sheetRows(rows) }) })).toMatchObject({
      warning: 'It has more than 1000 bytes of text; what follows them was not read (textBytes).',
      markdown: expect.stringMatching(/^.{1,1000}$/s),
    })
  })

  it('a long text without a type is read up to the bound of a text', async () => {
    expect(await read({ body: `a${'é'.repeat(300_000)}` })).toMatchObject({
      warning: 'It has more than 1000 bytes of text; what follows them was not read (textBytes).',
      markdown: `a${'é'.repeat(499)}`,
    })
  })

  it.each(unread)('that cannot be read fails with the reason: $what', async ({ why, ...file }) => {
    expect(await read(file)).toBe(why)
  })
})

describe('a text', () => {
  const body = '<!doctype html><p>hello'

  const table = '| a | b |\n| --- | --- |\n| 1 | 2 |'
  it.each([
    ['Markdown', { body: '# A', name: 'README.md' }, '# A'],
    ['a table', { body: 'a,b\n1,2', name: 'get', disposition: 'attachment; filename="a.CSV"' }, table],
    ['data', { body: '{}', name: 'a.geojson' }, '```json\n{}\n```'],
    ['a page', { body, name: 'a.html' }, 'hello'],
    ['source code', { body: 'a_b = 1', name: 'a.py' }, 'a_b = 1'],
    ['a page without an extension', { body, name: 'v1.2/page' }, 'hello'],
    ['a text without an extension', { body: 'a', name: 'LICENSE' }, 'a'],
    ['a text that is not UTF-8', { body: Buffer.from('caf\u00E9', 'latin1'), name: 'LICENSE' }, 'café'],
  ])(
    'that is sent as bytes is recognized by its name, or else by its bytes: %s',
    async (_, file, markdown) => {
      expect(await read({ ...file, type: 'application/octet-stream' })).toMatchObject({ markdown })
    },
  )

  it.each([
    ['a film', { body: 'G\0\u0010', name: 'a.ts' }, 'its first bytes are those of a file'],
    ['a program', { body: '\u007FELF\0', name: 'program' }, 'its first bytes are those of a file'],
    ['a text of an unknown extension', { body: 'a', name: 'a.bin' }, 'is of the type'],
  ])('is not recognized in bytes without the name or bytes of a text: %s', async (_, file, why) => {
    expect(await read({ ...file, type: 'application/octet-stream' })).toContain(why)
  })

  it.each([
    ['application/vnd.oai.openapi', 'a: 1', 'openapi.yaml', 'a: 1'],
    ['application/vnd.oai.openapi+yaml;version=3.1', 'a: 1', 'openapi', 'a: 1'],
    ['application/x-tex', 'a', 'a.tex', 'a'],
    ['application/jsonlines', '{}', 'a', '```json\n{}\n```'],
    ['application/x-json', '{}', 'a', '```json\n{}\n```'],
    ['application/docx', DOCX, 'a', 'Words'],
    ['application/x-msexcel', DOCX, 'a', 'Words'],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml', DOCX, 'a', 'Words'],
    ['application/x-office', DOCX, 'a.docx', 'Words'],
    ['application/acrobat', PDF, 'a', 'Page one'],
    ['image/pdf', PDF, 'a', 'Page one'],
    ['text/plain', Buffer.concat([Buffer.from('\r\n'), PDF]), 'a', 'Page one'],
    ['application/vnd.ms-excel', 'a,b\n1,2', 'a.csv', table],
    ['application/vnd.ms-excel', '<table><tr><th>a<th>b<tr><td>1<td>2</table>', 'a.xls', table],
    ['application/vnd.ms-excel', DOCX, 'a.xls', 'Words'],
  ])('or file of a rare type is read: %s', async (type, content, name, markdown) => {
    expect(await read({ body: content, type, name })).toMatchObject({ markdown })
  })

  it.each([
    ['text/html, text/html; charset=utf-8', 'hello'],
    ['text/plain, application/xhtml+xml', 'hello'],
    ['text/html; charset=utf-8,', 'hello'],
    ['text/html, */*', 'hello'],
    ['html', 'hello'],
    ['text/html; charset=utf-8, text/plain', body],
  ])('has the last of several types, and is examined if it has none: %s', async (type, markdown) => {
    expect(await read({ body, type })).toMatchObject({ markdown })
  })
})
