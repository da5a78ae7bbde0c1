import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { boardFiles } from '../../src/board/board.ts'
import type { Board } from '../../src/board/board-model.ts'
import { someCrawl } from './some-board.ts'

const fixtures = path.join(import.meta.dirname, '../fixtures/board')
const SCRIPT = `<script>document.title = 'run'</script><img src="https://example.org/x.png" onerror="alert(1)">`

/** A night on which much went wrong. */
const broken: Board = {
  environment: 'production',
  at: '2026-11-01T08:00:00.000Z',
  isOffline: true,
  problem: 'Crawl files have errors, which "crawlform validate" shows.',
  crawls: [
    someCrawl('api', 'published', 5),
    { ...someCrawl('blog', 'held back', 6, 3), why: '280 of 400 pages would be removed (at most 10%)' },
    { ...someCrawl('docs-de', 'published', 3, 1), matrix: 'crawls/docs.yaml' },
    {
      ...someCrawl('docs-en', 'failed', 2, 2),
      matrix: 'crawls/docs.yaml',
      why: 'HTTP 402: Insufficient credits',
    },
    someCrawl('later', 'never', 0),
    someCrawl('old', 'due', 1),
  ],
}

/** Returns the text of a page as people read it, a line for each list item, without the script. */
function readable(html: string): string {
  return html
    .replaceAll(/<script>[^]*?<\/script>/g, '')
    .replaceAll(/<svg[^>]*aria-label="([^"]*)"[^]*?<\/svg>/g, '[$1]')
    .replaceAll(/<svg[^]*?<\/svg>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const first = (board: Board): string => boardFiles(board)[0]?.text ?? ''

describe('the overview', () => {
  it('has a row for each crawl, worst first, with a matrix folded into one', async () => {
    const page = first(broken)
    const order = [...page.matchAll(/<b>([\w./-]+)<\/b>/g)].map((match) => match[1])
    expect(order).toEqual(['crawls/docs.yaml', 'docs-en', 'docs-de', 'blog', 'old', 'later', 'api'])
    expect(readable(page)).toContain('2 of 6 crawls need attention')
    await expect(page).toMatchFileSnapshot(path.join(fixtures, 'overview.html'))
  })

  it.each([
    ['nothing is declared', [], 'No crawl is declared yet'],
    ['nothing has run', [someCrawl('docs', 'never', 0)], 'Nothing is wrong: 0 of 1 crawl published'],
    [
      'all is well',
      [someCrawl('docs', 'published', 3), someCrawl('api', 'published', 3)],
      'All 2 crawls are published',
    ],
    ['the only crawl is well', [someCrawl('docs', 'published', 3)], 'The crawl is published'],
    ['one has failed', [someCrawl('docs', 'failed', 3)], '1 of 1 crawl needs attention'],
  ])('says first how things stand: %s', (_, crawls, text) => {
    expect(readable(first({ ...broken, crawls }))).toContain(text)
  })

  it('takes no text for markup', () => {
    const hostile = {
      ...someCrawl('docs', 'failed', 2),
      name: SCRIPT,
      why: SCRIPT,
      matrix: SCRIPT,
      startUrl: SCRIPT,
    }
    const page = first({
      ...broken,
      environment: SCRIPT,
      problem: SCRIPT,
      crawls: [hostile, { ...hostile, name: `${SCRIPT}2` }],
    })
    expect(page.match(/<script|<img/g)).toEqual(['<script'])
    expect(readable(page)).toContain('&lt;script&gt;document.title')
  })

  it('tells in words what a chart shows', () => {
    expect(readable(first({ ...broken, crawls: [someCrawl('docs', 'published', 30)] }))).toContain(
      '[30 runs, 120 to 429 pages, 1 held back, 1 failed]',
    )
  })
})
