import { expect, it } from 'vitest'
import type { Changes } from '../../src/changes/changes.ts'
import { renderApplyMarkdown } from '../../src/render/render-apply.ts'
import { renderChangesMarkdown } from '../../src/render/render-changes.ts'

const job = { job: 'j', at: '2026-11-25T10:00:00.000Z' }
const none = {
  removed: [],
  changed: [],
  moved: [],
  failing: [],
  notReached: [],
  unlinked: [],
  unchanged: 0,
  settings: [],
}

/** Crawls with 150 new pages each, whose URLs have `length` characters. */
function manyChanges(crawls: number, length: number): Changes[] {
  const url = (index: number): string => `https://a.test/${index}/`.padEnd(length, 'x')
  const added = Array.from({ length: 150 }, (_, index) => ({ url: url(index), hash: 'a', status: 200 }))
  return Array.from({ length: crawls }, (_, index) => ({
    ...none,
    crawl: `docs-${index}`,
    before: job,
    after: job,
    added,
  }))
}

it.each([
  [1, 40],
  [1, 2000],
  [60, 40],
  [5000, 40],
])('changes fit into a comment with %i crawls and URLs of %i characters', (crawls, length) => {
  const changes = manyChanges(crawls, length)
  const alone = renderChangesMarkdown(changes.map((one) => ({ name: one.crawl, changes: one })))
  const applied = changes.map(({ crawl }) => ({
    name: crawl,
    outcome: 'submitted' as const,
    job: 'j'.repeat(36),
  }))
  const report = renderApplyMarkdown('production', applied, changes)
  for (const text of [alone, report]) {
    expect(text.length).toBeLessThan(65_000)
    expect(text).toMatch(/^### What changed on the site\n\n#### docs-0\n\n150 added, 0 unchanged/m)
    expect(text).toMatch(/^- and \d+ more pages$/m)
    expect(/^and \d+ more crawls$/m.test(text)).toBe(crawls > 1)
  }
})

it('the report of apply omits changes if no page changed', () => {
  const [change] = manyChanges(1, 40)
  if (change === undefined) throw new Error('there is no change')
  expect(renderApplyMarkdown('production', [], [{ ...change, added: [] }])).not.toContain('What changed')
})

it('the report of apply notes warnings of the service and unknown failures', () => {
  const result = { status: 'completed', completed: 2, total: 2, creditsUsed: 2, at: job.at } as const
  const crawl = { name: 'docs', outcome: 'submitted', job: 'j' } as const
  const warned = { ...crawl, result: { ...result, warning: 'Only 1 result.' }, unlisted: 'HTTP 500' }
  expect(renderApplyMarkdown('production', [warned])).toContain(
    '| 2 | warning: failed pages are not known: HTTP 500; warning: Only 1 result. |',
  )
  const stopped = {
    ...crawl,
    result: { ...result, stoppedAtLimit: 2 },
    problems: ['stopped at limit 2; more URLs may exist'],
  }
  expect(renderApplyMarkdown('production', [stopped])).toContain(
    '| 2 | stopped at limit 2; more URLs may exist |',
  )
})
