import { describe, expect, it } from 'vitest'
import { parseFile } from '../../src/document/document.ts'
import type { SourceDocument } from '../../src/document/source-document.ts'
import type { CrawlSpec } from '../../src/validate/crawl-spec.ts'
import { validateCrawl } from '../../src/validate/validate.ts'
import { briefly } from '../support/expect-diagnostics.ts'

function document(text: string): SourceDocument {
  const parsed = parseFile('crawls/docs.yaml', new TextEncoder().encode(text))
  const [first] = parsed.ok ? parsed.value : []
  if (first === undefined) throw new Error(briefly(parsed.diagnostics).join('\n'))
  return first
}

function crawl(text: string): CrawlSpec {
  const checked = validateCrawl(document(text))
  if (!checked.ok) throw new Error(briefly(checked.diagnostics).join('\n'))
  return checked.value
}

const whole = `version: 2
name: docs-\${matrix.locale}
description: Product docs
extends: [polite]
matrix:
  locale: [en, de]
  include: [{ locale: ja, request: { limit: 5 } }]
  exclude: [{ locale: de }]
refresh: 7d
request:
  url: https://docs.example.com/\${matrix.locale}/
  limit: \${env:LIMIT:-10}
  excludePaths: { append: ["^/\${matrix.locale}/old/"] }
  webhook:
    url: https://hooks.example.com/crawl
    headers: { Authorization: "Bearer \${secret:HOOK}" }
tests:
  in: [/en/start]
  out: [/en/old/1, { url: /blog/x, why: other team }]
  ignored: ['Visitors: 3']
changes: { ignore: ['^Visitors: .*'] }
expect: { minPages: 150, maxDrop: 20% }
`

describe('validateCrawl', () => {
  it('reads every part of a crawl', () => {
    const { document: source, ...spec } = crawl(whole)
    expect(source.file).toBe('crawls/docs.yaml')
    expect(spec).toEqual({
      version: 2,
      name: 'docs-${matrix.locale}',
      was: undefined,
      description: 'Product docs',
      extends: ['polite'],
      matrix: {
        axes: { locale: ['en', 'de'] },
        include: [{ locale: 'ja', request: { limit: 5 } }],
        exclude: [{ locale: 'de' }],
      },
      request: {
        url: 'https://docs.example.com/${matrix.locale}/',
        limit: '${env:LIMIT:-10}',
        excludePaths: { append: ['^/${matrix.locale}/old/'] },
        webhook: {
          url: 'https://hooks.example.com/crawl',
          headers: { Authorization: 'Bearer ${secret:HOOK}' },
        },
      },
      tests: {
        in: [{ url: '/en/start', why: undefined, pointer: '/tests/in/0' }],
        out: [
          { url: '/en/old/1', why: undefined, pointer: '/tests/out/0' },
          { url: '/blog/x', why: 'other team', pointer: '/tests/out/1' },
        ],
        ignored: [{ url: 'Visitors: 3', why: undefined, pointer: '/tests/ignored/0' }],
        counted: [],
      },
      beside: {
        refresh: '7d',
        changes: { ignore: ['^Visitors: .*'] },
        expect: { minPages: 150, maxDrop: '20%' },
      },
    })
  })

  it('leaves out parts that are not written', () => {
    const spec = crawl('version: 1\nrequest:\n  url: https://example.com/\n  maxDepth: 3\n')
    expect(spec).toMatchObject({ version: 1, request: { maxDepth: 3 }, extends: [] })
    expect([spec.name, spec.matrix, spec.tests, spec.beside]).toEqual([undefined, undefined, undefined, {}])
  })

  it('returns a crawl together with its warnings', () => {
    const text =
      'version: 2\nrequest:\n  url: https://example.com/\n  scrapeOptions: { headers: { Cookie: a=b } }\n'
    const checked = validateCrawl(document(text))
    expect(checked.ok).toBe(true)
    expect(briefly(checked.diagnostics)).toEqual(['security/literal-secret 4:39'])
  })

  it('repeats a secret in no diagnostic', () => {
    const secret = 'fc-0123456789abcdef0123456789abcdef'
    const text = `version: 2\nrequest:\n  url: https://example.com/\n  apiKey: ${secret}\n  limit: ${secret}\n  prompt: { a: ${secret} }\n`
    const { diagnostics } = validateCrawl(document(text))
    expect(diagnostics.length).toBeGreaterThan(2)
    expect(JSON.stringify(diagnostics)).not.toContain(secret)
  })

  it('shows at most a hundred problems of a file', () => {
    const items = Array.from({ length: 130 }, () => '    - 1\n').join('')
    const { diagnostics } = validateCrawl(
      document(`version: 2\nrequest:\n  url: https://example.com/\n  includePaths:\n${items}`),
    )
    expect(diagnostics).toHaveLength(101)
    expect(diagnostics.at(-1)).toMatchObject({ rule: 'syntax/more-problems', severity: 'info' })
  })
})

describe('validateCrawl on hostile input', () => {
  const head = 'version: 2\nrequest:\n  url: https://example.com/\n'
  it.each([
    ['unknown settings', head + Array.from({ length: 40_000 }, (_, i) => `  maxPagez${i}: 1\n`).join('')],
    ['empty settings', head + Array.from({ length: 40_000 }, (_, i) => `  maxPagez${i}:\n`).join('')],
    ['bad items', `${head}  includePaths:\n${'    - 1\n'.repeat(40_000)}`],
    [
      'unknown keys of the file',
      `${head}${Array.from({ length: 40_000 }, (_, i) => `limitz${i}: 1\n`).join('')}`,
    ],
    ['open templates', `${head}  prompt: "${'${'.repeat(200_000)}"\n`],
    ['a long header', `${head}  scrapeOptions: { headers: { A: "${'a1'.repeat(200_000)}" } }\n`],
    ['a long key', `${head}  ${'k'.repeat(1000)}: 1\n`],
  ])(
    'finishes quickly for %s',
    (_name, text) => {
      const { diagnostics } = validateCrawl(document(text))
      expect(diagnostics.length).toBeLessThanOrEqual(101)
    },
    60_000,
  )
})
