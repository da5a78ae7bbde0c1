// Every row is a verdict on one setting, asked of the body as it is sent, of a crawl file and of a project file, and of the
// schemas that editors read: they may never disagree.
import { describe, expect, test } from 'vitest'
import { schemaErrors } from '../../src/schema/validators.ts'
import { bodyWith, publishedSchema } from './schema-fixtures.ts'

type Row = readonly [setting: string, value: unknown, verdict: 'ok' | string]

const long = (length: number): string => 'x'.repeat(length)

const crawl: Row[] = [
  ['url', 'https://example.com/', 'ok'],
  ['url', 'http://example.com', 'ok'],
  ['url', 'HTTPS://example.com/a?b=c#d', 'ok'],
  ['url', 'example.com', 'ok'],
  ['url', 'example.com:8080/docs', 'ok'],
  ['url', ' https://example.com ', 'ok'],
  ['url', 'http://127.0.0.1:3000/', 'ok'],
  ['url', 'http://localhost:3000', 'ok'],
  ['url', 'http://[::1]:3000/', 'ok'],
  ['url', 'https://user:secret@example.com/', 'ok'],
  ['url', 'https://example.com/a%20b/ü', 'ok'],
  ['url', '', 'pattern'],
  ['url', 'https://', 'pattern'],
  ['url', 'ftp://example.com', 'pattern'],
  ['url', 'http://http://example.com', 'pattern'],
  ['url', 'https://exa mple.com', 'pattern'],
  ['url', 42, 'type'],
  ['url', null, 'type'],
  ['prompt', 'Only the docs', 'ok'],
  ['prompt', '', 'ok'],
  ['prompt', long(10_000), 'ok'],
  ['prompt', long(10_001), 'maxLength'],
  ['prompt', ['a'], 'type'],
  ['excludePaths', [], 'ok'],
  ['excludePaths', ['^/blog/', '.*'], 'ok'],
  ['excludePaths', '^/blog/', 'type'],
  ['excludePaths', [1], 'type'],
  ['excludePaths', null, 'type'],
  ['includePaths', Array.from({ length: 1000 }, () => 'a'), 'ok'],
  ['includePaths', Array.from({ length: 1001 }, () => 'a'), 'maxItems'],
  ['includePaths', [long(2000)], 'ok'],
  ['includePaths', [long(2001)], 'maxLength'],
  ['maxDiscoveryDepth', 0, 'ok'],
  ['maxDiscoveryDepth', 3, 'ok'],
  ['maxDiscoveryDepth', -1, 'minimum'],
  ['maxDiscoveryDepth', 1.5, 'type'],
  ['maxDiscoveryDepth', '2', 'type'],
  ['sitemap', 'skip', 'ok'],
  ['sitemap', 'include', 'ok'],
  ['sitemap', 'only', 'ok'],
  ['sitemap', 'Skip', 'enum'],
  ['sitemap', true, 'enum'],
  ['sitemap', null, 'enum'],
  ['ignoreQueryParameters', true, 'ok'],
  ['ignoreQueryParameters', 'true', 'type'],
  ['ignoreQueryParameters', 1, 'type'],
  ['limit', 1, 'ok'],
  ['limit', 1e9, 'ok'],
  ['limit', 100.0, 'ok'],
  ['limit', 0, 'minimum'],
  ['limit', -5, 'minimum'],
  ['limit', 1.5, 'type'],
  ['limit', '100', 'type'],
  ['limit', null, 'type'],
  ['limit', Number.NaN, 'type'],
  ['limit', Number.POSITIVE_INFINITY, 'type'],
  ['crawlEntireDomain', false, 'ok'],
  ['crawlEntireDomain', 'no', 'type'],
  ['allowExternalLinks', true, 'ok'],
  ['allowExternalLinks', null, 'type'],
  ['allowSubdomains', true, 'ok'],
  ['allowSubdomains', [], 'type'],
  ['ignoreRobotsTxt', true, 'ok'],
  ['ignoreRobotsTxt', 0, 'type'],
  ['robotsUserAgent', 'ExampleBot', 'ok'],
  ['robotsUserAgent', '', 'minLength'],
  ['robotsUserAgent', false, 'type'],
  ['deduplicateSimilarURLs', false, 'ok'],
  ['deduplicateSimilarURLs', 'false', 'type'],
  ['regexOnFullURL', true, 'ok'],
  ['regexOnFullURL', {}, 'type'],
  ['delay', 0.1, 'ok'],
  ['delay', 60, 'ok'],
  ['delay', 0, 'exclusiveMinimum'],
  ['delay', -1, 'exclusiveMinimum'],
  ['delay', 60.5, 'maximum'],
  ['delay', 1000, 'maximum'],
  ['delay', '1s', 'type'],
  ['maxConcurrency', 1, 'ok'],
  ['maxConcurrency', 0, 'minimum'],
  ['maxConcurrency', 2.5, 'type'],
  ['zeroDataRetention', true, 'ok'],
  ['zeroDataRetention', 'yes', 'type'],
  ['origin', 'crawlform', 'ok'],
  ['origin', 1, 'type'],
  ['integration', 'n8n', 'ok'],
  ['integration', '_mine', 'ok'],
  ['integration', 'mine', 'pattern'],
  ['integration', '', 'pattern'],
  ['integration', null, 'type'],
]

const webhook: Row[] = [
  ['webhook', 'https://hooks.example.com/', 'ok'],
  ['webhook', 'http://localhost:9000/hook', 'ok'],
  ['webhook', { url: 'https://hooks.example.com/' }, 'ok'],
  ['webhook', 'hooks.example.com', 'pattern'],
  ['webhook', 3, 'type'],
  ['webhook', null, 'type'],
  ['webhook', ['https://hooks.example.com/'], 'type'],
  ['webhook', { url: 'https://h.example/', headers: { 'X-Id': 'a' } }, 'ok'],
  ['webhook', { url: 'https://h.example/', headers: { 'X-Id': 5 } }, 'type'],
  ['webhook', { url: 'https://h.example/', headers: { 'x-firecrawl-SIGNATURE': 'a' } }, 'false schema'],
  ['webhook', { url: 'https://h.example/', metadata: { team: 'docs' } }, 'ok'],
  ['webhook', { url: 'https://h.example/', metadata: { team: 5 } }, 'type'],
  ['webhook', { url: 'https://h.example/', metadata: { team: null } }, 'type'],
  ['webhook', { url: 'https://h.example/', events: ['started', 'page', 'completed', 'failed'] }, 'ok'],
  ['webhook', { url: 'https://h.example/', events: [] }, 'ok'],
  ['webhook', { url: 'https://h.example/', events: ['crawl.completed'] }, 'enum'],
  ['webhook', { url: 'https://h.example/', events: 'completed' }, 'type'],
  ['webhook', { url: 'https://h.example/', secret: 'x' }, 'additionalProperties'],
]

const scrape: Row[] = [
  ['scrapeOptions', {}, 'ok'],
  ['scrapeOptions', null, 'type'],
  ['scrapeOptions', { jsonOptions: {} }, 'additionalProperties'],
  ['scrapeOptions', { parsePDF: true }, 'additionalProperties'],
  ['scrapeOptions/formats', [], 'ok'],
  ['scrapeOptions/formats', ['markdown', 'html', 'rawHtml', 'links', 'images', 'summary'], 'ok'],
  ['scrapeOptions/formats', ['screenshot', 'json', 'changeTracking', 'branding'], 'ok'],
  ['scrapeOptions/formats', ['product', 'menu', 'audio', 'video'], 'ok'],
  ['scrapeOptions/formats', ['rawBase64'], 'ok'],
  ['scrapeOptions/formats', ['markdown', 'markdown'], 'ok'],
  ['scrapeOptions/formats', 'markdown', 'type'],
  ['scrapeOptions/formats', ['markdwon'], 'enum'],
  ['scrapeOptions/formats', ['screenshot@fullPage'], 'enum'],
  ['scrapeOptions/formats', ['extract'], 'enum'],
  ['scrapeOptions/formats', ['attributes'], 'enum'],
  ['scrapeOptions/formats', [7], 'enum'],
  ['scrapeOptions/formats', [null], 'enum'],
  ['scrapeOptions/formats', [{}], 'required'],
  ['scrapeOptions/formats', [{ type: 'nope' }], 'enum'],
  ['scrapeOptions/formats', [{ type: 'markdown' }, { type: 'links' }], 'ok'],
  ['scrapeOptions/formats', [{ type: 'markdown', fullPage: true }], 'additionalProperties'],
  ['scrapeOptions/formats', [{ type: 'screenshot', fullPage: true, quality: 80 }], 'ok'],
  ['scrapeOptions/formats', [{ type: 'screenshot', viewport: { width: 1280, height: 800 } }], 'ok'],
  ['scrapeOptions/formats', [{ type: 'screenshot', viewport: { width: 7680, height: 4320 } }], 'ok'],
  ['scrapeOptions/formats', [{ type: 'screenshot', viewport: { width: 7681, height: 800 } }], 'maximum'],
  ['scrapeOptions/formats', [{ type: 'screenshot', viewport: { width: 800, height: 4321 } }], 'maximum'],
  ['scrapeOptions/formats', [{ type: 'screenshot', viewport: { width: 800 } }], 'required'],
  ['scrapeOptions/formats', [{ type: 'screenshot', quality: 0 }], 'minimum'],
  ['scrapeOptions/formats', [{ type: 'screenshot', quality: 101 }], 'maximum'],
  ['scrapeOptions/formats', [{ type: 'json', prompt: 'x', schema: { type: 'object' } }], 'ok'],
  ['scrapeOptions/formats', [{ type: 'json', systemPrompt: 'x' }], 'additionalProperties'],
  ['scrapeOptions/formats', [{ type: 'json', prompt: long(10_001) }], 'maxLength'],
  ['scrapeOptions/formats', [{ type: 'json', schema: 'x' }], 'type'],
  [
    'scrapeOptions/formats',
    ['markdown', { type: 'changeTracking', modes: ['git-diff', 'json'], tag: 'a' }],
    'ok',
  ],
  ['scrapeOptions/formats', [{ type: 'changeTracking', modes: ['diff'] }], 'enum'],
  [
    'scrapeOptions/formats',
    [{ type: 'attributes', selectors: [{ selector: 'a', attribute: 'href' }] }],
    'ok',
  ],
  ['scrapeOptions/formats', [{ type: 'attributes' }], 'required'],
  ['scrapeOptions/formats', [{ type: 'attributes', selectors: [{ selector: 'a' }] }], 'required'],
  ['scrapeOptions/formats', [{ type: 'question', question: 'Who?' }], 'ok'],
  ['scrapeOptions/formats', [{ type: 'question' }], 'required'],
  ['scrapeOptions/formats', [{ type: 'highlights', query: 'prices' }], 'ok'],
  ['scrapeOptions/formats', [{ type: 'highlights', query: '' }], 'minLength'],
  ['scrapeOptions/formats', [{ type: 'query', prompt: 'x', mode: 'directQuote' }], 'ok'],
  ['scrapeOptions/formats', [{ type: 'query', prompt: 'x', mode: 'other' }], 'enum'],
  ['scrapeOptions/formats', [{ type: 'deterministicJson', prompt: 'x' }], 'ok'],
  ['scrapeOptions/onlyMainContent', false, 'ok'],
  ['scrapeOptions/onlyMainContent', 'false', 'type'],
  ['scrapeOptions/onlyCleanContent', true, 'ok'],
  ['scrapeOptions/includeTags', ['main', '#a'], 'ok'],
  ['scrapeOptions/includeTags', 'main', 'type'],
  ['scrapeOptions/excludeTags', ['nav'], 'ok'],
  ['scrapeOptions/excludeTags', [1], 'type'],
  ['scrapeOptions/maxAge', 0, 'ok'],
  ['scrapeOptions/maxAge', 172_800_000, 'ok'],
  ['scrapeOptions/maxAge', -1, 'minimum'],
  ['scrapeOptions/maxAge', 0.5, 'type'],
  ['scrapeOptions/minAge', 1, 'ok'],
  ['scrapeOptions/minAge', -1, 'minimum'],
  ['scrapeOptions/headers', { Cookie: 'a=b' }, 'ok'],
  ['scrapeOptions/headers', { Age: 5 }, 'type'],
  ['scrapeOptions/headers', [], 'type'],
  ['scrapeOptions/waitFor', 0, 'ok'],
  ['scrapeOptions/waitFor', 60_000, 'ok'],
  ['scrapeOptions/waitFor', 60_001, 'maximum'],
  ['scrapeOptions/waitFor', -1, 'minimum'],
  ['scrapeOptions/waitFor', '1s', 'type'],
  ['scrapeOptions/mobile', true, 'ok'],
  ['scrapeOptions/mobile', 'yes', 'type'],
  ['scrapeOptions/skipTlsVerification', false, 'ok'],
  ['scrapeOptions/timeout', 1000, 'ok'],
  ['scrapeOptions/timeout', 600_000, 'ok'],
  ['scrapeOptions/timeout', 999, 'minimum'],
  ['scrapeOptions/timeout', 30, 'minimum'],
  ['scrapeOptions/timeout', 1000.5, 'type'],
  ['scrapeOptions/parsers', [], 'ok'],
  ['scrapeOptions/parsers', ['pdf', 'image'], 'ok'],
  ['scrapeOptions/parsers', ['docx'], 'enum'],
  ['scrapeOptions/parsers', 'pdf', 'type'],
  ['scrapeOptions/parsers', [{ type: 'pdf', mode: 'ocr', maxPages: 10_000 }], 'ok'],
  ['scrapeOptions/parsers', [{ type: 'pdf', pages: true, blocks: true, pageMarkers: true }], 'ok'],
  ['scrapeOptions/parsers', [{ type: 'pdf', maxPages: 0 }], 'minimum'],
  ['scrapeOptions/parsers', [{ type: 'pdf', maxPages: 10_001 }], 'maximum'],
  ['scrapeOptions/parsers', [{ type: 'pdf', mode: 'slow' }], 'enum'],
  ['scrapeOptions/parsers', [{ mode: 'fast' }], 'required'],
  ['scrapeOptions/location', { country: 'US', languages: ['en-US'] }, 'ok'],
  ['scrapeOptions/location', { country: 'gb' }, 'ok'],
  ['scrapeOptions/location', { country: 'us-generic' }, 'ok'],
  ['scrapeOptions/location', { country: 'UK' }, 'pattern'],
  ['scrapeOptions/location', { country: 'ZZ' }, 'pattern'],
  ['scrapeOptions/location', { country: 'USA' }, 'pattern'],
  ['scrapeOptions/location', { languages: 'en' }, 'type'],
  ['scrapeOptions/location', { city: 'Berlin' }, 'additionalProperties'],
  ['scrapeOptions/location', 'US', 'type'],
  ['scrapeOptions/removeBase64Images', false, 'ok'],
  ['scrapeOptions/blockAds', false, 'ok'],
  ['scrapeOptions/blockAds', 'off', 'type'],
  ['scrapeOptions/proxy', 'basic', 'ok'],
  ['scrapeOptions/proxy', 'stealth', 'ok'],
  ['scrapeOptions/proxy', 'enhanced', 'ok'],
  ['scrapeOptions/proxy', 'auto', 'ok'],
  ['scrapeOptions/proxy', 'https://proxy.example', 'enum'],
  ['scrapeOptions/storeInCache', false, 'ok'],
  ['scrapeOptions/fastMode', true, 'ok'],
  ['scrapeOptions/lockdown', true, 'ok'],
  ['scrapeOptions/safeMode', true, 'ok'],
  ['scrapeOptions/redactPII', true, 'ok'],
  ['scrapeOptions/redactPII', { mode: 'fast', entities: ['EMAIL'], replaceStyle: 'mask' }, 'ok'],
  ['scrapeOptions/redactPII', { mode: 'slow' }, 'enum'],
  ['scrapeOptions/redactPII', 'yes', 'type'],
  ['scrapeOptions/profile', { name: 'shop', saveChanges: false }, 'ok'],
  ['scrapeOptions/profile', { name: '' }, 'minLength'],
  ['scrapeOptions/profile', { name: long(129) }, 'maxLength'],
  ['scrapeOptions/threatProtection', { mode: 'normal', riskScoreThreshold: 70 }, 'ok'],
  ['scrapeOptions/threatProtection', { riskScoreThreshold: 101 }, 'maximum'],
  ['scrapeOptions/auditMetadata', { username: 'ada' }, 'ok'],
]

const wait = (milliseconds: number): unknown => ({ type: 'wait', milliseconds })
const actions: Row[] = [
  ['scrapeOptions/actions', [wait(1)], 'ok'],
  ['scrapeOptions/actions', [wait(0)], 'minimum'],
  ['scrapeOptions/actions', [{ type: 'wait', selector: '#a' }], 'ok'],
  ['scrapeOptions/actions', [{ type: 'wait', milliseconds: 2, selector: '#a' }], 'ok'],
  ['scrapeOptions/actions', [{ type: 'wait' }], 'required'],
  ['scrapeOptions/actions', [{ type: 'wait', milliseconds: '1s' }], 'type'],
  ['scrapeOptions/actions', [{ type: 'wait', milliseconds: 5, foo: 1 }], 'additionalProperties'],
  ['scrapeOptions/actions', [{ type: 'click', selector: '#a', all: true }], 'ok'],
  ['scrapeOptions/actions', [{ type: 'click' }], 'required'],
  ['scrapeOptions/actions', [{ type: 'screenshot', fullPage: true, quality: 50 }], 'ok'],
  ['scrapeOptions/actions', [{ type: 'screenshot', selector: '#a' }], 'additionalProperties'],
  ['scrapeOptions/actions', [{ type: 'write', text: 'hello' }], 'ok'],
  ['scrapeOptions/actions', [{ type: 'write', text: 5 }], 'type'],
  ['scrapeOptions/actions', [{ type: 'press', key: 'Enter' }], 'ok'],
  ['scrapeOptions/actions', [{ type: 'press' }], 'required'],
  ['scrapeOptions/actions', [{ type: 'scroll' }], 'ok'],
  ['scrapeOptions/actions', [{ type: 'scroll', direction: 'up', selector: '#a' }], 'ok'],
  ['scrapeOptions/actions', [{ type: 'scroll', direction: 'left' }], 'enum'],
  ['scrapeOptions/actions', [{ type: 'scrape' }], 'ok'],
  ['scrapeOptions/actions', [{ type: 'executeJavascript', script: '1' }], 'ok'],
  ['scrapeOptions/actions', [{ type: 'executeJavascript' }], 'required'],
  ['scrapeOptions/actions', [{ type: 'pdf', format: 'A4', landscape: true, scale: 0.5 }], 'ok'],
  ['scrapeOptions/actions', [{ type: 'pdf', format: 'A7' }], 'enum'],
  ['scrapeOptions/actions', [{ type: 'hover' }], 'enum'],
  ['scrapeOptions/actions', [{ selector: '#a' }], 'required'],
  ['scrapeOptions/actions', ['wait'], 'type'],
  ['scrapeOptions/actions', Array.from({ length: 50 }, () => wait(1)), 'ok'],
  ['scrapeOptions/actions', Array.from({ length: 51 }, () => wait(1)), 'maxItems'],
]

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

test('one mistake is one error', () => {
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
    ['/sitemap', 'enum', { allowedValues: ['skip', 'include', 'only'] }],
    ['/limit', 'minimum', { comparison: '>=', limit: 1 }],
    ['/webhook/events/0', 'enum', { allowedValues: ['started', 'page', 'completed', 'failed'] }],
    ['/scrapeOptions/formats/0', 'enum', { allowedValues: expect.arrayContaining(['markdown']) }],
    ['/scrapeOptions/formats/1', 'additionalProperties', { additionalProperty: 'fulPage' }],
    ['/scrapeOptions/actions/0', 'required', { missingProperty: 'milliseconds' }],
  ])
})

test('keys of version 1 and of nowhere are refused at the place where they stand', () => {
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

test('a body needs a url, a layer of a file does not', () => {
  expect(schemaErrors('request-v2', {})).toMatchObject([
    { keyword: 'required', params: { missingProperty: 'url' } },
  ])
  expect(schemaErrors('request-v2', { url: 'a.example', webhook: {} })).toMatchObject([
    { instancePath: '/webhook', keyword: 'required', params: { missingProperty: 'url' } },
  ])
  expect(schemaErrors('project', { version: 2, defaults: { request: { webhook: {} } } })).toEqual([])
})

test.each([undefined, null, 'text', 3, []])('%j is no request', (value) => {
  expect(schemaErrors('request-v2', value)).toMatchObject([{ instancePath: '', keyword: 'type' }])
})

test('the sample of the specification is a request', () => {
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
