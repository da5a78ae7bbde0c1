import { describe, expect, it } from 'vitest'
import { loadTexts } from '../support/load-texts.ts'

describe('the comparison of the patterns of many crawls', () => {
  it.each([
    ['with different beginnings', 2, 1000, (crawl: number, index: number) => `^/s${crawl}-${index}/`],
    ['of few crawls', 200, 5, (crawl: number, index: number) => `^/s${crawl}-${index}/`],
    ['with alternatives', 800, 5, (crawl: number, index: number) => `^/(en|de)/s${crawl}-${index}/(.*/)?p$`],
  ])('compares all patterns %s', (_, crawls, patterns, shape) => {
    expect(rulesOf(project(crawls, patterns, shape))).not.toContain('scope/not-compared')
  })

  it.each([
    ['2 crawls with 1000 patterns each', 2, 1000],
    ['800 crawls with 5 patterns each', 800, 5],
  ])('stops at a bound, and reports once that it did: %s', (_, crawls, patterns) => {
    const shape = (crawl: number, index: number): string => `^/[a-z]+/s${crawl}x${index}/[0-9]{4}/`
    const found = loadTexts(project(crawls, patterns, shape)).diagnostics
    expect(found.filter(({ rule }) => rule === 'scope/not-compared')).toMatchObject([
      { message: expect.stringMatching(/^[1-9]/) as unknown },
    ])
    expect(rulesOf({ 'crawls/one.yaml': crawlText({ includePaths: ['^/a/'] }) })).not.toContain(
      'scope/not-compared',
    )
  })

  it('compares the patterns of crawls that leave out their start URL', () => {
    const excludePaths = [
      '/[a-z]{2}-[A-Z]{2}/',
      '/print/.*',
      '[.](pdf|zip|tar[.]gz)$',
      '/edit$',
      '/v[0-9]{1,3}/',
    ]
    const texts = Array.from({ length: 300 }, (_, crawl) => {
      const includePaths = [`/s${crawl}/.*[.]html$`]
      const url = `https://s${crawl}.example.com/docs/`
      return [`crawls/c${crawl}.yaml`, crawlText({ url, includePaths, excludePaths })] as const
    })
    expect(new Set(rulesOf(Object.fromEntries(texts)))).toEqual(new Set(['scope/start-url-shut-out']))
  })

  it('finds the one overlap among many patterns', () => {
    const shape = (crawl: number, index: number): string => `^/s${crawl}-${index}/`
    const texts = { ...project(2, 400, shape), 'crawls/z.yaml': crawlText({ includePaths: ['^/s1-399/x/'] }) }
    expect(overlapsOf(texts)).toHaveLength(1)
  })

  it.each([
    [['^/a/'], ['^/a/b/']],
    [['^/a/b/'], ['^/a/']],
    [[], ['^/a/']],
    [['^/a/'], []],
    [
      ['^/x/', '^/a/'],
      ['^/y/', '^/a/b'],
    ],
  ])('finds an overlap in both directions: %j and %j', (one, other) => {
    const [a, b] = [one, other].map((includePaths) => crawlText({ includePaths }))
    expect(overlapsOf({ 'crawls/a.yaml': a!, 'crawls/b.yaml': b! })).toHaveLength(1)
  })

  it('finds an overlap after a similar crawl without one', () => {
    const texts = {
      'crawls/a.yaml': crawlText({ includePaths: ['^/a/[0-9]+$'] }),
      'crawls/b.yaml': crawlText({ includePaths: ['^/a/x'] }),
      'crawls/c.yaml': crawlText({ includePaths: ['^/a/xy'] }),
    }
    expect(overlapsOf(texts)).toHaveLength(1)
  })

  it.each([{ excludePaths: ['^/a/'] }, { limit: 1 }, { url: 'https://other.example.com/' }])(
    'finds no overlap with pages that are left out: %j',
    (request) => {
      const one = crawlText({ includePaths: ['^/a/'] })
      for (const url of ['https://docs.example.com/a/', 'https://docs.example.com/']) {
        const overlaps = (more: object) =>
          overlapsOf({ 'crawls/a.yaml': one, 'crawls/b.yaml': crawlText({ url, ...more }) })
        expect(overlaps({})).toHaveLength(1)
        expect(overlaps(request)).toEqual([])
      }
    },
  )

  it('finds an overlap with a crawl of an entire domain, whatever its start', () => {
    const [entire, other] = [
      crawlText({ url: 'https://docs.example.com/a/', crawlEntireDomain: true }),
      crawlText({ url: 'https://docs.example.com/b/' }),
    ]
    if (entire === undefined || other === undefined) throw new Error('two were made')
    expect(overlapsOf({ 'crawls/a.yaml': entire, 'crawls/b.yaml': other })).toHaveLength(1)
    expect(overlapsOf({ 'crawls/a.yaml': other, 'crawls/b.yaml': entire })).toHaveLength(1)
  })

  it('finds an overlap in either order of the files', () => {
    const [inner, outer] = ['https://docs.example.com/a/', 'https://docs.example.com/'].map((url) =>
      crawlText({ url }),
    )
    if (inner === undefined || outer === undefined) throw new Error('two were made')
    expect(overlapsOf({ 'crawls/a.yaml': inner, 'crawls/b.yaml': outer })).toHaveLength(1)
    expect(overlapsOf({ 'crawls/a.yaml': outer, 'crawls/b.yaml': inner })).toHaveLength(1)
  })

  it.each(['allowExternalLinks', 'allowSubdomains', 'regexOnFullURL'])(
    'finds no overlap if the reach of a crawl is unknown: %s',
    (setting) => {
      const texts = {
        'crawls/a.yaml': crawlText({ [setting]: true }),
        'crawls/b.yaml': crawlText({ sitemap: 'skip' }),
      }
      expect(overlapsOf(texts)).toEqual([])
    },
  )
})

function project(
  crawls: number,
  patterns: number,
  shape: (crawl: number, index: number) => string,
): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: crawls }, (_, crawl) => [
      `crawls/c${crawl}.yaml`,
      crawlText({ includePaths: Array.from({ length: patterns }, (__, index) => shape(crawl, index)) }),
    ]),
  )
}

function crawlText(more: object): string {
  const request = { url: 'https://docs.example.com/', limit: 100, ...more }
  return JSON.stringify({ version: 2, request })
}

function rulesOf(texts: Record<string, string>): readonly string[] {
  return loadTexts(texts).diagnostics.map(({ rule }) => rule)
}

function overlapsOf(texts: Record<string, string>): readonly string[] {
  return rulesOf(texts).filter((rule) => rule === 'scope/overlapping-crawls')
}
