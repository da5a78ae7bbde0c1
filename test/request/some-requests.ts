import fc from 'fast-check'
import type { JsonObject } from '../../src/util/json.ts'

/** What each setting may hold, at its bounds too; together they may still contradict each other. */
const fits = {
  url: [
    'http://127.0.0.1:9/',
    'example.com',
    ' https://example.com/docs ',
    'https://exämple.com/ü',
    'http://localhost:3000/',
    'http://[::1]:8080/x',
    'HTTPS://EXAMPLE.com/a?b#c',
    'https://example.com:65535/',
  ],
  prompt: ['', 'the blog', 'x'.repeat(10_000)],
  excludePaths: [[], [''], ['^/blog/', '\\.pdf$'], ['a{2,3}', '[[:alpha:]]'], ['x'.repeat(2000)]],
  includePaths: [[], ['^/docs/'], [' ', '(?i)docs']],
  maxDiscoveryDepth: [0, 3],
  sitemap: ['skip', 'include', 'only'],
  ignoreQueryParameters: [true, false],
  limit: [1, 10_000, 1e9],
  crawlEntireDomain: [true, false],
  allowExternalLinks: [true, false],
  allowSubdomains: [true, false],
  ignoreRobotsTxt: [true, false],
  robotsUserAgent: ['b'],
  deduplicateSimilarURLs: [true, false],
  regexOnFullURL: [true, false],
  delay: [0.001, 60],
  maxConcurrency: [1, 500],
  webhook: [
    'https://example.com/hook',
    { url: 'https://example.com:65535/hook', headers: { 'x-a': 'b' }, metadata: { a: 'b' }, events: [] },
    { url: 'http://127.0.0.1:9/', events: ['completed', 'failed', 'page', 'started'] },
  ],
  zeroDataRetention: [true, false],
  origin: ['', 'api'],
  integration: ['n8n', '_mine'],
}

const pageFits = {
  formats: [
    [],
    ['markdown', 'links', 'html', 'rawHtml', 'images'],
    ['markdown', { type: 'changeTracking', modes: ['git-diff'], tag: 'a' }],
    ['markdown', { type: 'changeTracking', modes: ['json'], prompt: 'x' }],
    ['markdown', { type: 'changeTracking', prompt: 'x' }],
    [{ type: 'json', prompt: 'x' }, 'summary'],
    [{ type: 'screenshot', fullPage: true, quality: 100, viewport: { width: 7680, height: 4320 } }],
    [{ type: 'attributes', selectors: [{ selector: 'a[href]', attribute: 'href' }] }],
    [{ type: 'question', question: 'Why?' }],
    ['branding'],
    ['rawBase64'],
  ],
  onlyMainContent: [true, false],
  onlyCleanContent: [true, false],
  includeTags: [[], ['main', 'h1.a > b:not(#c)']],
  excludeTags: [['nav', '*ad*']],
  maxAge: [0, 500, 1e9],
  minAge: [1],
  headers: [{}, { Cookie: 'a=b', 'X-A': 'é' }],
  waitFor: [0, 10, 500],
  mobile: [true, false],
  skipTlsVerification: [true, false],
  timeout: [1000, 120_000],
  parsers: [
    [],
    ['pdf'],
    ['image'],
    [{ type: 'pdf', mode: 'ocr' }],
    [{ type: 'pdf', maxPages: 10_000 }],
    [{ type: 'image' }],
    [{ type: 'pdf', refresh: true }],
  ],
  actions: [
    [],
    [{ type: 'wait', milliseconds: 60_000 }],
    Array.from({ length: 50 }, () => ({ type: 'click', selector: 'a[' })),
    [
      { type: 'wait', selector: 'main' },
      { type: 'press', key: 'Enter' },
    ],
  ],
  location: [
    {},
    { country: 'xk', languages: ['de'] },
    { country: 'US-Whitelist' },
    { country: 'us-generic' },
  ],
  removeBase64Images: [true, false],
  blockAds: [true, false],
  proxy: ['basic', 'stealth', 'enhanced', 'auto'],
  storeInCache: [true, false],
  fastMode: [true, false],
  lockdown: [true, false],
  safeMode: [true, false],
  redactPII: [true, false, { mode: 'fast' }],
  checkPromptInjection: [true, false],
  profile: [{ name: 'shop' }],
  threatProtection: [{ mode: 'off' }, { mode: 'zscaler', blacklist: ['*.example.com'] }],
  auditMetadata: [{ username: 'ada' }],
}

/** What no setting of this name may hold. */
const breaks: Readonly<Record<string, readonly unknown[]>> = {
  url: [
    '',
    'ftp://example.com/',
    'https://',
    'https://ada@example.com/',
    'https://example.com/*',
    'https://example.com:99999/',
    'http://http://example.com/',
    'https://exa\ud800mple.com/',
    'mailto:ada@example.com',
    'https://xn--a/',
  ],
  prompt: ['x'.repeat(10_001)],
  excludePaths: [['('], ['(?!a)'], ['(a)\\1'], ['/{lang}/'], ['a++'], ['\ud800'], ['x'.repeat(2001)]],
  includePaths: [['x{'], ['[a&&b]'], ['**'], 'docs'],
  maxDiscoveryDepth: [-1],
  limit: [0, 1.5],
  delay: [0, 60.1],
  maxConcurrency: [0],
  webhook: [
    'ftp://example.com/',
    'https://example.com:99999/',
    { url: 'https://example.com:99999/' },
    { url: 'https://example.com/', headers: { 'a b': 'c' } },
    { url: 'https://example.com/', headers: { 'X-Firecrawl-Signature': 'c' } },
    { url: 'https://example.com/', events: ['crawl.page'] },
    { url: 'https://example.com/', metadata: { 'a\udfff': 'b' } },
  ],
  integration: ['other'],
  formats: [
    ['changeTracking'],
    ['screenshot', { type: 'screenshot' }],
    ['markdown', 'rawBase64'],
    ['json'],
    ['pdf'],
    [{ type: 'attributes', selectors: [{ selector: 'a[', attribute: 'b' }] }],
  ],
  includeTags: [['div['], ['a:unknown'], ['::before']],
  excludeTags: [['*a|b*'], ['a, ']],
  headers: [{ Host: 'a' }, { a: 'b\r\nc: d' }, { a: '€' }],
  waitFor: [60_001],
  timeout: [999],
  parsers: [['doc']],
  actions: [
    [{ type: 'wait' }],
    [{ type: 'wait', milliseconds: 5, selector: 'main' }],
    [{ type: 'wait', milliseconds: 60_001 }],
    Array.from({ length: 51 }, () => ({ type: 'scrape' })),
  ],
  location: [{ country: 'UK' }, { country: 'ZZ' }],
}

/** What fits nowhere. */
const strange: readonly unknown[] = [null, { a: 1 }, [5], -0.5, 'maybe']

/** Some of the settings, each with one of its values. */
function someOf(values: Readonly<Record<string, readonly unknown[]>>): fc.Arbitrary<Record<string, unknown>> {
  const names = Object.keys(values)
  return fc
    .subarray(names, { maxLength: 4 })
    .chain((chosen) =>
      fc.record(Object.fromEntries(chosen.map((name) => [name, fc.constantFrom(...(values[name] ?? []))]))),
    )
}

interface Change {
  readonly name: string
  readonly value: unknown
}

const change: fc.Arbitrary<Change> = fc.oneof(
  ...Object.entries(breaks).map(([name, values]) =>
    fc.constantFrom(...values).map((value): Change => ({ name, value })),
  ),
  fc.record({
    name: fc.constantFrom('limt', ...Object.keys(fits), ...Object.keys(pageFits)),
    value: fc.constantFrom(...strange),
  }),
)

/** Requests that are valid or contradict themselves, half of them broken in one place. */
export const someRequest: fc.Arbitrary<JsonObject> = fc
  .record({
    url: fc.constantFrom(...fits.url),
    crawl: someOf(fits),
    page: someOf(pageFits),
    change: fc.option(change, { freq: 2 }),
  })
  .map(({ url, crawl, page, change }) => {
    const settings = change === null ? {} : { [change.name]: change.value }
    const inPage = change !== null && Object.hasOwn(pageFits, change.name)
    // All of it is JSON.
    return {
      url,
      ...crawl,
      scrapeOptions: { ...page, ...(inPage ? settings : {}) },
      ...(inPage ? {} : settings),
    } as JsonObject
  })

/** Requests at the bounds of how many patterns there may be. Comparing so many takes long, so there are few of these. */
export const crowdedRequests: readonly JsonObject[] = [
  [1000, 0],
  [400, 600],
  [600, 600],
  [1001, 0],
].map(([includes = 0, excludes = 0]) => ({
  url: 'https://example.com/',
  includePaths: Array.from({ length: includes }, (_, index) => `^/in/${index}/`),
  excludePaths: Array.from({ length: excludes }, (_, index) => `^/out/${index}/`),
}))
