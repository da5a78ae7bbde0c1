import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsePageUrl, parseStartUrl } from '../../src/scope/page-url.ts'
import { canParseUrl } from '../../src/util/can-parse-url.ts'

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

test('a URL has the same parts as on the platform, and stays the same when parsed again', () => {
  fc.assert(
    fc.property(fc.oneof(someUrl, fc.webUrl({ withFragments: true, withQueryParameters: true })), (text) => {
      const page = parsePageUrl(text)
      const url = canParseUrl(text) ? new URL(text) : undefined
      expect(page !== undefined).toBe(url !== undefined && /^https?:$/.test(url.protocol))
      if (page === undefined || url === undefined) return
      expect([page.path, page.query, page.route + page.section]).toEqual([url.pathname, url.search, url.hash])
      expect(parsePageUrl(page.href)).toEqual({ ...page, section: '' })
    }),
    { numRuns: 20_000 },
  )
})

test.each([
  ['http://www./a', 'www.'],
  ['http://www.www.www.example/a', 'example'],
  ['http://www.www./a', 'www.'],
  ['http://wwww.example/a', 'wwww.example'],
  ['http://WWW.example/a', 'example'],
])('the host of %s is %s', (text, host) => {
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
])('the parts of %s are %o', (text, parts) => {
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

test('a URL that is parsed again with another section gets its own section', () => {
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
