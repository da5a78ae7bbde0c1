import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileScope } from '../../src/scope/compile-scope.ts'
import {
  PageFrontier,
  type Frontier,
  type FrontierPage,
  type FrontierRecord,
} from '../../src/frontier/frontier.ts'
import { PageQueue } from '../../src/frontier/page-queue.ts'
import { someScopeSettings } from '../support/some-scope-settings.ts'

const ORIGIN = 'https://example.com'

function makeFrontier(limit: number, record?: FrontierRecord, spareUrls = 1000): Frontier {
  const scope = compileScope(someScopeSettings({ url: `${ORIGIN}/`, limit }))
  return new PageFrontier(
    { scope, allowed: (url) => !url.includes('forbidden'), spareUrls, maxUrls: 100_000 },
    record,
  )
}

/** A record of pages, of which the `settled` ones have come to their end. */
function recordOf(pages: readonly FrontierPage[], settled: ReadonlySet<number>, held = 1000): FrontierRecord {
  return {
    known: pages.map((page) => ({ ...page, isWaiting: !settled.has(page.seq), finalUrl: undefined })),
    completed: settled.size,
    held,
    read: (seqs) => seqs.flatMap((seq) => pages.find((page) => page.seq === seq) ?? []),
  }
}

const link = (path: string, depth = 1) =>
  ({ url: `${ORIGIN}${path}`, depth, via: 'link', holder: `${ORIGIN}/` }) as const

describe('a page queue', () => {
  it('returns the smallest depth first, and in a depth the oldest page first', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.nat(4), fc.constant('take' as const)), { maxLength: 3000 }),
        fc.constantFrom(undefined, 0, 1, 5, 300),
        (steps, held) => {
          const recorded: { depth: number; seq: number }[] = []
          const read = (seqs: readonly number[]) => recorded.filter(({ seq }) => seqs.includes(seq))
          const queue = new PageQueue(held === undefined ? undefined : { held, read })
          const model: { depth: number; seq: number }[] = []
          for (const [seq, step] of steps.entries()) {
            if (step !== 'take') {
              recorded.push({ depth: step, seq })
              queue.push({ depth: step, seq })
              model.push({ depth: step, seq })
              continue
            }
            const expected = model.toSorted((a, b) => a.depth - b.depth || a.seq - b.seq)[0]
            if (expected !== undefined) model.splice(model.indexOf(expected), 1)
            expect(queue.peek()).toEqual(expected)
            expect(queue.take()).toEqual(expected)
          }
          expect(queue.length).toBe(model.length)
        },
      ),
    )
  })

  it('keeps only the given number of items in memory, also of items that it read', () => {
    const reads: (readonly number[])[] = []
    const read = (seqs: readonly number[]) => {
      reads.push(seqs)
      return seqs.map((seq) => ({ depth: 0, seq }))
    }
    const queue = new PageQueue({ held: 2, read })
    for (let seq = 0; seq < 4; seq++) queue.push({ depth: 0, seq })
    for (let seq = 0; seq < 3; seq++) expect(queue.take()?.seq).toBe(seq)
    for (let seq = 4; seq < 6; seq++) queue.push({ depth: 0, seq })
    for (let seq = 3; seq < 6; seq++) expect(queue.take()?.seq).toBe(seq)
    expect(reads).toEqual([[2, 3], [5]])
  })

  it('keeps the order after it has dropped taken items', () => {
    const queue = new PageQueue<{ depth: number; seq: number }>()
    const taken: (number | undefined)[] = []
    for (let seq = 0; seq < 3000; seq++) queue.push({ depth: 0, seq })
    for (let count = 0; count < 2000; count++) taken.push(queue.take()?.seq)
    for (let seq = 3000; seq < 4000; seq++) queue.push({ depth: 0, seq })
    while (queue.length > 0) taken.push(queue.take()?.seq)
    expect(taken).toEqual(Array.from({ length: 4000 }, (_, seq) => seq))
  })

  it('returns 100,000 items that pass through one by one in order', () => {
    const queue = new PageQueue<{ depth: number; seq: number }>()
    let wrong = 0
    for (let seq = 0; seq < 100_000; seq++) {
      queue.push({ depth: 0, seq })
      if (queue.take()?.seq !== seq) wrong++
    }
    expect(wrong).toBe(0)
    expect(queue.length).toBe(0)
  })
})

describe('a frontier', () => {
  const steps = fc.array(
    fc.oneof(
      fc.record({
        kind: fc.constant('admit' as const),
        page: fc.nat(60),
        depth: fc.integer({ min: 1, max: 4 }),
      }),
      fc.record({ kind: fc.constant('take' as const) }),
      fc.record({ kind: fc.constant('settle' as const), place: fc.nat(10), counted: fc.boolean() }),
    ),
    { maxLength: 300 },
  )

  it('never returns a page twice, and never counts more than the limit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), steps, (limit, script) => {
        const frontier = makeFrontier(limit)
        const taken: string[] = []
        const flying: FrontierPage[] = []
        let completed = 0
        for (const step of script) {
          if (step.kind === 'admit') frontier.admit(link(`/p${step.page}`, step.depth))
          if (step.kind === 'take') {
            const page = frontier.take()
            if (page !== undefined) flying.push(page)
            taken.push(...(page === undefined ? [] : [page.url]))
          }
          expect(new Set(taken).size).toBe(taken.length)
          const [page] = step.kind === 'settle' ? flying.splice(step.place % (flying.length || 1), 1) : []
          if (step.kind === 'settle' && page !== undefined) {
            frontier.settle(page, step.counted ? 'counted' : 'uncounted')
            if (step.counted) completed++
          }
          expect(completed + flying.length).toBeLessThanOrEqual(limit)
          expect(frontier.counts).toMatchObject({ completed, inFlight: flying.length })
          expect(completed + flying.length + frontier.counts.waiting).toBeLessThanOrEqual(limit)
        }
      }),
    )
  })

  it('continues after a stop as it would have without one', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(40), { maxLength: 60 }), fc.nat(20), (pages, stopAfter) => {
        const admitted: FrontierPage[] = []
        const whole = makeFrontier(30)
        for (const page of pages) {
          const answer = whole.admit(link(`/p${page}`, (page % 3) + 1))
          if (typeof answer === 'object') admitted.push(answer)
        }
        const done = new Set<number>()
        for (let count = 0; count < stopAfter; count++) {
          const page = whole.take()
          if (page === undefined) break
          whole.settle(page, 'counted')
          done.add(page.seq)
        }
        const restored = makeFrontier(30, recordOf(admitted, done, 5))
        expect(restored.counts).toEqual(whole.counts)
        for (const page of pages) expect(restored.admit(link(`/p${page}`))).toBe('duplicate')
        for (;;) {
          const expected = whole.take()
          // A site may have changed its robots.txt meanwhile.
          expect(restored.take()).toEqual(expected && { ...expected, isAllowedByRobots: false })
          if (expected === undefined) break
        }
      }),
    )
  })

  it('continues its numbers after those of a stopped job, in any order', () => {
    const pages = ['/b', '/a'].map((path, place) => ({
      ...link(path),
      seq: 1 - place,
      counts: true,
      isAllowedByRobots: false,
    }))
    const restored = makeFrontier(30, recordOf(pages, new Set([0, 1])))
    expect(restored.admit(link('/c'))).toMatchObject({ url: `${ORIGIN}/c`, seq: 2 })
  })

  it('returns the reason why a URL does not become a page', () => {
    const frontier = makeFrontier(1, undefined, 1)
    expect(frontier.admit(link('/a'))).toMatchObject({ seq: 0, url: `${ORIGIN}/a` })
    expect(frontier.admit(link('/a/'))).toBe('duplicate')
    expect(frontier.admit({ ...link('/'), url: 'https://other.example/' })).toBe('host')
    expect(frontier.admit(link('/forbidden'))).toBe('robots')
    expect(frontier.admit(link('/forbidden'))).toBe('duplicate')
    expect(frontier.admit(link('/b'))).toMatchObject({ seq: 1 })
    expect(frontier.admit(link('/c'))).toBe('limit')
  })

  it('keeps no more URLs than its bound', () => {
    const scope = compileScope(someScopeSettings({ url: `${ORIGIN}/`, limit: 10 }))
    const frontier = new PageFrontier({ scope, allowed: () => true, spareUrls: 1000, maxUrls: 2 })
    for (const [seq, path] of ['/a', '/b'].entries()) {
      expect(frontier.isFull).toBe(false)
      expect(frontier.admit(link(path))).toMatchObject({ seq })
    }
    expect(frontier.isFull).toBe(true)
    expect(frontier.admit(link('/c'))).toBe('limit')
  })

  it('remembers a hundred thousand disallowed URLs, and still refuses others', () => {
    const frontier = makeFrontier(10)
    const forbidden = (place: number) => frontier.admit(link(`/forbidden/${place}`))
    for (let place = 0; place <= 100_000; place++) forbidden(place)
    expect([0, 99_999, 100_000, 100_001].map(forbidden)).toEqual([
      'duplicate',
      'duplicate',
      'robots',
      'robots',
    ])
  })

  it('allows only the start URL to redirect out of the scope', () => {
    const frontier = makeFrontier(10)
    frontier.admit({ url: `${ORIGIN}/`, depth: 0, via: 'start' })
    frontier.admit(link('/a'))
    const to = 'https://other.example/'
    const moved = [frontier.take(), frontier.take()].map(
      (page) => page && frontier.move(page, { from: page.url, to }),
    )
    expect(moved).toEqual([undefined, 'host'])
  })

  it('gives the target of redirects to the page that claims it first', () => {
    const frontier = makeFrontier(10)
    frontier.admit(link('/a'))
    frontier.admit(link('/b'))
    const [a, b] = [frontier.take(), frontier.take()]
    if (a === undefined || b === undefined) throw new Error('two pages wait')
    expect(frontier.claim(a, `${ORIGIN}/target`)).toBe(true)
    expect(frontier.claim(a, `${ORIGIN}/target`)).toBe(true)
    expect(frontier.claim(b, `${ORIGIN}/target`)).toBe(false)
    expect(frontier.claim(b, `${ORIGIN}/a`)).toBe(false)
    expect(frontier.admit(link('/target'))).toBe('duplicate')
  })

  it('frees the URL of a page that lost its claim', () => {
    const frontier = makeFrontier(10)
    for (const path of ['/a', '/b', '/c', '/d']) frontier.admit(link(path))
    const claims = [
      ['/a', '/b'],
      ['/b', '/c'],
      ['/d', '/a'],
      ['/c', '/a'],
    ] as const
    const pages = ['/a', '/b', '/c', '/d'].map(() => frontier.take())
    const claimed = claims.map(([from, to]) => {
      const page = pages.find((one) => one?.url === ORIGIN + from)
      return page && frontier.claim(page, ORIGIN + to)
    })
    expect(claimed).toEqual([false, false, false, true])
  })
})
