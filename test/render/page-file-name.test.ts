import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pageName, takeFileName } from '../../src/render/page-file-name.ts'
import { KeyTable } from '../../src/util/key-table.ts'

const home = 'docs.example.com'
const fileName = (url: string, taken: KeyTable): string =>
  takeFileName({ url, name: pageName(url, home) }, taken)
const name = (url: string): string => fileName(url, new KeyTable())

describe('the file name of a page', () => {
  it.each([
    ['https://docs.example.com/', 'index.md'],
    ['https://docs.example.com/en/', 'en/index.md'],
    ['https://docs.example.com/en', 'en.md'],
    ['https://docs.example.com/en/start.html', 'en/start.md'],
    ['https://docs.example.com/a/?page=2', 'a/index-page-2.md'],
    ['https://docs.example.com/#/route', 'index-route.md'],
    ['https://docs.example.com/%E4%BE%8B/x', '例/x.md'],
    ['https://other.example.com/x', 'other.example.com/x.md'],
    ['http://docs.example.com:8080/x', 'docs.example.com-8080/x.md'],
    ['https://docs.example.com/%2e%2e/%2e%2e/etc/passwd', 'etc/passwd.md'],
    ['https://docs.example.com/..%2f..%2fetc/passwd', 'etc/passwd.md'],
    ['https://docs.example.com/.ssh/.bashrc', 'ssh/bashrc.md'],
    ['https://docs.example.com/CON/nul.html', '_CON/_nul.md'],
    ['https://docs.example.com/com1/lpt%C2%B3.html', '_com1/_lpt³.md'],
    ['https://docs.example.com/COM%C2%B9.x', '_COM¹.x.md'],
    ['https://docs.example.com/a.md/b', 'a.md_/b.md'],
    ['https://docs.example.com/a//b', 'a/b.md'],
    ['https://docs.example.com/%00%0a', 'page-67ebbd370d.md'],
  ])('is derived from %s', (url, file) => {
    expect(name(url)).toBe(file)
  })

  it('is short, and found in linear time, for a URL with very many dots', () => {
    expect(name(`https://docs.example.com/a${'.'.repeat(500_000)}b`).length).toBeLessThan(256)
  })

  it('differs for URLs that differ only in case or in removed characters', () => {
    const taken = new KeyTable()
    const urls = ['/Docs', '/docs', '/docs.html', '/docs?', '/d%6fcs', '/docs%20', '/docs!'].map(
      (path) => `https://docs.example.com${path}`,
    )
    const files = urls.map((url) => fileName(url, taken).toLowerCase())
    expect(new Set(files).size).toBe(urls.length)
  })

  it.each([
    ['a sharp s', 2, '/straße', '/strasse', '/STRAẞE'],
    ['a capital i with a dot', 1, '/İ', '/i%CC%87'],
    ['a long s and a ligature', 2, '/ſoft', '/soft', '/ﬁle', '/file'],
    ['the two small sigmas', 1, '/ος', '/οσ'],
    ['composed and decomposed letters', 1, '/é', '/e%CC%81'],
    ['a character that is not shown', 1, '/a%EF%B8%8F', '/a'],
  ])('differs for names that file systems consider equal: %s', (_what, equal, ...paths) => {
    const taken = new KeyTable()
    const files = paths.map((path) => fileName(`https://docs.example.com${path}`, taken))
    const hashed = files.filter((file) => /-[\da-f]{10}\.md$/.test(file))
    expect([hashed.length, new Set(files).size]).toEqual([equal, paths.length])
  })

  it('never leaves its folder, and never equals a folder, for any URLs', () => {
    const part = fc.oneof(
      fc.constantFrom(
        '..',
        '.',
        '%2e%2e',
        '%2F',
        '%5c..',
        'con',
        'a.md',
        'index',
        '',
        '%00',
        'x'.repeat(300),
      ),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
    )
    const url = fc
      .tuple(fc.constantFrom(home, 'b.example.com'), fc.array(part, { maxLength: 30 }))
      .map(([host, parts]) => `https://${host}/${parts.join('/')}`)
    fc.assert(
      fc.property(fc.uniqueArray(url, { maxLength: 20 }), (urls) => {
        const taken = new KeyTable()
        const files = urls.map((one) => fileName(one, taken).toLowerCase())
        expect(new Set(files).size).toBe(files.length)
        for (const file of files) {
          const parts = file.split('/')
          expect(parts.length).toBeLessThan(20)
          for (const one of parts) {
            expect(one).not.toMatch(/^\.|^$|[\\:*?"<>|\p{Control}]|[. ]$/u)
            expect(Buffer.byteLength(one)).toBeLessThan(200)
          }
          expect(files.some((other) => other.startsWith(`${file}/`))).toBe(false)
        }
      }),
    )
  })
})
