import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LinkCache } from '../../../src/service/page-links/link-cache.ts'

function byPlatform(spelling: string, base: string): string | undefined {
  try {
    return new URL(spelling, base).href
  } catch {
    return undefined
  }
}

const pieces = fc.constantFrom(
  '/',
  '//',
  '.',
  '..',
  '/.a/',
  './',
  '../',
  'a',
  'Bc',
  'index.html',
  '?',
  '#',
  '&',
  '=',
  ':',
  'x:y',
  '%2e',
  '%41',
  ' ',
  '\t',
  'ä',
  'http://',
  'https://',
  'HTTP://',
  'http:',
  'mailto:',
  'javascript:',
  'e.org',
  'e.org:80',
  'E.org',
  '@',
  '\\',
  '"',
  'mailto:',
  'javascript:',
  '[',
  '|',
)
const spellings = fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join(''))
const bases = fc.constantFrom(
  'https://e.org/',
  'https://e.org/a/b/page.html?q=/x/#y',
  'http://e.org:8080/a/',
  'http://127.0.0.1:3000/a//b',
  'https://e.org/ä/%41/',
  'https://user:secret@e.org/a/',
)

describe('a link', () => {
  it('is resolved as the platform does, whatever was resolved before', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(spellings, bases), { maxLength: 20 }), (links) => {
        const cache = new LinkCache()
        for (const [spelling, base] of [...links, ...links])
          expect(cache.forBase(base).resolve(spelling)?.url).toBe(byPlatform(spelling, base))
      }),
      { numRuns: 1000 },
    )
  })

  it('is resolved as the platform does on pages that repeat links in any order', () => {
    const pages = fc.array(fc.tuple(fc.array(spellings, { maxLength: 10 }), bases), { maxLength: 6 })
    fc.assert(
      fc.property(pages, (read) => {
        const cache = new LinkCache()
        for (const [links, base] of [...read, ...read]) {
          const page = cache.forBase(base)
          for (const spelling of links) expect(page.resolve(spelling)?.url).toBe(byPlatform(spelling, base))
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('is resolved from its own page with a hidden folder before dots', () => {
    const page = new LinkCache().forBase('https://e.org/a/b')
    expect(page.resolve('c/.d/../e')?.url).toBe('https://e.org/a/c/e')
  })

  it('is the same object wherever it is met, and is reported to a listener once, and again from nearer the start', () => {
    const cache = new LinkCache()
    const met = [
      cache.forBase('https://e.org/a/b').resolve('c'),
      cache.forBase('https://e.org/x').resolve('/a/c'),
      cache.forBase('https://e.org/').resolve('https://e.org/a/c'),
    ]
    expect(new Set(met).size).toBe(1)
    const link = cache.linkTo('https://e.org/a/c')
    expect(met[0]).toBe(link)
    const [one, other] = [{}, {}]
    const told = [
      link.markReported(one, 3),
      link.markReported(one, 3),
      link.markReported(one, 4),
      link.markReported(one, 2),
      link.markReported(one, 2),
      link.markReported(other, 9),
    ]
    expect(told).toEqual([true, false, false, true, false, true])
  })

  it('is the same object on a page however it is spelled there, whatever was met before', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(spellings, bases), { maxLength: 20 }), bases, (links, base) => {
        const cache = new LinkCache()
        for (const [spelling, other] of links) cache.forBase(other).resolve(spelling)
        const page = cache.forBase(base)
        const byUrl = new Map<string, unknown>()
        for (const [spelling] of links) {
          const own = [spelling, byPlatform(spelling, base) ?? spelling, new URL(base).pathname + spelling]
          for (const link of own.map((each) => page.resolve(each)).filter((each) => each !== undefined)) {
            expect(byUrl.get(link.url) ?? link).toBe(link)
            byUrl.set(link.url, link)
          }
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('is the same object while a page is read, and forgotten after it when there are too many', () => {
    const cache = new LinkCache()
    const page = cache.forBase('https://e.org/')
    const first = page.resolve('/a')
    for (let n = 0; n < 50_000; n++) page.resolve(`/${n}`)
    expect(page.resolve('HTTPS://E.org/a')).toBe(first)
    expect(cache.forBase('https://e.org/').resolve('/a')).not.toBe(first)
  })

  it('is the same object on a page after others were forgotten while the page before it was read', () => {
    const cache = new LinkCache()
    const before = cache.forBase('https://e.org/')
    before.resolve('/old')
    for (let n = 0; n < 70_000; n++) cache.linkTo(`https://f.org/${n}`)
    for (const spelling of ['/new', '/old']) before.resolve(spelling)
    const page = cache.forBase('https://e.org/')
    const met = ['/new', '/old', 'HTTPS://e.org/old', '/./old'].map((spelling) => page.resolve(spelling))
    expect(new Set(met).size).toBe(2)
  })

  it('takes no room that others need when it is too long to be followed', () => {
    const cache = new LinkCache()
    const first = cache.linkTo('https://e.org/')
    const page = cache.forBase(`https://e.org/${'a'.repeat(8100)}/`)
    for (let n = 0; n < 31_000; n++) expect(page.resolve(`${'b'.repeat(90)}${n}`)).toBeUndefined()
    expect(cache.forBase('https://e.org/x').resolve('/')).toBe(first)
  })

  it('is forgotten when there are far too many, and then made again', () => {
    const cache = new LinkCache()
    const first = cache.linkTo('https://e.org/')
    for (let n = 0; n < 100_000; n++) cache.linkTo(`https://e.org/${n}`)
    expect(cache.linkTo('https://e.org/')).not.toBe(first)
  })
})
