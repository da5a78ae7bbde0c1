import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { evaluate, reasonsFor } from '../../src/explore/evaluate.ts'
import { editOf, type ScopeEdit, settingsYaml } from '../../src/explore/explored-crawl.ts'
import { renderExplorer } from '../../src/explore/explore.ts'
import { tally, TreeRows, urlTree } from '../../src/explore/url-tree.ts'
import { someTrail } from '../support/some-trail.ts'

const before: ScopeEdit = {
  includePaths: [],
  excludePaths: ['^/a/'],
  maxDiscoveryDepth: 2,
  sitemap: 'include',
  crawlEntireDomain: false,
  allowSubdomains: false,
  allowExternalLinks: false,
  ignoreQueryParameters: false,
  limit: 100,
}

describe('the YAML of changed settings', () => {
  it('can be parsed back to the changed settings', () => {
    const after: ScopeEdit = {
      ...before,
      includePaths: ['^/docs/', String.raw`\.html$`, "it's", '# no comment', '- x: y', 'é', '[^/]+'],
      excludePaths: [],
      limit: 7,
    }
    expect(parse(settingsYaml(before, after))).toEqual({
      request: { includePaths: after.includePaths, excludePaths: [], limit: 7 },
    })
  })

  it('is empty if no setting changed, and names a removed setting in a comment', () => {
    expect(settingsYaml(before, { ...before })).toBe('')
    expect(settingsYaml(before, { ...before, maxDiscoveryDepth: undefined })).toBe(
      'request:\n  # without maxDiscoveryDepth\n',
    )
  })
})

describe('the tree of URLs', () => {
  const urls = [
    'https://a.example/',
    'https://a.example/docs/api/v1/x',
    'https://a.example/docs/api/v1/y?q=1',
    'https://a.example/docs',
    'https://b.example/p#/route/x',
    'mailto:someone@example.com',
    'https://b.example/q/',
  ]

  it('has folders by host and path, and merges a folder with its only subfolder', () => {
    expect(urlTree(urls).map(({ label, level, end }) => [label, level, end])).toEqual([
      ['https://a.example/', 1, 6],
      ['/', 2, 2],
      ['docs/api/v1/', 2, 5],
      ['x', 3, 4],
      ['y?q=1', 3, 5],
      ['docs', 2, 6],
      ['https://b.example/', 1, 9],
      ['p#/route/x', 2, 8],
      ['q/', 2, 9],
      ['mailto:', 1, 11],
      ['someone@example.com', 2, 11],
    ])
  })

  it('counts the URLs below each folder and opens the folders of search results', () => {
    const rows = new TreeRows(urlTree(urls), urls)
    const standing = {
      now: ['in', 'in', 'excluded', 'in', 'host', 'protocol', 'in'] as const,
      before: ['in', 'excluded', 'in', 'in', 'host', 'protocol', 'in'] as const,
    }
    rows.update(standing, { search: '', show: 'all' })
    expect(rows.countsOf(0)).toEqual({ in: 3, out: 1, comes: 1, goes: 1 })
    expect(rows.countsOf(2)).toEqual({ in: 1, out: 1, comes: 1, goes: 1 })
    expect(rows.rows).toHaveLength(9)
    rows.update(standing, { search: 'V1/Y', show: 'all' })
    expect([...rows.rows].map((place) => rows.nodes[place]?.label)).toEqual([
      'https://a.example/',
      'docs/api/v1/',
      'y?q=1',
    ])
    rows.update(standing, { search: '', show: 'changed' })
    expect([...rows.rows].map((place) => rows.nodes[place]?.label).slice(-2)).toEqual(['x', 'y?q=1'])
    expect(tally(standing)).toMatchObject({ in: 4, out: 3, comes: 1, goes: 1 })
  })
})

describe('the reasons for the decision about a URL', () => {
  it('exist for every URL and agree with the verdict', () => {
    const trail = someTrail(3000, 1, {
      excludePaths: ['^/blog/'],
      includePaths: ['^/[a-z]', '^/$'],
      limit: 400,
    })
    const crawl = { trail }
    const replay = evaluate(crawl, trail.settings)
    for (const [id, verdict] of replay.verdicts.entries()) {
      const { because, steps } = reasonsFor(crawl, replay, id)
      expect(because, `${verdict} ${trail.urls[id]}`).not.toBe('')
      const decided = steps.find(({ passed }) => !passed)?.rule
      // Robots, duplicates and the limit are beyond the rules of scope, and a page that is out of reach has no steps.
      const told = decided ?? verdict
      expect([trail.urls[id], told]).toEqual([trail.urls[id], verdict])
    }
    const seen = new Set(replay.verdicts)
    for (const verdict of ['in', 'excluded', 'not-included', 'host', 'file-type', 'robots', 'limit'] as const)
      expect(seen).toContain(verdict)
  })
})

it('the page runs only its own script, and its data cannot end the script', () => {
  const trail = someTrail(20, 1)
  const hostile = '</script><script>alert(1)</script><!--'
  const crawl = {
    name: hostile,
    place: 'a.yaml:1',
    environment: hostile,
    creditsPerPage: 0,
    settings: trail.settings,
    canWrite: false,
    trail: { ...trail, urls: [...trail.urls, `https://docs.example.com/${hostile}`] },
  }
  const { html, policy } = renderExplorer(crawl, 'const a = "</script>"')
  expect(html.match(/<script/g)).toHaveLength(2)
  expect(html.match(/<\/script/g)).toHaveLength(2)
  expect(policy).toMatch(
    /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; img-src data:; base-uri 'none'/,
  )
  const data = /id="crawl">(.*)<\/script>/.exec(html)?.[1] ?? ''
  expect(JSON.parse(data)).toEqual(JSON.parse(JSON.stringify(crawl)))
  expect(editOf(trail.settings)).toMatchObject({ sitemap: 'include' })
})
