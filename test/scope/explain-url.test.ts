import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileScope } from '../../src/scope/compile-scope.ts'
import type { Discovery, ScopeDecision } from '../../src/scope/scope.ts'
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

test('explaining gives the answer that deciding gives', () => {
  fc.assert(
    fc.property(someSettings, someUrl, someDiscovery, (changes, url, discovery) => {
      const scope = compileScope(someScopeSettings(changes))
      const decision = scope.decide(url, discovery)
      const explanation = scope.explain(url, discovery)
      expect(explanation.inResults).toBe(scope.inResults(url, discovery))
      const first = explanation.trace.find((step) => !step.passed)
      const explained = explanation.inScope
        ? { inScope: true, normalized: explanation.normalized }
        : {
            inScope: false,
            normalized: explanation.normalized,
            decidedBy: first?.rule,
            ...(first?.pattern === undefined ? {} : { pattern: first.pattern }),
          }
      expect(explained).toEqual(decision)
      expect(explanation.decidedBy).toBe(expectedReason(decision, discovery))
    }),
    { numRuns: 1000 },
  )
})
