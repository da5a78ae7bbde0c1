import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type ImportOutcome, importText } from '../../src/import/import.ts'
import { scopeSettings } from '../../src/request/page-settings.ts'
import { compileScope } from '../../src/scope/compile-scope.ts'
import { loadTexts } from '../support/load-texts.ts'

// Pairs of files: x.in.* becomes x.out.yaml, with x.out.txt saying what became of each field. What is secret in a source holds
// S3CR3T; what is code in one holds C0DE.
const fixtures = path.join(import.meta.dirname, '../fixtures/import')
const sources = readdirSync(fixtures).filter((file) => file.includes('.in.'))
const variables = { HOST: 'wiki.example.com' }

function read(file: string): ImportOutcome {
  return importText(file, readFileSync(path.join(fixtures, file), 'utf8'))
}

function imported(file: string) {
  const outcome = read(file)
  if (!outcome.ok) throw new Error(outcome.diagnostics.map(({ message }) => message).join('\n'))
  return outcome.value
}

describe.each(sources)('%s', (file) => {
  const value = imported(file)
  const base = path.join(fixtures, file.replace(/\.in\..*$/, '.out'))

  it('becomes the recorded crawl file', async () => {
    await expect(value.text).toMatchFileSnapshot(`${base}.yaml`)
  })

  it('reports the recorded fields', async () => {
    const lines = value.fields.map(
      ({ field, outcome, to, why }) =>
        `${outcome.padEnd(12)} ${field} -> ${to ?? 'nothing'}${why === undefined ? '' : `: ${why}`}`,
    )
    const head = `${value.source}; crawls ${value.crawls.join(', ')}; secrets ${value.secrets.join(', ')}`
    await expect(`${[head, ...lines].join('\n')}\n`).toMatchFileSnapshot(`${base}.txt`)
  })

  it('becomes a valid crawl file whose tests pass', () => {
    const { diagnostics, crawls } = loadTexts({ 'crawls/imported.yaml': value.text }, { variables })
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(crawls.length).toBeGreaterThanOrEqual(value.crawls.length)
  })

  it('leaves no secret and no code in the result', () => {
    expect(value.text + JSON.stringify(value.fields)).not.toMatch(/S3CR3T|C0DE/)
  })

  it('reports every field', () => {
    const text = readFileSync(path.join(fixtures, file), 'utf8')
    const source = file.endsWith('.sh') ? {} : (parse(text.replaceAll(/^<%.*%>$/gm, '')) as object)
    for (const key of Object.keys(source)) {
      const spokenOf = value.fields.filter(({ field }) => field === key || field.split(/[.[]/)[0] === key)
      expect(spokenOf, key).not.toEqual([])
    }
  })

  it('gives the reason for each approximated and dropped field, also in the file', () => {
    for (const { field, outcome, why } of value.fields) {
      if (outcome === 'mapped') continue
      expect(why, field).toMatch(/\w+ \w+/)
      expect(value.text, field).toContain(`# ${field}${outcome === 'dropped' ? ' is dropped: ' : ': '}${why}`)
    }
  })
})

describe('a source that cannot be imported', () => {
  it.each([
    ['nothing', '', 'import/unknown-format'],
    ['other YAML', 'services: { web: { image: nginx } }', 'import/unknown-format'],
    ['a crawl file', 'version: 2\nrequest: { url: https://example.com/ }', 'import/unknown-format'],
    ['JavaScript', "new Crawler({ startUrls: ['https://example.com/'] })", 'import/javascript'],
    ['JSON Lines', '{"url": "https://a.com/"}\n\n{"url": "https://b.com/"}\n', 'import/several-documents'],
    ['an open quote', "curl 'https://example.com/", 'import/shell-syntax'],
    ['a command inside', 'curl "https://example.com/$(cat /etc/passwd)"', 'import/shell-code'],
    ['another command inside', 'curl https://example.com/`id`', 'import/shell-code'],
    ['a body in a file', 'curl https://api.example.com/v2/crawl -d @body.json', 'import/reads-file'],
    ['headers in a file', 'curl https://example.com/ -H @headers.txt', 'import/reads-file'],
    ['cookies in a file', 'curl https://example.com/ -b jar.txt', 'import/reads-file'],
    ['a form', 'curl https://example.com/ -F photo=@me.png', 'import/reads-file'],
    ['fields of a form', 'curl https://api.example.com/v2/crawl -F url=x', 'import/body-not-json'],
    [
      'JavaScript of a browser',
      'fetch("https://example.com/", {\n  "method": "GET"\n});',
      'import/javascript',
    ],
    ['a script for the SDK', "import Firecrawl from 'firecrawl'\nawait app.crawl()", 'import/javascript'],
    [
      'PowerShell',
      '$s = New-Object Session\nInvoke-WebRequest -Uri "https://example.com/"',
      'import/unknown-format',
    ],
    [
      'the answer to a request',
      '{"success": true, "id": "1", "url": "https://example.com/"}',
      'import/unknown-format',
    ],
    ['typographic quotes', 'curl https://api.example.com/v2/crawl -d ‘{“url”: “x”}’', 'import/shell-syntax'],
    ['a typographic dash', 'curl –X POST https://api.example.com/v2/crawl', 'import/shell-syntax'],
    ['a non-breaking space', 'curl\u00A0https://example.com/', 'import/shell-syntax'],
    ['a range of pages', 'curl "https://example.com/page[1-9].html"', 'import/shell-code'],
    ['a list of pages', 'curl "https://example.com/{a,b}/"', 'import/shell-code'],
    ['an unknown option', 'curl --jsn {} https://api.example.com/v2/crawl', 'import/unknown-option'],
    ['another operation', 'curl https://api.example.com/v1/scrape -d {}', 'import/other-operation'],
    ['the status of a job', 'curl https://api.example.com/v2/crawl/123', 'import/other-operation'],
    ['a form for the crawl API', 'curl https://api.example.com/v2/crawl -d url=x', 'import/body-not-json'],
    ['no body', 'curl -X POST https://api.example.com/v2/crawl', 'import/body-not-json'],
    ['a body without URL', `curl https://api.example.com/v2/crawl -d '{"limit": 1}'`, 'import/no-start-url'],
    ['no URL', 'curl -s', 'import/no-start-url'],
    [
      'a contradiction',
      '{"url": "https://example.com/", "ignoreSitemap": true, "sitemapOnly": true}',
      'migrate/contradiction',
    ],
    ['a bad start URL', '{"url": "ftp://example.com/"}', 'schema/bad-format'],
  ])('is refused: %s', (_, text, rule) => {
    const outcome = importText('source', text)
    expect(outcome.ok ? outcome.value.text : outcome.diagnostics.map((one) => one.rule)).toEqual([rule])
  })

  it('is refused at the line of its command in a script', () => {
    const script = '#!/bin/sh\nLIMIT=5\ncurl https://api.example.com/v2/crawl -d "{\\"limit\\": $LIMIT"\n'
    const outcome = importText('source', script)
    expect(outcome.ok ? [] : outcome.diagnostics.map(({ rule, line }) => [rule, line])).toEqual([
      ['import/body-not-json', 3],
    ])
  })

  it('is refused without showing its secrets', () => {
    const outcome = importText(
      'source',
      "curl -H 'Authorization: Bearer S3CR3T' -u a:S3CR3T https://x.example.com/v2/scrape -d '{",
    )
    expect(outcome.ok).toBe(false)
    expect(JSON.stringify(outcome)).not.toContain('S3CR3T')
  })
})

describe('a source with arbitrary values', () => {
  const mappings = sources.flatMap((file) => {
    if (file.endsWith('.sh')) return []
    const text = readFileSync(path.join(fixtures, file), 'utf8')
    return [parse(text.replaceAll(/^<%.*%>$/gm, '')) as Record<string, unknown>]
  })
  const anything = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom<unknown>(
      'https://example.com/a',
      '${x',
      '${secret:A}',
      '1_0',
      -1,
      [],
      [[]],
      [{}],
      { url: [] },
      '*',
      '(',
      '/a?b#c',
    ),
  )

  it('becomes a valid crawl file or is refused', () => {
    const change = fc.record({
      mapping: fc.constantFrom(...mappings),
      key: fc.nat(30),
      value: anything,
      inner: fc.boolean(),
    })
    fc.assert(
      fc.property(change, ({ mapping, key, value, inner }) => {
        const copy = structuredClone(mapping)
        const keys = Object.keys(copy)
        const chosen = keys[key % keys.length] ?? ''
        const list = copy[chosen]
        if (inner && Array.isArray(list) && list.length > 0) list[key % list.length] = value
        else copy[chosen] = value
        const outcome = importText('source', JSON.stringify(copy))
        const loaded = outcome.ok
          ? loadTexts({ 'crawls/imported.yaml': outcome.value.text }, { variables })
          : undefined
        const errors = loaded?.diagnostics.filter(({ severity }) => severity === 'error') ?? []
        expect(errors, outcome.ok ? outcome.value.text : '').toEqual([])
        expect(outcome.ok || outcome.diagnostics.length > 0).toBe(true)
      }),
      { numRuns: 400 },
    )
  })
})

describe('several start URLs', () => {
  const drafts = (source: object): readonly string[] => {
    const outcome = importText('source.json', JSON.stringify(source))
    return outcome.ok ? outcome.value.reach : outcome.diagnostics.map(({ rule }) => rule)
  }
  const starts = ['https://e.example/docs/', 'https://e.example/docs/v2/', 'https://e.example/blog/']

  it('of DocSearch become one crawl each, without common pages', () => {
    expect(drafts({ index_name: 'e', start_urls: starts })).toEqual([
      'e-docs: https://e.example/docs/, the pages of its sitemap, pages linked from there at /docs/ and below; no pages of excludePaths, up to 10000 pages',
      'e-docs-v2: https://e.example/docs/v2/, the pages of its sitemap, pages linked from there at /docs/v2/ and below; up to 10000 pages',
      'e-blog: https://e.example/blog/, the pages of its sitemap, pages linked from there at /blog/ and below; up to 10000 pages',
    ])
  })

  it('in one sitemap become one crawl, with a test that fails without the sitemap', () => {
    const source = { index_name: 'e', start_urls: starts, sitemap_urls: ['https://e.example/sitemap.xml'] }
    const outcome = importText('source.json', JSON.stringify(source))
    if (!outcome.ok) throw new Error('it is not imported')
    const { crawls, fields, pages, text } = outcome.value
    expect(crawls).toEqual(['e'])
    expect(
      fields.find(({ field, to }) => field === 'start_urls[2]' && to === 'request.sitemap')?.outcome,
    ).toBe('approximated')
    expect(pages.map(({ reached }) => reached)).toEqual(['start', 'sitemap-or-link', 'sitemap-or-link'])
    const rules = (file: string): string[] =>
      loadTexts({ 'crawls/e.yaml': file })
        .diagnostics.filter(({ severity }) => severity === 'error')
        .map(({ rule }) => rule)
    expect(rules(text)).toEqual([])
    expect(rules(text.replace('sitemap: include', 'sitemap: skip'))).toEqual([
      'tests/not-reached',
      'tests/not-reached',
    ])
  })

  it('become one crawl each if no crawl reads their sitemap', () => {
    const sitemaps = ['https://e.example/docs/sitemap.xml']
    expect(drafts({ index_name: 'e', start_urls: starts, sitemap_urls: sitemaps })).toHaveLength(3)
  })

  it('of Elastic, Algolia and curl become one crawl each, also extra URLs of Algolia', () => {
    const elastic = { domains: [{ url: 'https://e.example', seed_urls: starts }] }
    expect(drafts(elastic).map((line) => /https:\S+(?=,)/.exec(line)?.[0])).toEqual(starts)
    const [first, ...others] = starts
    const actions = [{ indexName: 'e', pathsToMatch: ['https://e.example/**'] }]
    const algolia = drafts({ startUrls: [first], extraUrls: others, actions })
    expect(algolia.map((line) => /^\S+(?=:)/.exec(line)?.[0])).toEqual(['e-docs', 'e-docs-v2', 'e-blog'])
    const curl = importText('request.sh', `curl -H 'X-Team: docs' ${starts.join(' ')}`)
    expect(curl.ok && curl.value.crawls).toEqual(['e-docs', 'e-docs-v2', 'e-blog'])
    expect(curl.ok && curl.value.text.match(/X-Team: docs/g)).toHaveLength(3)
  })

  it('in the directory of another one become crawls of one page', () => {
    const pages = ['https://e.example/a.html', 'https://e.example/', 'https://e.example/docs/b.html']
    for (const source of [
      { domains: [{ url: 'https://e.example', seed_urls: pages }] },
      { startUrls: pages, actions: [{ indexName: 'e', pathsToMatch: ['https://e.example/**'] }] },
      { index_name: 'e', start_urls: pages },
    ]) {
      const reach = drafts(source)
      expect(reach[0]).toMatch(/^e-a: https:\/\/e\.example\/a\.html; (?:.*, )?up to 1 page$/)
      expect(reach[1]).toMatch(/^e: https:\/\/e\.example\/, /)
      expect(reach[2]).toMatch(/^e-docs-b: https:\/\/e\.example\/docs\/b\.html; (?:.*, )?up to 1 page$/)
    }
  })

  it('of the same page are reported, and have no crawl', () => {
    const twice = [
      'https://e.example/docs/',
      'https://www.e.example/docs/index.html',
      'https://e.example/docs/?x=1',
    ]
    const outcome = importText('source.json', JSON.stringify({ index_name: 'e', start_urls: twice }))
    if (!outcome.ok) throw new Error('it is not imported')
    expect(outcome.value.crawls).toEqual(['e-docs', 'e-docs-x-1'])
    expect(outcome.value.fields).toContainEqual({
      field: 'start_urls[1]',
      outcome: 'dropped',
      to: undefined,
      why: 'it is the page of start_urls[0]',
    })
    expect(outcome.value.pages.map(({ reached }) => reached)).toEqual(['start', 'start', 'start'])
  })

  it('that are expressions leave out the pages of other crawls', () => {
    const source = {
      index_name: 'e',
      start_urls: [
        'https://e.example/',
        { url: 'https://e.example/(?P<lang>.*?)/', variables: { lang: ['de', 'fr'] } },
        { url: 'https://e.example/(?P<lang>.*?)/intro.html', variables: { lang: ['de', 'fr'] } },
        'https://e.example/.+?-old/',
      ],
    }
    const outcome = importText('source.json', JSON.stringify(source))
    if (!outcome.ok) throw new Error('it is not imported')
    expect(outcome.value.crawls).toEqual(['e', 'e-2', 'e-intro'])
    const { crawls, diagnostics } = loadTexts({ 'crawls/e.yaml': outcome.value.text })
    expect(crawls.map(({ request }) => [request.url, request['limit'] ?? 0])).toEqual([
      ['https://e.example/', 0],
      ['https://e.example/de/', 0],
      ['https://e.example/fr/', 0],
      ['https://e.example/de/intro.html', 1],
      ['https://e.example/fr/intro.html', 1],
    ])
    expect(diagnostics.map(({ rule }) => rule)).not.toContain('scope/overlapping-crawls')
  })

  it('never fetch a page in two crawls, except a page in the directory of another', () => {
    const somePath = fc
      .tuple(
        fc.array(fc.constantFrom('docs', 'docs-old', 'v1'), { maxLength: 3 }),
        fc.constantFrom('', '/', '/a.html', '/index.html', '/v1.x'),
      )
      .map(([parts, leaf]) => `/${parts.join('/')}${leaf}`.replaceAll('//', '/'))
    const kinds = fc.constantFrom<(urls: string[]) => object>(
      (urls) => ({ index_name: 'e', start_urls: urls }),
      (urls) => ({ domains: [{ url: 'https://e.example', seed_urls: urls }] }),
      (urls) => ({ startUrls: urls, actions: [{ indexName: 'e', pathsToMatch: ['https://e.example/**'] }] }),
    )
    fc.assert(
      fc.property(
        fc.array(somePath, { minLength: 2, maxLength: 6 }),
        fc.array(somePath, { maxLength: 8 }),
        kinds,
        (paths, more, kind) => {
          const urls = paths.map((path) => `https://e.example${path}`)
          const outcome = importText('source.json', JSON.stringify(kind(urls)))
          if (!outcome.ok) throw new Error('it is not imported')
          expect(outcome.value.pages.filter(({ reached }) => reached !== 'start')).toEqual([])
          const { crawls, diagnostics } = loadTexts({ 'crawls/e.yaml': outcome.value.text })
          expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
          const scopes = crawls
            .filter(({ request }) => request['limit'] !== 1)
            .map(({ effective }) => compileScope(scopeSettings(effective)))
          for (const path of [...paths, ...more]) {
            const having = scopes.filter((scope) => scope.explain(`https://e.example${path}`).inResults)
            expect(having.length, outcome.value.text).toBeLessThanOrEqual(1)
          }
        },
      ),
    )
  })

  it('keep the pages behind an overview that was excluded from an index', () => {
    const stops = ['/reference/$', '/reference/index.html', 'index\\.html$', '/old/.*\\.html$']
    const outcome = importText(
      'source.json',
      JSON.stringify({ index_name: 'e', start_urls: [starts[0]], stop_urls: stops }),
    )
    const dropped = outcome.ok ? outcome.value.fields.filter(({ outcome: what }) => what === 'dropped') : []
    expect(dropped.map(({ field }) => field).filter((field) => field.startsWith('stop'))).toEqual([
      'stop_urls[0]',
      'stop_urls[1]',
      'stop_urls[2]',
    ])
  })

  it.each([
    [{ index_name: 'e', sitemap_urls: ['https://e.example/sitemap.xml'] }, 'import/only-sitemaps'],
    [
      { index_name: 'e', start_urls: [], sitemap_urls: ['https://e.example/sitemap.xml'] },
      'import/only-sitemaps',
    ],
  ])('must be at least one: %j', (source, rule) => {
    expect(drafts(source)).toEqual([rule])
    const comments = importText('crawler.yml', '# domains:\n#   - url: https://e.example\n')
    expect(comments.ok ? [] : comments.diagnostics.map((one) => one.rule)).toEqual(['import/all-comments'])
  })

  it('keep metadata whose names only end in "key"', () => {
    const body = {
      url: 'https://e.example/',
      webhook: { url: 'https://h.example/', metadata: { any_key: 'value' } },
    }
    const outcome = importText('body.json', JSON.stringify(body))
    expect(outcome.ok && [outcome.value.secrets, outcome.value.text.includes('any_key: value')]).toEqual([
      [],
      true,
    ])
  })
})

describe('JSON with comments', () => {
  it.each([
    '// of the team\n{ "url": "https://docs.example.com/a//b", "limit": 5 }',
    '{\n  "url": "https://docs.example.com/a//b", // the start\n  "limit": 5, // few\n}',
    '/* one\n   two */ { "url": "https://docs.example.com/a//b", /* c */ "limit": /* d */ 5 }',
  ])('is read without its comments: %s', (text) => {
    const outcome = importText('body.json', text)
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.diagnostics))
    const { request } = parse(outcome.value.text) as { request: Record<string, unknown> }
    expect(request).toMatchObject({ url: 'https://docs.example.com/a//b', limit: 5 })
  })

  it.each([' "/* no // comment */" ', '/*'.repeat(200_000)])(
    'is read in linear time, and strings are not cut',
    (inner) => {
      expect(importText('body.json', `{ "url": "https://docs.example.com/", "prompt": ${inner} }`).ok).toBe(
        inner.startsWith(' '),
      )
    },
  )
})
