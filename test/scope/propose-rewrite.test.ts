import { describe, expect, test } from 'vitest'
import { readGlob } from '../../src/scope/pattern/glob-pattern.ts'
import { proposeRewrite } from '../../src/scope/pattern/propose-rewrite.ts'

describe('a rewrite', () => {
  test.each([
    ['^/docs/(?!internal)', '^/docs/', '^/docs/internal'],
    ['^/docs/(?!internal|old).*$', '^/docs/.*$', '^/docs/(internal|old)'],
    ['^(?!.*internal).*$', undefined, 'internal'],
    ['^/(?!blog)', undefined, '^/blog'],
    ['^/(?!blog/).*', undefined, '^/blog/'],
    ['(?!/admin)', undefined, '/admin'],
    ['/docs/(?!v[12]/)[a-z]+', '/docs/[a-z]+', '/docs/v[12]/'],
    ['/(?!a[)]|b)c', '/c', '/(a[)]|b)'],
    ['(?<!/old)/docs', '/docs', '/old/docs'],
    // A pattern that would match everything when shortened stays.
    ['(?!.*)', undefined, '.*'],
    ['/a/?(?!b)', '/a/?', '/a/?b'],
    ['/(?!a).+$', undefined, '/a'],
    ['/(?!a)(.*)', undefined, '/a'],
    ['/(?!a)[|]', '/[|]', '/a'],
    [String.raw`/(?!a\)b)c`, '/c', String.raw`/a\)b`],
    ['/(?!a(b)c)d', '/d', '/a(b)c'],
    ['(a|b)(?!c)', '(a|b)', '(a|b)c'],
  ])('of %s is %s, with %s in the other list', (pattern, expected, counterpart) => {
    expect(proposeRewrite(pattern)).toEqual({ pattern: expected, counterpart })
  })

  test.each([
    ['/a(?=/b)', '/a/b'],
    ['/a(?=/b|/c)', '/a(/b|/c)'],
    ['(?<=/en)/docs', '/en/docs'],
    ['/a(?=/b).*', '/a/b'],
    ['/a*+b', '/a*b'],
    ['/a?+', '/a?'],
    ['/a++', '/a+'],
    ['/(?>a|b)', '/(?:a|b)'],
  ])('of %s is %s', (pattern, expected) => {
    expect(proposeRewrite(pattern)).toEqual({ pattern: expected })
  })

  test.each([
    '(a)\\1',
    '(a',
    '/a(?=b)c',
    '^(?!a)(?!b)',
    'x|(?!a)',
    '(?!a)b|c',
    '^(?:(?!x).)*$',
    '(a(?<!x)b)',
    '(?:/a(?=/b))',
    'x(?<=a)b',
    '(?!a',
    '(?!a)(?<=b)c',
  ])('of %s is unknown', (pattern) => {
    expect(proposeRewrite(pattern)).toBeUndefined()
  })
})

describe('a glob', () => {
  test.each([
    ['blog/*', '^/blog/.*'],
    ['/blog/*', '^/blog/.*'],
    ['/docs/**', '^/docs/.*'],
    ['**/job-listings-*', '^/(.*/)?job-listings-[^/]*$'],
    ['/**/private/**', '^/(.*/)?private/.*'],
    ['*.pdf', '\\.pdf$'],
    ['**/*.pdf', '\\.pdf$'],
    ['/docs/*/edit', '^/docs/[^/]*/edit$'],
    ['/docs/*.html', '^/docs/[^/]*\\.html$'],
    ['/{en,de}/blog', '^/(en|de)/blog$'],
    ['/news*', '^/news[^/]*$'],
    ['/v1.2/*', '^/v1\\.2/.*'],
  ])('%s means %s', (pattern, meant) => {
    expect(readGlob(pattern)).toBe(meant)
  })

  test.each([
    '/blog/.*',
    '^/blog/',
    'blog',
    '/a{2,3}',
    '[^/]*',
    '/docs/.*/x',
    '^/a*$',
    '/(a|b)*',
    '.*\\.pdf$',
    '\\d*',
    '/x.*',
    '',
  ])('%s is not a glob', (pattern) => {
    expect(readGlob(pattern)).toBeUndefined()
  })
})
