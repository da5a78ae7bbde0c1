import { expect, test } from 'vitest'
import { globMeaning } from '../../src/scope/pattern/glob-pattern.ts'

test.each([
  ['blog/*', '^/blog/.*'],
  ['/docs/**', '^/docs/.*'],
  ['/*/docs', '^/[^/]*/docs$'],
  ['/a-*/b', '^/a-[^/]*/b$'],
  ['/a_*/b', '^/a_[^/]*/b$'],
  ['*/docs', '^/[^/]*/docs$'],
  ['/blog*', '^/blog[^/]*$'],
  ['/a**b', '^/a.*b$'],
  ['**/docs', '^/(.*/)?docs$'],
  ['/**/docs', '^/(.*/)?docs$'],
  ['/a/**/b', '^/a/(.*/)?b$'],
  ['/a.b/*', String.raw`^/a\.b/.*`],
  ['/*/a.b.c', String.raw`^/[^/]*/a\.b\.c$`],
  ['*.pdf', String.raw`\.pdf$`],
  ['**/*.pdf', String.raw`\.pdf$`],
  ['/x/*.pdf', String.raw`^/x/[^/]*\.pdf$`],
  ['/{en,de}/x', '^/(en|de)/x$'],
  ['/{en,de,fr}/*', '^/(en|de|fr)/.*'],
  ['/x.{a.b,c.d}', String.raw`^/x\.(a\.b|c\.d)$`],
])('the glob %s means %s', (pattern, meant) => {
  expect(globMeaning(pattern, false)).toBe(meant)
})

test.each([
  '/blog/',
  '/blog/.*',
  '^/blog/*',
  '/[a-z]*/**',
  '/*/.*',
  '/a/*$',
  '/a{2,3}',
  '/a{2}',
  '/{en}/',
  '/a.b*',
  '(a|b)/*',
])('%s may be a regular expression', (pattern) => {
  expect(globMeaning(pattern, false)).toBeUndefined()
})

test('a glob for whole URLs matches any host, and a file extension only the end', () => {
  expect(globMeaning('/docs/*', true)).toBe('^https?://[^/]+/docs/.*')
  expect(globMeaning('*.pdf', true)).toBe(String.raw`\.pdf$`)
  expect(globMeaning('/docs/', true)).toBeUndefined()
})
