import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { boardFiles } from '../../src/board/board.ts'
import type { Board, BoardCrawl, CrawlDetail } from '../../src/board/board-model.ts'
import { someBoard, someCrawl, someDetail } from './some-board.ts'

const fixtures = path.join(import.meta.dirname, '../fixtures/board')
const SCRIPT = `<script>document.title = 'run'</script><img src="https://example.org/x.png" onerror="alert(1)">`

/** A night on which much went wrong. */
const broken: Board = {
  environment: 'production',
  at: '2026-11-01T08:00:00.000Z',
  isOffline: true,
  isServed: false,
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

const first = (board: Board): string => boardFiles(board, [])[0]?.text ?? ''

describe('the overview', () => {
  it('has a row for each crawl, worst first, and folds a matrix into one row', async () => {
    const page = first(broken)
    const order = [...page.matchAll(/(?:<b>|crawls\/[\w-]+\.html">)([\w./-]+)<\/[ab]>/g)].map(
      (match) => match[1],
    )
    expect(order).toEqual(['crawls/docs.yaml', 'docs-en', 'docs-de', 'blog', 'old', 'later', 'api'])
    expect(readable(page)).toContain('2 of 6 crawls need attention')
    await expect(page).toMatchFileSnapshot(path.join(fixtures, 'overview.html'))
  })

  it('sorts the numbers in names of crawls by value', () => {
    const names = ['site-10', 'site-9', 'api']
    const page = first({ ...broken, crawls: names.map((name) => someCrawl(name, 'published', 3)) })
    const found = [...page.matchAll(/<a href="crawls\/([\w-]+)\.html">/g)].map(([, name]) => name)
    expect(found).toEqual(['api', 'site-9', 'site-10'])
  })

  it.each([
    ['nothing is declared', [], 'No crawl is declared yet'],
    ['nothing has run', [someCrawl('docs', 'never', 0)], 'No crawl has run yet crawlform apply starts it.'],
    [
      'one runs',
      [someCrawl('docs', 'running', 3), someCrawl('api', 'never', 0)],
      'Nothing is wrong: 1 of 2 crawls running',
    ],
    [
      'some are due',
      [someCrawl('docs', 'due', 3), someCrawl('api', 'published', 3)],
      'Nothing is wrong: 1 of 2 crawls published',
    ],
    [
      'all is well',
      [someCrawl('docs', 'published', 3), someCrawl('api', 'published', 3)],
      'All 2 crawls are published',
    ],
    ['the only crawl is well', [someCrawl('docs', 'published', 3)], 'The crawl is published'],
    ['one has failed', [someCrawl('docs', 'failed', 3)], '1 of 1 crawl needs attention'],
  ])('starts with the state of the crawls: %s', (_, crawls, text) => {
    expect(readable(first({ ...broken, crawls }))).toContain(text)
  })

  it('treats no text as markup', () => {
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

  it('describes a chart in words', () => {
    expect(readable(first({ ...broken, crawls: [someCrawl('docs', 'published', 30)] }))).toContain(
      '[30 runs, 120 to 429 pages, 1 held back, 1 failed]',
    )
  })
})

describe('the page of a crawl', () => {
  const pageOf = (crawl: BoardCrawl, more: Partial<CrawlDetail> = {}): string =>
    boardFiles({ ...broken, crawls: [crawl] }, [{ ...someDetail(crawl, 3), ...more }])[3]?.text ?? ''
  const docs = {
    ...someCrawl('docs', 'held back', 6, 3),
    why: '280 of 400 pages would be removed (at most 10%)',
  }

  it('has its runs, their changes, new failed pages before known ones, sitemaps and guards', async () => {
    const page = pageOf(docs)
    expect(readable(page)).toMatch(
      /Failed pages: 1 new, 1 known ✗ HTTP 503 \/api\/fresh new 1 failed in the run before too .*known for 12 runs, since 20 Oct 03:00/,
    )
    await expect(page).toMatchFileSnapshot(path.join(fixtures, 'crawl.html'))
  })

  it('says that no run has started yet', () => {
    expect(readable(pageOf(someCrawl('docs', 'never', 0)))).toContain(
      'No run yet. crawlform apply starts the first one.',
    )
  })

  it('groups changes by folder, with the most changed first and without empty ones', () => {
    const text = readable(pageOf(docs))
    expect(text).toContain(
      'docs.example.com/ 3 added, 3 changed, 3 failing now, 3 removed, 3 moved guide/ 3 added, 3 changed install/ 3 changed',
    )
    expect(readable(pageOf(docs, someDetail(docs)))).not.toContain('guide/ 1 added')
  })

  it('says what the files of many crawls leave out, and links to that note', () => {
    const [overview, ...files] = boardFiles(someBoard(101, 3), [someDetail(someCrawl('site-0', 'due', 3))])
    expect(readable(overview?.text ?? '')).toContain(
      'Files of more than 100 crawls leave out what would make them hundreds of MB: lists of pages, pages of single pages, and changes of earlier runs than the last. crawlform board shows them, and crawlform board NAME --out DIR writes them for one crawl.',
    )
    expect(files.at(-1)?.text).toContain('<a href="../index.html#left-out">What these files leave out</a>')
    expect(overview?.text).toContain('id="left-out"')
    const few = boardFiles(someBoard(100, 3), [])[0]?.text ?? ''
    expect(few).not.toContain('leave out')
  })

  it('treats no text of a site as markup, and links only to the web', () => {
    const page = { url: `javascript:alert(1)//${SCRIPT}`, hash: '', status: 200 }
    const html = pageOf(docs, {
      changes: [
        {
          job: docs.runs[1]?.job ?? '',
          at: '',
          since: '',
          text: SCRIPT,
          pages: [{ change: 'moved', page, from: SCRIPT, about: SCRIPT }],
          count: 1,
          notes: [SCRIPT],
        },
      ],
      failed: [{ url: page.url, error: SCRIPT }],
      sitemaps: [{ url: page.url, text: SCRIPT, isUnread: true }],
      guards: [{ guard: SCRIPT, now: SCRIPT, share: 3 }],
      unlisted: SCRIPT,
    })
    expect(html.match(/<script|<img|href="?javascript/g)).toBeNull()
  })
})

it('the files of the board take at most 5 kB for a crawl with thirty runs', () => {
  const board = someBoard(101, 30)
  const details = board.crawls.map((crawl) => ({ ...someDetail(crawl), changes: [] }))
  const files = boardFiles(board, details).filter(({ type }) => type === 'text/html')
  const bytes = files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
  expect(bytes).toBeLessThan(101 * 5000)
})
