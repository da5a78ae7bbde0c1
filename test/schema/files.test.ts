// Keys that crawl files and crawlform.yaml may have around requests, and values in requests that only files may have.
import { describe, expect, test } from 'vitest'
import { schemaErrors } from '../../src/schema/validators.ts'
import { bodyWith, publishedSchema } from './schema-fixtures.ts'

type Keys = Record<string, unknown>
type Row = readonly [keys: Keys, verdict: string, at?: string]

const named = (rows: readonly Row[]): { keys: Keys; verdict: string; at: string | undefined }[] =>
  rows.map(([keys, verdict, at]) => ({ keys, verdict, at }))

const published = {
  crawl: publishedSchema('crawl.v2.schema.json'),
  any: publishedSchema('crawl.schema.json'),
  project: publishedSchema('project.schema.json'),
}
const request = { url: 'https://example.com/' }

const crawlRows: Row[] = [
  [{}, 'ok'],
  [{ version: 3 }, 'enum', '/version'],
  [{ version: '2' }, 'enum', '/version'],
  [{ request: undefined }, 'required', ''],
  [{ name: 'docs' }, 'ok'],
  [{ name: 'docs-${matrix.locale}_1.2' }, 'ok'],
  [{ name: 'Prüfung-日本' }, 'pattern', '/name'],
  [{ name: '' }, 'pattern', '/name'],
  [{ name: 'a b' }, 'pattern', '/name'],
  [{ name: '../docs' }, 'pattern', '/name'],
  [{ name: '.docs' }, 'pattern', '/name'],
  [{ name: 5 }, 'type', '/name'],
  [{ description: 'text' }, 'ok'],
  [{ description: null }, 'type', '/description'],
  [{ extends: ['polite', 'small'] }, 'ok'],
  [{ extends: 'polite' }, 'type', '/extends'],
  [{ extends: [''] }, 'minLength', '/extends/0'],
  [{ matrix: { locale: ['en', 'de'], page: [1, 2], deep: [true] } }, 'ok'],
  [{ matrix: {} }, 'minProperties', '/matrix'],
  [{ matrix: { locale: 'en' } }, 'type', '/matrix/locale'],
  [{ matrix: { locale: [] } }, 'minItems', '/matrix/locale'],
  [{ matrix: { locale: [null] } }, 'type', '/matrix/locale/0'],
  [{ matrix: { locale: ['en'], include: [{ locale: 'ja', request: { limit: 5 } }] } }, 'ok'],
  [
    { matrix: { include: [{ locale: 'ja', request: { limit: 0 } }] } },
    'minimum',
    '/matrix/include/0/request/limit',
  ],
  [{ matrix: { include: [{ locale: ['ja'] }] } }, 'type', '/matrix/include/0/locale'],
  [{ matrix: { exclude: [{ locale: 'no' }] } }, 'ok'],
  [{ matrix: { exclude: [{}] } }, 'minProperties', '/matrix/exclude/0'],
  [{ refresh: '7d' }, 'ok'],
  [{ refresh: '1d12h' }, 'ok'],
  [{ refresh: '1.5h' }, 'ok'],
  [{ refresh: '7' }, 'pattern', '/refresh'],
  [{ refresh: '7 days' }, 'pattern', '/refresh'],
  [{ refresh: 7 }, 'type', '/refresh'],
  [{ tests: { in: ['/a'], out: ['/b', { url: '/c', why: 'because' }] } }, 'ok'],
  [{ tests: { in: '/a' } }, 'type', '/tests/in'],
  [{ tests: { in: [{ why: 'x' }] } }, 'required', '/tests/in/0'],
  [{ tests: { in: [''] } }, 'minLength', '/tests/in/0'],
  [{ tests: { inside: [] } }, 'additionalProperties', '/tests'],
  [{ expect: { minPages: 150, maxDrop: '20%' } }, 'ok'],
  [{ expect: {} }, 'minProperties', '/expect'],
  [{ expect: { minPages: -1 } }, 'minimum', '/expect/minPages'],
  [{ expect: { maxDrop: 20 } }, 'type', '/expect/maxDrop'],
  [{ expect: { maxDrop: '120%' } }, 'pattern', '/expect/maxDrop'],
  [{ limit: 5 }, 'additionalProperties', ''],
  [{ environments: {} }, 'additionalProperties', ''],
]

describe('crawl files', () => {
  test.each(named(crawlRows))('$keys -> $verdict', ({ keys, verdict, at }) => {
    const file = JSON.parse(JSON.stringify({ version: 2, request, ...keys })) as unknown
    const expected = verdict === 'ok' ? [] : [{ keyword: verdict, instancePath: at }]
    expect(schemaErrors('crawl-v2', file)).toMatchObject(expected)
    expect(published.crawl(file)).toBe(verdict === 'ok')
    expect(published.any(file)).toBe(verdict === 'ok')
  })

  test('the request of a crawl file has a url', () => {
    expect(schemaErrors('crawl-v2', { version: 2, request: {} })).toMatchObject([
      { instancePath: '/request', keyword: 'required', params: { missingProperty: 'url' } },
    ])
    expect(published.any({ version: 2, request: {} })).toBe(false)
  })

  test('each version has its own names', () => {
    const old = { version: 1, request: { ...request, maxDepth: 2 } }
    expect(schemaErrors('crawl-v1', old)).toEqual([])
    expect(published.any(old)).toBe(true)
    expect(published.any({ ...old, version: 2 })).toBe(false)
    expect(schemaErrors('crawl-v1', { ...old, version: 2 })).toMatchObject([{ instancePath: '/version' }])
  })
})

const production = (keys: Record<string, unknown>): Record<string, unknown> => ({
  environments: { production: { baseUrl: 'https://api.example.com', ...keys } },
})

const projectRows: Row[] = [
  [{}, 'ok'],
  [{ version: 1 }, 'enum', '/version'],
  [{ crawls: ['crawls/**/*.yaml', 'more/*.yml'] }, 'ok'],
  [{ crawls: [] }, 'minItems', '/crawls'],
  [{ crawls: 'crawls' }, 'type', '/crawls'],
  [{ crawls: ['/etc/*.yaml'] }, 'pattern', '/crawls/0'],
  [{ crawls: ['../other/*.yaml'] }, 'pattern', '/crawls/0'],
  [{ crawls: ['a/../../b'] }, 'pattern', '/crawls/0'],
  [{ crawls: ['a..b/*.yaml'] }, 'ok'],
  [{ defaults: { request: { limit: 500 } } }, 'ok'],
  [{ defaults: { limit: 500 } }, 'additionalProperties', '/defaults'],
  [{ profiles: { polite: { description: 'slow', request: { delay: 1 } } } }, 'ok'],
  [{ profiles: { polite: { delay: 1 } } }, 'additionalProperties', '/profiles/polite'],
  [{ profiles: { polite: null } }, 'type', '/profiles/polite'],
  [{ environments: { local: { service: 'embedded' } } }, 'ok'],
  [{ environments: { local: { service: 'docker' } } }, 'enum', '/environments/local/service'],
  [production({ apiKey: '${secret:KEY}', request: { limit: 5 } }), 'ok'],
  [production({ apiKey: '${env:KEY}' }), 'ok'],
  [production({ apiKey: 'fc-0123' }), 'pattern', '/environments/production/apiKey'],
  [production({ apiKey: 'x${secret:KEY}' }), 'pattern', '/environments/production/apiKey'],
  [production({ baseUrl: '${env:API_URL}' }), 'ok'],
  [production({ baseUrl: 'api.example.com' }), 'pattern', '/environments/production/baseUrl'],
  [production({ state: { backend: 'local' } }), 'ok'],
  [production({ state: { backend: 'git', remote: 'upstream', branch: 'state' } }), 'ok'],
  [
    production({
      state: {
        backend: 'http',
        address: 'https://x.example/s',
        lockAddress: 'https://x.example/s/lock',
        username: 'a',
        password: '${secret:P}',
      },
    }),
    'ok',
  ],
  [
    production({ state: { backend: 'http', address: 'https://x.example/s' } }),
    'required',
    '/environments/production/state',
  ],
  [production({ state: { backend: 's3' } }), 'enum', '/environments/production/state/backend'],
  [production({ state: {} }), 'required', '/environments/production/state'],
  [
    production({ state: { backend: 'git', address: 'x' } }),
    'additionalProperties',
    '/environments/production/state',
  ],
  [
    production({
      state: {
        backend: 'http',
        address: 'https://x.example/s',
        lockAddress: 'https://x.example/s/lock',
        password: 'p',
      },
    }),
    'pattern',
    '/environments/production/state/password',
  ],
  [{ budget: { pages: 50_000 } }, 'ok'],
  [{ budget: { pages: 0.5 } }, 'type', '/budget/pages'],
  [{ budget: {} }, 'minProperties', '/budget'],
  [{ budget: { credits: 5 } }, 'ok'],
  [{ budget: { credits: -5 } }, 'minimum', '/budget/credits'],
  [{ environments: { p: { prices: { page: 0.5 } } } }, 'ok'],
  [{ environments: { p: { prices: { page: -1 } } } }, 'minimum', '/environments/p/prices/page'],
  [{ environments: { p: { prices: { pages: 1 } } } }, 'additionalProperties', '/environments/p/prices'],
  [{ rules: { 'limits/unset': 'error', 'scope/glob-look-alike': 'off' } }, 'ok'],
  [{ rules: { 'limits/unset': 'info' } }, 'enum', '/rules/limits~1unset'],
  [{ rules: { unset: 'error' } }, 'additionalProperties', '/rules'],
  [{ request: {} }, 'additionalProperties', ''],
]

describe('project files', () => {
  test.each(named(projectRows))('$keys -> $verdict', ({ keys, verdict, at }) => {
    const file = { version: 2, ...keys }
    const expected = verdict === 'ok' ? [] : [{ keyword: verdict, instancePath: at }]
    expect(schemaErrors('project', file)).toMatchObject(expected)
    expect(schemaErrors('project', file)).toHaveLength(expected.length)
    expect(published.project(file)).toBe(verdict === 'ok')
  })
})

describe('a reference', () => {
  const scalars = [
    'url',
    'prompt',
    'maxDiscoveryDepth',
    'sitemap',
    'ignoreQueryParameters',
    'limit',
    'delay',
    'integration',
    'webhook',
    'scrapeOptions/mobile',
    'scrapeOptions/timeout',
    'scrapeOptions/proxy',
    'scrapeOptions/redactPII',
  ]
  test.each(scalars)('is allowed for %s in a file', (setting) => {
    for (const template of ['${env:X}', '${env:X:-5}', '${matrix.x}', 'a${secret:X}b']) {
      const body = bodyWith(setting, template)
      expect(schemaErrors('crawl-v2', { version: 2, request: body })).toEqual([])
      expect(published.any({ version: 2, request: body })).toBe(true)
      expect(schemaErrors('project', { version: 2, defaults: { request: body } })).toEqual([])
    }
  })

  test.each(scalars.filter((setting) => setting !== 'url' && setting !== 'prompt'))(
    'is refused for %s in a body',
    (setting) => {
      expect(schemaErrors('request-v2', bodyWith(setting, '${env:X}'))).toHaveLength(1)
    },
  )

  test.each([
    ['scrapeOptions/formats', ['${matrix.format}']],
    [
      'scrapeOptions/formats',
      [{ type: 'screenshot', quality: '${env:Q}', viewport: { width: '${env:W}', height: 5 } }],
    ],
    ['scrapeOptions/actions', [{ type: 'wait', milliseconds: '${env:MS}' }]],
    ['scrapeOptions/parsers', [{ type: 'pdf', maxPages: '${env:N}' }]],
    ['webhook', { url: '${env:HOOK}', events: ['${env:EVENT}'] }],
    ['scrapeOptions/location', { country: '${matrix.country}' }],
  ])('is allowed deep inside %s: %j', (setting, value) => {
    const body = bodyWith(setting, value)
    expect(schemaErrors('crawl-v2', { version: 2, request: body })).toEqual([])
    expect(published.any({ version: 2, request: body })).toBe(true)
    expect(schemaErrors('request-v2', body)).not.toEqual([])
  })

  test('to a secret is allowed only in the texts of a resolved request', () => {
    const body = {
      url: 'https://${secret:USER}:${secret:PASSWORD}@example.com/',
      webhook: '${secret:HOOK_URL}',
      scrapeOptions: { headers: { Cookie: '${secret:COOKIE}' } },
    }
    expect(schemaErrors('resolved-v2', body)).toEqual([])
    expect(schemaErrors('request-v2', body)).not.toEqual([])
    expect(schemaErrors('resolved-v2', { ...body, limit: '${secret:LIMIT}' })).toMatchObject([
      { keyword: 'type' },
    ])
    expect(schemaErrors('resolved-v2', { ...body, sitemap: '${secret:S}' })).toMatchObject([
      { keyword: 'enum' },
    ])
    expect(schemaErrors('resolved-v2', { ...body, webhook: { events: [] } })).toMatchObject([
      { keyword: 'required' },
    ])
  })

  test('cannot replace a list, a mapping or the type of an action', () => {
    const rows: [string, unknown][] = [
      ['includePaths', '${env:X}'],
      ['scrapeOptions', '${env:X}'],
      ['scrapeOptions/headers', '${env:X}'],
      ['scrapeOptions/actions', [{ type: '${env:X}' }]],
    ]
    for (const [setting, value] of rows) {
      const file = { version: 2, request: bodyWith(setting, value) }
      expect(schemaErrors('crawl-v2', file)).toHaveLength(1)
      expect(published.any(file)).toBe(false)
    }
  })
})

describe('list operations', () => {
  const lists: [string, unknown][] = [
    ['excludePaths', '^/a/'],
    ['scrapeOptions/formats', 'links'],
    ['scrapeOptions/actions', { type: 'scrape' }],
    ['scrapeOptions/includeTags', 'main'],
    ['scrapeOptions/parsers', 'pdf'],
  ]
  test.each(lists)('are allowed for %s in a file, but not in a body', (setting, item) => {
    for (const operation of [
      { append: [item] },
      { prepend: [item] },
      { remove: [item] },
      { append: [item], prepend: [item], remove: [item] },
      { append: [] },
    ]) {
      const body = bodyWith(setting, operation)
      expect(schemaErrors('crawl-v2', { version: 2, request: body })).toEqual([])
      expect(published.any({ version: 2, request: body })).toBe(true)
      expect(schemaErrors('request-v2', body)).toMatchObject([{ keyword: 'type', params: { type: 'array' } }])
    }
  })

  test.each([
    [{}, 'minProperties', ''],
    [{ add: ['x'] }, 'additionalProperties', ''],
    [{ append: 'x' }, 'type', '/append'],
    [{ append: [5] }, 'type', '/append/0'],
  ])('are refused as %j because of %s', (operation, keyword, at) => {
    const file = { version: 2, request: bodyWith('excludePaths', operation) }
    expect(schemaErrors('crawl-v2', file)).toMatchObject([
      { keyword, instancePath: `/request/excludePaths${at}` },
    ])
    expect(published.any(file)).toBe(false)
  })

  test('are allowed for events and languages, but not inside list items', () => {
    const fine = {
      ...request,
      webhook: { events: { remove: ['page'] } },
      scrapeOptions: { location: { languages: { append: ['de'] } } },
    }
    expect(schemaErrors('crawl-v2', { version: 2, request: fine })).toEqual([])
    const nested = bodyWith('scrapeOptions/formats', [
      { type: 'changeTracking', modes: { append: ['json'] } },
    ])
    expect(schemaErrors('crawl-v2', { version: 2, request: nested })).toMatchObject([{ keyword: 'type' }])
  })
})
