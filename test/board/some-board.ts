import type {
  Board,
  BoardCrawl,
  BoardPage,
  BoardRun,
  CrawlDetail,
  CrawlState,
  PageDetail,
} from '../../src/board/board-model.ts'

const DAY_MS = 86_400_000
const START = Date.UTC(2026, 9, 1, 3)

/** The runs of nights, one after the other: of 400 pages a few change, and some nights go wrong. */
export function someRuns(count: number, seed = 0): readonly BoardRun[] {
  return Array.from({ length: count }, (_, night): BoardRun => {
    const mixed = (night * 7 + seed * 13) % 30
    const at = new Date(START + night * DAY_MS).toISOString()
    const base = { job: `job-${seed}-${night}`, at }
    if (mixed === 11)
      return { ...base, state: 'failed', failed: 1, why: 'The connection failed (ECONNREFUSED).' }
    const pages = mixed === 17 ? 120 : 400 + mixed
    const changes = { added: mixed % 3, removed: mixed === 17 ? 280 : mixed % 2, changed: mixed, moved: 0 }
    const isLast = night === count - 1
    return {
      ...base,
      state: mixed === 17 ? 'held back' : 'published',
      pages,
      failed: mixed % 10 === 4 ? 5 : 0,
      ...(night === 0 ? {} : { changes }),
      ...(isLast
        ? { endedAt: new Date(START + night * DAY_MS + 252_000).toISOString(), credits: pages }
        : {}),
    }
  })
}

/** A crawl in a state, with as many runs. */
export function someCrawl(name: string, state: CrawlState, runs: number, seed = 0): BoardCrawl {
  return {
    name,
    state,
    place: `crawls/${name}.yaml:1`,
    startUrl: `https://${name}.example.com/`,
    ...(state === 'never' ? {} : { dueAt: new Date(START + runs * DAY_MS).toISOString() }),
    runs: state === 'never' ? [] : someRuns(runs, seed),
  }
}

const STATES: readonly CrawlState[] = [
  'published',
  'due',
  'published',
  'running',
  'published',
  'paused',
  'held back',
]

/** A board of many crawls, of which a few need attention. */
export function someBoard(crawls: number, runs: number): Board {
  return {
    environment: 'production',
    at: '2026-11-01T08:00:00.000Z',
    isOffline: true,
    isServed: false,
    crawls: Array.from({ length: crawls }, (_, index) =>
      someCrawl(
        `site-${index}`,
        index % 40 < STATES.length ? (STATES[index % 40] ?? 'published') : 'published',
        runs,
        index,
      ),
    ),
  }
}

/** The details of a crawl: every fourth run has five changes, or some times as many, and two pages failed. */
export function someDetail(crawl: BoardCrawl, times = 1): CrawlDetail {
  const url = crawl.startUrl ?? 'https://example.com/'
  const page = (path: string) => ({ url: `${url}${path}`, hash: '', status: 200, title: `Title of ${path}` })
  const pages = [
    { change: 'added', page: page('guide/new'), about: 'New' },
    { change: 'changed', page: page('guide/install/linux'), about: 'Linux' },
    { change: 'removed', page: page('blog/2025/old'), about: 'Old' },
    { change: 'moved', page: page('blog/2026/here'), from: `${url}blog/there`, about: 'Here' },
    { change: 'failing', page: page('api/broken'), about: 'HTTP 500' },
  ] as const
  const changes = Array.from({ length: times }, (_, index) =>
    pages.map((one) => ({ ...one, page: page(one.page.url.slice(url.length) + (index || '')) })),
  ).flat()
  const changed = crawl.runs.slice(1).filter((_, index) => index % 4 === 0)
  return {
    crawl,
    changes: changed.map(({ job, at }) => ({
      job,
      at,
      since: at,
      text: '1 added, 1 removed, 1 changed, 1 moved, 1 failing now, 395 unchanged',
      pages: changes,
      count: changes.length,
      notes: [],
    })),
    failed:
      crawl.runs.length === 0
        ? []
        : [
            {
              url: `${url}api/broken`,
              error: 'HTTP 500',
              runs: 12,
              since: '2026-10-20T03:00:00.000Z',
              depth: 2,
              from: `${url}api/`,
            },
            { url: `${url}api/fresh`, error: 'HTTP 503', runs: 1, since: '2026-10-30T03:00:00.000Z' },
          ],
    pages: crawl.runs.length === 0 ? [] : somePages(url),
    sitemaps: [{ url: `${url}sitemap.xml`, text: 'HTTP 200, 400 URLs', isUnread: false, before: 398 }],
    account: crawl.runs.length === 0 ? '' : '400 pages, 2 failed (1 new)',
    notes: [],
    guards: [
      { guard: 'maxDrop 20%', now: '3% (12 of 400)', share: 0.15 },
      { guard: 'maxFailed 5', now: '6', share: 1.2 },
      { guard: 'mustContain /docs/' },
    ],
  }
}

/** Forty pages of a small site, of which one fails now. */
function somePages(url: string): readonly BoardPage[] {
  const page = (path: string, index: number): BoardPage => ({
    url: `${url}${path}`,
    title: `Title of ${path}`,
    status: 200,
    depth: path.split('/').length - (path === '' ? 1 : 0),
    ...(path === '' ? {} : { from: index % 9 === 0 ? 'sitemap' : url }),
    type: path.endsWith('.pdf') ? 'pdf' : 'html',
    size: 300 + ((index * 7919) % 20_000),
  })
  const names = ['guide/install', 'guide/start', 'api/list', 'api/get', 'blog/2026/news', 'files/paper.pdf']
  const paths = ['', ...Array.from({ length: 38 }, (_, index) => `${names[index % names.length]}-${index}`)]
  const failing = { ...page('api/broken', 1), missing: 'failing', error: 'HTTP 500' } as const
  return [
    ...paths.map((path, index) => page(index % 6 === 0 && path !== '' ? `${path}.pdf` : path, index)),
    failing,
  ]
}

/** The page of a page that changed once and fails now. */
export function somePageDetail(crawl: string, text: string): PageDetail {
  const url = `https://${crawl}.example.com/api/broken`
  const run = (night: number, end: string) => ({
    job: `j${night}`,
    at: new Date(START + night * DAY_MS).toISOString(),
    end,
  })
  return {
    crawl,
    page: {
      id: '0'.repeat(32),
      url,
      title: text,
      status: 200,
      depth: 2,
      from: url,
      missing: 'failing',
      error: text,
    },
    runs: [run(1, 'first kept run'), { ...run(2, 'changed'), status: 200, size: 900 }, run(3, 'failing now')],
    leadsTo: [`${url}/more`, text],
    links: {
      out: {
        count: 1000,
        first: [
          { url: `${url}/gone`, isFailed: true },
          { url: `${url}/more`, isFailed: false, status: 200, id: '1'.repeat(32) },
          { url: text, isFailed: false },
        ],
      },
      in: { count: 0, first: [] },
      isWhole: false,
    },
    scope: text,
    difference: `@@ -1 +1 @@\n-old\n+${text}\n`,
  }
}
