import { describe, expect, it } from 'vitest'
import { fillDefaults } from '../../src/request/fill-defaults.ts'
import { serviceFacts, type PromptFate, type ServiceKind } from '../../src/request/service-facts.ts'
import type { JsonObject } from '../../src/util/json.ts'

interface Wish {
  readonly service?: ServiceKind
  readonly version?: 1 | 2
  readonly prompt?: PromptFate
  readonly refreshMs?: number
}

/** What is said of a request, a line each; of one with a limit and nothing else nothing is. */
function factsOf(
  settings: JsonObject,
  { service = 'hosted', version = 2, prompt = 'none', refreshMs }: Wish = {},
): string[] {
  const request = { url: 'https://example.com/', limit: 1, ...settings }
  const facts = serviceFacts({
    request,
    effective: fillDefaults(request),
    service,
    version,
    prompt,
    refreshMs,
  })
  return facts.map(({ pointer, text }) => `${pointer} ${text}`)
}

const page = (settings: JsonObject) => ({ scrapeOptions: settings })
const E = { service: 'embedded' } as const
const S = { service: 'self-hosted' } as const
const permission = 'answered with 403 unless the team has permission'
const noEffect = 'has no effect on a self-hosted service'

describe('facts about a service with the settings', () => {
  it.each<[JsonObject, Wish, string[]]>([
    [{}, {}, []],
    [{ url: 'example.com' }, {}, ['/url http:// is added in front']],
    [{ url: 'HTTP://example.com' }, {}, []],
    [{ url: 'example.com/?to=https://example.org' }, {}, ['/url http:// is added in front']],
    [{}, { prompt: 'generated' }, [expect.stringMatching(/^\/prompt a language model generates/)]],
    [{}, { prompt: 'locked' }, [expect.stringMatching(/^\/prompt not sent/)]],
    [
      { maxDiscoveryDepth: 0 },
      {},
      [expect.stringMatching(/^\/maxDiscoveryDepth with 0 Firecrawl also drops/)],
    ],
    [
      page({ parsers: ['pdf', { type: 'image' }] }),
      E,
      ['/scrapeOptions/parsers text in pictures is not read'],
    ],
    [page({ parsers: ['image'] }), E, ['/scrapeOptions/parsers text in pictures is not read']],
    [page({ parsers: ['image'] }), {}, []],
    [page({ parsers: ['pdf'] }), E, []],
    [{ maxDiscoveryDepth: 0 }, E, []],
    [{ maxDiscoveryDepth: 0, sitemap: 'skip' }, {}, []],
    [{ maxDiscoveryDepth: 1 }, {}, []],
    [{ delay: 2 }, {}, ['/delay pages are scraped one at a time; 1 page takes at least 2 seconds']],
    [{ delay: 2 }, S, [`/delay ${noEffect}`]],
    [
      { delay: 2, maxConcurrency: 3 },
      {},
      [
        '/delay pages are scraped one at a time, after a first batch of maxConcurrency pages; 1 page takes at least 2 seconds',
        "/maxConcurrency lowered to the team's limit where that is less",
      ],
    ],
    [
      { delay: 2, maxConcurrency: 3 },
      E,
      ['/delay pages are scraped one at a time; 1 page takes at least 2 seconds'],
    ],
    [{ maxConcurrency: 3 }, S, [`/maxConcurrency ${noEffect}`]],
    [{ ignoreRobotsTxt: true, robotsUserAgent: 'a', zeroDataRetention: true }, E, []],
    [
      { ignoreRobotsTxt: true, robotsUserAgent: 'a', zeroDataRetention: true },
      {},
      ['ignoreRobotsTxt', 'robotsUserAgent', 'zeroDataRetention'].map((name) => `/${name} ${permission}`),
    ],
    [{ ignoreRobotsTxt: false, zeroDataRetention: false }, {}, []],
    [
      { webhook: { url: 'https://a.b/', events: [] } },
      {},
      ['/webhook/events an empty list sends every event'],
    ],
    [{ webhook: { url: 'https://a.b/', events: [] } }, E, []],
    [{ webhook: { url: 'https://a.b/', events: ['page'] } }, {}, []],
  ])('%j, %j', (settings, wish, expected) => {
    expect(factsOf(settings, wish)).toEqual(expected)
  })

  const replaced = (ms: number) => [`/scrapeOptions/timeout exactly 30000 is replaced by ${ms}; 30001 is not`]
  const raised = '/scrapeOptions/waitFor raised to 5000 by change tracking'
  it.each<[JsonObject, Wish, string[]]>([
    [{ timeout: 30_000 }, {}, replaced(120_000)],
    [{ timeout: 30_001 }, {}, []],
    [{ timeout: 30_000 }, E, []],
    [{ timeout: 30_000, proxy: 'basic' }, {}, []],
    [{ timeout: 30_000, proxy: 'basic', formats: ['markdown', { type: 'json' }] }, {}, replaced(60_000)],
    [{ formats: ['markdown', 'changeTracking'] }, {}, [raised]],
    [{ formats: ['changeTracking'], waitFor: 4999 }, {}, [raised]],
    [{ formats: ['changeTracking'], waitFor: 5000 }, {}, []],
    [{ formats: ['changeTracking'] }, E, []],
    [{ waitFor: 100 }, {}, []],
    [{ lockdown: true }, {}, ['/scrapeOptions/maxAge raised to 63072000000 by lockdown']],
    [{ lockdown: true }, E, []],
    [{ lockdown: true, maxAge: 0 }, {}, []],
    [
      {},
      { refreshMs: 43_200_000 },
      [
        `/scrapeOptions/maxAge refresh is 12h, but pages up to 2d old may come from the service's cache; write "maxAge: 43200000" below "scrapeOptions"`,
      ],
    ],
    [{}, { refreshMs: 172_800_000 }, []],
    [{ maxAge: 0 }, { refreshMs: 1 }, []],
    [{ maxAge: 2 }, { refreshMs: 1, ...S }, [expect.stringContaining('refresh is 1ms')]],
    [{}, { refreshMs: 1, ...E }, []],
    [
      { headers: { a: 'b' } },
      {},
      ['/scrapeOptions/skipTlsVerification certificates are verified, because headers or actions are sent'],
    ],
    [{ headers: { a: 'b' }, skipTlsVerification: true }, {}, []],
    [{ location: { country: 'DE' } }, E, [expect.stringContaining('from the address of this machine')]],
    [{ location: { country: 'DE' } }, {}, []],
  ])('scrapeOptions %j, %j', (settings, wish, expected) => {
    expect(factsOf(page(settings), wish)).toEqual(expected)
  })

  it('name the differences to version 1 if a setting is not written', () => {
    const told = [
      expect.stringMatching(/^\/maxDiscoveryDepth no limit; version 1/),
      expect.stringMatching(/^\/scrapeOptions\/maxAge pages up to 2 days old/),
      expect.stringMatching(/^\/scrapeOptions\/skipTlsVerification .* version 1 verified them/),
      expect.stringMatching(/^\/scrapeOptions\/proxy chosen automatically; version 1/),
      expect.stringMatching(/^\/scrapeOptions\/parsers text in pictures is read too; version 1/),
    ]
    expect(factsOf({}, { version: 1 })).toEqual(told)
    expect(factsOf({}, { version: 1, ...E })).toEqual([told[0], told[2]])
    const written = { maxAge: 1, skipTlsVerification: true, proxy: 'auto', parsers: [] }
    expect(factsOf({ maxDiscoveryDepth: 3, ...page(written) }, { version: 1 })).toEqual([])
  })
})

describe('facts about charges with the settings', () => {
  const external = { allowExternalLinks: true }
  const redirects = expect.stringMatching(/^\/scrapeOptions\/threatProtection the target of a redirect/)
  const unset = expect.stringMatching(/^\/scrapeOptions\/threatProtection without a mode, .*; the target/)
  it.each<[JsonObject, Wish, unknown[]]>([
    [external, {}, [expect.stringMatching(/^\/allowExternalLinks pages of x\.com and twitter\.com/)]],
    [external, S, []],
    [{ ...external, sitemap: 'only' }, {}, []],
    [page({ threatProtection: { mode: 'normal' } }), {}, [redirects]],
    [page({ threatProtection: {} }), {}, [unset]],
    [page({ threatProtection: {} }), S, []],
    [page({ threatProtection: { mode: 'zscaler' } }), {}, []],
  ])('%j, %j', (settings, wish, expected) => {
    expect(factsOf(settings, wish)).toEqual(expected)
  })
})

describe('facts about patterns on other hosts', () => {
  const includes = { includePaths: ['^/a'], allowExternalLinks: true }
  const excludes = { excludePaths: ['^/a'], allowSubdomains: true }
  const patternFacts = (settings: JsonObject, service: ServiceKind): string[] =>
    factsOf(settings, { service }).filter((fact) => /^\/(?:include|exclude)Paths /.test(fact))

  it.each<[ServiceKind, JsonObject, number]>([
    ['hosted', includes, 1],
    ['self-hosted', includes, 1],
    ['embedded', includes, 0],
    ['hosted', { ...includes, includePaths: [] }, 0],
    ['hosted', { ...includes, includePaths: [' '] }, 0],
    ['hosted', { ...includes, sitemap: 'only' }, 0],
    ['hosted', { ...includes, allowExternalLinks: false }, 0],
  ])('with includePaths: %s, %j', (service, settings, count) => {
    expect(patternFacts(settings, service)).toEqual(
      Array.from({ length: count }, () => expect.stringContaining('other sites')),
    )
  })

  it.each<[ServiceKind, JsonObject, number]>([
    ['hosted', excludes, 1],
    ['hosted', { excludePaths: ['^/a'], allowExternalLinks: true }, 1],
    ['embedded', excludes, 0],
    ['hosted', { ...excludes, regexOnFullURL: true }, 0],
    ['hosted', { ...excludes, excludePaths: ['/a'] }, 0],
    ['hosted', { ...excludes, excludePaths: ['/a', '^/b'] }, 1],
    ['hosted', { ...excludes, excludePaths: ['/a^b', '^', 7] }, 0],
    ['self-hosted', excludes, 1],
    ['hosted', { ...excludes, excludePaths: '^/a' }, 0],
    ['hosted', { excludePaths: ['^/a'] }, 0],
  ])('with excludePaths: %s, %j', (service, settings, count) => {
    expect(patternFacts(settings, service)).toEqual(
      Array.from({ length: count }, () => expect.stringContaining('other hosts')),
    )
  })

  it.each([
    [119, '119 seconds'],
    [120, '2 minutes'],
    [7199, '120 minutes'],
    [7200, '2 hours'],
  ])('a delay of one second for each of %i pages takes at least %s', (limit, expected) => {
    expect(factsOf({ delay: 1, limit })[0]).toContain(`${limit} pages take at least ${expected}`)
  })
})
