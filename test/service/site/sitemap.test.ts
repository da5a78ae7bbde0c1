import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPageFetcher } from '../../../src/service/http/http.ts'
import { SitemapParser } from '../../../src/service/site/parse-sitemap.ts'
import {
  isSitemapUrl,
  readSitemaps,
  sitemapCandidates,
  type SitemapRequest,
} from '../../../src/service/site/sitemap.ts'
import { systemClock } from '../../../src/util/clock.ts'
import { startLoopbackSite, type LoopbackSite } from '../../support/loopback-site.ts'

const fetcher = createPageFetcher({ clock: systemClock, userAgent: 'test-agent' })
let site: LoopbackSite
let problems: string[] = []
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
    onProblem: (_, reason) => void problems.push(reason),
    ...changes,
  }
  const urls: string[] = []
  for await (const url of readSitemaps(request, fetcher)) urls.push(url.replace(site.origin, ''))
  return urls
}

function urlset(...locations: string[]): string {
  return `<?xml version="1.0"?><urlset xmlns="x">${locations.map((loc) => `<url><loc>${loc}</loc></url>`).join('')}</urlset>`
}

function index(...locations: string[]): string {
  return `<sitemapindex>${locations.map((loc) => `<sitemap><loc>${loc}</loc></sitemap>`).join('')}</sitemapindex>`
}

describe('sitemapCandidates', () => {
  it('looks at robots.txt lines, below the scope, at the root', () => {
    expect(sitemapCandidates('https://e.com/docs/x', '/docs', ['https://e.com/s.xml'])).toEqual([
      'https://e.com/s.xml',
      'https://e.com/docs/sitemap.xml',
      'https://e.com/sitemap.xml',
    ])
    expect(sitemapCandidates('https://e.com/', '/', [])).toEqual(['https://e.com/sitemap.xml'])
  })

  it('takes a start URL that is a sitemap as the only one', () => {
    expect(sitemapCandidates('https://e.com/a/map.xml.gz', '/a/', ['https://e.com/s.xml'])).toEqual([
      'https://e.com/a/map.xml.gz',
    ])
    expect(isSitemapUrl('https://e.com/a.xml?x')).toBe(true)
    expect(isSitemapUrl('https://e.com/a?x.xml')).toBe(false)
  })
})

describe('readSitemaps', () => {
  it('gives locations decoded, absolute and in order, and no others', async () => {
    const xml =
      '<?xml version="1.0"?><!-- <url><loc>/no</loc></url> --><urlset><url><loc>\n /a?x=1&amp;y=2 </loc><image:image><image:loc>/i.png</image:loc></image:image></url>' +
      '<url><lastmod>2026</lastmod><loc><![CDATA[/b]]></loc></url><loc>/outside</loc><url><loc>mailto:x</loc></url></urlset>'
    expect(await read({ '/one.xml': xml })).toEqual(['/a?x=1&y=2', '/b'])
  })

  it('follows index files in order, packed parts, and entries that are sitemaps themselves', async () => {
    const files = {
      '/index.xml': index('/part1.xml.gz', '/part2', '/missing.xml'),
      '/part1.xml.gz': gzipSync(urlset('/a', '/nested.xml')),
      '/part2': urlset('/d'),
      '/nested.xml': urlset('/b', '/c'),
    }
    expect(await read(files)).toEqual(['/a', '/b', '/c', '/d'])
    expect(problems).toEqual([])
  })

  it('reads each file once, so that circles end', async () => {
    const files = {
      '/x.xml': index('/y.xml', '/x.xml'),
      '/y.xml': index('/x.xml', '/z.xml'),
      '/z.xml': urlset('/a'),
    }
    expect(await read(files)).toEqual(['/a'])
  })

  it('reads text sitemaps', async () => {
    site.set('/map.txt', {
      headers: { 'content-type': 'text/plain' },
      body: `${site.url('/a')}\r\nnot a url\n${site.url('/b')}`,
    })
    expect(await read({}, { sitemaps: [site.url('/map.txt')] })).toEqual(['/a', '/b'])
  })

  it('refuses what is no sitemap, what declares entities, and what is packed badly, and goes on', async () => {
    const files = {
      '/mixed.xml': index('/rss.xml', '/laughs.xml', '/broken.xml.gz', '/good.xml'),
      '/rss.xml': '<rss><channel><url><loc>/no</loc></url></channel></rss>',
      '/laughs.xml': `<!DOCTYPE urlset [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${urlset('/no')}`,
      '/broken.xml.gz': gzipSync(urlset('/lost')).subarray(0, 20),
      '/good.xml': urlset('/yes'),
    }
    expect(await read(files)).toEqual(['/yes'])
    expect(problems).toHaveLength(3)
    expect(problems.slice(0, 2)).toEqual(['its root element is "rss"', 'it declares entities'])
  })

  it('ends at the bounds on files, URLs, bytes and levels', async () => {
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

  it('is silent about a sitemap that is not there', async () => {
    expect(await read({}, { sitemaps: [site.url('/absent.xml')] })).toEqual([])
    expect(problems).toEqual([])
  })
})

describe('SitemapParser', () => {
  it('reads the same whatever the pieces', () => {
    const xml = `<urlset>${'<url><loc>https://e.com/a&amp;b</loc><x>y</x></url>'.repeat(50)}</urlset>`
    for (const size of [1, 2, 3, 7, 64, 1000]) {
      const parser = new SitemapParser()
      const found: string[] = []
      for (let at = 0; at < xml.length; at += size) found.push(...parser.write(xml.slice(at, at + size)))
      found.push(...parser.end())
      expect(found).toEqual(Array(50).fill('https://e.com/a&b'))
    }
  })
})
