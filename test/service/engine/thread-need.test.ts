import { describe, expect, it } from 'vitest'
import { ThreadNeed, type Progress } from '../../../src/service/engine/thread-need.ts'

/** An engine whose threads read pages in a given time, as a crawl of so many known pages goes on. */
function crawl({ pageMs, idle, pages, firstMs = 4 * pageMs }: CrawlOfPages): Progress[] {
  const progress: Progress[] = []
  let active = 0
  for (let finished = 1; finished <= pages; finished++) {
    active += finished <= 75 ? firstMs : pageMs
    const time = { active, idle: (active * idle) / (1 - idle) }
    progress.push({ threads: 1, time, finished, waiting: pages - finished })
  }
  return progress
}

interface CrawlOfPages {
  readonly pageMs: number
  /** Share of the time. */
  readonly idle: number
  readonly pages: number
  /** What each of the first pages of a thread takes. */
  readonly firstMs?: number
}

/** How many pages there were when another thread was worth its start. */
function startedAt(progress: readonly Progress[], cores = 4): number | undefined {
  const need = new ThreadNeed(cores)
  return progress.find((now) => need.isMet(now))?.finished
}

describe('a further thread', () => {
  it.each([
    ['of a thousand pages that are read quickly', { pageMs: 0.6, idle: 0, pages: 1000 }],
    ['of many pages of a slow site', { pageMs: 1, idle: 0.5, pages: 100_000 }],
    ['of few pages, however long each takes', { pageMs: 100, idle: 0, pages: 99, firstMs: 100 }],
  ])('is not started for a crawl %s', (_, pages) => {
    expect(startedAt(crawl(pages))).toBeUndefined()
  })

  it.each([
    ['of ten thousand pages', { pageMs: 0.6, idle: 0, pages: 10_000 }, 1000],
    [
      'of ten thousand pages whose site leaves a little time',
      { pageMs: 0.6, idle: 0.25, pages: 10_000 },
      1000,
    ],
    ['of few pages that take long', { pageMs: 50, idle: 0, pages: 200, firstMs: 50 }, 20],
  ])('is started early in a crawl %s', (_, pages, most) => {
    expect(startedAt(crawl(pages))).toBeLessThan(most)
  })

  it('is started only for much more work, and not by its first pages, where it takes a core from another', () => {
    const pages = { pageMs: 0.6, idle: 0, firstMs: 6 }
    expect(startedAt(crawl({ ...pages, pages: 8000 }), 3)).toBeLessThan(1000)
    expect(startedAt(crawl({ ...pages, pages: 12_000 }), 2)).toBeUndefined()
    expect(startedAt(crawl({ ...pages, pages: 18_000 }), 2)).toBeLessThan(4000)
  })

  it('is not started by pages in which the one that is there still learns, where it takes a core from another', () => {
    const whole = crawl({ pageMs: 0.65, idle: 0, pages: 10_000, firstMs: 0.65 })
    // Its first two seconds bring half as many pages as those that follow.
    const learning = whole.map((now) => ({
      ...now,
      time: { active: now.time.active + 0.65 * Math.min(now.finished, 1500), idle: 0 },
    }))
    expect(startedAt(learning, 2)).toBeUndefined()
    expect(startedAt(learning, 3)).toBeLessThan(1000)
  })

  it('is not started because a busy thread hears late of pages that were read in time', () => {
    const late = crawl({ pageMs: 0.6, idle: 0, pages: 8000 }).map((now) => {
      const heard = now.finished > 5000 && now.finished < 5900 ? 5000 : now.finished
      return { ...now, finished: heard, waiting: 8000 - heard }
    })
    expect(startedAt(late, 2)).toBeUndefined()
  })

  it('is judged by the pages of now, whatever those of a crawl before took', () => {
    const after = (first: CrawlOfPages, then: CrawlOfPages): Progress[] => {
      const before = crawl(first)
      const { time, finished } = before.at(-1) ?? { time: { active: 0, idle: 0 }, finished: 0 }
      const later = crawl({ firstMs: then.pageMs, ...then }).map((now) => ({
        ...now,
        time: { active: time.active + now.time.active, idle: time.idle + now.time.idle },
        finished: finished + now.finished,
      }))
      return [...before, ...later]
    }
    const slow = { pageMs: 50, idle: 0, pages: 60, firstMs: 50 }
    expect(startedAt(after(slow, { pageMs: 0.6, idle: 0, pages: 5000 }), 2)).toBeUndefined()
    const fast = { pageMs: 0.6, idle: 0, pages: 4000 }
    expect(startedAt(after(fast, { pageMs: 50, idle: 0, pages: 200 }), 2)).toBeLessThan(4000 + 60)
  })

  it('is started for many small crawls one after another, of which little is ever known ahead', () => {
    const progress = crawl({ pageMs: 1, idle: 0, pages: 10_000 })
    const at = startedAt(progress.map((now) => ({ ...now, waiting: 10 })))
    expect(at).toBeGreaterThan(2000)
    expect(at).toBeLessThan(4000)
  })

  it('needs as much work again for each thread that is there', () => {
    const progress = crawl({ pageMs: 1, idle: 0, pages: 5000 })
    expect(startedAt(progress)).toBeDefined()
    expect(startedAt(progress.map((now) => ({ ...now, threads: 3 })))).toBeUndefined()
  })

  it('is started also when a thread has been replaced, whose time nobody counts any longer', () => {
    const need = new ThreadNeed(4)
    const progress = crawl({ pageMs: 1, idle: 0, pages: 900 })
    expect(progress.some((now) => need.isMet(now))).toBe(false)
    const later = crawl({ pageMs: 1, idle: 0, pages: 10_000 }).map((now) => ({
      ...now,
      finished: now.finished + 900,
    }))
    expect(later.findIndex((now) => need.isMet(now))).toBeLessThan(400)
  })
})
