import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LoopbackSite } from '../support/loopback-site.ts'
import { GOOD, MOST_MB, startBesideGoodPages } from './support/good-pages.ts'
import { watchMemory } from '../support/linux-processes.mjs'
import { until } from './support/until.ts'
import type { ServiceChild } from './support/service-child.ts'

let web: LoopbackSite
let service: ServiceChild

beforeEach(async () => {
  ;({ web, service } = await startBesideGoodPages('/large'))
})

afterEach(async () => {
  await service.dispose()
  await web.close()
})

async function crawlWith(contentType: string, body: string | Buffer, scrapeOptions: object = {}) {
  web.set('/large', { headers: { 'content-type': contentType }, body })
  const peak = watchMemory(service.pid)
  const id = await service.start({
    url: web.url('/'),
    sitemap: 'skip',
    ignoreRobotsTxt: true,
    maxDiscoveryDepth: 1,
    scrapeOptions,
  })
  await until(async () => (await service.status(id, '?limit=1')).status !== 'scraping')
  expect(peak()).toBeLessThan(MOST_MB)
  const data = await service.documents(id)
  const found = data.filter(({ metadata }) => !metadata.url.endsWith('/large'))
  expect(found).toHaveLength(GOOD.length + 1)
  return data.find(({ metadata }) => metadata.url.endsWith('/large'))
}

const many = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join('')

const CUT_TEXT = /^It has more than 6291456 bytes of text; what follows them was not read \(textBytes\)\./

describe('a page', () => {
  it('with a million links yields the first ones, with a warning, within the memory bound', async () => {
    const page = await crawlWith(
      'text/html',
      `<p>${many(1_000_000, (index) => `<a href="/p${index}">l</a>\n`)}`,
      {
        formats: ['markdown', 'links'],
      },
    )
    expect(page?.links).toEqual(Array.from({ length: 50_000 }, (_, index) => web.url(`/p${index}`)))
    expect(page?.warning).toMatch(CUT_TEXT)
    expect(page?.warning).toContain(
      'It has more than 200000 tags; what follows them was not read (pageTags).',
    )
    expect(page?.warning).toContain('It has more links or images than the 50000 that are read of a page.')
  })

  it.each([
    ['of images alone', 'text/html', () => many(1_000_000, (index) => `<img src="/p${index}.png">`)],
    ['of cells alone', 'text/html', () => `<table>${'<tr><td>'.repeat(2_000_000)}`],
    [
      'with a tag of three million attributes',
      'text/html',
      () => `<p ${many(3_000_000, (index) => `a${index}=1 `)}>x`,
    ],
    ['of one legacy letter', 'text/html; charset=windows-1251', () => Buffer.alloc(32_000_000, 0xe9)],
    ['of XML tags alone', 'application/xml', () => '<a>'.repeat(10_000_000)],
    ['of words alone', 'text/plain', () => 'word\n'.repeat(6_000_000)],
  ])('%s is read up to its bounds, with a warning, within the memory bound', async (_, type, make) => {
    const page = await crawlWith(type, make())
    expect(page?.warning).toMatch(/It has/)
  })

  it('of 31 MB without a length stays within the memory bound, even twelve at once', async () => {
    const others = Array.from({ length: 12 }, (_, index) => `/large/${index}`)
    const body = Buffer.from('<p>word word word</p>\n'.repeat(1_400_000))
    for (const path of others)
      web.set(path, { headers: { 'content-type': 'text/html', 'transfer-encoding': 'chunked' }, body })
    web.set('/large', { body: others.map((path) => `<a href="${path}">x</a>`).join('') })
    const peak = watchMemory(service.pid)
    const id = await service.start({ url: web.url('/'), sitemap: 'skip', ignoreRobotsTxt: true })
    await until(async () => (await service.status(id, '?limit=1')).status !== 'scraping')
    expect(await service.documents(id)).toHaveLength(GOOD.length + others.length + 2)
    expect(peak()).toBeLessThan(MOST_MB)
  })

  it('has no warning if nothing is omitted', async () => {
    const page = await crawlWith('text/html', `<p>${many(40_000, (index) => `<a href="/p${index}">l</a>\n`)}`)
    expect(page?.markdown).toContain('/p39999)')
    expect(page).not.toHaveProperty('warning')
  })
})

describe('a sitemap', () => {
  it('with 1.7 million lines stays within the memory bound', async () => {
    web.set('/robots.txt', { body: `Sitemap: ${web.url('/sitemap.txt')}` })
    web.set('/sitemap.txt', { body: Buffer.from(`${web.url('/large')}\n`.repeat(1_700_000)) })
    web.set('/large', { body: '<p>Words.' })
    const peak = watchMemory(service.pid)
    const id = await service.start({ url: web.url('/') })
    await until(async () => (await service.status(id, '?limit=1')).status !== 'scraping')
    expect(peak()).toBeLessThan(MOST_MB)
  })
})
