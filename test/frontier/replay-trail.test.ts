import { describe, expect, it } from 'vitest'
import { PageFrontier, type FrontierPage, movesCrawl } from '../../src/frontier/frontier.ts'
import { TrailRecorder } from '../../src/frontier/record-trail.ts'
import { replayTrail, type FoundBy, type Replay, type Verdict } from '../../src/frontier/replay-trail.ts'
import type { Trail, TrailFailure } from '../../src/frontier/trail.ts'
import { compileScope } from '../../src/scope/compile-scope.ts'
import { normalizeUrl } from '../../src/scope/page-url.ts'
import type { ScopeSettings } from '../../src/scope/scope.ts'
import { RandomSource } from '../support/random-source.ts'
import { someScopeSettings } from '../support/some-scope-settings.ts'

const ORIGIN = 'https://example.com'
const MOST_HOPS = 3

interface Site {
  readonly sitemap: readonly string[]
  /** By URL; others do not answer. */
  readonly pages: ReadonlyMap<
    string,
    {
      readonly links: readonly string[]
      readonly leadsTo?: string | undefined
      /** Whether the answer is 404. */
      readonly isMissing: boolean
    }
  >
}

/** A site of random links, redirects and broken pages; robots.txt forbids /c/1, /c/10 and so on. */
function randomSite(random: RandomSource): Site {
  const paths = ['/', ...Array.from({ length: 30 }, (_, n) => `/${random.pick(['a', 'b', 'c'])}/${n}`)]
  const hosts = [ORIGIN, ORIGIN, ORIGIN, 'https://www.example.com', 'https://other.example']
  const target = (): string => {
    const url = random.pick(hosts) + random.pick(paths)
    return random.pick([url, url, url, `${url}?q=1`, `${url}#top`, `${url}.png`, 'mailto:a@example.com'])
  }
  const links = (most: number) => Array.from({ length: random.below(most) }, target)
  const pages = [...new Set(hosts)].flatMap((host) =>
    paths
      .filter((path) => path === '/' || !random.chance(0.1))
      .map((path) => {
        const leadsTo = random.chance(0.15) ? random.pick(hosts) + random.pick(paths) : undefined
        return [
          host + path,
          { links: links(path === '/' ? 12 : 6), leadsTo, isMissing: random.chance(0.1) },
        ] as const
      }),
  )
  return { sitemap: links(6), pages: new Map(pages) }
}

function randomSettings(random: RandomSource, limit: number): ScopeSettings {
  return someScopeSettings({
    limit,
    sitemap: random.pick(['skip', 'include', 'only']),
    crawlEntireDomain: random.chance(0.8),
    allowExternalLinks: random.chance(0.3),
    deduplicateSimilarURLs: random.chance(0.5),
    ignoreQueryParameters: random.chance(0.3),
    ...(random.chance(0.4) ? { maxDiscoveryDepth: random.below(4) } : {}),
    ...(random.chance(0.4) ? { excludePaths: [random.pick(['/b/', '[13579]$', '^/$'])] } : {}),
    ...(random.chance(0.3) ? { includePaths: ['^/[ab]/'] } : {}),
  })
}

const allowed = (url: string): boolean => !new URL(url).pathname.startsWith('/c/1')

/** What a crawl of a site does, in an order that `random` gives: a job without time, HTTP and disk. */
class ModelCrawl {
  readonly #site: Site
  readonly #settings: ScopeSettings
  readonly #random: RandomSource
  readonly #recorder = new TrailRecorder()
  readonly #frontier
  readonly #failures = new Map<string, TrailFailure>()
  readonly #atOnce: number
  readonly verdicts = new Map<string, Verdict | 'waiting'>()
  readonly found = new Map<string, FoundBy>()

  constructor(site: Site, settings: ScopeSettings, random: RandomSource, atOnce: number) {
    this.#atOnce = atOnce
    this.#site = site
    this.#settings = settings
    this.#random = random
    const options = { scope: compileScope(settings), allowed, spareUrls: 5, maxUrls: 1000 }
    this.#frontier = this.#recorder.watch(new PageFrontier(options), options)
  }

  run(): Trail {
    this.#admit([this.#settings.url], { via: 'start', depth: 0 })
    this.#admit(this.#site.sitemap, { via: 'sitemap', depth: 0 })
    const flying: { page: FrontierPage; url: string; hops: number }[] = []
    for (;;) {
      const page = flying.length < this.#atOnce ? this.#frontier.take() : undefined
      if (page !== undefined) flying.push({ page, url: page.url, hops: 0 })
      if (page !== undefined && this.#random.chance(0.7)) continue
      if (flying.length === 0) break
      const place = this.#random.below(flying.length)
      const visit = flying[place]
      if (visit !== undefined && !this.#goOn(visit)) flying.splice(place, 1)
    }
    const trail = this.#recorder.trail(this.#failures)
    if (trail === undefined) throw new Error('a frontier was watched')
    for (const [url, verdict] of this.verdicts) if (verdict === 'waiting') this.verdicts.set(url, 'limit')
    return JSON.parse(JSON.stringify(trail)) as Trail
  }

  #admit(urls: readonly string[], found: FoundBy): void {
    for (const url of urls) {
      const answer = this.#frontier.admit({ url, ...found })
      const known = normalizeUrl(url) ?? url
      const before = this.verdicts.get(known)
      if (
        answer === 'fragment' ||
        known === found.holder ||
        (typeof answer === 'string' && (before ?? 'duplicate') !== 'duplicate')
      )
        continue
      this.verdicts.set(known, typeof answer === 'string' ? answer : 'waiting')
      this.found.set(known, found)
    }
  }

  /** Takes one step of a page; the answer is false at its end. */
  #goOn(visit: { page: FrontierPage; url: string; hops: number }): boolean {
    const { page, url } = visit
    const there = this.#site.pages.get(url)
    if (there?.leadsTo !== undefined && visit.hops++ < MOST_HOPS) {
      const reason = this.#frontier.move(page, { from: url, to: there.leadsTo })
      visit.url = there.leadsTo
      if (reason !== undefined) return this.#drop(page, reason === 'duplicate' ? reason : 'failed')
      if (allowed(visit.url)) return true
      this.#recorder.forbid(visit.url)
      if (!this.verdicts.has(visit.url)) this.verdicts.set(visit.url, 'robots')
      return this.#drop(page, 'robots')
    }
    if (there === undefined || there.leadsTo !== undefined) return this.#drop(page, 'failed')
    if (page.via === 'start' && movesCrawl(this.#settings.url, url))
      this.#frontier.rescope(compileScope({ ...this.#settings, url }))
    if (url !== page.url && !this.#frontier.claim(page, url)) return this.#drop(page, 'duplicate')
    if (!this.verdicts.has(url)) this.verdicts.set(url, 'duplicate')
    const counts = this.#frontier.isCounted(page, url)
    this.#frontier.settle(page, counts ? 'counted' : 'uncounted')
    const fails = counts && there.isMissing
    if (fails) this.#failures.set(page.url, { error: 'HTTP 404', status: 404 })
    this.verdicts.set(page.url, fails ? 'failed' : counts ? 'in' : 'links-only')
    this.#admit(there.links, { via: 'link', depth: page.depth + 1, holder: url })
    return false
  }

  #drop(page: FrontierPage, verdict: Verdict): false {
    this.#frontier.settle(page, 'uncounted')
    this.verdicts.set(page.url, verdict)
    if (verdict === 'failed') this.#failures.set(page.url, { error: 'It does not answer.' })
    return false
  }
}

/** What becomes of each URL, and how it was found; another address of a page is found in many ways. */
type Told = readonly (readonly [url: string, verdict: unknown, found: FoundBy | undefined])[]

function told(
  trail: Trail,
  verdictOf: (url: string, id: number) => unknown,
  foundOf: (url: string, id: number) => FoundBy | undefined,
): Told {
  return trail.urls.map((url, id) => {
    const verdict = verdictOf(url, id)
    return [url, verdict, verdict === 'duplicate' ? undefined : foundOf(url, id)]
  })
}

const toldByReplay = (trail: Trail, { verdicts, found }: Replay): Told =>
  told(
    trail,
    (_, id) => verdicts[id],
    (_, id) => found[id],
  )

const toldByCrawl = (trail: Trail, { verdicts, found }: ModelCrawl): Told =>
  told(
    trail,
    (url) => verdicts.get(url) ?? 'not-found',
    (url) => found.get(url),
  )

const replay = (trail: Trail, settings: ScopeSettings): Replay =>
  replayTrail(trail, (url) => compileScope({ ...settings, url }))

describe('the replay of a trail', () => {
  it('gives the result of the crawl under the same settings', () => {
    for (let seed = 0; seed < 100; seed++) {
      const random = new RandomSource(seed)
      const settings = randomSettings(random, random.pick([3, 10, 1000]))
      const crawl = new ModelCrawl(randomSite(random), settings, random, 4)
      const trail = crawl.run()
      expect([seed, ...toldByReplay(trail, replay(trail, settings))]).toEqual([
        seed,
        ...toldByCrawl(trail, crawl),
      ])
    }
  })

  it('gives the result of a new crawl under narrower settings', () => {
    let compared = 0
    for (let seed = 0; seed < 100; seed++) {
      const random = new RandomSource(seed)
      const site = randomSite(random)
      const trail = new ModelCrawl(site, someScopeSettings({ crawlEntireDomain: true }), random, 1).run()
      const settings = randomSettings(random, random.pick([3, 10, 1000]))
      const crawl = new ModelCrawl(site, settings, random, 1)
      crawl.run()
      const replayed = replay(trail, settings)
      if (replayed.unread.size > 0) continue
      compared++
      expect([seed, ...toldByReplay(trail, replayed)]).toEqual([seed, ...toldByCrawl(trail, crawl)])
    }
    expect(compared).toBeGreaterThan(30)
  })
})
