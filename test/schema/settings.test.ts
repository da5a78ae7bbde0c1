import { describe, expect, test } from 'vitest'
import { fillDefaults, serviceDefaults } from '../../src/request/fill-defaults.ts'
import { fileSettings, requestSettings, schemaAt } from '../../src/schema/schema.ts'
import { schemaErrors } from '../../src/schema/validators.ts'

describe('defaults', () => {
  test('are those of the service, even inside mappings that may be missing', () => {
    expect(Object.fromEntries(serviceDefaults())).toEqual({
      '/excludePaths': [],
      '/includePaths': [],
      '/sitemap': 'include',
      '/ignoreQueryParameters': false,
      '/limit': 10_000,
      '/crawlEntireDomain': false,
      '/allowExternalLinks': false,
      '/allowSubdomains': false,
      '/ignoreRobotsTxt': false,
      '/deduplicateSimilarURLs': true,
      '/regexOnFullURL': false,
      '/zeroDataRetention': false,
      '/scrapeOptions/formats': ['markdown'],
      '/scrapeOptions/onlyMainContent': true,
      '/scrapeOptions/onlyCleanContent': false,
      '/scrapeOptions/maxAge': 172_800_000,
      '/scrapeOptions/waitFor': 0,
      '/scrapeOptions/mobile': false,
      '/scrapeOptions/skipTlsVerification': true,
      '/scrapeOptions/parsers': ['pdf', 'image'],
      '/scrapeOptions/removeBase64Images': true,
      '/scrapeOptions/blockAds': true,
      '/scrapeOptions/proxy': 'auto',
      '/scrapeOptions/storeInCache': true,
      '/scrapeOptions/fastMode': false,
      '/scrapeOptions/checkPromptInjection': false,
      '/scrapeOptions/lockdown': false,
      '/scrapeOptions/safeMode': false,
      '/scrapeOptions/redactPII': false,
      '/webhook/headers': {},
      '/webhook/metadata': {},
      '/webhook/events': ['completed', 'failed', 'page', 'started'],
      '/scrapeOptions/location/country': 'us-generic',
      '/scrapeOptions/redactPII/mode': 'accurate',
      '/scrapeOptions/redactPII/replaceStyle': 'tag',
      '/scrapeOptions/profile/saveChanges': true,
    })
  })

  test('are valid', () => {
    const written = { location: {}, profile: { name: 'shop' }, redactPII: {} }
    const body = {
      url: 'https://example.com/',
      webhook: { url: 'https://example.com/' },
      scrapeOptions: written,
    }
    expect(schemaErrors('request-v2', fillDefaults(body))).toEqual([])
  })
})

describe('tables', () => {
  test('contain every field of the specification', () => {
    const pointers = new Set(requestSettings(2).map((setting) => setting.pointer))
    const top =
      'url prompt excludePaths includePaths maxDiscoveryDepth sitemap ignoreQueryParameters limit crawlEntireDomain allowExternalLinks allowSubdomains delay maxConcurrency webhook scrapeOptions zeroDataRetention'
    const webhook = 'url headers metadata events'
    const scrape =
      'formats onlyMainContent includeTags excludeTags maxAge headers waitFor mobile skipTlsVerification timeout parsers actions location removeBase64Images blockAds proxy storeInCache'
    for (const key of top.split(' ')) expect(pointers).toContain(`/${key}`)
    for (const key of webhook.split(' ')) expect(pointers).toContain(`/webhook/${key}`)
    for (const key of scrape.split(' ')) expect(pointers).toContain(`/scrapeOptions/${key}`)
    for (const key of ['type', 'milliseconds', 'selector'])
      expect(pointers).toContain(`/scrapeOptions/actions/*/${key}`)
    for (const key of ['country', 'languages']) expect(pointers).toContain(`/scrapeOptions/location/${key}`)
  })

  test.each([1, 2] as const)('contain no setting of version %i twice', (version) => {
    const seen = requestSettings(version).map(({ pointer, variant }) => `${pointer} ${variant ?? ''}`)
    expect(seen.filter((entry, index) => seen.indexOf(entry) !== index)).toEqual([])
  })

  test('describe the values of a setting', () => {
    expect(schemaAt('request-v2', '/limit')).toEqual({
      pointer: '/limit',
      types: ['integer'],
      description: expect.stringContaining('The most pages'),
      unit: 'pages',
      default: 10_000,
      minimum: 1,
    })
    expect(schemaAt('request-v2', '/sitemap')).toMatchObject({
      types: ['string'],
      values: ['skip', 'include', 'only'],
    })
    expect(schemaAt('request-v2', '/delay')).toMatchObject({
      unit: 'seconds',
      exclusiveMinimum: 0,
      maximum: 60,
    })
    expect(schemaAt('request-v2', '/webhook')).toMatchObject({ types: ['object', 'string'] })
    expect(schemaAt('request-v1', '/maxDepth')).toMatchObject({
      replacedBy: '/maxDiscoveryDepth',
      unit: 'path segments',
    })
  })
})

describe('schemaAt', () => {
  test.each([
    ['crawl-v2', '/request/limit', '/limit'],
    ['crawl-v1', '/request/maxDepth', '/maxDepth'],
    ['crawl-v2', '/request/scrapeOptions/timeout', '/scrapeOptions/timeout'],
    ['crawl-v2', '/request/excludePaths/0', '/excludePaths/*'],
    ['crawl-v2', '/request/excludePaths/append/3', '/excludePaths/*'],
    ['crawl-v2', '/request/webhook/headers/Authorization', '/webhook/headers/*'],
    ['crawl-v2', '/request/scrapeOptions/actions/0/type', '/scrapeOptions/actions/*/type'],
    ['crawl-v2', '/matrix/include/0/request/delay', '/delay'],
    ['crawl-v2', '/matrix/locale', '/matrix/*'],
    ['crawl-v2', '/matrix/include', '/matrix/include'],
    ['crawl-v2', '/refresh', '/refresh'],
    ['crawl-v2', '/request', '/request'],
    ['crawl-v2', '/tests/out/1/why', '/tests/out/*/why'],
    ['project', '/defaults/request/limit', '/limit'],
    ['project', '/profiles/polite/request/delay', '/delay'],
    ['project', '/environments/production/request/scrapeOptions/proxy', '/scrapeOptions/proxy'],
    ['project', '/environments/production/apiKey', '/environments/*/apiKey'],
    ['project', '/rules/limits~1unset', '/rules/*'],
    ['resolved-v2', '/limit', '/limit'],
  ] as const)('finds in %s the setting of %s as %s', (schema, pointer, expected) => {
    expect(schemaAt(schema, pointer)?.pointer).toBe(expected)
  })

  test.each([
    '/request/limits',
    '/request/limit/0',
    '/requests',
    '/request/scrapeOptions/actions/0/nope',
    '',
  ])('finds nothing for %j', (pointer) => {
    expect(schemaAt('crawl-v2', pointer)).toBeUndefined()
  })

  test('uses the key of the given kind of action or format', () => {
    const selector = (variant?: string): string | undefined =>
      schemaAt('crawl-v2', '/request/scrapeOptions/actions/0/selector', variant)?.description
    expect(selector('wait')).toBe('CSS selector of the element to wait for.')
    expect(selector('click')).toBe('CSS selector of the element to click.')
    expect(selector()).toBe(selector('wait'))
    expect(schemaAt('request-v2', '/scrapeOptions/formats/0/prompt', 'json')?.variant).toBe('json')
  })
})

test('the settings of files are known with their place', () => {
  expect(fileSettings('crawl').map(({ pointer }) => pointer)).toEqual(
    expect.arrayContaining([
      '/version',
      '/name',
      '/extends',
      '/matrix',
      '/refresh',
      '/request',
      '/tests/in',
      '/expect/minPages',
    ]),
  )
  expect(fileSettings('project').map(({ pointer }) => pointer)).toEqual(
    expect.arrayContaining([
      '/crawls',
      '/defaults/request',
      '/profiles/*',
      '/environments/*/state/backend',
      '/budget/pages',
      '/rules/*',
    ]),
  )
})
