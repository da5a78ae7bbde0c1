import { describe, expect, it } from 'vitest'
import { fillDefaults, inOrder } from '../../src/request/fill-defaults.ts'
import { pageCharges } from '../../src/request/page-charges.ts'
import { askedWaitMs, type ScrapeSettings } from '../../src/request/page-settings.ts'
import { requestNeeds } from '../../src/request/request-needs.ts'
import { serviceFacts, type ServiceKind } from '../../src/request/service-facts.lazy.ts'
import type { Json, JsonObject } from '../../src/util/json.ts'

const URL = 'https://example.com/'

describe('what a page is charged for', () => {
  it.each<[Json, unknown[]]>([
    [['image'], []],
    [[], []],
    [['pdf'], [{ what: 'pdfPage', times: undefined }]],
    [['image', { type: 'pdf', maxPages: 10 }], [{ what: 'pdfPage', times: 9 }]],
    [['pdf', { type: 'pdf', maxPages: 10 }], [{ what: 'pdfPage', times: undefined }]],
  ])('parsers %j', (parsers, expected) => {
    expect(pageCharges({ scrapeOptions: { parsers } })).toEqual([{ what: 'page', times: 1 }, ...expected])
  })
})

it('is charged once for a page where nothing is said of pages', () => {
  expect(pageCharges({})).toEqual([{ what: 'page', times: 1 }])
})

it.each([
  ['{"limit":5,"url":"a"}', '{"url":"a","limit":5}'],
  ['{"limt":5,"limit":5,"url":"a"}', '{"url":"a","limit":5,"limt":5}'],
  ['{"scrapeOptions":{"b":1,"mobile":true},"url":"a"}', '{"url":"a","scrapeOptions":{"mobile":true,"b":1}}'],
])('%s in order is %s', (written, expected) => {
  expect(JSON.stringify(inOrder(JSON.parse(written) as JsonObject))).toBe(expected)
})

describe('what a setting of a page needs', () => {
  it.each<[string, Json, string[]]>([
    ['mobile', true, ['browser']],
    ['mobile', false, []],
    ['waitFor', 0, []],
    ['waitFor', 1, ['browser']],
    ['actions', [], []],
    ['actions', [{ type: 'scrape' }], ['browser']],
  ])('%s: %j', (name, value, expected) => {
    const needs = requestNeeds({ url: URL, scrapeOptions: { [name]: value } })
    expect(needs.map(({ means, pointer }) => [means, pointer])).toEqual(
      expected.map((means) => [means, `/scrapeOptions/${name}`]),
    )
  })
})

it('waits as long as the page and its actions say; a wait for a selector names no time', () => {
  const actions = [
    { type: 'wait', milliseconds: 200 },
    { type: 'wait', selector: 'main' },
    { type: 'scrape' },
    { type: 'wait', milliseconds: 30 },
  ]
  expect(askedWaitMs({ waitFor: 1000, actions } as ScrapeSettings)).toBe(1230)
})

describe('what Firecrawl does with patterns on other hosts', () => {
  function factsAbout(pointer: string, service: ServiceKind, settings: JsonObject): string[] {
    const request = { url: URL, ...settings }
    const facts = serviceFacts({
      request,
      effective: fillDefaults(request),
      service,
      version: 2,
      prompt: 'none',
    })
    return facts.filter((fact) => fact.pointer === pointer).map(({ text }) => text)
  }
  const includes = { includePaths: ['^/a'], allowExternalLinks: true }
  const excludes = { excludePaths: ['^/a'], allowSubdomains: true }

  it.each<[ServiceKind, JsonObject, number]>([
    ['hosted', includes, 1],
    ['self-hosted', includes, 1],
    ['embedded', includes, 0],
    ['hosted', { ...includes, includePaths: [] }, 0],
    ['hosted', { ...includes, includePaths: [' '] }, 0],
    ['hosted', { ...includes, sitemap: 'only' }, 0],
    ['hosted', { ...includes, allowExternalLinks: false }, 0],
  ])('of includePaths, %s, %j', (service, settings, count) => {
    const said = factsAbout('/includePaths', service, settings)
    expect(said).toEqual(Array.from({ length: count }, () => expect.stringContaining('other sites')))
  })

  it.each<[ServiceKind, JsonObject, number]>([
    ['hosted', excludes, 1],
    ['hosted', { excludePaths: ['^/a'], allowExternalLinks: true }, 1],
    ['embedded', excludes, 0],
    ['hosted', { ...excludes, regexOnFullURL: true }, 0],
    ['hosted', { ...excludes, excludePaths: ['/a'] }, 0],
    ['hosted', { excludePaths: ['^/a'] }, 0],
  ])('of excludePaths, %s, %j', (service, settings, count) => {
    const said = factsAbout('/excludePaths', service, settings)
    expect(said).toEqual(Array.from({ length: count }, () => expect.stringContaining('other hosts')))
  })

  it.each([
    [119, '119 seconds'],
    [120, '2 minutes'],
    [7199, '120 minutes'],
    [7200, '2 hours'],
  ])('a delay of one second for each of %i pages takes %s', (limit, expected) => {
    const [said] = factsAbout('/delay', 'hosted', { delay: 1, limit })
    expect(said).toContain(`${limit} pages take at least ${expected}`)
  })
})
