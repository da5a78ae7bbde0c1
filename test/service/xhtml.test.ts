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
])('attributes are found after a self-closing %s on an XHTML page', async (_name, body) => {
  const page = `<html xmlns="http://www.w3.org/1999/xhtml"><body>${body}</body></html>`
  web = await startLoopbackSite({ '/': { headers: { 'content-type': 'application/xhtml+xml' }, body: page } })
  const selectors = [{ selector: 'body > p', attribute: 'id' }]
  const scrapeOptions = { formats: [{ type: 'attributes', selectors }] }
  const { data } = await service.crawl({ url: web.url('/'), sitemap: 'skip', limit: 1, scrapeOptions })
  expect(data[0]).toMatchObject({ attributes: [{ selector: 'body > p', values: ['one'] }] })
})

it.each([
  [
    'application/xhtml+xml',
    '<p>a <![CDATA[<b> & c]]> d</p><script>//<![CDATA[\nif (a<b) x()\n//]]></script><p>e</p>',
  ],
  [
    'application/xml; charset=utf-8',
    '<!-- > --><p>a <![CDATA[<b> &]]><![CDATA[ c]]> d</p><div/><p>e</p><![CDATA[]]>',
  ],
  ['text/xml', '<title/><p>a &lt;b> &#38; c d</p><p>e<![CDATA[</p>'],
])('a page of XML that is sent as %s is read', async (type, content) => {
  const body = `\uFEFF<?xml version="1.0"?>\n<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml"><body>${content}</body></html>`
  web = await startLoopbackSite({ '/': { headers: { 'content-type': type }, body } })
  const { data } = await service.crawl({ url: web.url('/'), sitemap: 'skip', limit: 1 })
  expect(data[0]?.markdown).toBe('a \\<b> & c d\n\ne')
  expect(data[0]?.metadata['contentType']).toBe(type)
})

it('elements of HTML with a prefix are read, and other prefixes are not', async () => {
  const body =
    '<?xml version="1.0"?><h:html xmlns:h="http://www.w3.org/1999/xhtml" xmlns:d="urn:d"><h:head><h:title>T</h:title></h:head>' +
    '<h:body><h:h1>A</h:h1><h:script>x &lt; 1</h:script><d:title>b</d:title><h:p id="one">c <h:a href="/d">d</h:a></h:p></h:body></h:html>'
  web = await startLoopbackSite({ '/': { headers: { 'content-type': 'application/xhtml+xml' }, body } })
  const formats = ['markdown', { type: 'attributes', selectors: [{ selector: 'body > p', attribute: 'id' }] }]
  const { data } = await service.crawl({
    url: web.url('/'),
    sitemap: 'skip',
    limit: 1,
    scrapeOptions: { formats },
  })
  expect(data[0]?.markdown).toBe(`# A\n\nb\n\nc [d](${web.url('/d')})`)
  expect(data[0]?.metadata['title']).toBe('T')
  expect(data[0]).toMatchObject({ attributes: [{ selector: 'body > p', values: ['one'] }] })
})

it('XML that only contains a page is not read as a page', async () => {
  const body = '<?xml version="1.0"?><rss><item><![CDATA[<html><p>a</p></html>]]></item></rss>'
  web = await startLoopbackSite({ '/': { headers: { 'content-type': 'application/rss+xml' }, body } })
  const { data } = await service.crawl({ url: web.url('/'), sitemap: 'skip', limit: 1 })
  expect(data[0]?.markdown).toBe(`\`\`\`xml\n${body}\n\`\`\``)
})
