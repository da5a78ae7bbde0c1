import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LinkCache } from '../../../src/service/page-links/link-cache.ts'
import { PageAddresses } from '../../../src/service/page-links/page-links.ts'
import { parsePage } from '../../../src/service/page-tree/parse-page.ts'

function addressesOf(base: string, cache: LinkCache): PageAddresses {
  return new PageAddresses(parsePage(''), { url: base, base, cache })
}

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
  it('is resolved as on the platform, whatever was resolved before', () => {
    const pages = fc.array(fc.tuple(fc.array(spellings, { maxLength: 10 }), bases), { maxLength: 6 })
    fc.assert(
      fc.property(pages, (read) => {
        const cache = new LinkCache()
        for (const [links, base] of [...read, ...read]) {
          const page = addressesOf(base, cache)
          for (const spelling of links) expect(page.resolve(spelling)).toBe(byPlatform(spelling, base))
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('is resolved correctly with a hidden folder before dots', () => {
    const page = addressesOf('https://e.org/a/b', new LinkCache())
    expect(page.resolve('c/.d/../e')).toBe('https://e.org/a/c/e')
  })

  it('is resolved again after the cache was emptied, and not if it is too long', () => {
    const page = addressesOf(`https://e.org/${'a'.repeat(8100)}/`, new LinkCache())
    for (let n = 0; n < 70_000; n++) page.resolve(`/${n}`)
    expect(page.resolve('/1')).toBe('https://e.org/1')
    expect(page.resolve('b'.repeat(90))).toBeUndefined()
  })
})

it('the cache holds as many links as fit into its bound', () => {
  const cache = new LinkCache()
  const page = addressesOf('https://e.org/', cache)
  for (let n = 0; n < 2000; n++) page.resolve(`https://e.org/${n}/${'a'.repeat(8000)}`)
  expect(cache.from('').size).toBeLessThan(1000)
  for (let n = 0; n < 2000; n++) page.resolve(`/${n}`)
  expect(cache.from('https://e.org').size).toBe(2000)
})
