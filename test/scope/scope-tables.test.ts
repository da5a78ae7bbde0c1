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
    ['/docs.old/guide', '/docs.old/', 'child-path'],
    ['/index.html', '/anything', 'in'],
    ['/', '/anything', 'in'],
    ['', '/anything', 'in'],
    ['/api/v1.2', '/api/v1.2/x', 'in'],
    ['/api/v1.2', '/api/v1.3', 'child-path'],
    ['/api/v1.10', '/api/v1.3', 'in'],
    ['/api/v1.10', '/other', 'child-path'],
  ])('with a start at %s: %s is %s', (start, path, expected) => {
    expect(verdict({ url: `https://example.com${start}` }, `https://example.com${path}`)).toBe(expected)
  })

  test.each([
    'http://example.com/docs/a',
    'https://www.example.com/docs/a',
    'https://example.com:8443/docs/a',
  ])('apply across scheme, www and port: %s', (url) => {
    expect(verdict({ url: 'https://example.com/docs/' }, url)).toBe('in')
    expect(verdict({ url: 'https://example.com/docs/' }, url.replace('/docs/', '/blog/'))).toBe('child-path')
  })

  test('are not required with crawlEntireDomain', () => {
    const settings = { url: 'https://example.com/docs/', crawlEntireDomain: true }
    expect(verdict(settings, 'https://example.com/blog')).toBe('in')
  })
})

describe('patterns', () => {
  test.each([
    ['blog', '/blog', 'excluded'],
    ['blog', '/x/blogger', 'excluded'],
    ['blog', '/BLOG', 'in'],
    ['blog', '/x?blog', 'in'],
    ['^blog', '/blog', 'in'],
    ['^/a$', '/a', 'excluded'],
    ['^/a$', '/a/', 'in'],
    ['/blog/.*', '/blog', 'in'],
    ['/blog/.*', '/blog/', 'excluded'],
    ['/blog/.*', '/x/blog/a', 'excluded'],
    ['é', '/caf%C3%A9', 'in'],
    ['é', '/café', 'in'],
    ['%C3%A9', '/café', 'excluded'],
    ['   ', '/a', 'in'],
    ['', '/a', 'in'],
  ])('exclude %j: %s is %s', (pattern, path, expected) => {
    expect(verdict({ excludePaths: [pattern] }, `https://example.com${path}`)).toBe(expected)
  })

  test.each([
    [['^/a', '^/b'], '/a', 'in'],
    [['^/a', '^/b'], '/b', 'in'],
    [['^/a', '^/b'], '/c', 'not-included'],
    [['', ' '], '/c', 'in'],
  ])('include a page that one of %j matches: %s is %s', (patterns, path, expected) => {
    expect(verdict({ includePaths: patterns }, `https://example.com${path}`)).toBe(expected)
  })

  test('exclude a page that is also included', () => {
    const settings = { includePaths: ['^/docs'], excludePaths: ['internal'] }
    expect(verdict(settings, 'https://example.com/docs/internal')).toBe('excluded')
  })

  test.each([
    ['/blog/.*', '/x?u=/blog/a', 'excluded'],
    ['^/blog', '/blog', 'in'],
    ['^https://example\\.com/blog', '/blog', 'excluded'],
    ['\\?page=2$', '/list?page=2', 'excluded'],
  ])('with regexOnFullURL, exclude %j: %s is %s', (pattern, path, expected) => {
    expect(verdict({ regexOnFullURL: true, excludePaths: [pattern] }, `https://example.com${path}`)).toBe(
      expected,
    )
  })

  test.each([
    ['^/priv', 'https://blog.example.com/priv', 'excluded'],
    ['^/priv', 'https://other.org/priv', 'excluded'],
    ['/priv', 'https://blog.example.com/priv', 'excluded'],
    ['//blog\\.', 'https://blog.example.com/x', 'in'],
    ['^/priv', 'https://www.example.com/priv', 'excluded'],
  ])('exclude by the path on any host: %j, %s is %s', (pattern, url, expected) => {
    const settings = { excludePaths: [pattern], allowSubdomains: true, allowExternalLinks: true }
    expect(verdict(settings, url)).toBe(expected)
  })

  test('include by the path on any host', () => {
    const settings = { includePaths: ['^/docs'], allowSubdomains: true, allowExternalLinks: true }
    expect(verdict(settings, 'https://blog.example.com/docs')).toBe('in')
    expect(verdict(settings, 'https://blog.example.com/other')).toBe('not-included')
    expect(verdict(settings, 'https://other.org/docs')).toBe('in')
    expect(verdict(settings, 'https://other.org/other')).toBe('not-included')
  })
})

describe('the start URL', () => {
  const start: Discovery = { depth: 0, via: 'start' }
  const url = 'https://example.com/blog'

  test.each([
    [{}, true],
    [{ excludePaths: ['blog'] }, false],
    [{ includePaths: ['^/docs'] }, false],
    [{ includePaths: ['^/blog'] }, true],
    [{ maxDiscoveryDepth: 0 }, true],
  ])('is always fetched, and with %j it is in the results: %s', (changes, inResults) => {
    const scope = compileScope(someScopeSettings({ url, ...changes }))
    expect(scope.decide(url, start)).toEqual({ inScope: true, normalized: url })
    expect(scope.inResults(url, start)).toBe(inResults)
  })

  test.each([
    ['example.com/a', 'http://example.com/b', 'child-path'],
    ['example.com/a', 'http://example.com/a/b', 'in'],
    ['  https://example.com  ', 'https://example.com/b', 'in'],
  ])('may have no scheme, or spaces around it: from %j, %s is %s', (start, link, expected) => {
    expect(verdict({ url: start }, link)).toBe(expected)
  })
})

describe('hosts', () => {
  test.each([
    ['https://example.com/a', 'in'],
    ['http://example.com/a', 'in'],
    ['https://www.example.com/a', 'in'],
    ['https://www.www.example.com/a', 'in'],
    ['https://example.com:8443/a', 'in'],
    ['https://EXAMPLE.com/a', 'in'],
    ['https://m.example.com/a', 'host'],
    ['https://example.org/a', 'host'],
    ['https://notexample.com/a', 'host'],
  ])('by default %s is %s', (url, expected) => {
    expect(verdict({}, url)).toBe(expected)
  })

  test.each([
    ['https://example.com/', 'https://m.example.com/a', 'in'],
    ['https://example.com/', 'https://a.b.example.com/a', 'in'],
    ['https://docs.example.com/', 'https://example.com/a', 'in'],
    ['https://docs.example.com/', 'https://blog.example.com/a', 'in'],
    ['https://docs.example.com/', 'https://example.org/a', 'host'],
    ['https://a.co.uk/', 'https://b.co.uk/x', 'host'],
    ['https://a.co.uk/', 'https://x.a.co.uk/x', 'in'],
    ['https://one.github.io/', 'https://two.github.io/x', 'host'],
    ['https://one.github.io/', 'https://docs.one.github.io/x', 'in'],
    ['http://127.0.0.1:8080/', 'http://127.0.0.2:8080/x', 'host'],
  ])('with allowSubdomains and a start at %s, %s is %s', (url, link, expected) => {
    expect(verdict({ url, allowSubdomains: true }, link, { depth: 1, via: 'link', from: url })).toBe(expected)
  })

  test.each([
    ['https://other.org/a', 'https://example.com/', 'in'],
    ['https://other.org/', 'https://example.com/', 'host'],
    ['https://other.org/?a', 'https://example.com/', 'in'],
    ['https://m.example.com/a', 'https://example.com/', 'in'],
    ['https://github.com/a/b', 'https://example.com/', 'host'],
    ['https://mylinkedin.com/a', 'https://example.com/', 'host'],
    ['https://x.org/share?u=twitter.com', 'https://example.com/', 'host'],
    ['https://other.org/b', 'https://other.org/a', 'host'],
    ['https://third.org/b', 'https://other.org/a', 'host'],
    ['https://example.com/b', 'https://other.org/a', 'in'],
  ])('with allowExternalLinks, %s linked from %s is %s', (url, from, expected) => {
    expect(verdict({ allowExternalLinks: true }, url, { depth: 1, via: 'link', from })).toBe(expected)
  })

  test.each([
    ['https://blog.example.com/x', 'https://example.com/docs/', 'in'],
    ['https://blog.example.com/docs/x', 'https://blog.example.com/y', 'in'],
    ['https://blog.example.com/x', 'https://blog.example.com/y', 'child-path'],
    ['https://example.com/x', 'https://blog.example.com/y', 'child-path'],
  ])(
    'restrict a subdomain to child paths only among its own pages: %s from %s is %s',
    (url, from, expected) => {
      const settings = { url: 'https://example.com/docs/', allowSubdomains: true }
      expect(verdict(settings, url, { depth: 1, via: 'link', from })).toBe(expected)
    },
  )

  test.each([
    ['https://example.com/elsewhere', {}, 'in'],
    ['https://example.com/elsewhere', { excludePaths: ['else'] }, 'excluded'],
    ['https://other.org/', {}, 'host'],
    ['https://other.org/', { allowExternalLinks: true }, 'in'],
    ['https://example.com/elsewhere', { includePaths: ['^/docs'] }, 'not-included'],
    ['https://example.com/elsewhere', { includePaths: ['else'] }, 'in'],
  ])('treat a redirect to %s with %j as %s', (url, changes, expected) => {
    const settings = { url: 'https://example.com/docs/', ...changes }
    expect(verdict(settings, url, { depth: 1, via: 'redirect', from: 'https://example.com/docs/a' })).toBe(
      expected,
    )
  })
})

describe('the scope of links that are not pages', () => {
  test.each([
    'mailto:a@b.c',
    'tel:123',
    'ftp://example.com/a',
    'javascript:void(0)',
    'data:,x',
    '/relative',
    '',
  ])('excludes %j by its protocol', (url) => {
    expect(verdict({}, url)).toBe('protocol')
  })

  const SKIPPED =
    'png jpg jpeg gif css js ico svg tiff zip exe dmg mp4 mp3 wav pptx xlsx avi flv woff ttf woff2 webp inc'
  test.each(SKIPPED.split(' '))('excludes .%s files', (extension) => {
    expect(verdict({}, `https://example.com/a.${extension}`)).toBe('file-type')
    expect(verdict({}, `https://example.com/a.${extension}?v=1`)).toBe('file-type')
    expect(verdict({}, `https://example.com/a.${extension}/b`)).toBe('in')
    expect(verdict({}, `https://example.com/a?file=b.${extension}`)).toBe('in')
  })

  test.each(['pdf', 'docx', 'xml', 'tar.gz', 'webm', 'html', 'PNG', 'php'])(
    'includes .%s files',
    (extension) => {
      expect(verdict({}, `https://example.com/a.${extension}`)).toBe('in')
    },
  )

  test.each([
    ['https://example.com/a#b', 'https://example.com/a', 'fragment'],
    ['https://example.com/a#b', 'https://example.com/a#c', 'fragment'],
    ['https://example.com/a#b', 'https://example.com/c', 'in'],
    ['https://example.com/a#/b', 'https://example.com/a', 'in'],
    ['https://example.com/a#!/b', 'https://example.com/a', 'in'],
    ['https://example.com/a#x/y', 'https://example.com/a', 'in'],
  ])('says of the link %s on %s: %s', (url, from, expected) => {
    expect(verdict({}, url, { depth: 1, via: 'link', from })).toBe(expected)
  })
})

describe('depth', () => {
  test.each([
    [{}, { via: 'link', depth: 99 }, 'in'],
    [{ maxDiscoveryDepth: 1, sitemap: 'skip' }, { via: 'link', depth: 1 }, 'in'],
    [{ maxDiscoveryDepth: 1, sitemap: 'skip' }, { via: 'link', depth: 2 }, 'depth'],
    [{ maxDiscoveryDepth: 0, sitemap: 'skip' }, { via: 'link', depth: 1 }, 'depth'],
    [{ maxDiscoveryDepth: 1 }, { via: 'sitemap', depth: 0 }, 'in'],
    [{ maxDiscoveryDepth: 0 }, { via: 'sitemap', depth: 0 }, 'in'],
    [{ maxDiscoveryDepth: 0, sitemap: 'only' }, { via: 'sitemap', depth: 0 }, 'in'],
    [{ sitemap: 'skip' }, { via: 'sitemap', depth: 0 }, 'depth'],
    [{ sitemap: 'only' }, { via: 'sitemap', depth: 0 }, 'in'],
    [{ sitemap: 'only' }, { via: 'link', depth: 1 }, 'depth'],
  ] as const)('with %j a page found by %j is %s', (settings, discovery, expected) => {
    expect(verdict(settings, 'https://example.com/a', discovery)).toBe(expected)
  })
})

test('the reasons to refuse a URL are checked in a fixed order', () => {
  const settings = {
    url: 'https://example.com/docs/',
    maxDiscoveryDepth: 1,
    excludePaths: ['bad'],
    includePaths: ['good'],
  }
  const from = 'https://example.com/bad.png'
  const ask = (url: string, depth: number): string => verdict(settings, url, { depth, via: 'link', from })
  expect(ask('mailto:bad.png', 2)).toBe('protocol')
  expect(ask('https://example.com/bad.png#x', 2)).toBe('depth')
  expect(ask('https://example.com/bad.png#x', 1)).toBe('file-type')
  expect(ask('https://example.com/bad', 1)).toBe('child-path')
  expect(ask('https://example.com/docs/bad', 1)).toBe('excluded')
  expect(ask('https://example.com/docs/x', 1)).toBe('not-included')
  expect(ask('https://other.org/good/bad', 1)).toBe('excluded')
  expect(ask('https://other.org/good', 1)).toBe('host')
})
