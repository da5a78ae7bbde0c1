import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PageFetcher } from '../../../src/service/http/http.ts'
import { SitemapParser } from '../../../src/service/site/parse-sitemap.ts'
import { isSitemapUrl } from '../../../src/service/http/media-type.ts'
import { readSitemaps, sitemapCandidates, type SitemapRequest } from '../../../src/service/site/sitemap.ts'
import { systemClock, type Clock } from '../../../src/util/clock.ts'
import { startLoopbackSite, type LoopbackSite } from '../../support/loopback-site.ts'

const fetcher = new PageFetcher({ clock: systemClock, userAgent: 'test-agent' })
let site: LoopbackSite
let problems: string[] = []
const slept: number[] = []
const clock: Clock = { now: () => 0, sleep: async (ms) => void slept.push(ms) }
beforeAll(async () => {
  site = await startLoopbackSite()
})
afterAll(async () => {
  await fetcher.close()
  await site.close()
})

async function read(
  files: Record<string, string | Buffer>,
  changes: Partial<SitemapRequest> = {},
): Promise<string[]> {
  problems = []
  const type = { 'content-type': 'application/xml' }
  for (const [path, body] of Object.entries(files)) site.set(path, { headers: type, body })
  const request: SitemapRequest = {
    sitemaps: [site.url(Object.keys(files)[0] ?? '/none.xml')],
    addressPolicy: 'loopback',
    maxSitemaps: 1000,
    maxUrls: 1000,
    onTried: ({ error }) => void (error !== undefined && problems.push(error)),
    ...changes,
  }
  const urls: string[] = []
  for await (const url of readSitemaps(request, { fetcher, clock })) urls.push(url.replace(site.origin, ''))
  return urls
}

function urlset(...locations: string[]): string {
  return `<?xml version="1.0"?><urlset xmlns="x">${locations.map((loc) => `<url><loc>${loc}</loc></url>`).join('')}</urlset>`
}

function index(...locations: string[]): string {
  return `<sitemapindex>${locations.map((loc) => `<sitemap><loc>${loc}</loc></sitemap>`).join('')}</sitemapindex>`
}

describe('sitemapCandidates', () => {
  it('lists sitemaps of robots.txt, below the scope, and at the root', () => {
    expect(sitemapCandidates('https://e.com/docs/x', '/docs/', ['https://e.com/s.xml'])).toEqual([
      'https://e.com/s.xml',
      'https://e.com/docs/sitemap.xml',
      'https://e.com/sitemap.xml',
    ])
    expect(sitemapCandidates('https://e.com/', '/', [])).toEqual(['https://e.com/sitemap.xml'])
  })

  it('starts with a start URL that looks like a sitemap', () => {
    expect(sitemapCandidates('https://e.com/a/map.xml.gz', '/a/', ['https://e.com/s.xml'])).toEqual([
      'https://e.com/a/map.xml.gz',
      'https://e.com/s.xml',
      'https://e.com/a/sitemap.xml',
      'https://e.com/sitemap.xml',
    ])
    expect(isSitemapUrl('https://e.com/a.xml?x')).toBe(true)
    expect(isSitemapUrl('https://e.com/a?x.xml')).toBe(false)
  })
})

describe('readSitemaps', () => {
  it('returns locations decoded, absolute and in order, without others', async () => {
    const xml =
      '<?xml version="1.0"?><!-- <url><loc>/no</loc></url> --><urlset><url><loc>\n /a?x=1&amp;y=2 </loc><image:image><image:loc>/i.png</image:loc></image:image></url>' +
      '<url><lastmod>2026</lastmod><loc><![CDATA[/b]]></loc></url><loc>/outside</loc><url><loc>mailto:x</loc></url></urlset>'
    expect(await read({ '/one.xml': xml })).toEqual(['/a?x=1&y=2', '/b'])
  })

  it('decodes the entities of HTML, which XML does not have', async () => {
    const xml = '<urlset><url><loc>/caf&eacute;</loc></url><url><loc>/b?x=1&copy=2&amp;y</loc></url></urlset>'
    expect(await read({ '/one.xml': xml })).toEqual(['/caf%C3%A9', '/b?x=1&copy=2&y'])
  })

  it('follows index files in order, compressed parts, and nested sitemaps', async () => {
    const files = {
      '/index.xml': index('/part1.xml.gz', '/part2', '/missing.xml'),
      '/part1.xml.gz': gzipSync(urlset('/a', '/nested.xml')),
      '/part2': urlset('/d'),
      '/nested.xml': urlset('/b', '/c'),
    }
    expect(await read(files)).toEqual(['/a', '/b', '/c', '/d'])
    expect(problems).toEqual(['it answered 404'])
  })

  it.each<[name: string, entries: string, expected: readonly string[]]>([
    [
      'pages of a urlset with addresses of sitemaps',
      urlset('/p.xml', '/h.xml.gz', '/a'),
      ['/a', '/p.xml', '/h.xml.gz'],
    ],
    ['a page that fails', urlset('/a', '/missing.xml'), ['/a', '/missing.xml']],
    ['sitemaps in a urlset', urlset('/a', '/part.xml', '/text.xml'), ['/a', '/s', '/t']],
    [
      '"sitemap" in a urlset',
      `<urlset><url><loc>/a</loc></url><sitemap><loc>/part</loc></sitemap></urlset>`,
      ['/a', '/s'],
    ],
    [
      '"url" in an index',
      `<sitemapindex><url><loc>/part</loc></url><url><loc>/h</loc></url></sitemapindex>`,
      ['/s', '/h'],
    ],
    ['a page in a feed', '<rss><item><link>/p.xml</link></item></rss>', ['/p.xml']],
  ])('reads entries of the wrong or an unclear kind: %s', async (_, entries, expected) => {
    const part = urlset('/s')
    const files = {
      '/first': entries,
      '/part.xml': part,
      '/part': part,
      '/text.xml': site.url('/t'),
      '/p.xml': '<article><p>A page</p></article>',
      '/h': '<!doctype html><p>A page',
      '/h.xml.gz': gzipSync('<!doctype html><p>A page'),
    }
    expect(await read(files)).toEqual(expected)
    expect(problems).toEqual([])
  })

  it('reads at most ten pages as sitemaps', async () => {
    const paths = Array.from({ length: 60 }, (_, index) => `/article${index}.xml`)
    const pages = Object.fromEntries(paths.map((path) => [path, '<article/>']))
    expect(await read({ '/first': urlset(...paths), ...pages })).toEqual(paths)
    expect(paths.filter((path) => site.count(path) > 0)).toHaveLength(10)
    expect(await read({ '/bound': urlset(...paths) }, { maxUrls: 20 })).toEqual(paths.slice(0, 20))
    expect(problems).toEqual(['more than 20 URLs'])
  })

  it('reads each file once, so that loops end', async () => {
    const files = {
      '/x.xml': index('/y.xml', '/x.xml'),
      '/y.xml': index('/x.xml', '/z.xml'),
      '/z.xml': urlset('/a'),
    }
    expect(await read(files)).toEqual(['/a'])
  })

  it.each([
    ['a prefix', '<sm:urlset xmlns:sm="s"><sm:url><sm:loc>/a</sm:loc></sm:url></sm:urlset>'],
    [
      'a prefix and extensions without one',
      '<n0:urlset xmlns:n0="s"><n0:url><loc>/no</loc><n0:loc>/a</n0:loc></n0:url></n0:urlset>',
    ],
    [
      'extensions with a prefix',
      '<urlset><url><loc>/a</loc><image:image><image:loc>/i.png</image:loc></image:image></url></urlset>',
    ],
    [
      'RSS 2.0',
      '<rss><channel><link>/home</link><item><link><![CDATA[ /a ]]></link><guid>/g</guid></item></channel></rss>',
    ],
    [
      'RSS with permanent links',
      '<rss><item><guid isPermaLink="true">/a</guid></item><item><guid isPermaLink="false">/g</guid></item></rss>',
    ],
    ['RSS with an Atom link', '<rss><item><atom:link href="/no"/><link>/a</link></item></rss>'],
    ['RSS 1.0', '<rdf:RDF><channel><link>/c</link></channel><item><link>/a</link></item></rdf:RDF>'],
    [
      'Atom with links in its text',
      '<feed><entry><link href="/a"/><content type="xhtml"><div><link rel="alternate" href="/no"/></div></content></entry></feed>',
    ],
    ['Atom', '<feed><link href="/home"/><entry><link rel="alternate" href="/a"/></entry></feed>'],
    [
      'Atom with other relations',
      '<feed><entry><link rel="self" href="/s"/><link href="/a"></link><id>/i</id></entry></feed>',
    ],
  ])('reads locations of %s', async (_, text) => {
    expect(await read({ '/one.xml': text })).toEqual(['/a'])
  })

  it.each([
    [
      'RSS with a link that is permanent by default',
      '<rss><item><title>A</title><guid>http://e.com/a</guid></item><item><guid>urn:x:1</guid><guid>17</guid></item></rss>',
    ],
    [
      'Atom with a base of feed, entry and link',
      '<feed xml:base="http://e.com/x/y"><entry xml:base="../"><link xml:base="/z/" href="../a"/></entry></feed>',
    ],
    [
      'RSS with a base',
      '<rss xml:base="http://e.com/b/"><channel><item><link>../a</link></item></channel></rss>',
    ],
    [
      'Atom with a base of an earlier entry',
      '<feed><entry xml:base="http://e.org/"/><entry xml:base="http://e.com/"><link href="a"/></entry></feed>',
    ],
  ])('reads absolute locations of %s', async (_, text) => {
    expect(await read({ '/one.xml': text })).toEqual(['http://e.com/a'])
  })

  it('reads attributes and texts that arrive in single characters', () => {
    const atom = '<a:feed><a:entry><a:link href="/x?a=1&amp;b=2"/></a:entry></a:feed>'
    const parser = new SitemapParser('https://e.com/feed')
    const found = atom.split('').flatMap((piece) => parser.write(piece))
    expect([...found, ...parser.end()]).toEqual([{ url: 'https://e.com/x?a=1&b=2', leadsTo: 'page' }])
  })

  const accented = urlset('/caf\u00E9')
  const declared = (label: string): string => accented.replace('?>', ` encoding="${label}"?>`)
  it.each([
    ['UTF-16 with a byte order mark', Buffer.from(`\uFEFF${declared('UTF-16')}`, 'utf16le')],
    ['UTF-16 in the other byte order', Buffer.from(`\uFEFF${declared('UTF-16')}`, 'utf16le').swap16()],
    ['UTF-16 without a byte order mark', Buffer.from(declared('utf-16'), 'utf16le')],
    ['ISO-8859-1', Buffer.from(declared('ISO-8859-1'), 'latin1')],
    ['UTF-8 that declares UTF-16', Buffer.from(declared('UTF-16'))],
    ['UTF-8 that declares an unknown encoding', Buffer.from(declared('none'))],
    ['packed UTF-16', gzipSync(Buffer.from(`\uFEFF${accented}`, 'utf16le'))],
  ])('reads %s', async (_, bytes) => {
    expect(await read({ '/one.xml': bytes })).toEqual(['/caf%C3%A9'])
  })

  it('prefers the charset of the header to that of the file', async () => {
    const type = { 'content-type': 'application/xml; charset=iso-8859-1' }
    site.set('/one.xml', { headers: type, body: Buffer.from(accented, 'latin1') })
    expect(await read({}, { sitemaps: [site.url('/one.xml')] })).toEqual(['/caf%C3%A9'])
  })

  it('stops after many files in a row without a page', async () => {
    const files = Array.from({ length: 200 }, (_, number) => [
      `/i${number}.xml`,
      index(`/i${number + 1}.xml`),
    ])
    const all = Object.fromEntries([['/all.xml', index(...files.map(([name = '']) => name))], ...files])
    expect(await read(all)).toEqual([])
    expect(problems.at(-1)).toBe('more than 50 sitemaps in a row without a page')
  })

  it.each<[name: string, type: string, pack: (text: string) => string | Buffer]>([
    ['map.txt', 'text/plain', (text) => text],
    ['map.txt', 'application/octet-stream', (text) => `\uFEFF${text}`],
    ['map.txt.gz', 'application/gzip', gzipSync],
    ['map.txt.gz', 'text/plain', gzipSync],
    ['map', 'application/xml', (text) => text],
    ['map.txt', 'text/html', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ])('reads the lines of a text: %s sent as %s', async (name, type, pack) => {
    const text = `${site.url('/a')}\r\nnot a url\n${site.url('/b')}`
    site.set(`/${name}`, { headers: { 'content-type': type }, body: pack(text) })
    expect(await read({}, { sitemaps: [site.url(`/${name}`)] })).toEqual(['/a', '/b'])
  })

  it.each(['\n', '\r', '\r\n'])('reads every line of a long text with line ends %j', async (end) => {
    const paths = Array.from({ length: 900 }, (_, index) => `/x${'x'.repeat(index % 300)}/${index}`)
    site.set('/map.txt', { body: paths.map((path) => site.url(path)).join(end) })
    expect(await read({}, { sitemaps: [site.url('/map.txt')] })).toEqual(paths)
  })

  it.each(['Warning: Undefined variable in map.php', '<br />\n<b>Warning</b>: in <b>a.php</b><br />'])(
    'reads XML after the output of a program: %s',
    async (before) => {
      expect(await read({ '/a.xml': `${before}\n${urlset('/a')}` })).toEqual(['/a'])
    },
  )

  it('refuses invalid files, entities and broken compression, and continues', async () => {
    const files = {
      '/mixed.xml': index('/other.xml', '/laughs.xml', '/broken.xml.gz', '/good.xml'),
      '/other.xml': '<pages><url><loc>/no</loc></url></pages>',
      '/laughs.xml': `<!DOCTYPE urlset [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${urlset('/no')}`,
      '/broken.xml.gz': gzipSync(urlset('/lost')).subarray(0, 20),
      '/good.xml': urlset('/yes'),
    }
    expect(await read(files)).toEqual(['/yes'])
    expect(problems).toHaveLength(3)
    expect(problems.slice(0, 2)).toEqual(['its root element is "pages"', 'it declares entities'])
  })

  it('stops at the bounds on files, URLs, bytes and levels', async () => {
    const many = Object.fromEntries(
      [...Array(40).keys()].map((n) => [`/level${n}.xml`, index(`/level${n + 1}.xml`)]),
    )
    expect(await read({ ...many, '/level40.xml': urlset('/deep') })).toEqual([])
    expect(problems).toEqual(['deeper than 32 index files'])
    expect(await read(many, { maxSitemaps: 3 })).toEqual([])
    expect(problems).toEqual(['more than 3 sitemaps'])
    expect(await read({ '/urls.xml': urlset('/a', '/b', '/c') }, { maxUrls: 2 })).toEqual(['/a', '/b'])
    const bomb = gzipSync(urlset('/a') + ' '.repeat(2_000_000))
    expect(await read({ '/bomb.xml.gz': bomb }, { maxBytes: 100_000 })).toEqual(['/a'])
    expect(problems).toEqual(['it is larger than 100000 bytes'])
  })

  it.each([
    '<urlset><url><loc>/a</loc></url><url><loc>/b',
    '<s:urlset xmlns:s="x"><s:url><s:loc>/a</s:loc></s:url></urlset>',
    index('/part.xml').slice(0, -3),
    '<rss><channel><item><link>/a</link></item></channel>',
    '<rdf:RDF><item><link>/a</link></item>',
  ])('reports a file that is cut off, and uses its entries: %s', async (xml) => {
    expect(await read({ '/cut.xml': xml, '/part.xml': urlset('/a') })).toEqual(['/a'])
    expect(problems).toEqual(['it ends before its root element does'])
  })

  it('accepts an empty file of the right kind', async () => {
    for (const xml of ['<urlset/>', '<urlset xmlns="x"></urlset>', '<rss><channel/></rss>\n']) {
      expect(await read({ '/empty.xml': xml })).toEqual([])
      expect(problems).toEqual([])
    }
  })

  const long = Array.from({ length: 9000 }, (_, index) => `/${index}/${Math.sin(index)}`)
  it.each([
    ['trailing bytes', (packed: Buffer) => Buffer.concat([packed, Buffer.from('\n<!-- cached -->')])],
    ['a wrong checksum', (packed: Buffer) => packed.fill(7, packed.length - 8, packed.length - 4)],
    ['a wrong length', (packed: Buffer) => packed.fill(7, packed.length - 4)],
    ['no checksum', (packed: Buffer) => packed.subarray(0, -8)],
    ['two members', (packed: Buffer) => Buffer.concat([packed, gzipSync('<!-- end -->')])],
  ])('reads compressed data with %s', async (_, change) => {
    for (const locations of [['/a', '/b'], long]) {
      const packed = change(gzipSync(urlset(...locations)))
      expect(await read({ '/map.xml.gz': packed }, { maxUrls: 10_000 })).toEqual(locations)
      expect(problems).toEqual([])
    }
  })

  it('reports a text that contains no URLs', async () => {
    site.set('/note.txt', { headers: { 'content-type': 'text/plain' }, body: 'Moved to another place.\n' })
    expect(await read({}, { sitemaps: [site.url('/note.txt')] })).toEqual([])
    expect(problems).toEqual(['it lists no URLs'])
  })

  it('reads lines with any ends, and locations relative to the final URL', async () => {
    const headers = { 'content-type': 'text/plain' }
    site.set('/mac.txt', { headers, body: '\uFEFFhttps://e.com/1\rhttps://e.com/2\r\nhttps://e.com/3' })
    expect(await read({}, { sitemaps: [site.url('/mac.txt')] })).toEqual(
      ['1', '2', '3'].map((name) => `https://e.com/${name}`),
    )
    site.set('/moved.xml', { status: 301, headers: { location: '/deep/real.xml' } })
    site.set('/deep/real.xml', { headers: { 'content-type': 'application/xml' }, body: urlset('a', '../b') })
    expect(await read({}, { sitemaps: [site.url('/moved.xml')] })).toEqual(['/deep/a', '/b'])
  })

  it('reads a guessed sitemap sent as HTML, and reports it if broken', async () => {
    const guessed = (body: string) => {
      site.set('/guess.xml', { headers: { 'content-type': 'text/html' }, body })
      const sitemaps = [site.url('/guess.xml')]
      return read({}, { sitemaps, guessed: new Set(sitemaps) })
    }
    expect(await guessed(urlset('/a'))).toEqual(['/a'])
    expect(await guessed(index('/none.xml'))).toEqual([])
    expect(await guessed(urlset('/b').slice(0, -9))).toEqual(['/b'])
    expect(problems).toEqual(['it ends before its root element does'])
  })

  it('does not report a guessed sitemap that does not exist', async () => {
    const sitemaps = [site.url('/absent.xml')]
    expect(await read({}, { sitemaps, guessed: new Set(sitemaps) })).toEqual([])
    site.set('/page.xml', { headers: { 'content-type': 'text/html' }, body: '<!doctype html><p>Home' })
    const page = [site.url('/page.xml')]
    expect(await read({}, { sitemaps: page, guessed: new Set(page) })).toEqual([])
    expect(problems).toEqual([])
  })

  it('reports a guessed sitemap if the site fails', async () => {
    site.set('/down.xml', { status: 503 })
    const sitemaps = [site.url('/down.xml')]
    expect(await read({}, { sitemaps, guessed: new Set(sitemaps) })).toEqual([])
    expect(problems).toEqual(['it answered 503'])
  })

  it.each([408, 429, 500, 503, 520])('retries if the site answers %i', async (status) => {
    let calls = 0
    site.set('/busy.xml', () => (calls++ < 2 ? { status } : { body: urlset('/a') }))
    slept.length = 0
    expect(await read({}, { sitemaps: [site.url('/busy.xml')] })).toEqual(['/a'])
    expect(slept).toEqual([500, 2000])
  })

  it('stops waiting after five files that the site does not send', async () => {
    const busy = Array.from({ length: 8 }, (_, n) => `/busy${n}.xml`)
    for (const path of busy) site.set(path, { status: 429 })
    slept.length = 0
    const sitemaps = busy.map((path) => site.url(path))
    expect(await read({}, { sitemaps, guessed: new Set(sitemaps) })).toEqual([])
    expect(slept).toHaveLength(10)
    expect(problems).toEqual(busy.map(() => 'it answered 429'))
  })

  it('reports a named sitemap that does not exist or is a web page', async () => {
    expect(await read({}, { sitemaps: [site.url('/absent.xml')] })).toEqual([])
    expect(problems).toEqual(['it answered 404'])
    site.set('/page.xml', { headers: { 'content-type': 'text/html' }, body: '<html><p>Home</html>' })
    expect(await read({}, { sitemaps: [site.url('/page.xml')] })).toEqual([])
    expect(problems).toEqual(['its root element is "html"'])
  })
})

describe('SitemapParser', () => {
  it('gives the same result for pieces of any size', () => {
    const xml = `<urlset>${'<url><loc>https://e.com/a&amp;b</loc><x>y</x></url>'.repeat(50)}</urlset>`
    for (const size of [1, 2, 3, 7, 64, 1000]) {
      const parser = new SitemapParser('https://e.com/feed')
      const found: { url: string }[] = []
      for (let at = 0; at < xml.length; at += size) found.push(...parser.write(xml.slice(at, at + size)))
      found.push(...parser.end())
      expect(found.map(({ url }) => url)).toEqual(Array(50).fill('https://e.com/a&b'))
    }
  })
})
