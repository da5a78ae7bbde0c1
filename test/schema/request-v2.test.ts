// Each row is a verdict on one setting. Request bodies, crawl files, project files and the schemas for editors must all
// agree on it.
import { describe, expect, test } from 'vitest'
import { schemaErrors } from '../../src/schema/validators.ts'
import { actions, crawl, scrape, webhook } from './request-v2-verdicts.ts'
import { bodyWith, publishedSchema } from './schema-fixtures.ts'

const published = {
  request: publishedSchema('request.v2.schema.json'),
  crawl: publishedSchema('crawl.v2.schema.json'),
  any: publishedSchema('crawl.schema.json'),
  project: publishedSchema('project.schema.json'),
}

describe.each([
  ['crawl settings', crawl],
  ['webhook', webhook],
  ['scrapeOptions', scrape],
  ['actions', actions],
])('%s', (_title, rows) => {
  test.each(rows)('%s: %j -> %s', (setting, value, verdict) => {
    const request = bodyWith(setting, value)
    const crawlFile = { version: 2, request }
    const projectFile = { version: 2, profiles: { polite: { request } } }
    const expected = verdict === 'ok' ? [] : [verdict]
    const keywords = (errors: readonly { keyword: string }[]): string[] => [
      ...new Set(errors.map((error) => error.keyword)),
    ]

    expect(keywords(schemaErrors('request-v2', request))).toEqual(expected)
    expect(keywords(schemaErrors('crawl-v2', crawlFile))).toEqual(expected)
    expect(keywords(schemaErrors('project', projectFile))).toEqual(expected)
    const valid = verdict === 'ok'
    expect(published.request(request)).toBe(valid)
    expect(published.crawl(crawlFile)).toBe(valid)
    expect(published.any(crawlFile)).toBe(valid)
    expect(published.project(projectFile)).toBe(valid)
  })
})

test('each mistake causes one error, in the order of the text', () => {
  const errors = schemaErrors('request-v2', {
    url: 'https://example.com/',
    limit: 0,
    sitemap: true,
    webhook: { url: 'https://h.example/', events: ['crawl.page'] },
    scrapeOptions: {
      formats: ['markdwn', { type: 'screenshot', fulPage: true }],
      actions: [{ type: 'wait' }],
    },
  })
  expect(errors.map(({ instancePath, keyword, params }) => [instancePath, keyword, params])).toEqual([
    ['/limit', 'minimum', { comparison: '>=', limit: 1 }],
    ['/sitemap', 'enum', { allowedValues: ['skip', 'include', 'only'] }],
    ['/webhook/events/0', 'enum', { allowedValues: ['started', 'page', 'completed', 'failed'] }],
    ['/scrapeOptions/formats/0', 'enum', { allowedValues: expect.arrayContaining(['markdown']) }],
    ['/scrapeOptions/formats/1', 'additionalProperties', { additionalProperty: 'fulPage' }],
    ['/scrapeOptions/actions/0', 'required', { missingProperty: 'milliseconds' }],
  ])
})

test('keys of version 1 and unknown keys are refused at their place', () => {
  for (const key of [
    'maxDepth',
    'ignoreSitemap',
    'allowBackwardLinks',
    'formats',
    'crawlerOptions',
    'apiKey',
    'toString',
  ]) {
    expect(schemaErrors('request-v2', { url: 'https://example.com/', [key]: true })).toMatchObject([
      { instancePath: '', keyword: 'additionalProperties', params: { additionalProperty: key } },
    ])
  }
})

test('a body needs a url, but a layer of a file does not', () => {
  expect(schemaErrors('request-v2', {})).toMatchObject([
    { keyword: 'required', params: { missingProperty: 'url' } },
  ])
  expect(schemaErrors('request-v2', { url: 'a.example', webhook: {} })).toMatchObject([
    { instancePath: '/webhook', keyword: 'required', params: { missingProperty: 'url' } },
  ])
  expect(schemaErrors('project', { version: 2, defaults: { request: { webhook: {} } } })).toEqual([])
})

test.each([undefined, null, 'text', 3, []])('%j is refused as a request', (value) => {
  expect(schemaErrors('request-v2', value)).toMatchObject([{ instancePath: '', keyword: 'type' }])
})

test('the sample of the specification is valid', () => {
  const sample = {
    url: 'https://example.com',
    prompt: 'text',
    excludePaths: ['text'],
    includePaths: ['text'],
    maxDiscoveryDepth: 123,
    sitemap: 'include',
    ignoreQueryParameters: false,
    limit: 10_000,
    crawlEntireDomain: false,
    allowExternalLinks: false,
    allowSubdomains: false,
    delay: 12,
    maxConcurrency: 123,
    webhook: { url: 'https://example.com/hook', headers: {}, metadata: {}, events: ['completed'] },
    scrapeOptions: {
      formats: ['markdown'],
      onlyMainContent: true,
      includeTags: ['text'],
      excludeTags: ['text'],
      maxAge: 172_800_000,
      headers: {},
      waitFor: 0,
      mobile: false,
      skipTlsVerification: true,
      timeout: 30_000,
      parsers: ['pdf'],
      actions: [{ type: 'wait', milliseconds: 2, selector: '#my-element' }],
      location: { country: 'US', languages: ['en-US'] },
      removeBase64Images: true,
      blockAds: true,
      proxy: 'auto',
      storeInCache: true,
    },
    zeroDataRetention: false,
  }
  expect(schemaErrors('request-v2', sample)).toEqual([])
})
