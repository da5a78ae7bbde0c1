import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileScope } from '../../src/scope/compile-scope.ts'
import { normalizeUrl } from '../../src/scope/page-url.ts'
import { someScopeSettings } from '../support/some-scope-settings.ts'

const similar = compileScope(someScopeSettings())
const exact = compileScope(someScopeSettings({ deduplicateSimilarURLs: false }))
const withoutQuery = compileScope(someScopeSettings({ ignoreQueryParameters: true }))
const exactWithoutQuery = compileScope(
  someScopeSettings({ ignoreQueryParameters: true, deduplicateSimilarURLs: false }),
)

function permutations(rest: string): string[] {
  return ['http', 'https'].flatMap((scheme) =>
    ['', 'www.'].flatMap((www) =>
      ['', '/', '/index.html', '/index.php'].map((end) => `${scheme}://${www}example.com${rest}${end}`),
    ),
  )
}

describe('the key of a page', () => {
  test.each(['', '/a', '/a/b.html', '/index'])('is the same for all 16 forms of %j', (path) => {
    const forms = permutations(path)
    expect(forms).toHaveLength(16)
    expect(new Set(forms.map((url) => similar.dedupeKey(url)))).toHaveProperty('size', 1)
  })

  test.each(['', '/a'])('differs for each form of %j without deduplicateSimilarURLs', (path) => {
    // `https://example.com` and `https://example.com/` are one URL to the URL standard.
    const distinct = new Set(permutations(path).map((url) => new URL(url).href)).size
    expect(new Set(permutations(path).map((url) => exact.dedupeKey(url)))).toHaveProperty('size', distinct)
  })

  test.each([
    ['https://example.com/a#b', 'https://example.com/a'],
    ['https://example.com/a#', 'https://example.com/a'],
    ['https://user:secret@example.com/a', 'https://example.com/a'],
    ['https://example.com:443/a', 'https://example.com/a'],
    ['https://EXAMPLE.com/a', 'https://example.com/a'],
    ['https://example.com/%c3%bcber', 'https://example.com/über'],
    ['https://example.com/%7ejo/%69ndex?q=%c3%a9', 'https://example.com/~jo/index?q=é'],
    ['https://example.com/a%2fb', 'https://example.com/a%2Fb'],
    ['https://example.com/#/%d1%8f', 'https://example.com/#/я'],
    ['https://example.com/é', 'https://example.com/%C3%A9'],
    ['https://example.com/b/../a', 'https://example.com/a'],
    ['https://example.com/a/?x=1', 'https://example.com/a?x=1'],
  ])('is the same for %s and %s', (a, b) => {
    expect(similar.dedupeKey(a)).toBe(similar.dedupeKey(b))
  })

  test.each([
    ['https://example.com/a#/b', 'https://example.com/a'],
    ['https://example.com/a#!/b', 'https://example.com/a'],
    ['https://example.com/a#/b', 'https://example.com/a#/c'],
    ['https://example.com/a?x=1&y=2', 'https://example.com/a?y=2&x=1'],
    ['https://example.com/a?x=1', 'https://example.com/a'],
    ['https://example.com/a', 'https://example.com/A'],
    ['https://example.com/a', 'https://example.com/a.html'],
    ['https://example.com/index.htm', 'https://example.com/'],
    ['https://example.com:8080/a', 'https://example.com/a'],
    ['https://m.example.com/a', 'https://example.com/a'],
  ])('differs for %s and %s', (a, b) => {
    expect(similar.dedupeKey(a)).not.toBe(similar.dedupeKey(b))
  })

  test('ignores the query with ignoreQueryParameters', () => {
    for (const scope of [withoutQuery, exactWithoutQuery]) {
      expect(scope.dedupeKey('https://example.com/a?x=1')).toBe(scope.dedupeKey('https://example.com/a'))
      expect(scope.dedupeKey('https://example.com/a?x=1#/r')).toBe(
        scope.dedupeKey('https://example.com/a#/r'),
      )
    }
    expect(exactWithoutQuery.dedupeKey('http://example.com/a?x=1')).not.toBe(
      exactWithoutQuery.dedupeKey('https://example.com/a'),
    )
  })

  test.each([true, false])('ignores routes if no browser is used', (deduplicateSimilarURLs) => {
    const scope = compileScope(someScopeSettings({ deduplicateSimilarURLs, rendersRoutes: false }))
    expect(scope.dedupeKey('https://example.com/a?x=1#/r')).toBe(scope.dedupeKey('https://example.com/a?x=1'))
    expect(scope.dedupeKey('https://example.com/a#!/r')).toBe(scope.dedupeKey('https://example.com/a#/s'))
  })

  test('is absent for a URL that is not a page', () => {
    expect(similar.dedupeKey('mailto:a@example.com')).toBeUndefined()
    expect(normalizeUrl('nonsense')).toBeUndefined()
  })
})

const anyUrl = fc.webUrl({ withFragments: true, withQueryParameters: true })

describe('for any URL', () => {
  test('normalizing twice is the same as once, and removes only credentials and sections', () => {
    fc.assert(
      fc.property(anyUrl, (url) => {
        const once = normalizeUrl(url)
        fc.pre(once !== undefined)
        expect(normalizeUrl(once ?? '')).toBe(once)
        expect(once?.split('#')[0]).toBe(new URL(url).href.split('#')[0])
      }),
    )
  })

  test('the key is the same before and after normalizing', () => {
    fc.assert(
      fc.property(anyUrl, (url) => {
        for (const scope of [similar, exact, withoutQuery, exactWithoutQuery]) {
          expect(scope.dedupeKey(normalizeUrl(url) ?? '')).toBe(scope.dedupeKey(url))
        }
      }),
    )
  })

  test('scheme, www, trailing slashes and index pages never change the key', () => {
    const change = fc.constantFrom('scheme', 'www', 'slash', 'index.html', 'index.php')
    fc.assert(
      fc.property(anyUrl, fc.array(change, { maxLength: 4 }), (text, changes) => {
        const url = new URL(text)
        fc.pre(url.port === '')
        const key = similar.dedupeKey(url.href)
        for (const kind of changes) {
          if (kind === 'scheme') url.protocol = url.protocol === 'http:' ? 'https:' : 'http:'
          else if (kind === 'www') url.hostname = `www.${url.hostname}`
          else if (kind === 'slash') url.pathname += '/'
          else url.pathname = `${url.pathname.replace(/\/$/, '')}/${kind}`
        }
        expect(similar.dedupeKey(url.href)).toBe(key)
      }),
    )
  })
})
