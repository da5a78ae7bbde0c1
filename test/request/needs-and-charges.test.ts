import { describe, expect, it } from 'vitest'
import { fillDefaults, inOrder, serviceDefaults } from '../../src/request/fill-defaults.ts'
import { scopeSettings, scopeSettingsWithDefaults } from '../../src/request/page-settings.ts'
import { pageCharges } from '../../src/request/page-charges.ts'
import {
  requestedWaitMs,
  completeRequest,
  findFormat,
  findPdfParser,
  hasFormat,
  isMadeFrom,
  needsBrowser,
  type ScrapeSettings,
} from '../../src/request/page-settings.ts'
import { lackingOf, requestNeeds } from '../../src/request/request-needs.ts'
import type { Json, JsonObject } from '../../src/util/json.ts'

const URL = 'https://example.com/'

describe('the charges of a page', () => {
  it.each<[Json, unknown[]]>([
    [['image'], []],
    [[], []],
    [['pdf'], [{ what: 'pdfPage', times: undefined }]],
    [['image', { type: 'pdf', maxPages: 10 }], [{ what: 'pdfPage', times: 9 }]],
    [['pdf', { type: 'pdf', maxPages: 10 }], [{ what: 'pdfPage', times: undefined }]],
  ])('include PDF pages for the parsers %j', (parsers, expected) => {
    expect(pageCharges({ scrapeOptions: { parsers } })).toEqual([{ what: 'page', times: 1 }, ...expected])
  })
})

it('a page without scrapeOptions is charged once', () => {
  expect(pageCharges({})).toEqual([{ what: 'page', times: 1 }])
})

it.each<[JsonObject, string[]]>([
  [{ zeroDataRetention: true }, ['zeroDataRetention']],
  [{ zeroDataRetention: true, scrapeOptions: { lockdown: true } }, ['lockdown']],
  [{ scrapeOptions: { threatProtection: { mode: 'normal' } } }, ['threatProtection']],
  [{ scrapeOptions: { threatProtection: { mode: 'zscaler' } } }, []],
  [{ scrapeOptions: { threatProtection: { mode: 'manual-only' } } }, []],
  [{ scrapeOptions: { threatProtection: {} } }, ['threatProtection']],
  [{ url: 'https://twitter.com/a' }, ['xPage']],
  [{ scrapeOptions: { checkPromptInjection: true } }, []],
  [{ scrapeOptions: { formats: ['json'], checkPromptInjection: true } }, ['json', 'checkPromptInjection']],
  [
    { scrapeOptions: { formats: [{ type: 'json', prompt: 'x', checkPromptInjection: true }] } },
    ['json', 'checkPromptInjection'],
  ],
  [{ scrapeOptions: { formats: [{ type: 'query', prompt: 'x' }] } }, ['question']],
  [{ scrapeOptions: { formats: [{ type: 'query' }, { type: 'question' }] } }, ['question']],
  [{ scrapeOptions: { formats: ['markdown', { type: 'changeTracking', modes: ['json'] }] } }, ['json']],
  [{ scrapeOptions: { formats: ['json', { type: 'changeTracking', modes: ['json'] }] } }, ['json']],
  [{ scrapeOptions: { formats: [{ type: 'changeTracking', modes: ['git-diff'] }] } }, []],
  [{ scrapeOptions: { formats: ['changeTracking'] } }, []],
  [{ scrapeOptions: { formats: [{ type: 'deterministicJson' }] } }, ['deterministicJson']],
  [
    {
      scrapeOptions: {
        formats: [{ type: 'deterministicJson' }, { type: 'changeTracking', modes: ['json'] }],
      },
    },
    ['deterministicJson'],
  ],
  [{ scrapeOptions: { formats: ['json'], lockdown: true } }, ['json', 'lockdown']],
  [{ scrapeOptions: { formats: ['deterministicJson'], lockdown: true } }, ['deterministicJson']],
  [{ scrapeOptions: { formats: ['highlights', 'audio', 'video'] } }, ['highlights', 'audio', 'video']],
  [
    { scrapeOptions: { redactPII: { mode: 'fast' }, parsers: [{ type: 'pdf', maxPages: 11 }] } },
    ['redactPII', 'pdfPage', 'redactPIIPage'],
  ],
  [{ zeroDataRetention: false, scrapeOptions: { redactPII: false, proxy: 'basic', lockdown: false } }, []],
  [{ scrapeOptions: { redactPII: true, proxy: 'auto', lockdown: true } }, ['lockdown', 'redactPII', 'proxy']],
])('the settings %j are charged for %j', (request, expected) => {
  expect(pageCharges(request).map(({ what }) => what)).toEqual(['page', ...expected])
})

it('fillDefaults fills in the defaults of the schema', () => {
  const { url: _, scrapeOptions, ...crawl } = fillDefaults({ url: URL }) as JsonObject
  const defaults = serviceDefaults()
  const filled = [
    ...Object.entries(crawl).map(([key, value]) => [`/${key}`, value]),
    ...Object.entries(scrapeOptions as JsonObject).map(([key, value]) => [`/scrapeOptions/${key}`, value]),
  ]
  expect(filled.length).toBeGreaterThan(20)
  expect(filled).toEqual(filled.map(([pointer]) => [pointer, defaults.get(pointer as '/limit')]))
  expect([defaults.get('/scrapeOptions/onlyMainContent'), defaults.get('/sitemap')]).toEqual([
    true,
    'include',
  ])
})

it('findFormat finds the settings of a format', () => {
  const json = { type: 'json', prompt: 'why' } as const
  const settings = { formats: ['markdown', json] } as unknown as ScrapeSettings
  expect(findFormat(settings, 'json')).toEqual(json)
  expect(findFormat({ formats: ['markdown'] } as unknown as ScrapeSettings, 'json')).toBeUndefined()
})

const hostedFormats = ['query', 'question', 'highlights', 'deterministicJson', 'branding', 'product', 'menu']

it.each([...hostedFormats, 'audio', 'video', 'rawBase64', 'toString', 'unknown'])(
  'the format %s needs the hosted service',
  (type) => {
    const needs = requestNeeds({ url: URL, scrapeOptions: { formats: [{ type }] } })
    expect(needs).toMatchObject([{ pointer: '/scrapeOptions/formats/0', means: undefined }])
  },
)

it.each([
  ['{"limit":5,"url":"a"}', '{"url":"a","limit":5}'],
  ['{"limt":5,"limit":5,"url":"a"}', '{"url":"a","limit":5,"limt":5}'],
  ['{"scrapeOptions":{"b":1,"mobile":true},"url":"a"}', '{"url":"a","scrapeOptions":{"mobile":true,"b":1}}'],
])('the canonical order of %s is %s', (written, expected) => {
  expect(JSON.stringify(inOrder(JSON.parse(written) as JsonObject))).toBe(expected)
})

describe('the needs of a page setting', () => {
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

it('changeTracking needs another service if no data may be kept', () => {
  const scrapeOptions = { formats: ['changeTracking'] }
  expect(requestNeeds({ url: URL, scrapeOptions })).toEqual([])
  expect(requestNeeds({ url: URL, scrapeOptions, zeroDataRetention: true })).toMatchObject([
    { pointer: '/scrapeOptions/formats/0', means: undefined },
  ])
})

it('fillDefaults leaves a value that is not a mapping', () => {
  for (const written of [null, 'a', []])
    expect(fillDefaults({ url: URL, scrapeOptions: written }).scrapeOptions).toEqual(written)
})

it('the requested wait is the sum of the page and its actions, without selectors', () => {
  const actions = [
    { type: 'wait', milliseconds: 200 },
    { type: 'wait', selector: 'main' },
    { type: 'scrape' },
    { type: 'wait', milliseconds: 30 },
  ]
  expect(requestedWaitMs({ waitFor: 1000, actions } as ScrapeSettings)).toBe(1230)
})

it.each<[string[], string[], string[]]>([
  [['rawHtml', 'attributes', 'screenshot'], [], []],
  [['html', 'links', 'images'], ['content'], []],
  [['markdown', 'changeTracking', 'json', 'summary', 'question', 'highlights', 'query'], [], ['markdown']],
])('the formats %j are each made from content %j and from Markdown %j', (types, content, markdown) => {
  for (const type of types) {
    const settings = { formats: [{ type }] } as unknown as ScrapeSettings
    expect([type, isMadeFrom(settings, 'content'), isMadeFrom(settings, 'markdown')]).toEqual([
      type,
      content.length > 0,
      markdown.length > 0,
    ])
    expect(hasFormat(settings, type as 'markdown')).toBe(true)
    expect(hasFormat({ formats: ['menu'] } as unknown as ScrapeSettings, type as 'markdown')).toBe(false)
  }
})

it('one format is enough, and an unknown format is made from nothing', () => {
  const made = (...formats: unknown[]) => isMadeFrom({ formats } as ScrapeSettings, 'content', 'markdown')
  expect([made('rawHtml', 'html'), made('markdown'), made('toString'), made()]).toEqual([
    true,
    true,
    false,
    false,
  ])
})

it('a page needs a browser if one of its formats does, on every call', () => {
  const plain = { formats: ['markdown', 'json'] } as unknown as ScrapeSettings
  const shown = { formats: ['markdown', 'screenshot'] } as unknown as ScrapeSettings
  expect([plain, shown, plain, shown].map(needsBrowser)).toEqual([false, true, false, true])
})

it.each<[unknown[], unknown]>([
  [[], undefined],
  [['image'], undefined],
  [['image', 'pdf'], { type: 'pdf' }],
  [[{ type: 'image' }], undefined],
  [[{ type: 'image' }, { type: 'pdf', maxPages: 2 }], { type: 'pdf', maxPages: 2 }],
  [[{ type: 'pdf', maxPages: 3 }, 'pdf'], { type: 'pdf', maxPages: 3 }],
])('PDFs are parsed with %j as %j', (parsers, expected) => {
  expect(findPdfParser({ parsers } as ScrapeSettings)).toEqual(expected)
})

describe('settings that a service on one machine lacks', () => {
  const lacking = (settings: JsonObject, has: { model: boolean; browser: boolean }) =>
    lackingOf(requestNeeds({ url: URL, ...settings }), has).map(({ subject, means, reason }) => [
      subject,
      means,
      reason,
    ])
  const HOSTED = 'is offered by the hosted service only'

  it.each<[JsonObject, string | undefined]>([
    [
      { onlyCleanContent: false, fastMode: false, lockdown: false, safeMode: false, redactPII: false },
      undefined,
    ],
    [{ onlyCleanContent: true }, HOSTED],
    [{ minAge: 0 }, HOSTED],
    [{ location: { country: 'DE' } }, undefined],
    [{ location: null }, undefined],
    [{ location: { country: 'US-whitelist' } }, `with the country "us-whitelist" ${HOSTED}`],
    [{ proxy: 'auto' }, undefined],
    [{ proxy: 'basic' }, undefined],
    [{ proxy: 'stealth' }, `"stealth" ${HOSTED}`],
    [{ proxy: 'enhanced' }, `"enhanced" ${HOSTED}`],
    [{ parsers: ['pdf', { type: 'pdf', mode: 'auto', pages: false }] }, undefined],
    [{ parsers: null }, undefined],
    [{ parsers: [null] }, undefined],
    [{ parsers: ['pdf', 'image'] }, undefined],
    [{ parsers: [{ type: 'image' }] }, undefined],
    [{ parsers: [{ type: 'pdf', refresh: true }] }, `with "refresh" ${HOSTED}`],
    [{ parsers: ['image', { type: 'pdf', pageMarkdown: true }] }, `with "pageMarkdown" ${HOSTED}`],
    [{ checkPromptInjection: false }, undefined],
    [{ checkPromptInjection: true }, HOSTED],
    [{ parsers: ['pdf', { type: 'pdf', mode: 'ocr' }] }, `with the mode "ocr" ${HOSTED}`],
    [{ parsers: [{ type: 'pdf', blocks: true }] }, `with "blocks" ${HOSTED}`],
    [{ parsers: [{ type: 'pdf', pageMarkers: true }] }, `with "pageMarkers" ${HOSTED}`],
  ])('include scrapeOptions %j: %s', (scrapeOptions, reason) => {
    const all = { model: true, browser: true }
    const [name] = Object.keys(scrapeOptions)
    expect(lacking({ scrapeOptions }, all)).toEqual(
      reason === undefined ? [] : [[`"scrapeOptions.${name}"`, undefined, reason]],
    )
  })

  it.each([true, false])('include a json format with checkPromptInjection: %s', (checkPromptInjection) => {
    const scrapeOptions = { formats: [{ type: 'json', prompt: 'x', checkPromptInjection }] }
    const reason = `with "checkPromptInjection" ${HOSTED}`
    expect(lacking({ scrapeOptions }, { model: true, browser: true })).toEqual(
      checkPromptInjection ? [['The format "json"', undefined, reason]] : [],
    )
  })

  it('are those that need a missing browser or model', () => {
    const request = {
      prompt: 'a',
      scrapeOptions: { mobile: true, formats: ['json', 'screenshot', 'summary'] },
    }
    const model = ['model', 'needs a language model']
    const browser = ['browser', 'needs a browser']
    const withoutModel = [['"prompt"', ...model]]
    const inPages = [
      ['"scrapeOptions.mobile"', ...browser],
      ['The format "json"', ...model],
      ['The format "screenshot"', ...browser],
      ['The format "summary"', ...model],
    ]
    expect(lacking(request, { model: false, browser: false })).toEqual([...withoutModel, ...inPages])
    expect(lacking(request, { model: true, browser: false })).toEqual([inPages[0], inPages[2]])
    expect(lacking(request, { model: false, browser: true })).toEqual([
      ...withoutModel,
      inPages[1],
      inPages[3],
    ])
    expect(lacking(request, { model: true, browser: true })).toEqual([])
    expect(lacking({ prompt: '', toString: 1 } as JsonObject, { model: false, browser: false })).toEqual([])
  })

  it.each<[Json, string | undefined]>([
    ['changeTracking', undefined],
    [{ type: 'changeTracking', modes: ['git-diff'] }, undefined],
    [{ type: 'changeTracking', modes: ['json'] }, 'with the mode "json" needs a language model'],
    [{ type: 'changeTracking', modes: ['json'], schema: {} }, 'with the mode "json" needs a language model'],
    [{ type: 'changeTracking', schema: {} }, 'uses "schema" only with the mode "json", which is not set'],
    [{ type: 'changeTracking', prompt: 'a' }, 'uses "prompt" only with the mode "json", which is not set'],
    [
      { type: 'changeTracking', prompt: 'a', schema: {} },
      'uses "schema" only with the mode "json", which is not set',
    ],
  ])('include the format %j: %s', (format, reason) => {
    const has = { model: false, browser: false }
    const found = lacking({ scrapeOptions: { formats: ['markdown', format] } }, has)
    expect(found.map(([, , why]) => why)).toEqual(reason === undefined ? [] : [reason])
    const withModel = lacking({ scrapeOptions: { formats: ['markdown', format] } }, { ...has, model: true })
    expect(withModel).toHaveLength(reason === undefined || reason.endsWith('model') ? 0 : 1)
  })
})

it('scopeSettings returns only the given settings, and a variant adds defaults', () => {
  const none = {
    url: '',
    includePaths: [],
    excludePaths: [],
    maxDiscoveryDepth: undefined,
    sitemap: 'include',
    ignoreQueryParameters: false,
    deduplicateSimilarURLs: false,
    crawlEntireDomain: false,
    allowExternalLinks: false,
    allowSubdomains: false,
    regexOnFullURL: false,
    limit: Number.POSITIVE_INFINITY,
  }
  expect(scopeSettings({})).toEqual(none)
  expect(scopeSettingsWithDefaults({})).toEqual({ ...none, deduplicateSimilarURLs: true, limit: 10_000 })
  const all = {
    url: URL,
    includePaths: ['a'],
    excludePaths: ['b'],
    maxDiscoveryDepth: 0,
    sitemap: 'only',
    ignoreQueryParameters: true,
    deduplicateSimilarURLs: true,
    crawlEntireDomain: true,
    allowExternalLinks: true,
    allowSubdomains: true,
    regexOnFullURL: true,
    limit: 7,
  }
  expect([scopeSettings(all), scopeSettingsWithDefaults(all)]).toEqual([all, all])
  const off = { ...all, deduplicateSimilarURLs: false, crawlEntireDomain: false }
  expect(scopeSettingsWithDefaults(off)).toEqual(off)
})

it('completeRequest returns the full form of a request', () => {
  expect(completeRequest({ url: ' example.com ', webhook: 'https://hooks.example/' })).toMatchObject({
    url: 'http://example.com/',
    webhook: { url: 'https://hooks.example/' },
    limit: 10_000,
  })
  const webhook = { url: 'https://hooks.example/', metadata: { a: 'b' } }
  expect(completeRequest({ url: URL, webhook, limit: 3 })).toMatchObject({ url: URL, webhook, limit: 3 })
  expect(completeRequest({ url: 'example.com/?to=https://example.org/' }).url).toBe(
    'http://example.com/?to=https://example.org/',
  )
  expect(completeRequest({ url: URL })).not.toHaveProperty('webhook')
})

it.each<[JsonObject, boolean | undefined]>([
  [{}, true],
  [{ headers: {} }, true],
  [{ headers: { a: 'b' } }, false],
  [{ actions: [] }, true],
  [{ actions: [{ type: 'scrape' }] }, false],
  [{ headers: { a: 'b' }, skipTlsVerification: true }, true],
])('the scrapeOptions %j skip the check of certificates: %s', (scrapeOptions, expected) => {
  expect(fillDefaults({ url: URL, scrapeOptions })).toMatchObject({
    scrapeOptions: { skipTlsVerification: expected },
  })
})

it('fillDefaults does not change its argument', () => {
  const request = { url: URL, webhook: { url: URL }, scrapeOptions: { location: {}, mobile: true } }
  const before = structuredClone(request)
  const filled = fillDefaults(request)
  expect(request).toEqual(before)
  expect(filled).toMatchObject({ ...before, sitemap: 'include' })
})

it('a page is charged for each of its paid formats', () => {
  const formats = [
    'markdown',
    'audio',
    { type: 'json' },
    'json',
    'video',
    'question',
    'highlights',
    'summary',
  ]
  expect(pageCharges({ scrapeOptions: { formats } }).map(({ what }) => what)).toEqual([
    'page',
    'json',
    'question',
    'highlights',
    'audio',
    'video',
  ])
})
