import { describe, expect, it } from 'vitest'
import { compareDelivery, makeManifest, pageId, parseManifest } from '../../src/manifest/manifest.ts'
import { pageSpelling } from '../../src/manifest/page-spelling.ts'
import { scopeSettingsWithDefaults } from '../../src/request/page-settings.ts'
import { compileScope } from '../../src/scope/compile-scope.ts'
import { sha256 } from '../../src/util/sha256.ts'

const job = {
  crawl: 'docs',
  job: 'j1',
  at: '2026-11-25T10:00:00.000Z',
  request: { url: 'https://a.test/' },
  hashVersion: 2,
  identity: { deduplicateSimilarURLs: true, ignoreQueryParameters: false },
}
const complete = { failed: [], isCut: false }
const entry = (url: string) => ({ url, hash: 'aa', status: 200 })
const spell = (request: object, earlier: readonly string[]) => {
  const scope = compileScope(scopeSettingsWithDefaults({ url: 'https://a.test/', ...request }))
  const spelling = pageSpelling(scope, earlier.map(entry))
  return (url: string, canonical?: string) => {
    const named = canonical === undefined ? {} : { canonical }
    return spelling({ metadata: { url, sourceURL: url, statusCode: 200, ...named } }).metadata.url
  }
}

describe('the URL of a page', () => {
  it('is that of the earlier job, whatever spelling was delivered', () => {
    const urlOf = spell({}, ['https://a.test/x/', 'https://a.test/y'])
    expect(urlOf('https://a.test/x')).toBe('https://a.test/x/')
    expect(urlOf('http://www.a.test/y/')).toBe('https://a.test/y')
    expect(urlOf('https://a.test/z/')).toBe('https://a.test/z/')
  })

  it('is the canonical one if that is the same page and in scope', () => {
    const urlOf = spell({ includePaths: ['^/.*[^/]$'] }, ['https://a.test/x/'])
    expect(urlOf('https://a.test/x/', 'https://a.test/x')).toBe('https://a.test/x')
    expect(urlOf('https://a.test/x', 'https://a.test/x/')).toBe('https://a.test/x/')
    expect(urlOf('https://a.test/y', 'https://a.test/y/')).toBe('https://a.test/y')
    expect(urlOf('https://a.test/y', 'https://a.test/other')).toBe('https://a.test/y')
    expect(urlOf('https://a.test/y', 'http://a.test/y')).toBe('https://a.test/y')
  })

  it('is exact if the crawl does not deduplicate similar URLs', () => {
    const urlOf = spell({ deduplicateSimilarURLs: false }, ['https://a.test/x/'])
    expect(urlOf('https://a.test/x')).toBe('https://a.test/x')
  })
})

describe('the id of a page', () => {
  it('does not depend on the spelling of its URL', () => {
    const [one, other] = ['https://a.test/x', 'http://www.a.test/x/'].map((url) => pageId(job, entry(url)))
    expect(one).toBe(other)
    expect(one).not.toBe(pageId({ ...job, crawl: 'blog' }, entry('https://a.test/x')))
  })

  it('stays the id from the exact URL, as an earlier version made it, while the page exists', () => {
    const url = 'https://a.test/x/'
    const lines = `${JSON.stringify(entry(url))}\n`
    const { crawl, job: id, at, request } = job
    const head = { formatVersion: 1, crawl, job: id, at, request, count: 1, digest: sha256(lines) }
    const old = parseManifest(Buffer.from(`${JSON.stringify(head)}\n${lines}`), 'm')
    expect(old.hashVersion).toBe(1)
    const next = makeManifest(
      compareDelivery({ ...job, job: 'j2' }, [entry('https://a.test/x')], complete, old),
    )
    const last = makeManifest(compareDelivery({ ...job, job: 'j3' }, [entry(url)], complete, next))
    expect([...last.pages].map((page) => pageId(last, page))).toEqual([sha256(`docs\n${url}`).slice(0, 32)])
    const later = makeManifest(compareDelivery({ ...job, job: 'j4' }, [], complete, last))
    const back = makeManifest(compareDelivery({ ...job, job: 'j5' }, [entry(url)], complete, later))
    expect([...back.pages]).toEqual([entry(url)])
  })
})
