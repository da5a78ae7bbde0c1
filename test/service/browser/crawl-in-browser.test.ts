import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { browserAvailable, findChromium } from '../../../src/service/browser/find-chromium.ts'
import { startLoopbackSite, type LoopbackSite } from '../../support/loopback-site.ts'
import { startTestService, type TestService } from '../support/service.ts'

/** Links that only scripts make. */
function app(name: string, ...links: string[]): string {
  const html = `<h1>${name}</h1>${links.map((link) => `<a href="${link}">to ${link}</a>`).join('')}`
  return `<div id="app"></div><script>document.getElementById('app').innerHTML = ${JSON.stringify(html)}</script>`
}

let web: LoopbackSite
let service: TestService

beforeEach(async () => {
  web = await startLoopbackSite({ '/': app('Home', '/a', '/b'), '/a': app('A', '/'), '/b': app('B') })
})
afterEach(async () => {
  await web.close()
  await service.dispose()
})

describe.runIf(browserAvailable())('a crawl that needs a browser', () => {
  it('follows the links that scripts create, and takes screenshots', async () => {
    service = await startTestService({})
    const scrapeOptions = { formats: ['markdown', { type: 'screenshot', quality: 20 }], waitFor: 10 }
    const answer = await service.crawl({ url: web.url('/'), sitemap: 'skip', scrapeOptions })
    expect(
      answer.data.map(({ markdown, screenshot }) => [markdown?.split('\n')[0], screenshot?.slice(0, 22)]),
    ).toEqual(
      expect.arrayContaining([
        ['# Home', 'data:image/jpeg;base64'],
        ['# A', 'data:image/jpeg;base64'],
        ['# B', 'data:image/jpeg;base64'],
      ]),
    )
    expect(answer.completed).toBe(3)
  })

  it.each([
    ['text/html', '<meta charset="windows-1251">'],
    ['text/html; charset=windows-1251', ''],
    [
      'text/html',
      '<script>Object.defineProperty(document, "characterSet", { value: 1 })</script><meta charset="windows-1251">',
    ],
  ])('reads text in another encoding, and its links (%s, %s)', async (type, head) => {
    service = await startTestService({})
    // \u0442 is 0xF2 in windows-1251.
    const body = Buffer.from(
      `<html><head>${head}</head><body><h1>\xf2</h1><a href="/find?q=\xf2">x</a></body></html>`,
      'latin1',
    )
    web.set('/old', { headers: { 'content-type': type }, body })
    const scrapeOptions = { formats: ['markdown', 'links'], waitFor: 1, onlyMainContent: false }
    const { data } = await service.crawl({ url: web.url('/old'), sitemap: 'skip', limit: 1, scrapeOptions })
    expect(data[0]?.markdown).toContain('# \u0442')
    const query = head.includes('script') ? '%D1%82' : '%F2'
    expect(data[0]?.links).toEqual([web.url(`/find?q=${query}`)])
  })
})

const chromium = findChromium()

it.runIf(browserAvailable() && process.platform !== 'win32')(
  'a crawl in a browser contacts only the host of the site',
  async () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'crawlform-browser-'))
    const executable = path.join(directory, 'chromium')
    const log = path.join(directory, 'log.json')
    // Chromium itself writes down what it asks for.
    writeFileSync(executable, `#!/bin/sh\nexec "${chromium}" "$@" --log-net-log="${log}"\n`, { mode: 0o755 })
    service = await startTestService({ browser: { executable } })
    // What it asks for itself comes in the first seconds.
    const scrapeOptions = { waitFor: 4000 }
    const answer = await service.crawl({ url: web.url('/'), sitemap: 'skip', limit: 1, scrapeOptions })
    expect(answer.completed).toBe(1)
    await service.close()
    const asked = readFileSync(log, 'utf8').matchAll(/"(?:host|url)":"(?:\w+:\/\/)?([^/":]+)/g)
    rmSync(directory, { recursive: true })
    expect([...new Set([...asked].map(([, host]) => host))]).toEqual(['127.0.0.1'])
  },
)

it('a crawl that needs a browser is refused at submission without one', async () => {
  service = await startTestService({ browser: false })
  for (const scrapeOptions of [
    { waitFor: 10 },
    { mobile: true },
    { formats: ['screenshot'] },
    { actions: [{ type: 'scrape' }] },
  ]) {
    const { status, body } = await service.request('/v2/crawl', {
      json: { url: web.url('/'), scrapeOptions },
    })
    expect(status).toBe(400)
    expect(body).toMatchObject({ success: false, error: expect.stringContaining('needs a browser') })
  }
})
