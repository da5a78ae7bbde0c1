import { afterEach, describe, expect, it } from 'vitest'
import { type Replay, replayTrail } from '../../src/frontier/replay-trail.ts'
import type { Trail } from '../../src/frontier/trail.ts'
import { compileScope } from '../../src/scope/compile-scope.ts'
import { completeRequest } from '../../src/request/page-settings.ts'
import { scopeSettings } from '../../src/request/page-settings.ts'
import { type CrawlPreview, previewCrawl } from '../../src/service/index.ts'
import type { JsonObject } from '../../src/util/json.ts'
import { type LoopbackSite, startLoopbackSite } from '../support/loopback-site.ts'
import { RandomSource } from '../support/random-source.ts'
import { page, site } from './support/pages.ts'

let web: LoopbackSite

afterEach(() => web.close())

async function explore(body: JsonObject): Promise<CrawlPreview & { trail: Trail }> {
  const preview = await previewCrawl(body, { withTrail: true })
  // Pages carry it as JSON.
  return { ...preview, trail: JSON.parse(JSON.stringify(preview.trail)) as Trail }
}

function replay(trail: Trail, body: JsonObject): Replay {
  const settings = scopeSettings(completeRequest(body) as unknown as JsonObject)
  return replayTrail(trail, (url) => compileScope({ ...settings, url }))
}

/** URLs by verdict, sorted. */
function byVerdict(trail: Trail, { verdicts }: Replay): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const [id, verdict] of verdicts.entries()) (found[verdict] ??= []).push(trail.urls[id] ?? '')
  for (const urls of Object.values(found)) urls.sort()
  return found
}

/** A site of random links, redirects, files, broken and forbidden pages. */
function randomSite(random: RandomSource, address: (at: string) => string): Record<string, never> {
  const paths = Array.from({ length: 60 }, (_, n) => `/${random.pick(['a', 'b', 'c'])}/${n}`)
  const target = (): string => {
    const path = random.pick(paths)
    return random.pick([path, path, path, `${path}?q=1`, `${path}/`, `${path}.png`, 'https://other.example/'])
  }
  const answers = Object.fromEntries(
    paths.map((path) => {
      if (random.chance(0.1)) return [path, { status: 302, headers: { location: random.pick(paths) } }]
      if (random.chance(0.05)) return [path, { headers: { 'content-type': 'application/zip' } }]
      return [path, page(path, Array.from({ length: random.below(9) }, target))]
    }),
  )
  const named = Array.from({ length: 5 }, () => `<url><loc>${address(random.pick(paths))}</loc></url>`)
  return {
    '/': random.chance(0.3)
      ? { status: 302, headers: { location: '/a/0' } }
      : page('start', Array.from({ length: 8 }, target)),
    ...answers,
    '/robots.txt': 'User-agent: *\nDisallow: /c/1',
    '/sitemap.xml': {
      headers: { 'content-type': 'application/xml' },
      body: `<urlset>${named.join('')}</urlset>`,
    },
  } as never
}

const urlsOf = (list: readonly { readonly url: string }[]): string[] => list.map(({ url }) => url).toSorted()

describe('a trail', () => {
  it.each(Array.from({ length: 8 }, (_, seed) => seed))(
    'replayed under the same settings gives the result of the crawl (site %i)',
    async (seed) => {
      const random = new RandomSource(seed)
      web = await startLoopbackSite({})
      for (const [at, answer] of Object.entries(randomSite(random, (at) => web.url(at)))) web.set(at, answer)
      const body: JsonObject = {
        url: web.url('/'),
        sitemap: random.pick(['skip', 'include', 'only']),
        limit: random.pick([5, 20, 1000]),
        crawlEntireDomain: true,
        ...(random.chance(0.5) ? { maxDiscoveryDepth: 2 } : {}),
        ...(random.chance(0.5) ? { excludePaths: ['/b/'] } : {}),
        ...(random.chance(0.3) ? { includePaths: ['^/[ab]/'] } : {}),
        ...(random.chance(0.3) ? { ignoreQueryParameters: true, deduplicateSimilarURLs: true } : {}),
        maxConcurrency: random.pick([1, 4]),
      }
      const { pages, failed, skipped, trail } = await explore(body)
      const replayed = replay(trail, body)
      const again = byVerdict(trail, replayed)
      const verdictOf = (url: string): unknown => replayed.verdicts[trail.urls.indexOf(url)]
      expect(again['in'] ?? []).toEqual(urlsOf(pages))
      // A start page that the patterns keep out is told of only where it explains why there is no page.
      const keptOut = pages.length === 0 ? (again['links-only'] ?? []) : []
      expect([...(again['failed'] ?? []), ...keptOut].toSorted()).toEqual(urlsOf(failed))
      for (const { url, reason } of skipped) {
        expect([url, verdictOf(url)]).toEqual([url, reason])
      }
      expect(again['not-found'] ?? []).toEqual([])
    },
  )

  it.each(Array.from({ length: 4 }, (_, seed) => seed))(
    'replayed under narrower settings gives the result of a new crawl (site %i)',
    async (seed) => {
      const random = new RandomSource(1000 + seed)
      web = await startLoopbackSite({})
      for (const [at, answer] of Object.entries(randomSite(random, (at) => web.url(at)))) web.set(at, answer)
      const wide: JsonObject = { url: web.url('/'), crawlEntireDomain: true }
      const narrow: JsonObject = {
        ...wide,
        ...(random.chance(0.5) ? { maxDiscoveryDepth: 1 + random.below(2) } : {}),
        ...(random.chance(0.5) ? { excludePaths: [random.pick(['^/b/', '[13579]$', '/$'])] } : {}),
        ...(random.chance(0.5) ? { includePaths: ['^/[ab]/', '^/$'] } : {}),
        ...(random.chance(0.3) ? { sitemap: random.pick(['skip', 'only']) } : {}),
      }
      const { trail } = await explore(wide)
      const replayed = replay(trail, narrow)
      const reached = new Set(urlsOf((await explore(narrow)).pages))
      const again = byVerdict(trail, replayed)['in'] ?? []
      const differing = [...new Set([...again, ...reached])].filter(
        (url) => !reached.has(url) || !again.includes(url),
      )
      // The crawl may now ask for another address of a page, whose links are unknown.
      expect(replayed.unread.size > 0 ? [] : differing).toEqual([])
    },
  )

  it('names pages that become included without having been fetched', async () => {
    web = await startLoopbackSite(site({ '/': ['/a', '/b'], '/a': ['/a/x'], '/b': ['/b/x'] }))
    const body = { url: web.url('/'), sitemap: 'skip', excludePaths: ['^/b'] }
    const { trail } = await explore(body)
    const { verdicts, unread } = replay(trail, { ...body, excludePaths: ['^/a'] })
    const verdictOf = (at: string): unknown => verdicts[trail.urls.indexOf(web.url(at))]
    expect(['/', '/a', '/a/x', '/b'].map(verdictOf)).toEqual(['in', 'excluded', 'not-found', 'in'])
    expect([...unread].map((id) => trail.urls[id])).toEqual([web.url('/b')])
  })
})
