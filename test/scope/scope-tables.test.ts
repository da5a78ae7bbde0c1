import { describe, expect, test } from 'vitest'
import { compileScope } from '../../src/scope/compile-scope.ts'
import type { Discovery } from '../../src/scope/scope.ts'
import { someScopeSettings } from '../support/some-scope-settings.ts'

const LINK: Discovery = { depth: 1, via: 'link', from: 'https://example.com/' }

function verdict(settings: Parameters<typeof someScopeSettings>[0], url: string, discovery = LINK): string {
  const decision = compileScope(someScopeSettings(settings)).decide(url, discovery)
  return decision.inScope ? 'in' : decision.decidedBy
}

describe('child paths', () => {
  test.each([
    ['/docs/', '/docs/', 'in'],
    ['/docs/', '/docs/a/b', 'in'],
    ['/docs/', '/docs', 'child-path'],
    ['/docs/', '/docs-old/', 'child-path'],
    ['/docs', '/docs', 'in'],
    ['/docs', '/docs?x=1', 'in'],
    ['/docs', '/docs/', 'in'],
    ['/docs', '/docs/a', 'in'],
    ['/docs', '/docs-old', 'child-path'],
    ['/docs', '/docsearch', 'child-path'],
    ['/docs', '/Docs/a', 'child-path'],
    ['/docs', '/', 'child-path'],
    ['/docs/guide.html', '/docs/', 'in'],
    ['/docs/guide.html', '/docs/other.html', 'in'],
    ['/docs/guide.html', '/docs', 'child-path'],
    ['/docs/guide.html', '/blog/', 'child-path'],
    ['/index.html', '/anything', 'in'],
    ['/', '/anything', 'in'],
    ['', '/anything', 'in'],
    ['/api/v1.2', '/api/v1.2/x', 'in'],
    ['/api/v1.2', '/api/v1.3', 'child-path'],
    ['/api/v1.10', '/api/v1.3', 'in'],
    ['/api/v1.10', '/other', 'child-path'],
  ])('a start at %s: %s is %s', (start, path, expected) => {
    expect(verdict({ url: `https://example.com${start}` }, `https://example.com${path}`)).toBe(expected)
  })

  test.each(['http://example.com/docs/a', 'https://www.example.com/docs/a', 'https://example.com:8443/docs/a'])(
    'apply across scheme, www and port: %s',
    (url) => {
      expect(verdict({ url: 'https://example.com/docs/' }, url)).toBe('in')
      expect(verdict({ url: 'https://example.com/docs/' }, url.replace('/docs/', '/blog/'))).toBe('child-path')
    },
  )

  test('do not matter with crawlEntireDomain', () => {
    const settings = { url: 'https://example.com/docs/', crawlEntireDomain: true }
    expect(verdict(settings, 'https://example.com/blog')).toBe('in')
  })
})
