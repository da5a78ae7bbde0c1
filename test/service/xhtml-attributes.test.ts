import { afterEach, beforeEach, expect, it } from 'vitest'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { startTestService, type TestService } from './support/service.ts'

let service: TestService
let web: LoopbackSite

beforeEach(async () => {
  service = await startTestService()
})

afterEach(async () => {
  await web.close()
  await service.dispose()
})

it.each([
  ['script', '<script src="/a.js"/><p id="one">One</p>'],
  ['title', '<title/><p id="one">One</p>'],
  ['textarea', '<textarea/><p id="one">One</p>'],
])('finds attributes after a %s that ends itself on an XHTML page', async (_name, body) => {
  const page = `<html xmlns="http://www.w3.org/1999/xhtml"><body>${body}</body></html>`
  web = await startLoopbackSite({ '/': { headers: { 'content-type': 'application/xhtml+xml' }, body: page } })
  const selectors = [{ selector: 'body > p', attribute: 'id' }]
  const scrapeOptions = { formats: [{ type: 'attributes', selectors }] }
  const { data } = await service.crawl({ url: web.url('/'), sitemap: 'skip', limit: 1, scrapeOptions })
  expect(data[0]).toMatchObject({ attributes: [{ selector: 'body > p', values: ['one'] }] })
})
