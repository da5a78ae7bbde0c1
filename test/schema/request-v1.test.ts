import { describe, expect, test } from 'vitest'
import { requestSettings } from '../../src/schema/schema.ts'
import { schemaErrors } from '../../src/schema/validators.ts'
import { bodyWith, publishedSchema } from './schema-fixtures.ts'

type Row = readonly [setting: string, value: unknown, verdict: string]

const rows: Row[] = [
  ['maxDepth', 0, 'ok'],
  ['maxDepth', 3, 'ok'],
  ['maxDepth', -1, 'minimum'],
  ['maxDepth', '3', 'type'],
  ['maxDiscoveryDepth', 2, 'ok'],
  ['ignoreSitemap', true, 'ok'],
  ['ignoreSitemap', 'skip', 'type'],
  ['sitemap', false, 'ok'],
  ['sitemap', 'skip', 'type'],
  ['sitemapOnly', true, 'ok'],
  ['allowBackwardLinks', true, 'ok'],
  ['allowBackwardCrawling', true, 'ok'],
  ['allowBackwardLinks', null, 'type'],
  ['crawlEntireDomain', true, 'ok'],
  ['limit', 0, 'minimum'],
  ['delay', 61, 'maximum'],
  ['webhook', 'https://hooks.example.com/', 'ok'],
  ['webhook', { url: 'https://h.example/', events: ['crawl.page'] }, 'enum'],
  ['prompt', 'text', 'additionalProperties'],
  ['robotsUserAgent', 'x', 'additionalProperties'],
  ['scrapeOptions/formats', ['markdown', 'screenshot@fullPage', 'extract', 'json', 'changeTracking'], 'ok'],
  ['scrapeOptions/formats', [{ type: 'markdown' }], 'enum'],
  ['scrapeOptions/formats', ['images'], 'enum'],
  ['scrapeOptions/jsonOptions', { schema: { type: 'object' }, prompt: 'x', systemPrompt: 'y' }, 'ok'],
  ['scrapeOptions/jsonOptions', { agent: {} }, 'additionalProperties'],
  ['scrapeOptions/extract', { prompt: 'x', mode: 'llm', temperature: 0.5 }, 'ok'],
  ['scrapeOptions/extract', { temperature: -1 }, 'minimum'],
  ['scrapeOptions/changeTrackingOptions', { modes: ['git-diff'], tag: 'a' }, 'ok'],
  ['scrapeOptions/changeTrackingOptions', { modes: ['x'] }, 'enum'],
  ['scrapeOptions/parsePDF', false, 'ok'],
  ['scrapeOptions/parsePDF', ['pdf'], 'type'],
  ['scrapeOptions/parsers', ['pdf'], 'additionalProperties'],
  ['scrapeOptions/geolocation', { country: 'US' }, 'ok'],
  ['scrapeOptions/geolocation', { country: 'UK' }, 'pattern'],
  ['scrapeOptions/location', { country: 'US' }, 'ok'],
  ['scrapeOptions/proxy', 'stealth', 'ok'],
  ['scrapeOptions/maxAge', 0, 'ok'],
  ['scrapeOptions/timeout', 999, 'minimum'],
  ['scrapeOptions/actions', [{ type: 'wait', milliseconds: 500 }], 'ok'],
  ['scrapeOptions/actions', [{ type: 'hover' }], 'enum'],
  ['scrapeOptions/__experimental_cache', true, 'ok'],
  ['scrapeOptions/agent', {}, 'additionalProperties'],
  ['crawlerOptions', { maxDepth: 2 }, 'ok'],
  ['pageOptions', { includeHtml: true }, 'ok'],
  ['pageOptions', true, 'type'],
]

const published = {
  request: publishedSchema('request.v1.schema.json'),
  crawl: publishedSchema('crawl.v1.schema.json'),
  any: publishedSchema('crawl.schema.json'),
}

test.each(rows)('%s: %j -> %s', (setting, value, verdict) => {
  const request = bodyWith(setting, value)
  const file = { version: 1, request }
  const expected = verdict === 'ok' ? [] : [verdict]
  expect(schemaErrors('request-v1', request).map((error) => error.keyword)).toEqual(expected)
  expect(schemaErrors('crawl-v1', file).map((error) => error.keyword)).toEqual(expected)
  const valid = verdict === 'ok'
  expect(published.request(request)).toBe(valid)
  expect(published.crawl(file)).toBe(valid)
  expect(published.any(file)).toBe(valid)
})

describe('settings that version 2 no longer has', () => {
  const kept = new Set(requestSettings(2).map((setting) => setting.pointer))
  const gone = requestSettings(1).filter(({ pointer }) => !kept.has(pointer))
  // The settings in this wrapper of version 0 are in the request itself now.
  const replaced = gone.filter(({ pointer }) => pointer !== '/crawlerOptions')

  test.each(replaced.filter(({ pointer }) => /^\/(?:scrapeOptions\/)?\w+$/.test(pointer)))(
    'name their replacement: $pointer',
    ({ deprecated, replacedBy }) => {
      expect(deprecated).toContain('Version 2')
      expect(kept).toContain(replacedBy)
    },
  )

  test('are known', () => {
    expect(
      gone.map(({ pointer }) => pointer).filter((pointer) => /^\/(?:scrapeOptions\/)?\w+$/.test(pointer)),
    ).toEqual([
      '/maxDepth',
      '/ignoreSitemap',
      '/sitemapOnly',
      '/allowBackwardLinks',
      '/allowBackwardCrawling',
      '/crawlerOptions',
      '/pageOptions',
      '/scrapeOptions/parsePDF',
      '/scrapeOptions/geolocation',
      '/scrapeOptions/jsonOptions',
      '/scrapeOptions/extract',
      '/scrapeOptions/changeTrackingOptions',
      '/scrapeOptions/__experimental_cache',
    ])
  })
})
