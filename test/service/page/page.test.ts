import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPageScraper, type TestTask } from '../support/page-scraper.ts'
import { startLoopbackSite, type LoopbackSite } from '../../support/loopback-site.ts'
import { withPlainPage, type PlainOutcome, type PlainPage } from '../../support/plain-page.ts'
import { makePdf } from '../../support/make-pdf.ts'
import { someSettings } from '../../support/scrape-settings.ts'

const PAGE =
  '<html lang=en><head><title>Page</title></head><body><nav><a href="/nav">n</a></nav><main class="content"><h1>Title</h1>' +
  '<p class="lead">Text <a href="next#s">next</a> <img src="/i.png" alt="i"></p><p data-x="1&amp;2">More</p></main></body></html>'

const PDF = makePdf([[{ text: 'Page one', y: 700 }], [{ text: 'Page two', y: 700 }]], 'File')

const scraper = createPageScraper()
let site: LoopbackSite
beforeAll(async () => {
  site = await startLoopbackSite({
    '/dir/page': PAGE,
    '/moved': { status: 301, headers: { location: '/dir/page' } },
    '/gone': { status: 404, body: '<title>Gone</title><p>not here' },
    '/busy': { status: 503, headers: { 'retry-after': '7' }, body: 'busy' },
    '/plain': { headers: { 'content-type': 'text/plain' }, body: 'a <b> & c\n' },
    '/data.json': { headers: { 'content-type': 'application/json' }, body: '{"a": "```"}' },
    '/feed': { headers: { 'content-type': 'application/rss+xml' }, body: '<rss/>' },
    '/table.csv': { headers: { 'content-type': 'text/csv' }, body: 'a,b\n1,2\n' },
    '/now': '<meta http-equiv="Refresh" content="0; url=page?a=1&amp;b=2#s">',
    '/based': '<base href="/other/"><meta http-equiv=refresh content="1;URL=\'to\'"><p>You will be led on.',
    '/quoted': '<meta http-equiv=refresh content=\'3, "/to"\'>',
    '/first': '<meta http-equiv=refresh content="0;/one"><meta http-equiv=refresh content="0;/two">',
    '/header': { headers: { 'content-type': 'text/html', refresh: '0;url=/next' }, body: '' },
    '/header-first': {
      headers: { 'content-type': 'text/html', refresh: '1; URL="caf\u00C3\u00A9"' },
      body: '<meta http-equiv=refresh content="0;/meta">',
    },
    '/header-slow': { headers: { 'content-type': 'text/html', refresh: '300' }, body: '<p>news' },
    '/pdf-as-html': { headers: { 'content-type': 'text/html' }, body: PDF },
    '/pdf-as-text': { headers: { 'content-type': 'text/plain; charset=utf-8' }, body: PDF },
    '/png-as-html': {
      headers: { 'content-type': 'text/html' },
      body: Buffer.from('89504e470d0a1a0a0000000d', 'hex'),
    },
    '/jpeg-as-text': {
      headers: { 'content-type': 'text/plain' },
      body: Buffer.from('ffd8ffe000104a46494600', 'hex'),
    },
    '/bytes-as-text': {
      headers: { 'content-type': 'text/plain' },
      body: Buffer.from('text\u0000\u0001more'),
    },
    '/zip-as-html': {
      headers: { 'content-type': 'text/html' },
      body: Buffer.from('504b030414000000', 'hex'),
    },
    '/gif-as-text': { headers: { 'content-type': 'text/plain' }, body: 'GIF89a is a format of pictures.' },
    '/slow': '<meta http-equiv=refresh content="30;url=/next"><p>slides',
    '/again': '<meta http-equiv=refresh content="5"><p>news',
    '/itself': '<meta http-equiv=refresh content="0;url=/itself#top"><p>itself',
    '/unscripted': '<noscript><meta http-equiv=refresh content="0;url=/nojs"></noscript><p>scripted',
    '/template': '<template><meta http-equiv=refresh content="0;url=/other"></template><p>inert',
    '/bare': '<meta http-equiv=refresh content="0;URL="/to""><p>bare',
    '/point': '<meta http-equiv=refresh content=".5;url=/to"><p>point',
    '/scheme': '<meta http-equiv=refresh content="0;url=mailto:a@b.c"><p>mail',
    '/gone-on': { status: 404, body: '<meta http-equiv=refresh content="0;url=/"><p>gone' },
    '/frames': '<frameset><frame src="menu.html"><frame src=body.html></frameset><script></script>',
    '/iframes': '<nav><iframe src="/menu"></iframe></nav><p>text</p><iframe src="data:text/html,x"></iframe>',
    '/shell':
      '<title>App</title><div id=root></div><noscript>Turn it on</noscript><script src=a.js></script>',
    '/image': { headers: { 'content-type': 'image/png' }, body: 'x' },
    '/untyped': (_, response) => void response.end('<!doctype html><p>hello'),
    '/untyped-binary': (_, response) => void response.end(Buffer.from([0, 1, 2])),
    '/embedded': '<p>a <img alt="dot" src="data:image/png;base64,AAAA"></p>',
    '/all-nav': '<nav><p>only navigation</nav>',
    '/empty': { body: '' },
    '/silent': () => undefined,
    '/file.pdf': { headers: { 'content-type': 'application/pdf' }, body: PDF },
    '/broken.pdf': { headers: { 'content-type': 'application/pdf' }, body: 'nothing' },
  })
})
afterAll(async () => {
  await scraper.close()
  await site.close()
})

async function scrape(path: string, settings = {}, task: Partial<TestTask> = {}): Promise<PlainOutcome> {
  const request = {
    url: site.url(path),
    scrape: someSettings(settings),
    wantLinks: true,
    maxBytes: 1e6,
    headersOrigin: site.origin,
  }
  return withPlainPage(await scraper.scrape({ ...request, ...task }, new AbortController().signal))
}

/** Links as texts. */
type Page = Omit<PlainPage, 'links'> & { readonly links: readonly string[] }

async function page(path: string, settings = {}, task: Partial<TestTask> = {}): Promise<Page> {
  const outcome = await scrape(path, settings, task)
  if (outcome.kind !== 'page') throw new Error(JSON.stringify(outcome))
  return { ...outcome.page }
}

describe('a page', () => {
  it('has the requested formats, the links of the whole page, and its metadata', async () => {
    const scraped = await page('/dir/page', { formats: ['markdown', 'links', { type: 'images' }] })
    expect(scraped).toEqual({
      document: {
        markdown: `# Title\n\nText [next](${site.url('/dir/next#s')}) ![i](${site.url('/i.png')})\n\nMore`,
        links: [site.url('/dir/next#s')],
        images: [site.url('/i.png')],
        metadata: {
          language: 'en',
          title: 'Page',
          url: site.url('/dir/page'),
          sourceURL: site.url('/dir/page'),
          statusCode: 200,
          contentType: 'text/html; charset=utf-8',
          proxyUsed: 'basic',
          fetchedAt: expect.any(String),
        },
      },
      links: [site.url('/nav'), site.url('/dir/next#s')],
      finalUrl: site.url('/dir/page'),
      isSitemap: false,
      keeping: 'give',
      statusCode: 200,
    })
  })

  it.each(['/pdf-as-html', '/pdf-as-text'])('is a PDF if its first bytes say so: %s', async (path) => {
    expect((await page(path)).document.markdown).toContain('Page one')
  })

  it.each(['/png-as-html', '/jpeg-as-text', '/bytes-as-text', '/zip-as-html'])(
    'is refused if its first bytes are those of another file: %s',
    async (path) => {
      expect(await scrape(path)).toMatchObject({ kind: 'failure', code: 'SCRAPE_UNSUPPORTED_FILE_ERROR' })
    },
  )

  it('is a text if it only mentions a format', async () => {
    expect((await page('/gif-as-text')).document.markdown).toBe('GIF89a is a format of pictures.')
    expect((await page('/header-slow')).document.markdown).toBe('news')
  })

  it('that redirects is not requested at its target', async () => {
    const before = site.count('/dir/page')
    expect(await scrape('/moved')).toEqual({ kind: 'redirect', target: site.url('/dir/page') })
    expect(site.count('/dir/page')).toBe(before)
  })

  it('has its original bytes in rawHtml, and absolute links in html', async () => {
    const { document } = await page('/dir/page', { formats: ['rawHtml', 'html'] })
    expect(document.rawHtml).toBe(PAGE)
    expect(document.html).toContain(`href="${site.url('/dir/next#s')}"`)
    expect(document.html).not.toContain('<nav>')
    expect(document.markdown).toBeUndefined()
  })

  it('has no links if the crawl wants none', async () => {
    expect((await page('/dir/page', {}, { wantLinks: false })).links).toEqual([])
  })

  it('with the status 404 is a document with an error', async () => {
    const { document, statusCode } = await page('/gone')
    expect(statusCode).toBe(404)
    expect(document).toMatchObject({
      markdown: 'not here',
      metadata: { statusCode: 404, error: '404 Not Found' },
    })
  })

  it('with only navigation has the navigation as content', async () => {
    expect((await page('/all-nav')).document.markdown).toBe('only navigation')
  })

  it('replaces embedded images, or keeps their bytes', async () => {
    expect((await page('/embedded')).document.markdown).toBe('a ![dot](<Base64-Image-Removed>)')
    const { markdown } = (await page('/embedded', { removeBase64Images: false })).document
    expect(markdown).toBe('a ![dot](data:image/png;base64,AAAA)')
  })

  it('without any bytes is a failure', async () => {
    expect(await scrape('/empty')).toMatchObject({
      kind: 'failure',
      code: 'SCRAPE_ALL_ENGINES_FAILED',
      retryable: false,
    })
  })
})

it('zero bytes of a page are dropped', async () => {
  site.set('/zeros', '<p>a\0b <a href="/next\0">c\0</a>')
  const { document, links } = await page('/zeros', { formats: ['markdown', 'rawHtml'] })
  expect(document.markdown).toBe(`ab [c](${site.url('/next')})`)
  expect(document.rawHtml).not.toContain('\0')
  expect(links).toEqual([site.url('/next')])
})

describe('selectors', () => {
  it('of any kind exclude elements', async () => {
    expect((await page('/dir/page', { excludeTags: ['.lead', 'h1'] })).document.markdown).toBe('More')
    expect(
      (await page('/dir/page', { excludeTags: ['main > p:first-of-type', 'h1'] })).document.markdown,
    ).toBe('More')
  })

  it('in the form *word* exclude elements with the word in a name or attribute', async () => {
    expect((await page('/dir/page', { excludeTags: ['*LEA*', '*h1*'] })).document.markdown).toBe('More')
    expect((await page('/dir/page', { excludeTags: ['*nothing*', 'h1'] })).document.markdown).toMatch(/^Text/)
  })

  it('select elements, each part once, in document order', async () => {
    const { document, links } = await page('/dir/page', {
      includeTags: ['p', '.content > p', 'h1'],
      excludeTags: ['[data-x="1&2"]'],
    })
    expect(document.markdown).toMatch(/^# Title\n\nText \[next\]/)
    expect(document.markdown).not.toContain('More')
    expect(links).toContain(site.url('/nav'))
  })

  it('that select an element and its parent select it once', async () => {
    expect(
      (
        await page('/dir/page', { includeTags: ['p[data-x]', 'main', '.content h1'] })
      ).document.markdown?.match(/More/g),
    ).toHaveLength(1)
  })

  it('that select nothing leave nothing', async () => {
    expect((await page('/dir/page', { includeTags: ['.absent'] })).document.markdown).toBe('')
  })
})

describe('a page with a refresh', () => {
  it.each([
    ['/now', '/page?a=1&b=2'],
    ['/based', '/other/to'],
    ['/header', '/next'],
    ['/header-first', '/caf%C3%A9'],
    ['/quoted', '/to'],
    ['/point', '/to'],
    ['/first', '/one'],
  ])('is a redirect: %s to %s', async (path, target) => {
    expect(await scrape(path)).toEqual({ kind: 'redirect', target: site.url(target) })
  })

  it.each([
    ['/slow', 'slides'],
    ['/again', 'news'],
    ['/itself', 'itself'],
    ['/unscripted', 'scripted'],
    ['/template', 'inert'],
    ['/bare', 'bare'],
    ['/scheme', 'mail'],
    ['/gone-on', 'gone'],
  ])('is a page if the refresh is late, to itself or not for all: %s', async (path, text) => {
    expect((await page(path)).document.markdown).toBe(text)
  })
})

describe('a page of frames', () => {
  it('has links for the crawl to its frames', async () => {
    const { links, document } = await page('/frames')
    expect(links).toEqual([site.url('/menu.html'), site.url('/body.html')])
    expect(document.warning).toBeUndefined()
    expect((await page('/iframes', { formats: ['links'] })).links).toEqual([site.url('/menu')])
  })
})

describe('a page without text but with scripts', () => {
  it('warns that it needs a browser', async () => {
    expect((await page('/shell')).document.warning).toBe(
      'It needs a browser: without its scripts it has no text. A crawl with "waitFor" shows its pages in one.',
    )
    expect((await page('/dir/page')).document.warning).toBeUndefined()
  })

  it.each([
    '<input type=hidden name=a>',
    '<iframe style="display: none" src=/a></iframe>',
    '<svg></svg>',
    '<svg class=icons><symbol><path d="M0 0"/></symbol></svg>',
    '<img src=/a.gif width=1 height=1>',
    '<progress>Loading</progress>',
  ])('has this warning also with %s, which shows nothing', async (unseen) => {
    site.set('/shell-of', `<div id=root>${unseen}</div><script src=/a.js></script>`)
    expect((await page('/shell-of')).document.warning).toContain('It needs a browser')
  })

  it.each(['<input name=a>', '<svg><path d="M0 0"/></svg>', '<img src=/a.png width=300>'])(
    'has no warning with %s, which shows something',
    async (seen) => {
      site.set('/shell-of', `<div id=root>${seen}</div><script src=/a.js></script>`)
      expect((await page('/shell-of')).document.warning).toBeUndefined()
    },
  )

  it.each([
    ['<title>Only a title</title><body></body>', {}, 'It has no text.'],
    ['<p>text</p>', { includeTags: ['main'] }, '"includeTags" and "excludeTags" leave nothing of it.'],
    ['<p>text</p>', { excludeTags: ['p'] }, '"includeTags" and "excludeTags" leave nothing of it.'],
    ['<p><img src=a.png></p>', {}, undefined],
    ['<p>text</p>', { formats: ['rawHtml'], includeTags: ['main'] }, undefined],
  ])('has a warning without other content: %s %j', async (body, scrape, warning) => {
    site.set('/blank', body)
    expect((await page('/blank', scrape)).document.warning).toBe(warning)
  })
})

describe('other media types', () => {
  it('such as text, JSON and XML become documents', async () => {
    expect((await page('/plain', { formats: ['markdown', 'html', 'rawHtml'] })).document).toMatchObject({
      markdown: 'a <b> & c',
      html: '<pre>a &lt;b> &amp; c\n</pre>',
      rawHtml: 'a <b> & c\n',
    })
    expect((await page('/data.json')).document.markdown).toBe('```json\n{"a": "```"}\n```')
    expect((await page('/feed')).document.markdown).toBe('```xml\n<rss/>\n```')
  })

  it('are detected if the type is missing', async () => {
    expect((await page('/untyped')).document.markdown).toBe('hello')
    expect(await scrape('/untyped-binary')).toMatchObject({
      kind: 'failure',
      code: 'SCRAPE_UNSUPPORTED_FILE_ERROR',
    })
  })

  it('such as CSV become a table', async () => {
    expect((await page('/table.csv')).document.markdown).toBe('| a | b |\n| --- | --- |\n| 1 | 2 |')
  })

  it('that cannot be read are refused with their type', async () => {
    expect(await scrape('/image')).toMatchObject({
      kind: 'failure',
      code: 'SCRAPE_UNSUPPORTED_FILE_ERROR',
      error: expect.stringContaining('"image/png"'),
      retryable: false,
    })
  })
})

describe('an answer with Retry-After', () => {
  it('is a temporary failure, with the time', async () => {
    expect(await scrape('/busy')).toMatchObject({
      kind: 'failure',
      code: 'SCRAPE_SITE_ERROR',
      retryable: true,
      retryAfterMs: 7000,
    })
  })

  it('is the page in the last attempt', async () => {
    expect((await page('/busy', {}, { isLastAttempt: true })).statusCode).toBe(503)
  })
})

describe('a PDF', () => {
  it('is a document with its text, title and pages', async () => {
    const { document } = await page('/file.pdf', { parsers: [{ type: 'pdf', maxPages: 1 }] })
    expect(document).toMatchObject({
      markdown: 'Page one',
      metadata: { title: 'File', numPages: 2, contentType: 'application/pdf' },
    })
  })

  it('is delivered unchanged without a parser', async () => {
    expect((await page('/file.pdf', { parsers: [] })).document.markdown).toBe(PDF.toString('base64'))
  })

  it('that is broken is refused', async () => {
    expect(await scrape('/broken.pdf')).toMatchObject({
      kind: 'failure',
      code: 'SCRAPE_UNSUPPORTED_FILE_ERROR',
      retryable: false,
    })
  })
})

describe('formats made from the page', () => {
  it('include attributes of the whole page, decoded', async () => {
    const selectors = [
      { selector: 'p[data-x]', attribute: 'data-X' },
      { selector: 'nav a', attribute: 'href' },
      { selector: 'html', attribute: 'lang' },
      { selector: 'p', attribute: 'absent' },
    ]
    const { document } = await page('/dir/page', { formats: [{ type: 'attributes', selectors }] })
    expect(document['attributes']).toEqual([
      { ...selectors[0], values: ['1&2'] },
      { ...selectors[1], values: ['/nav'] },
      { ...selectors[2], values: ['en'] },
      { ...selectors[3], values: [] },
    ])
  })

  it('include changes compared with the last scrape', async () => {
    const previous = { markdown: 'not here', scrapedAt: '2026-01-02T03:04:05.000Z' }
    const formats = ['markdown', 'changeTracking']
    expect((await page('/plain', { formats }, { previous })).document['changeTracking']).toMatchObject({
      changeStatus: 'changed',
    })
    expect((await page('/gone', { formats }, { previous })).document['changeTracking']).toMatchObject({
      changeStatus: 'removed',
    })
    expect((await page('/gone', { formats })).document['changeTracking']).toMatchObject({
      changeStatus: 'new',
    })
  })
})

it('a page that takes longer than its timeout fails', async () => {
  expect(await scrape('/silent', { timeout: 40 })).toMatchObject({
    kind: 'failure',
    code: 'SCRAPE_TIMEOUT',
    retryable: true,
  })
})

it('the languages and headers of the options are sent', async () => {
  await page('/dir/page', {
    location: { country: 'de', languages: ['de-DE', 'en'] },
    headers: { 'X-A': 'b' },
  })
  expect(site.requests.at(-1)?.headers).toMatchObject({ 'accept-language': 'de-DE,en;q=0.9', 'x-a': 'b' })
})
