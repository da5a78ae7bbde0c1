import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserAvailable } from '../../../src/service/browser/find-chromium.ts'
import { createPageScraper, type TestTask } from '../support/page-scraper.ts'
import { startLoopbackSite, type LoopbackSite } from '../../support/loopback-site.ts'
import { withPlainPage, type PlainOutcome, type PlainPage } from '../../support/plain-page.ts'
import { makePdf } from '../../support/make-pdf.ts'
import { someSettings } from '../../support/scrape-settings.ts'

const APP = `<title>App</title><main id="app"></main><div style="height:3000px"></div><input id="name"><button class="b">+</button>
<button class="b">+</button><output id="out"></output><script>
document.getElementById('app').innerHTML = '<h1>Rendered</h1><a href="/made">made</a>'
setTimeout(() => { document.getElementById('app').innerHTML += '<p id="late">Late</p>' }, 150)
let count = 0
for (const b of document.querySelectorAll('.b')) b.onclick = () => { document.getElementById('out').textContent = 'clicked ' + ++count }
document.getElementById('name').onkeydown = (e) => { if (e.key === 'Enter') document.getElementById('out').textContent = 'hello ' + e.target.value }
alert('hi')
</script>`

const ABOUT = `<p id="about"></p><script>document.getElementById('about').textContent = [navigator.language,
Intl.DateTimeFormat().resolvedOptions().timeZone, innerWidth, navigator.maxTouchPoints > 0, /crawlform/.test(navigator.userAgent)].join(' ')</script>`

describe.runIf(browserAvailable())('in a browser', () => {
  const scraper = createPageScraper()
  let site: LoopbackSite
  let other: LoopbackSite
  beforeAll(async () => {
    other = await startLoopbackSite({
      '/data': { headers: { 'access-control-allow-origin': '*' }, body: 'other' },
      '/away': 'away',
    })
    site = await startLoopbackSite({
      '/app': APP,
      '/about': ABOUT,
      '/moved': { status: 302, headers: { location: '/app' } },
      '/away': { status: 302, headers: { location: other.url('/away') } },
      '/gone': { status: 404, body: '<p>gone' },
      '/busy': { status: 429, headers: { 'retry-after': '3' }, body: 'busy' },
      '/file.pdf': {
        headers: { 'content-type': 'application/pdf' },
        body: makePdf([[{ text: 'In the file', y: 700 }]]),
      },
      '/data.json': { headers: { 'content-type': 'application/json' }, body: '{"a":1}' },
      '/ads':
        '<p>page<script src="http://ad.doubleclick.net/x.js" onerror="document.body.append(\' blocked\')"></script>',
      '/calls': `<p>calls<script>fetch('${other.url('/data')}').then((r) => r.text()).then((t) => document.body.append(' ' + t))</script>`,
      '/silent': () => undefined,
      '/scripts': '<p>scripts<script src="/away.js"></script>',
      '/away.js': { status: 302, headers: { location: other.url('/data') } },
      '/round': { status: 302, headers: { location: '/round' } },
      '/picture': '<img src="/p.png"><p>picture',
    })
  })
  afterAll(async () => {
    await scraper.close()
    await site.close()
    await other.close()
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

  async function page(path: string, settings = {}, task: Partial<TestTask> = {}): Promise<PlainPage> {
    const outcome = await scrape(path, settings, task)
    if (outcome.kind !== 'page') throw new Error(JSON.stringify(outcome))
    return outcome.page
  }

  it('a page contains the output of its scripts, after the wait', async () => {
    const { document, links, redirectedTo, finalUrl } = await page('/moved', { waitFor: 600 })
    expect(document.markdown).toContain('# Rendered\n\n[made]')
    expect(document.markdown).toContain('Late')
    expect([...links]).toEqual([site.url('/made')])
    expect(redirectedTo).toBe(site.url('/app'))
    expect(finalUrl).toBe(site.url('/app'))
    expect(document.metadata).toMatchObject({ title: 'App', statusCode: 200, sourceURL: site.url('/moved') })
  })

  it('a screenshot is a PNG of the view, or a JPEG of the whole page in the given size', async () => {
    const view = (await page('/app', { formats: ['markdown', 'screenshot'] })).document.screenshot ?? ''
    expect(pngSize(view)).toEqual([1280, 800])
    const viewport = { width: 400, height: 300 }
    const small =
      (await page('/app', { formats: [{ type: 'screenshot', viewport }] })).document.screenshot ?? ''
    expect(pngSize(small)).toEqual([400, 300])
    const whole =
      (await page('/app', { formats: [{ type: 'screenshot', fullPage: true }] })).document.screenshot ?? ''
    expect(pngSize(whole)[1]).toBeGreaterThan(3000)
    const jpeg =
      (await page('/app', { formats: [{ type: 'screenshot', quality: 30 }] })).document.screenshot ?? ''
    expect(jpeg).toMatch(/^data:image\/jpeg;base64,\/9j\//)
  })

  it('actions run in order, and return their results', async () => {
    const { document } = await page('/app', {
      formats: ['html'],
      actions: [
        { type: 'wait', selector: '#late' },
        { type: 'click', selector: '.b', all: true },
        { type: 'executeJavascript', script: 'document.getElementById("out").textContent' },
        { type: 'click', selector: '#name' },
        { type: 'write', text: 'Ada' },
        { type: 'press', key: 'Enter' },
        { type: 'wait', milliseconds: 10 },
        { type: 'scrape' },
        { type: 'executeJavascript', script: 'void scrollTo(0, 0)' },
        { type: 'scroll', direction: 'down' },
        {
          type: 'executeJavascript',
          script: 'return { top: Math.round(scrollY) > 0, late: await Promise.resolve(2) }',
        },
        { type: 'scroll', direction: 'up' },
        { type: 'executeJavascript', script: 'scrollY' },
        { type: 'screenshot' },
        { type: 'pdf', format: 'A5', landscape: true },
      ],
    })
    const actions = document['actions'] as Record<string, unknown[]>
    expect(actions['javascriptReturns']).toEqual([
      { type: 'string', value: 'clicked 2' },
      { type: 'undefined', value: null },
      { type: 'object', value: { top: true, late: 2 } },
      { type: 'number', value: 0 },
    ])
    expect(actions['scrapes']).toMatchObject([
      { url: site.url('/app'), html: expect.stringContaining('hello Ada') },
    ])
    expect(actions['screenshots']).toEqual([expect.stringMatching(/^data:image\/png;base64,iVBOR/)])
    expect(Buffer.from(String(actions['pdfs']?.[0]), 'base64').toString('latin1', 0, 5)).toBe('%PDF-')
    expect(document.html).toContain('hello Ada')
  })

  it('an action that cannot run is a failure that names it', async () => {
    const actions = [{ type: 'scrape' }, { type: 'scroll', selector: '.none' }]
    expect(await scrape('/app', { actions })).toMatchObject({
      kind: 'failure',
      code: 'SCRAPE_ACTION_ERROR',
      error: expect.stringContaining('Action 2, "scroll"'),
    })
    const late = [{ type: 'click', selector: '.none' }]
    expect(await scrape('/app', { actions: late, timeout: 30_000 })).toMatchObject({
      kind: 'failure',
      code: 'SCRAPE_ACTION_ERROR',
      error: expect.stringContaining('Action 1, "click"'),
    })
  })

  it('the place, language and device follow the options', async () => {
    expect((await page('/about', { waitFor: 1, location: { country: 'de' } })).document.markdown).toBe(
      'de-DE Europe/Berlin 1280 false true',
    )
    expect(
      (await page('/about', { mobile: true, location: { country: 'us', languages: ['es-US'] } })).document
        .markdown,
    ).toMatch(/^es-US America\/New\\?_York \d+ true true$/)
  })

  it('advertisements are blocked', async () => {
    expect((await page('/ads', { waitFor: 1 })).document.markdown).toMatch(/^page\s+blocked$/)
  })

  it('images are loaded only if a format shows them', async () => {
    await page('/picture', { waitFor: 1 })
    expect(site.count('/p.png')).toBe(0)
    await page('/picture', { formats: ['screenshot'] })
    expect(site.count('/p.png')).toBe(1)
  })

  it('headers are sent only to the crawled site', async () => {
    await page('/calls', { waitFor: 200, headers: { 'X-Secret': 's' } })
    expect(site.requests.findLast((request) => request.path === '/calls')?.headers).toMatchObject({
      'x-secret': 's',
    })
    expect(other.requests.findLast((request) => request.path === '/data')?.headers).not.toHaveProperty(
      'x-secret',
    )
  })

  it('headers are sent with redirects inside the site, but not to other sites', async () => {
    const settings = { waitFor: 1, headers: { 'X-Secret': 's' } }
    const moved = await page('/moved', settings)
    expect([moved.redirectedTo, moved.finalUrl]).toEqual([site.url('/app'), site.url('/app')])
    const sent = (web: LoopbackSite, path: string) =>
      web.requests.findLast((request) => request.path === path)?.headers['x-secret']
    expect([sent(site, '/moved'), sent(site, '/app')]).toEqual(['s', 's'])
    const away = await page('/away', settings)
    expect([away.redirectedTo, away.document.markdown]).toEqual([other.url('/away'), 'away'])
    expect([sent(site, '/away'), sent(other, '/away')]).toEqual(['s', undefined])
    await page('/scripts', settings)
    expect([sent(site, '/away.js'), sent(other, '/data')]).toEqual(['s', undefined])
    expect(await scrape('/round', settings)).toMatchObject({ kind: 'failure' })
  })

  it('statuses, files and data are read as without a browser', async () => {
    expect((await page('/gone', { waitFor: 1 })).document).toMatchObject({
      markdown: 'gone',
      metadata: { statusCode: 404 },
    })
    expect(await scrape('/busy', { waitFor: 1 })).toMatchObject({
      kind: 'failure',
      retryable: true,
      retryAfterMs: 3000,
    })
    expect((await page('/file.pdf', { formats: ['markdown', 'screenshot'] })).document.markdown).toBe(
      'In the file',
    )
    expect((await page('/data.json', { waitFor: 1 })).document.markdown).toBe('```json\n{"a":1}\n```')
  })

  it('a redirect is reported, and a page that never answers is a failure', async () => {
    expect(await page('/away', { waitFor: 1 })).toMatchObject({ redirectedTo: other.url('/away') })
    expect(await page('/app', { waitFor: 1 })).toMatchObject({ redirectedTo: undefined })
    expect(await scrape('/silent', { waitFor: 1, timeout: 1000 })).toMatchObject({
      kind: 'failure',
      code: 'SCRAPE_TIMEOUT',
      retryable: true,
    })
    expect(await scrape('/', { waitFor: 1 }, { url: 'http://127.0.0.1:1/' })).toMatchObject({
      kind: 'failure',
      code: expect.stringMatching(/^SCRAPE_/),
    })
  })

  it('private addresses cannot be reached from public pages', async () => {
    const before = site.requests.length
    for (const host of [new URL(site.origin).host, `localhost:${new URL(site.origin).port}`]) {
      const refused = await scrape(
        '/',
        { waitFor: 1 },
        { url: `http://${host}/app`, addressPolicy: 'public' },
      )
      expect(refused).toMatchObject({ kind: 'failure', code: 'CRAWL_DENIAL' })
    }
    expect(site.requests.length).toBe(before)
  })

  it('an abort ends the scrape', async () => {
    const stop = new AbortController()
    const task = {
      url: site.url('/silent'),
      scrape: someSettings({ waitFor: 1 }),
      wantLinks: false,
      maxBytes: 1e6,
      headersOrigin: site.origin,
    }
    const pending = scraper.scrape(task, stop.signal)
    setTimeout(() => stop.abort(new Error('enough')), 300)
    await expect(pending).rejects.toThrow('enough')
  })
})

it('a page that needs a browser is refused without one', async () => {
  const task = {
    url: 'http://127.0.0.1:1/',
    scrape: someSettings({ waitFor: 1 }),
    wantLinks: false,
    maxBytes: 1e6,
    headersOrigin: 'http://127.0.0.1:1',
  }
  const { signal } = new AbortController()
  const without = createPageScraper({ browser: false })
  expect(await without.scrape(task, signal)).toMatchObject({
    kind: 'failure',
    code: 'SCRAPE_ALL_ENGINES_FAILED',
    retryable: false,
  })
  const missing = createPageScraper({
    browser: { executable: '/nowhere/chromium' },
  })
  expect(await missing.scrape(task, signal)).toMatchObject({
    kind: 'failure',
    code: 'SCRAPE_ALL_ENGINES_FAILED',
    retryable: false,
  })
  expect(browserAvailable({ executable: '/nowhere/chromium' })).toBe(false)
})

function pngSize(dataUrl: string): [number, number] {
  const png = Buffer.from(dataUrl.replace('data:image/png;base64,', ''), 'base64')
  return [png.readUInt32BE(16), png.readUInt32BE(20)]
}
