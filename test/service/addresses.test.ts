import { afterEach, describe, expect, it } from 'vitest'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { site } from './support/pages.ts'
import { startTestService, type TestService } from './support/service.ts'

let service: TestService
let web: LoopbackSite

afterEach(async () => {
  await service.dispose()
  await web.close()
})

/** A service that other machines reach, with a way for this one to ask it. */
async function startShared(settings: { allowPrivateAddresses?: boolean } = {}): Promise<void> {
  service = await startTestService({ host: '0.0.0.0', apiKey: 'key', ...settings })
  web = await startLoopbackSite(site({ '/': ['/a'], '/a': [] }))
}

describe('a service that other machines can reach', () => {
  it('refuses a crawl that starts on a private address, in any spelling', async () => {
    await startShared()
    const { port } = new URL(web.origin)
    for (const host of ['127.0.0.1', 'localhost', '2130706433', '[::ffff:127.0.0.1]', '10.0.0.1']) {
      const json = { url: `http://${host}:${port}/` }
      const { status, body } = await service.request('/v2/crawl', { json })
      expect(status, host).toBe(400)
      expect(JSON.stringify(body)).toContain('--allow-private-addresses')
      expect(JSON.stringify(body)).toContain('"url"')
    }
    expect(web.requests).toEqual([])
  })

  it('crawls private addresses if allowed, but never link-local ones', async () => {
    await startShared({ allowPrivateAddresses: true })
    expect((await service.crawl({ url: web.url('/') })).completed).toBe(2)
    const json = { url: 'http://169.254.169.254/latest/meta-data/' }
    expect(await service.request('/v2/crawl', { json })).toMatchObject({ status: 400 })
  })
})

it('a crawl on this machine does not follow redirects, links and sitemaps to link-local addresses', async () => {
  service = await startTestService({ limits: { attempts: 1 } })
  const metadata = 'http://169.254.169.254/latest'
  web = await startLoopbackSite({
    ...site({ '/': ['/moved', metadata, '/a'], '/a': [] }),
    '/robots.txt': `Sitemap: http://[::ffff:a9fe:a9fe]/sitemap.xml`,
    '/moved': { status: 302, headers: { location: 'http://2852039166/' } },
  })
  const id = await service.start({ url: web.url('/'), allowExternalLinks: true })
  const { completed } = await service.finished(id)
  expect(completed).toBe(2)
  const { errors } = await service.errors(id)
  expect(errors.map(({ url, code }) => `${code} ${url}`).toSorted()).toEqual([
    `CRAWL_DENIAL ${web.url('/moved')}`,
    `CRAWL_DENIAL ${metadata}`,
  ])
})
