import { describe, expect, it } from 'vitest'
import { PageFrontier, type Frontier, type FrontierPage } from '../../src/frontier/frontier.ts'
import { TrailRecorder } from '../../src/frontier/record-trail.ts'
import { replayTrail, type Verdict } from '../../src/frontier/replay-trail.ts'
import type { Trail } from '../../src/frontier/trail.ts'
import { compileScope } from '../../src/scope/compile-scope.ts'
import { someScopeSettings } from '../support/some-scope-settings.ts'

const ORIGIN = 'https://example.com'
const scopeFor = (url: string) => compileScope(someScopeSettings({ url, limit: 10 }))

/** Records what is done with a frontier whose start page is in flight; robots.txt forbids what says so. */
function record(act: (frontier: Frontier, start: FrontierPage) => void): Trail {
  const recorder = new TrailRecorder()
  const options = {
    scope: scopeFor(`${ORIGIN}/`),
    allowed: (url: string) => !url.includes('forbidden'),
    spareUrls: 100,
    maxUrls: 1000,
  }
  const frontier = recorder.watch(new PageFrontier(options), options)
  frontier.admit({ url: `${ORIGIN}/`, depth: 0, via: 'start' })
  const start = frontier.take()
  if (start !== undefined) act(frontier, start)
  const trail = recorder.trail(new Map())
  if (trail === undefined) throw new Error('a frontier was watched')
  return trail
}

function link(frontier: Frontier, from: string, to: string): void {
  frontier.admit({ url: ORIGIN + to, depth: 1, via: 'link', holder: ORIGIN + from })
}

function verdictsOf(trail: Trail): Record<string, Verdict | undefined> {
  const { verdicts } = replayTrail(trail, scopeFor)
  return Object.fromEntries(trail.urls.map((url, id) => [url.slice(ORIGIN.length), verdicts[id]]))
}

describe('a trail', () => {
  it('is absent if no frontier was watched', () => {
    expect(new TrailRecorder().trail(new Map())).toBeUndefined()
  })

  it('keeps the bounds of the frontier', () => {
    expect(record(() => undefined).bounds).toEqual({ spareUrls: 100, maxUrls: 1000 })
  })

  it('contains the URLs that robots.txt disallows', () => {
    const trail = record((frontier, start) => {
      for (const to of ['/a', '/forbidden/1', '/forbidden/2', '/forbidden/2', '/a']) link(frontier, '/', to)
      frontier.settle(start, 'counted')
    })
    expect(trail.forbidden.map((id) => trail.urls[id])).toEqual([
      `${ORIGIN}/forbidden/1`,
      `${ORIGIN}/forbidden/2`,
    ])
    expect(verdictsOf(trail)).toMatchObject({ '/forbidden/1': 'robots', '/forbidden/2': 'robots' })
  })

  it('contains the final URL of a page', () => {
    const trail = record((frontier, start) => frontier.claim(start, `${ORIGIN}/end`))
    expect(trail.visits).toMatchObject([{ finalUrl: `${ORIGIN}/end` }])
  })

  it('contains each link of a page once', () => {
    const trail = record((frontier, start) => {
      for (let count = 0; count < 30; count++) link(frontier, '/', '/a')
      link(frontier, '/', '/')
      frontier.settle(start, 'counted')
    })
    expect(trail.links).toEqual([[0, [1]]])
    expect(trail.manyLinks).toEqual([])
  })

  it.each([
    [20, []],
    [21, [`${ORIGIN}/a`]],
  ])('of %i pages with a link to one page lists as too many: %j', (count, expected) => {
    const trail = record((frontier) => {
      for (let from = 0; from < count; from++) link(frontier, `/from/${from}`, '/a')
    })
    expect(trail.manyLinks.map((id) => trail.urls[id])).toEqual(expected)
    expect(trail.links.filter(([, links]) => links.length > 0)).toHaveLength(20)
  })

  it('contains at most two hundred thousand URLs, and says that there were more', () => {
    const recorder = new TrailRecorder()
    const options = { scope: scopeFor(`${ORIGIN}/`), allowed: () => true, spareUrls: 100, maxUrls: 1000 }
    recorder.watch(new PageFrontier(options), options)
    for (let count = 0; count < 200_000; count++) recorder.forbid(`${ORIGIN}/${count}`)
    recorder.forbid(`${ORIGIN}/0`)
    expect(recorder.trail(new Map())).toMatchObject({ isCut: false })
    recorder.forbid(`${ORIGIN}/more`)
    const trail = recorder.trail(new Map())
    expect([trail?.isCut, trail?.urls.length, trail?.forbidden.length]).toEqual([true, 200_000, 200_000])
  })

  it('does not know the target of a redirect that was not followed', () => {
    const trail = record((frontier, start) => {
      for (const to of ['/a', '/b']) link(frontier, '/', to)
      frontier.settle(start, 'counted')
      for (const to of ['https://other.example/', `${ORIGIN}/c`]) {
        const page = frontier.take()
        if (page === undefined) throw new Error('two pages wait')
        frontier.move(page, { from: page.url, to })
        link(frontier, to.slice(ORIGIN.length), '/')
        frontier.settle(page, 'counted')
      }
    })
    const wider = (url: string) => compileScope(someScopeSettings({ url, allowExternalLinks: true }))
    const { verdicts, unread } = replayTrail(trail, wider)
    expect([...unread].map((id) => [trail.urls[id], verdicts[id]])).toEqual([[`${ORIGIN}/a`, 'in']])
  })

  it('replays a redirect at its time, before a later link to its target', () => {
    const trail = record((frontier, start) => {
      link(frontier, '/', '/a')
      link(frontier, '/', '/b')
      frontier.settle(start, 'counted')
      const [a, b] = [frontier.take(), frontier.take()]
      if (a === undefined || b === undefined) throw new Error('two pages wait')
      expect(frontier.move(a, { from: `${ORIGIN}/a`, to: `${ORIGIN}/x` })).toBeUndefined()
      link(frontier, '/b', '/x')
      frontier.settle(b, 'counted')
      expect(frontier.claim(a, `${ORIGIN}/x`)).toBe(true)
      frontier.settle(a, 'counted')
      expect(frontier.take()).toBeUndefined()
    })
    expect(verdictsOf(trail)).toEqual({ '/': 'in', '/a': 'in', '/b': 'in', '/x': 'duplicate' })
  })
})
