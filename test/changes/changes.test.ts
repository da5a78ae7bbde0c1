import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compareManifests,
  EMPTY_INDEX,
  type FeedLine,
  feedOf,
  identifiedPages,
  formatFeed,
  hasChanges,
  type IndexedPages,
  joinFeeds,
  parseFeed,
} from '../../src/changes/changes.ts'
import { EMPTY_HASH } from '../../src/manifest/content-hash.ts'
import {
  compareDelivery,
  makeManifest,
  pageId,
  type Manifest,
  type ManifestPage,
} from '../../src/manifest/manifest.ts'

const job = {
  crawl: 'docs',
  at: '2026-11-25T10:00:00.000Z',
  request: { url: 'https://a.test/', limit: 5 },
  hashVersion: 2,
  identity: { deduplicateSimilarURLs: true, ignoreQueryParameters: false },
}
const complete = { failed: [], isCut: false }
const page = (url: string, hash: string): ManifestPage => ({ url, hash, status: 200 })
const manifestOf = (name: string, pages: readonly ManifestPage[], request = job.request as object) =>
  makeManifest(
    compareDelivery({ ...job, job: name, request: { ...request } as never }, pages, complete, undefined),
  )
const whole = (manifest: Manifest): IndexedPages => ({ pages: identifiedPages(manifest), lacks: new Set() })

describe('a comparison of two jobs', () => {
  it('finds pages that were added, removed, changed and moved', () => {
    const before = manifestOf('1', [page('a', '1'), page('b', '2'), page('c', '3'), page('d', '4')])
    const after = manifestOf('2', [page('a', '1'), page('b', 'x'), page('e', '4'), page('f', '6')])
    expect(compareManifests(before, after)).toMatchObject({
      before: { job: '1' },
      after: { job: '2' },
      added: [{ url: 'f' }],
      removed: [{ url: 'c' }],
      changed: [{ url: 'b', hash: 'x' }],
      moved: [{ from: { url: 'd' }, to: { url: 'e' } }],
      unchanged: 1,
      settings: [],
    })
  })

  it('pairs equal pages one to one, in the order of their URLs', () => {
    const before = manifestOf('1', [page('a', '1'), page('b', '1'), page('c', '1')])
    const { moved, removed } = compareManifests(before, manifestOf('2', [page('x', '1'), page('y', '1')]))
    expect(moved.map(({ from, to }) => `${from.url}${to.url}`)).toEqual(['ax', 'by'])
    expect(removed.map(({ url }) => url)).toEqual(['c'])
  })

  it('does not pair pages without content', () => {
    const [one, two] = [manifestOf('1', [page('a', EMPTY_HASH)]), manifestOf('2', [page('b', EMPTY_HASH)])]
    expect(compareManifests(one, two).moved).toEqual([])
  })

  it('names the settings that differ', () => {
    const after = { url: 'https://a.test/', scrapeOptions: { onlyMainContent: false } }
    const before = { url: 'https://a.test/', limit: 5, scrapeOptions: { onlyMainContent: true } }
    expect(compareManifests(manifestOf('1', [], before), manifestOf('2', [], after)).settings).toEqual([
      'limit',
      'scrapeOptions.onlyMainContent',
    ])
  })

  it('counts each page of the later job once', () => {
    fc.assert(
      fc.property(pagesArbitrary, pagesArbitrary, (one, other) => {
        const { added, changed, moved, unchanged } = compareManifests(
          manifestOf('1', one),
          manifestOf('2', other),
        )
        expect(added.length + changed.length + moved.length + unchanged).toBe(other.length)
      }),
    )
  })

  it('finds no change if the pages are equal', () => {
    fc.assert(
      fc.property(pagesArbitrary, (pages) => {
        expect(hasChanges(compareManifests(manifestOf('1', pages), manifestOf('2', pages)))).toBe(false)
      }),
    )
  })
})

const linesOf = (...args: Parameters<typeof feedOf>): readonly FeedLine[] => [...feedOf(...args).lines]
const lackingAfter = (states: Parameters<typeof feedOf>[0], after: Manifest) =>
  feedOf(states, after, () => undefined).lacks

describe('a feed', () => {
  it('turns an index of the earlier job into one of the later job', () => {
    fc.assert(
      fc.property(pagesArbitrary, pagesArbitrary, (one, other) => {
        const before = manifestOf('1', one)
        const after = manifestOf('2', other)
        const index = new Map(one.map(({ url, hash }) => [pageId(job, { url, hash: '', status: 200 }), hash]))
        const lines = linesOf([whole(before)], after, () => undefined)
        for (const line of [...lines, ...lines])
          if (line.op === 'upsert') index.set(line.id, line.hash)
          else index.delete(line.id)
        expect(index).toEqual(
          new Map(other.map(({ url, hash }) => [pageId(job, { url, hash: '', status: 200 }), hash])),
        )
      }),
    )
  })

  it('keeps pages that fail or were not reached', () => {
    const before = manifestOf('1', [page('a', '1'), page('b', '2')])
    const after = makeManifest(
      compareDelivery({ ...job, job: '2' }, [], { failed: [{ url: 'a', error: 'x' }], isCut: true }, before),
    )
    expect(linesOf([whole(before)], after, () => undefined)).toEqual([])
    expect(linesOf([whole(after)], before, () => undefined)).toEqual([])
  })

  it('adds pages that failed when the index was filled and now succeed', () => {
    const all = manifestOf('1', [page('a', '1'), page('b', '2')])
    const failed = { failed: [{ url: 'a', error: 'x' }], isCut: false }
    const filled = makeManifest(compareDelivery({ ...job, job: '2' }, [page('b', '2')], failed, all))
    const later = makeManifest(compareDelivery({ ...job, job: '3' }, [page('b', '2')], failed, filled))
    const index = { pages: identifiedPages(filled), lacks: new Set(lackingAfter([EMPTY_INDEX], filled)) }
    expect(linesOf([index], later, () => undefined)).toEqual([])
    const still = { pages: identifiedPages(later), lacks: new Set(lackingAfter([index], later)) }
    const lines = linesOf([still], all, () => undefined)
    expect(lines.map(({ op, url }) => `${op} ${url}`)).toEqual(['upsert a'])
    expect(lackingAfter([still], all)).toEqual([])
  })

  it('adds a page that changed in a job without a feed and failed in the next job', () => {
    const first = manifestOf('1', [page('a', '1'), page('b', '1')])
    const unfed = manifestOf('2', [page('a', '2'), page('b', '1')])
    const failed = { failed: [{ url: 'a', error: 'x' }], isCut: false }
    const third = makeManifest(compareDelivery({ ...job, job: '3' }, [page('b', '1')], failed, unfed))
    const lacks = new Set(lackingAfter([whole(first)], third))
    const lines = linesOf([{ pages: identifiedPages(third), lacks }], unfed, () => undefined)
    expect(lines.map(({ op, url }) => `${op} ${url}`)).toEqual(['upsert a'])
  })

  it('turns an index into that of the last job, whichever feeds filled it', () => {
    const jobs = fc.tuple(pagesArbitrary, pagesArbitrary, pagesArbitrary, pagesArbitrary)
    fc.assert(
      fc.property(
        jobs,
        fc.array(fc.nat(2), { minLength: 20, maxLength: 20 }),
        ([after, ...before], picks) => {
          const states = before.map((pages, index) => whole(manifestOf(String(index), pages)))
          const urls = [...new Set(before.flat().map(({ url }) => url))]
          const index = new Map(
            urls.flatMap((url, at) => {
              const held = before[picks[at % picks.length] ?? 0]?.find((one) => one.url === url)
              return held === undefined
                ? []
                : [[pageId(job, { url, hash: '', status: 200 }), held.hash] as const]
            }),
          )
          for (const line of linesOf(states, manifestOf('4', after), () => undefined))
            if (line.op === 'upsert') index.set(line.id, line.hash)
            else index.delete(line.id)
          expect(index).toEqual(
            new Map(after.map(({ url, hash }) => [pageId(job, { url, hash: '', status: 200 }), hash])),
          )
        },
      ),
    )
  })

  it('that was not read yet is joined with the next, with only the last line of each page', () => {
    const jobs = [[page('a', '1'), page('b', '1')], [page('b', '2'), page('c', '1')], [page('a', '1')]]
    const manifests = jobs.map((pages, index) => manifestOf(String(index), pages))
    const feeds = manifests.map((after, at) =>
      linesOf([at === 0 ? EMPTY_INDEX : whole(manifests[at - 1] ?? after)], after, () => undefined),
    )
    const joined = feeds.reduce<readonly FeedLine[]>(
      (old, lines) => [...joinFeeds([...parseFeed(formatFeed(old))], lines, (line) => line)],
      [],
    )
    expect(joined.map(({ op, url }) => `${op} ${url}`)).toEqual(['delete b', 'delete c', 'upsert a'])
  })

  it('has one JSON object per line', () => {
    const lines = linesOf([EMPTY_INDEX], manifestOf('1', [page('a', '1')]), () => 'docs/a.md')
    expect([...formatFeed(lines)].join('')).toBe(
      `{"op":"upsert","id":"${pageId(job, page('a', '1'))}","crawl":"docs","url":"a","file":"docs/a.md","hash":"1"}\n`,
    )
  })
})

const pagesArbitrary = fc
  .uniqueArray(
    fc.record({
      url: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
      hash: fc.constantFrom('1', '2', '3'),
    }),
    {
      selector: ({ url }) => url,
    },
  )
  .map((pages) => pages.map(({ url, hash }) => page(url, hash)))
