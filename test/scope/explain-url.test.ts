import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileScope } from '../../src/scope/compile-scope.ts'
import type { Discovery, ScopeDecision, ScopeExplanation, ScopeSettings } from '../../src/scope/scope.ts'
import { someScopeSettings } from '../support/some-scope-settings.ts'

const someUrl = fc
  .record({
    host: fc.constantFrom(
      'https://example.com',
      'http://www.example.com',
      'https://m.example.com',
      'https://x.org',
    ),
    path: fc.constantFrom('/', '/docs', '/docs/', '/docs/a', '/blog/1', '/docs/a.png', '/docs/old/x'),
    rest: fc.constantFrom('', '?q=1', '#s', '#/r', '?p=blog'),
  })
  .map(({ host, path, rest }) => host + path + rest)

const someSettings = fc.record({
  url: fc.constantFrom('https://example.com/', 'https://example.com/docs', 'https://example.com/docs/a.html'),
  includePaths: fc.subarray(['^/docs', 'blog', '']),
  excludePaths: fc.subarray(['old', '^/blog/\\d+$', 'q=']),
  maxDiscoveryDepth: fc.constantFrom(undefined, 0, 1, 2),
  sitemap: fc.constantFrom('skip', 'include', 'only'),
  crawlEntireDomain: fc.boolean(),
  allowExternalLinks: fc.boolean(),
  allowSubdomains: fc.boolean(),
  regexOnFullURL: fc.boolean(),
})

const someDiscovery: fc.Arbitrary<Discovery> = fc.record({
  depth: fc.nat(3),
  via: fc.constantFrom('start', 'sitemap', 'link', 'redirect'),
  from: someUrl,
})

function expectedReason(decision: ScopeDecision, discovery: Discovery): string {
  if (!decision.inScope) return decision.decidedBy
  return discovery.via === 'start' ? 'start-url' : 'admitted'
}

test('an explanation agrees with the decision', () => {
  fc.assert(
    fc.property(someSettings, someUrl, someDiscovery, (changes, url, discovery) => {
      const scope = compileScope(someScopeSettings(changes))
      const decision = scope.decide(url, discovery)
      const explanation = scope.explain(url, discovery)
      expect(explanation.inResults).toBe(scope.inResults(url, discovery))
      const first = explanation.trace.find((step) => !step.passed)
      const explained = explanation.inScope
        ? { inScope: true, normalized: explanation.normalized }
        : { inScope: false, normalized: explanation.normalized, decidedBy: first?.rule }
      expect(explained).toEqual(decision)
      expect(explanation.decidedBy).toBe(expectedReason(decision, discovery))
    }),
    { numRuns: 1000 },
  )
})

const EXPLAINED: readonly (readonly [Partial<ScopeSettings>, string])[] = [
  [
    { url: 'https://example.com/docs/' },
    `https://example.com/docs/ http://www.example.com/docs/a#intro https://example.com/docs-old/a mailto:a@b.c
      https://docs.example.com/docs/ https://other.org/docs/ https://example.com/docs/a.png`,
  ],
  [
    { includePaths: ['^/blog/', '^/news/'], excludePaths: ['/drafts?/', '\\d{4}'], maxDiscoveryDepth: 0 },
    'https://example.com/ https://example.com/news/draft/2024 https://example.com/a(b)',
  ],
  [{ sitemap: 'only', ignoreQueryParameters: true }, 'https://example.com/a/?b=c'],
  [
    { regexOnFullURL: true, excludePaths: ['[?&]page='], allowExternalLinks: true, allowSubdomains: true },
    `https://example.com/list?x=1&page=2 https://example.com/list https://m.example.com/a https://other.org/
      https://other.org/a https://github.com/a/b`,
  ],
]

test('explanations have the recorded text', async () => {
  const shown = EXPLAINED.flatMap(([settings, urls]) =>
    urls
      .split(/\s+/)
      .map(
        (url) =>
          `${JSON.stringify(settings)}\n${show(compileScope(someScopeSettings(settings)).explain(url))}\n`,
      ),
  )
  await expect(shown.join('\n')).toMatchFileSnapshot('../fixtures/scope/explanations.txt')
})

function show({ url, normalized, inScope, inResults, decidedBy, trace, flip }: ScopeExplanation): string {
  const steps = trace.map(({ rule, passed, detail }) => `  ${passed ? 'pass' : 'FAIL'} ${rule}: ${detail}`)
  const verdict = `${inScope ? 'in' : 'out'}, ${inResults ? 'in' : 'not in'} the results, by ${decidedBy}`
  return [`${url} -> ${normalized}: ${verdict}`, ...steps, `  ${flip}`].join('\n')
}

const FLIPS: readonly [Partial<ScopeSettings>, string, Partial<ScopeSettings>, string][] = [
  [{ excludePaths: ['a', 'b'] }, '/ab', { excludePaths: [] }, '"a" and "b" in excludePaths'],
  [{ includePaths: ['^/x'] }, '/a.b', { includePaths: ['^/x', '^/a\\.b$'] }, '"^/a\\.b$" to includePaths'],
  [{ url: 'https://example.com/docs/' }, '/blog', { crawlEntireDomain: true }, 'crawlEntireDomain to true'],
  [{ url: 'https://example.com/d/a' }, '/d/b', { url: 'https://example.com/d/' }, 'a path above both (/d/)'],
  [{}, '//docs.example.com/', { allowSubdomains: true }, 'allowSubdomains to true'],
  [{}, '//other.org/a', { allowExternalLinks: true }, 'allowExternalLinks to true'],
  [{ maxDiscoveryDepth: 0, sitemap: 'skip' }, '/a', { maxDiscoveryDepth: 1 }, 'maxDiscoveryDepth to 1'],
  [{}, '/a(b)', { excludePaths: ['^/a\\(b\\)$'] }, '"^/a\\(b\\)$" to excludePaths'],
  [
    { regexOnFullURL: true },
    '/a?b',
    { excludePaths: ['^https://example\\.com/a\\?b$'] },
    'com/a\\?b$" to excludePaths',
  ],
]

test.each(FLIPS)(
  'with %j, the decision on %s changes with %j, as the explanation says',
  (settings, path, change, advice) => {
    const { href } = new URL(path, 'https://example.com/')
    const before = compileScope(someScopeSettings(settings)).explain(href)
    const after = compileScope(someScopeSettings({ ...settings, ...change })).explain(href)
    expect(after.inScope).toBe(!before.inScope)
    expect(before.flip).toContain(advice)
  },
)

test.each<[object, string, string, boolean]>([
  [{}, '/docs/', 'start', true],
  [{}, '/docs/a', 'sitemap-or-link', true],
  [{ sitemap: 'skip' }, '/docs/a', 'link', true],
  [{ sitemap: 'only' }, '/docs/a', 'sitemap', true],
  [{ maxDiscoveryDepth: 0 }, '/docs/a', 'sitemap', true],
  [{ maxDiscoveryDepth: 0, sitemap: 'skip' }, '/docs/a', 'never', false],
  [{}, '/blog/', 'never', false],
  [{ limit: 1 }, '/docs/a', 'never', true],
  [{ limit: 1, includePaths: ['/a$'] }, '/docs/a', 'sitemap-or-link', true],
])('with %j, %s is reached by: %s', (settings, path, reached, inScope) => {
  const scope = compileScope(someScopeSettings({ url: 'https://example.com/docs/', ...settings }))
  expect(scope.explain(`https://example.com${path}`)).toMatchObject({ reached, inScope })
})

test.each(['https://example.com/app#/users', 'https://example.com/#!/users'])(
  'the explanation of %s says that a browser is needed',
  (url) => {
    const scope = compileScope(someScopeSettings({ crawlEntireDomain: true, rendersRoutes: false }))
    const detail = expect.stringMatching(/^"#!?\/users" needs a browser.* fetched once for all URLs/)
    expect(scope.explain(url).trace).toContainEqual({ rule: 'duplicate', passed: true, detail })
  },
)

test.each([
  ['https://example.com/app#/users', '"#/users" is a route and names a page of its own'],
  ['https://example.com/app#users', '"#users" is dropped: the whole page is checked'],
  ['https://example.com/app', 'there is no fragment'],
])('the explanation of %s describes the fragment', (url, detail) => {
  const { trace } = compileScope(someScopeSettings({ crawlEntireDomain: true })).explain(url, {
    depth: 1,
    via: 'link',
    from: 'https://example.com/',
  })
  expect(trace).toContainEqual(expect.objectContaining({ rule: 'fragment', passed: true, detail }))
})

test.each<[object, string, boolean]>([
  [{}, '/shop/x', false],
  [{ maxDiscoveryDepth: 0, sitemap: 'skip' }, '/docs/a', true],
  [{}, '/docs/a', false],
  [{ excludePaths: ['^/shop'] }, '/shop/x', false],
  [{ includePaths: ['^/docs'] }, '/shop/x', false],
  [{}, 'https://other.example/docs/a', false],
  [{}, 'mailto:a@example.com', false],
])('with %j, %s is in scope only through a redirect: %s', (settings, link, onlyByRedirect) => {
  const scope = compileScope(someScopeSettings({ url: 'https://example.com/docs/', ...settings }))
  const { href } = new URL(link, 'https://example.com/')
  expect(scope.explain(href)).toMatchObject({ onlyByRedirect })
  const redirect = scope.decide(href, { depth: 1, via: 'redirect', from: 'https://example.com/docs/' })
  expect(onlyByRedirect && !redirect.inScope).toBe(false)
})
