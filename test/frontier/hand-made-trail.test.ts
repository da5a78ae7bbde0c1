import { describe, expect, it } from 'vitest'
import { PageFrontier, movesCrawl } from '../../src/frontier/frontier.ts'
import { TrailRecorder } from '../../src/frontier/record-trail.ts'
import { replayTrail } from '../../src/frontier/replay-trail.ts'
import type { Trail } from '../../src/frontier/trail.ts'
import { compileScope } from '../../src/scope/compile-scope.ts'
import type { ScopeSettings } from '../../src/scope/scope.ts'
import { someScopeSettings } from '../support/some-scope-settings.ts'

const ORIGIN = 'https://example.com'
const at = (path: string) => (path.startsWith('/') ? ORIGIN + path : path)

function watched() {
  const recorder = new TrailRecorder()
  const scope = compileScope(someScopeSettings({ url: at('/'), limit: 4 }))
  const options = { scope, allowed: (url: string) => !url.includes('forbidden'), spareUrls: 2, maxUrls: 50 }
  const bare = new PageFrontier(options)
  return { recorder, bare, scope, frontier: recorder.watch(bare, options) }
}

describe('the record of a crawl', () => {
  it('contains its events in order', () => {
    const { recorder, frontier, scope } = watched()
    const link = (holder: string, ...paths: string[]) => {
      for (const path of paths) frontier.admit({ url: at(path), depth: 1, via: 'link', holder: at(holder) })
    }
    frontier.admit({ url: at('/'), depth: 0, via: 'start' })
    for (const url of [at('/map'), at('/map'), 'https://user:x@example.com/map2#top'])
      frontier.admit({ url, depth: 0, via: 'sitemap' })
    const start = frontier.take()!
    link('/', '/a', '/#top', '/a#top', '/forbidden', 'mailto:forbidden@example.com')
    link('/', 'https://other.example/forbidden', 'https://other.example/x', '/a')
    frontier.admit({ url: at('/loose'), depth: 1, via: 'link' })
    const map = frontier.take()!
    frontier.settle(start, 'counted')
    expect(frontier.move(map, { from: at('/map'), to: at('/moved') })).toBeUndefined()
    expect(frontier.claim(map, at('/moved'))).toBe(true)
    frontier.settle(map, 'counted')
    const map2 = frontier.take()!
    expect(frontier.move(map2, { from: at('/map2'), to: 'https://other.example/' })).toBe('host')
    frontier.settle(map2, 'uncounted')
    const a = frontier.take()!
    recorder.forbid(at('/late'))
    recorder.forbid(at('/late'))
    const failures = new Map([[a.url, { error: 'HTTP 404', status: 404 }]])
    expect(recorder.trail(failures)).toEqual({
      settings: scope.settings,
      urls: [
        at('/'),
        at('/map'),
        at('/map2'),
        at('/a'),
        at('/forbidden'),
        'mailto:forbidden@example.com',
        'https://other.example/forbidden',
        'https://other.example/x',
        at('/loose'),
        at('/late'),
      ],
      sitemap: [1, 1, 2],
      visits: [
        { url: 0 },
        { url: 1, finalUrl: at('/moved'), hops: [[at('/map'), at('/moved')]] },
        { url: 2, hops: [[at('/map2'), 'https://other.example/']], isRefused: true },
        { url: 3, failure: { error: 'HTTP 404', status: 404 } },
      ],
      events: [0, 3, 2, 4, 5, 6, 7, 8, 9],
      links: [[0, [3, 4, 5, 6, 7]]],
      forbidden: [4, 6, 9],
      manyLinks: [],
      isCut: false,
      bounds: { spareUrls: 2, maxUrls: 50 },
    })
  })

  it('does not change the answers of the frontier', () => {
    const { frontier, bare, recorder } = watched()
    expect(frontier.peek()).toBeUndefined()
    expect(frontier.take()).toBeUndefined()
    const page = frontier.admit({ url: at('/a'), depth: 1, via: 'link', holder: at('/') })
    expect(frontier.peek()).toBe(page)
    expect(frontier.counts).toEqual({ completed: 0, inFlight: 0, waiting: 1, left: 0 })
    for (const path of ['/b', '/c', '/d', '/e', '/f']) {
      expect([frontier.isFull, bare.isFull]).toEqual([false, false])
      frontier.admit({ url: at(path), depth: 1, via: 'link', holder: at('/') })
    }
    expect([frontier.isFull, bare.isFull]).toEqual([true, true])
    frontier.rescope(compileScope(someScopeSettings({ url: 'https://new.example/', limit: 9 })))
    expect(bare.admit({ url: 'https://new.example/x', depth: 1, via: 'link' })).toMatchObject({ seq: 6 })
    // It records nothing about a page whose start it did not see.
    const unseen = bare.take()!
    frontier.claim(unseen, at('/end'))
    frontier.move(unseen, { from: unseen.url, to: at('/end') })
    frontier.settle(unseen, 'counted')
    expect(recorder.trail(new Map())).toMatchObject({ visits: [], events: [] })
  })
})

const NOTHING = {
  sitemap: [],
  visits: [],
  events: [],
  links: [],
  forbidden: [],
  manyLinks: [],
  isCut: false,
  bounds: { spareUrls: 10, maxUrls: 100 },
}

/** Decides a trail again; the verdicts by path. */
function decided(trail: Partial<Trail> & Pick<Trail, 'urls'>, changes: Partial<ScopeSettings> = {}) {
  const urls = trail.urls.map((url) => at(url))
  const settings = someScopeSettings({ url: at('/'), ...changes })
  const replay = replayTrail({ ...NOTHING, settings, ...trail, urls }, (url) =>
    compileScope({ ...settings, url }),
  )
  const { verdicts, unread, found, scope } = replay
  return {
    verdicts: Object.fromEntries(trail.urls.map((url, id) => [url, verdicts[id]])),
    unread: [...unread],
    found,
    root: scope.settings.url,
  }
}

/** Events of visits that each begin and end before the next one. */
const oneByOne = (count: number) =>
  Array.from({ length: count }, (_, visit) => [3 * visit, 3 * visit + 2]).flat()

describe('the replay of a trail', () => {
  it('may have no URLs', () => {
    expect(decided({ urls: [] })).toEqual({ verdicts: {}, unread: [], found: [], root: '' })
  })

  it('says how each URL was found, and which pages have unknown links', () => {
    const told = decided({
      urls: ['/', '/map', '/a', '/b', '/alone'],
      sitemap: [1],
      visits: [{ url: 0 }, { url: 2 }],
      events: oneByOne(2),
      links: [
        [0, [2]],
        [2, [3]],
      ],
    })
    expect(told.verdicts).toEqual({ '/': 'in', '/map': 'in', '/a': 'in', '/b': 'in', '/alone': 'not-found' })
    expect(told.unread).toEqual([1, 3])
    expect(told.found).toEqual([
      { via: 'start', depth: 0 },
      { via: 'sitemap', depth: 0 },
      { via: 'link', depth: 1, holder: at('/') },
      { via: 'link', depth: 2, holder: at('/a') },
      undefined,
    ])
  })

  it('leaves out pages above the limit, and pages that robots.txt disallows', () => {
    const trail = {
      urls: ['/', '/a', '/b', '/c', '/d'],
      visits: [{ url: 0 }],
      events: oneByOne(1),
      links: [[0, [1, 2, 3, 4]]] as const,
      forbidden: [2],
    }
    const expected = { '/': 'in', '/a': 'in', '/b': 'robots', '/c': 'limit', '/d': 'limit' }
    for (const spareUrls of [0, 1, 10])
      expect(decided({ ...trail, bounds: { spareUrls, maxUrls: 100 } }, { limit: 2 }).verdicts).toEqual(
        expected,
      )
  })

  it('admits a waiting page in place of a failed one', () => {
    const trail = {
      urls: ['/', '/a', '/b'],
      visits: [{ url: 0 }, { url: 1, failure: { error: 'no' } }, { url: 2 }],
      events: oneByOne(3),
      links: [[0, [1, 2]]] as const,
      bounds: { spareUrls: 1, maxUrls: 100 },
    }
    expect(decided(trail, { limit: 2 }).verdicts).toEqual({ '/': 'in', '/a': 'failed', '/b': 'in' })
  })

  it('marks a start URL outside the results as used for its links only', () => {
    const trail = { urls: ['/', '/a'], visits: [{ url: 0 }], events: oneByOne(1), links: [[0, [1]]] as const }
    expect(decided(trail, { includePaths: ['^/a'] }).verdicts).toEqual({ '/': 'links-only', '/a': 'in' })
  })

  it('measures from the target of the start URL, unless robots.txt disallows it', () => {
    const there = 'https://new.example/'
    const trail = {
      urls: ['/', there, `${there}a`, '/b'],
      visits: [{ url: 0, finalUrl: there }],
      events: oneByOne(1),
      links: [[1, [2, 3]]] as const,
    }
    expect(decided(trail)).toMatchObject({
      verdicts: { '/': 'in', [there]: 'duplicate', [`${there}a`]: 'in', '/b': 'host' },
      root: there,
    })
    expect(decided({ ...trail, forbidden: [1] })).toMatchObject({
      verdicts: { '/': 'robots', [there]: 'robots', [`${there}a`]: 'not-found', '/b': 'not-found' },
      root: at('/'),
    })
    // The same host by another name moves nothing.
    const www = 'https://www.example.com/'
    const urls = ['/', www, `${www}a`, '/b']
    expect(decided({ ...trail, urls, visits: [{ url: 0, finalUrl: www }] })).toMatchObject({
      verdicts: { [`${www}a`]: 'in', '/b': 'in' },
      root: at('/'),
    })
  })

  it('stops at the hop of a redirect that is refused', () => {
    const other = 'https://other.example/'
    const hops = [
      [at('/a'), other],
      [other, at('/b')],
    ] as const
    const trail = {
      urls: ['/', '/a', '/b', '/c'],
      visits: [{ url: 0 }, { url: 1, hops, finalUrl: at('/b') }],
      links: [
        [0, [1]],
        [2, [3]],
      ] as const,
    }
    for (const events of [oneByOne(2), [0, 2, 3, 4, 4, 5], [0, 2, 3, 4, 4, 4, 5]]) {
      expect(decided({ ...trail, events }).verdicts).toEqual({
        '/': 'in',
        '/a': 'failed',
        '/b': 'not-found',
        '/c': 'not-found',
      })
      expect(decided({ ...trail, events }, { allowExternalLinks: true }).verdicts).toMatchObject({
        '/a': 'in',
        '/b': 'duplicate',
        '/c': 'in',
      })
    }
    // What does not belong to a visit says nothing.
    expect(decided({ ...trail, events: [...oneByOne(2), 99, -1] }).verdicts).toMatchObject({ '/a': 'failed' })
  })

  it('counts the target of two redirects only once', () => {
    const trail = {
      urls: ['/', '/a', '/b', '/x'],
      visits: [{ url: 0 }, { url: 1, finalUrl: at('/x') }, { url: 2, finalUrl: at('/x') }],
      events: oneByOne(3),
      links: [[0, [1, 2]]] as const,
    }
    expect(decided(trail).verdicts).toEqual({ '/': 'in', '/a': 'in', '/b': 'duplicate', '/x': 'duplicate' })
  })

  it('does not know the target of a redirect that was refused', () => {
    const hops = [[at('/a'), 'https://other.example/x']] as const
    const trail = {
      urls: ['/', '/a'],
      visits: [{ url: 0 }, { url: 1, hops, isRefused: true as const, failure: { error: 'no' } }],
      events: [0, 2, 3, 4, 5],
      links: [[0, [1]]] as const,
    }
    expect(decided(trail, { allowExternalLinks: true })).toMatchObject({
      verdicts: { '/a': 'in' },
      unread: [1],
    })
    expect(decided(trail)).toMatchObject({ verdicts: { '/a': 'failed' }, unread: [] })
  })

  it('finds a refused URL again when the sitemap lists it', () => {
    const trail = {
      urls: ['/docs/', '/x', '/docs/a', 'https://other.example/y'],
      sitemap: [1],
      visits: [{ url: 0 }, { url: 2 }],
      events: oneByOne(2),
      links: [
        [0, [2]],
        [2, [1, 3]],
      ] as const,
    }
    const told = decided(trail, { url: at('/docs/') })
    expect(told.verdicts).toMatchObject({ '/x': 'child-path', 'https://other.example/y': 'host' })
    expect(told.found[1]).toEqual({ via: 'sitemap', depth: 0 })
  })
})

it.each([
  ['https://example.com/', 'http://www.example.com/a', false],
  ['https://www.www.example.com/', 'https://example.com/', false],
  ['https://example.com/', 'https://docs.example.com/', true],
  ['https://example.com/', 'https://example.com:8443/', true],
  ['https://example.com/', 'https://awww.example.com/', true],
])('that %s redirects to %s moves the crawl: %s', (root, end, expected) => {
  expect(movesCrawl(root, end)).toBe(expected)
})
