import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileScope } from '../../src/scope/compile-scope.ts'
import { includedTexts, searchedTexts } from '../../src/scope/rules.ts'
import { parsePattern } from '../../src/scope/pattern/parse-pattern.ts'
import { someScopeSettings } from '../support/some-scope-settings.ts'

const someUrl = fc
  .tuple(
    fc.constantFrom('http://example.com', 'https://www.example.com:8080', 'https://m.example.com'),
    fc.constantFrom('/docs', '/docs/', '/', '/docs/a.html', '/docs/v1.2', '/x'),
    fc.webPath(),
    fc.constantFrom('', '?a=/b', '#/r', '?q#!/r', '?a{b}|"<', '?%zz'),
  )
  .map((parts) => new URL(parts.join('')))

test('every page in scope has a text that the page-text pattern matches', () => {
  fc.assert(
    fc.property(
      someUrl,
      fc.constantFrom('/docs', '/docs/', '/', '/docs/a.html', '/docs/v1.2'),
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      (...[url, start, crawlEntireDomain, regexOnFullURL, allowSubdomains]) => {
        const settings = someScopeSettings({
          url: `https://example.com${start}`,
          crawlEntireDomain,
          regexOnFullURL,
          allowSubdomains,
        })
        const { inScope } = compileScope(settings).decide(url.href, { depth: 1, via: 'link' })
        const text = regexOnFullURL ? url.href : url.pathname
        const isOwnPath = !regexOnFullURL && !allowSubdomains
        for (const source of [
          searchedTexts(regexOnFullURL),
          ...(isOwnPath ? [includedTexts(settings)] : []),
        ]) {
          expect(parsePattern(source)).toBeDefined()
          expect(!inScope || new RegExp(source).test(text)).toBe(true)
        }
      },
    ),
    { numRuns: 2000 },
  )
})
