import { describe, expect, it } from 'vitest'
import { fillDefaults, inOrder } from '../../src/request/fill-defaults.ts'
import { pageCharges } from '../../src/request/page-charges.ts'
import { askedWaitMs, findFormat, type ScrapeSettings } from '../../src/request/page-settings.ts'
import { requestNeeds } from '../../src/request/request-needs.ts'
import { serviceDefaults } from '../../src/request/service-defaults.ts'
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

it.each<[JsonObject, string[]]>([
  [{ zeroDataRetention: true }, ['zeroDataRetention']],
  [{ zeroDataRetention: false, scrapeOptions: { redactPII: false, proxy: 'basic', lockdown: false } }, []],
  [{ scrapeOptions: { redactPII: true, proxy: 'auto', lockdown: true } }, ['lockdown', 'redactPII', 'proxy']],
])('%j is charged for with %j', (request, expected) => {
  expect(pageCharges(request).map(({ what }) => what)).toEqual(['page', ...expected])
})

it('names each default that it fills in', () => {
  const { url: _, scrapeOptions, ...crawl } = fillDefaults({ url: URL }) as JsonObject
  const defaults = serviceDefaults()
  const filled = [
    ...Object.entries(crawl).map(([key, value]) => [`/${key}`, value]),
    ...Object.entries(scrapeOptions as JsonObject).map(([key, value]) => [`/scrapeOptions/${key}`, value]),
  ]
  expect(filled.length).toBeGreaterThan(20)
  expect(filled).toEqual(filled.map(([pointer]) => [pointer, defaults.get(pointer as '/limit')]))
})

it('finds the settings of a format among others', () => {
  const json = { type: 'json', prompt: 'why' } as const
  const settings = { formats: ['markdown', json] } as unknown as ScrapeSettings
  expect(findFormat(settings, 'json')).toEqual(json)
  expect(findFormat({ formats: ['markdown'] } as unknown as ScrapeSettings, 'json')).toBeUndefined()
})

it.each(['query', 'question', 'highlights', 'deterministicJson', 'branding', 'product', 'menu'])(
  'the format %s is for the hosted service alone',
  (type) => {
    const needs = requestNeeds({ url: URL, scrapeOptions: { formats: [{ type }] } })
    expect(needs).toMatchObject([{ pointer: '/scrapeOptions/formats/0', means: undefined }])
  },
)

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

it('has no use for earlier scrapes where none may be kept', () => {
  const scrapeOptions = { formats: ['changeTracking'] }
  expect(requestNeeds({ url: URL, scrapeOptions })).toEqual([])
  expect(requestNeeds({ url: URL, scrapeOptions, zeroDataRetention: true })).toMatchObject([
    { pointer: '/scrapeOptions/formats/0', means: undefined },
  ])
})

it('fills no defaults into what is no mapping', () => {
  for (const written of [null, 'a', []])
    expect(fillDefaults({ url: URL, scrapeOptions: written }).scrapeOptions).toEqual(written)
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
