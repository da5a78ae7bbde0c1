import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseAnyUrl } from '../../src/scope/parse-any-url.ts'
import { parsePageUrl, parseStartUrl } from '../../src/scope/parse-page-url.ts'
import { splitCanonical } from '../../src/scope/split-canonical.ts'

const HOSTS = `http://example.com https://example.com https://www.example.com http://127.0.0.1:8080 http://[::1]:3000
  https://xn--bcher-kva.example https://example.com:443 https://EXAMPLE.com http://127.1 http://0x7f.1
  https://user:secret@example.com https://bücher.example http://a..b https:///x ftp://example.com http://example.com.
  http://www. http://www.www.example.com http://ex%41mple.com`
/** Parts of hosts that look usual and are not. */
const LABELS = 'a example com www xn-- xn--bcher-kva 1 0x7f localhost . .. - -- A _ %41 :80 : @'.split(' ')
const someHost = fc
  .tuple(fc.constantFrom('http://', 'https://', 'https:/', 'HTTPS://'), fc.array(fc.constantFrom(...LABELS)))
  .map(([scheme, labels]) => scheme + labels.join(''))
const PIECES = `/ a docs . .. /. /.. %2e %2E % %zz %c3%a9 é ? # #/ #!/ & = ' " < > \` { } | \\ ^ [ ] ; : @ ! $ * + , ~ 😀`
const someUrl = fc
  .tuple(
    fc.oneof(fc.constantFrom(...HOSTS.split(/\s+/)), someHost),
    fc.array(fc.constantFrom(' ', '\t', '\n', ...PIECES.split(' ')), { maxLength: 12 }),
  )
  .map(([host, pieces]) => host + pieces.join(''))

describe('cutting a serialised URL', () => {
  test('gives exactly what parsing it gives, or nothing', () => {
    fc.assert(
      fc.property(
        fc.oneof(someUrl, fc.webUrl({ withFragments: true, withQueryParameters: true })),
        (text) => {
          const cut = splitCanonical(text)
          expect(cut ?? parseAnyUrl(text)).toEqual(parseAnyUrl(text))
        },
      ),
      { numRuns: 20_000 },
    )
  })

  test('is enough for what pages really link to', () => {
    const links = [
      'https://docs.example.com/guide/start.html',
      'https://docs.example.com/guide/v1.2/?page=2&sort=asc#section-3',
      'http://127.0.0.1:8080/a/b/c',
      'https://example.com/%C3%A9t%C3%A9/index.php?q=a%20b',
      'https://example.com/app#/route/1',
    ]
    for (const link of links) expect(splitCanonical(link)).toEqual(parseAnyUrl(link))
  })
})

test.each([
  ['http://www./a', 'www.'],
  ['http://www.www.www.example/a', 'example'],
  ['http://www.www./a', 'www.'],
  ['http://wwww.example/a', 'wwww.example'],
  ['http://WWW.example/a', 'example'],
])('the host of %s is %s', (text, host) => {
  expect(parseAnyUrl(text)?.host).toBe(host)
  expect(parsePageUrl(text)?.host).toBe(host)
})

test.each([
  ['http://example.com:80/', { scheme: 'http', port: '' }],
  ['https://example.com:80/', { scheme: 'https', port: ':80' }],
  ['https://example.com/#', { section: '', route: '' }],
  ['https://example.com/#/', { section: '', route: '#/' }],
  ['https://example.com/#!', { section: '#!', route: '' }],
  ['https://example.com/#!/', { section: '', route: '#!/' }],
  ['https://example.com/?#a', { query: '', section: '#a', href: 'https://example.com/?' }],
  ['https://example.com/?a=%20#b', { query: '?a=%20', section: '#b', href: 'https://example.com/?a=%20' }],
])('of %s the parts are %o', (text, parts) => {
  expect(parseAnyUrl(text)).toMatchObject(parts)
  expect(parsePageUrl(text)).toMatchObject(parts)
})

test.each([
  ['  example.com/a ', 'http://example.com/a'],
  ['HTTPS://example.com/a', 'https://example.com/a'],
  ['http://example.com/a', 'http://example.com/a'],
  ['localhost:8080/a', 'http://localhost:8080/a'],
  ['ftp://example.com/a', undefined],
  ['a+b-c.1://example.com', undefined],
  ['1http://example.com', 'http://1http//example.com'],
])('a crawl of %s starts at %s', (text, href) => {
  expect(parseStartUrl(text)?.href).toBe(href)
})

test('a start page whose link has a section is parsed anew', () => {
  for (const [text, section] of [
    ['https://example.com/a#b', '#b'],
    ['https://example.com/a', ''],
    ['https://example.com/a#b', '#b'],
  ] as const)
    expect(parsePageUrl(text)?.section).toBe(section)
})

test.each([
  ['https://user:secret@example.com/a', 'https://example.com/a'],
  ['https://example.com', 'https://example.com/'],
  ['https://example.com/a?', 'https://example.com/a?'],
  ['https://example.com/a#b', 'https://example.com/a'],
  ['https://example.com/a#!/b', 'https://example.com/a#!/b'],
])('%s is fetched as %s', (text, href) => {
  expect(parsePageUrl(text)?.href).toBe(href)
})
