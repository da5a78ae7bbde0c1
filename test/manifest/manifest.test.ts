import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compareDelivery,
  formatManifest,
  makeManifest,
  ManifestError,
  manifestPage,
  parseManifest,
  referrerOf,
} from '../../src/manifest/manifest.ts'
import type { Manifest } from '../../src/manifest/manifest.ts'

const job = {
  crawl: 'docs',
  job: 'j1',
  at: '2026-11-25T10:00:00.000Z',
  request: { url: 'https://a.test/' },
  hashVersion: 2,
  identity: { deduplicateSimilarURLs: true, ignoreQueryParameters: false },
}
const page = (url: string, hash = 'aa') => ({ url: `https://a.test/${url}`, hash, status: 200 })
const complete = { failed: [], isCut: false }

describe('a stored manifest', () => {
  it('contains exactly what was written', () => {
    const pages = fc.uniqueArray(
      fc.record({ url: fc.webUrl(), hash: fc.string(), status: fc.nat(599), title: fc.string() }),
      { selector: ({ url }) => url },
    )
    fc.assert(
      fc.property(pages, (list) => {
        const manifest: Manifest = makeManifest(compareDelivery(job, list, complete, undefined))
        const stored = parseManifest(Buffer.concat(formatManifest(manifest)), 'm')
        expect({ ...stored, pages: [...stored.pages] }).toEqual({ ...manifest, pages: [...manifest.pages] })
      }),
    )
  })

  it('names its file if it is damaged anywhere', () => {
    const bytes = Buffer.concat(
      formatManifest(makeManifest(compareDelivery(job, [page('x'), page('y')], complete, undefined))),
    )
    for (let end = 0; end < bytes.length; end++) {
      expect(() => parseManifest(bytes.subarray(0, end), 'docs.jsonl')).toThrow(
        /docs\.jsonl is damaged.* Remove the file/,
      )
    }
  })

  it('of a newer format asks for a newer version', () => {
    const read = () => parseManifest(Buffer.from('{"formatVersion":3}\n'), 'docs.jsonl')
    expect(read).toThrow(ManifestError)
    expect(read).toThrow(
      'docs.jsonl was written by a newer crawlform (manifest format 3). Install that version.',
    )
  })
})

describe('a page that is missing from a job', () => {
  const before = makeManifest(compareDelivery(job, [page('x'), page('y')], complete, undefined))
  const missing = (end: Parameters<typeof compareDelivery>[2]) =>
    [...makeManifest(compareDelivery({ ...job, job: 'j2' }, [page('x')], end, before)).pages].filter(
      (one) => one.missing,
    )

  it.each([404, 410])('is gone after the status %d', (status) => {
    expect(
      missing({ failed: [{ url: page('y').url, error: `status ${status}`, status }], isCut: false }),
    ).toEqual([])
  })

  it.each([403, 500, undefined])('is failing after the status %s', (status) => {
    const failed = [{ url: page('y').url, error: 'no answer', ...(status === undefined ? {} : { status }) }]
    expect(missing({ failed, isCut: true })).toEqual([
      { ...page('y'), missing: 'failing', error: 'no answer' },
    ])
  })

  it('was not reached if the job stopped at its limit', () => {
    expect(missing({ failed: [], isCut: true })).toEqual([{ ...page('y'), missing: 'not-reached' }])
  })

  it('keeps its own id in every manifest that is made of one comparison', () => {
    const three = makeManifest(compareDelivery(job, [page('x'), page('y'), page('z')], complete, undefined))
    const delivery = compareDelivery({ ...job, job: 'j2' }, [page('x')], complete, three)
    const made = ['z', 'y'].map((name) => makeManifest(delivery, new Map([[page(name).url, undefined]])))
    expect(made.map(({ pages }) => [...pages])).toEqual(
      ['z', 'y'].map((name) => [page('x'), { ...page(name), missing: 'unlinked' }]),
    )
  })

  it('is gone if nothing links to it', () => {
    expect(missing(complete)).toEqual([])
  })

  it('keeps its last hash over several jobs, and may later be gone', () => {
    const failing = makeManifest(
      compareDelivery(job, [], { failed: [{ url: page('y').url, error: 'no' }], isCut: true }, before),
    )
    const later = makeManifest(
      compareDelivery(
        job,
        [],
        { failed: [{ url: page('y').url, error: 'x', status: 410 }], isCut: true },
        failing,
      ),
    )
    expect([...failing.pages].map(({ hash, missing: kind }) => [hash, kind])).toEqual([
      ['aa', 'not-reached'],
      ['aa', 'failing'],
    ])
    expect([...later.pages].map(({ url }) => url)).toEqual([page('x').url])
  })
})

describe('the entry of a page', () => {
  const metadata = { url: 'https://a.test/', sourceURL: 'https://a.test/', statusCode: 200, title: 'A\nB' }

  it('contains the hash of its text, its status and a one-line title', () => {
    expect(manifestPage({ markdown: 'x', metadata })).toEqual({
      url: 'https://a.test/',
      hash: expect.stringMatching(/^[\da-f]{32}$/),
      status: 200,
      title: 'A B',
      size: 1,
    })
  })

  it('adds referrer, type and size, and grows by less than half', () => {
    const url = 'https://docs.example.com/guide/start/installation-on-linux'
    const from = 'https://docs.example.com/guide/start/'
    const about = { ...metadata, url, sourceURL: url, title: 'Installation on Linux: Guide' }
    const known = {
      ...about,
      contentType: 'text/html; charset=utf-8',
      discoveryDepth: 2,
      discoveredFrom: from,
    }
    const entry = manifestPage({ markdown: 'Some words.', metadata: known })
    expect(entry).toMatchObject({ depth: 2, from: '/guide/start/', type: 'html', size: 11 })
    expect(referrerOf(entry)).toBe(from)
    const { depth: _depth, from: _from, type: _type, size: _size, ...before } = entry
    expect(JSON.stringify(entry).length).toBeLessThan(JSON.stringify(before).length * 1.5)
  })

  it.each([
    ['https://other.example.com/a', 'https://other.example.com/a'],
    ['https://a.test//b/c', 'https://a.test//b/c'],
    ['sitemap', undefined],
  ])('restores the page that links to it: %s', (from, referrer) => {
    const entry = manifestPage({ markdown: 'x', metadata: { ...metadata, discoveredFrom: from } })
    expect(referrerOf(entry)).toBe(referrer)
  })

  it('hashes all formats of a page without text', () => {
    const one = manifestPage({ links: ['https://a.test/x'], metadata })
    expect(one.hash).not.toBe(manifestPage({ links: [], metadata }).hash)
    expect(one.hash).toBe(manifestPage({ links: ['https://a.test/x'], warning: 'w', metadata }).hash)
  })
})
