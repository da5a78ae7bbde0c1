import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPageScraper } from '../support/page-scraper.ts'
import { startLoopbackSite, type LoopbackSite } from '../../support/loopback-site.ts'
import { makePdf } from '../../support/make-pdf.ts'
import { someSettings } from '../../support/scrape-settings.ts'
import { withPlainPage } from '../../support/plain-page.ts'

const scraper = createPageScraper()
let site: LoopbackSite
beforeAll(async () => {
  site = await startLoopbackSite()
})
afterAll(async () => {
  await scraper.close()
  await site.close()
})

async function scrape(headers: Record<string, string | string[]>, body: string | Buffer) {
  site.set('/dir/page', { headers: { 'content-type': 'text/html', ...headers }, body })
  const request = {
    url: site.url('/dir/page'),
    scrape: someSettings({}),
    wantLinks: true,
    maxBytes: 1e6,
    headersOrigin: site.origin,
  }
  const outcome = withPlainPage(await scraper.scrape(request, new AbortController().signal))
  if (outcome.kind !== 'page') throw new Error(JSON.stringify(outcome))
  return outcome.page.document
}

describe('the canonical URL', () => {
  it.each<[link: string | string[], html: string, expected: string]>([
    ['</y>; rel="canonical"', '<p>a', '/y'],
    [['<s.css>; rel=preload', '<y>; rel=canonical'], '<base href="/other/"><p>a', '/dir/y'],
    ['</y>; rel="canonical"', '<link rel=canonical href="/x"><p>a', '/x'],
    ['</y>; rel="canonical"', '<template><link rel=canonical href="/x"></template><p>a', '/y'],
  ])('comes from the header %s, unless the page has one: %s', async (link, html, expected) => {
    expect((await scrape({ link }, html)).metadata['canonical']).toBe(site.url(expected))
  })

  it('of a file comes from the header', async () => {
    const headers = { 'content-type': 'application/pdf', link: '</y>; rel="canonical"' }
    const { metadata } = await scrape(headers, makePdf([[{ text: 'Text', y: 700 }]], 'File'))
    expect(metadata['canonical']).toBe(site.url('/y'))
  })
})

describe('the language', () => {
  const pragma = '<meta http-equiv="Content-Language" content=" de-AT ">'
  it.each<[header: string, html: string, expected: string | undefined]>([
    ['fr', '<p>a', 'fr'],
    ['fr, en', '<p>a', undefined],
    ['', '<p>a', undefined],
    ['fr', pragma, 'de-AT'],
    ['fr', `<html lang=en>${pragma}`, 'en'],
    ['fr', `<html lang="">${pragma}`, 'de-AT'],
    ['fr', '<meta http-equiv=content-language content="de, en">', 'fr'],
    ['fr', `<meta http-equiv=content-language content="it">${pragma}`, 'it'],
    ['fr', `<template>${pragma}</template>`, 'fr'],
  ])('with the header "%s" of %s is %s', async (language, html, expected) => {
    const { metadata } = await scrape({ 'content-language': language }, `${html}<p>text`)
    expect(metadata['language']).toBe(expected)
  })
})

describe('the encoding', () => {
  const json = '{"a": "caf\u00E9", "b": "<meta charset=windows-1252>"}'
  it.each<[name: string, type: string, body: Buffer]>([
    ['a wrong charset', 'application/json; charset=iso-8859-1', Buffer.from(json)],
    ['no charset', 'application/ld+json', Buffer.from(json)],
    [
      'a byte order mark and a wrong charset',
      'application/json; charset=iso-8859-1',
      Buffer.from(`\uFEFF${json}`),
    ],
    ['UTF-16 with a byte order mark', 'application/json', Buffer.from(`\uFEFF${json}`, 'utf16le')],
    ['bytes that are not UTF-8', 'application/json; charset=iso-8859-1', Buffer.from(json, 'latin1')],
  ])('of JSON with %s is found', async (_, type, body) => {
    const { markdown } = await scrape({ 'content-type': type }, body)
    expect(markdown).toBe(`\`\`\`json\n${json}\n\`\`\``)
  })

  it.each(['text/plain', 'text/markdown', 'text/csv'])('of %s is not read from the text', async (type) => {
    const { markdown } = await scrape({ 'content-type': type }, 'caf\u00E9 <meta charset="windows-1252">')
    expect(markdown).toContain('caf\u00E9')
  })
})
