import { describe, expect, it } from 'vitest'
import { describeOrigin } from '../support/describe-origin.ts'
import { loadTexts, problemsOf, resolveText } from '../support/load-texts.ts'

const crawl = (request: string, top = ''): string =>
  `version: 2\n${top}request:\n  url: https://example.com/docs\n${request}`

/** What is wrong with `--set` options: where, and in which words. */
function wrongOptions(...set: readonly string[]) {
  const { diagnostics } = loadTexts({ 'crawls/docs.yaml': crawl('') }, { set })
  return diagnostics
    .filter(({ file }) => file === '--set')
    .map(({ line, column, endLine, endColumn, message, help }) => [
      `${line}:${column}-${endLine}:${endColumn}`,
      [message, help].join(' '),
    ])
}

describe('a wrong option', () => {
  it.each([
    ['limit=5', '1:1-1:8', '*.request.limit=5'],
    ['request.limit=5', '1:1-1:16', '*.request.limit=5'],
    ['docs.limit=5', '1:1-1:13', 'docs.request.limit=5'],
    ['docs.scrapeOptions.mobile=true', '1:1-1:31', 'docs.request.scrapeOptions.mobile=true'],
    ['docs.request.excludePaths.0=^/a', '1:1-1:32', '"excludePaths"'],
    ['docs.request.scrapeOptions.formats.0=html', '1:1-1:42', '"scrapeOptions.formats"'],
    ['docs.request.mobile=true', '1:14-1:20', 'scrapeOptions.mobile'],
    ['docs.request.limti=5', '1:14-1:19', 'limit'],
    ['blog.request.limit=5', '1:1-1:5', 'No crawl is named "blog"'],
  ])('such as %s is reported at %s, with %s', (option, place, words) => {
    expect(wrongOptions(option)).toEqual([[place, expect.stringContaining(words)]])
  })

  it('is reported in the line of its number', () => {
    expect(wrongOptions('docs.request.limit=1', 'docs.request.limti=5').map(([place]) => place)).toEqual([
      '2:14-2:19',
    ])
  })

  it('gets no advice if no name is similar', () => {
    for (const option of ['nonsense', 'limitx'])
      expect(wrongOptions(option).map(([, words]) => words)).toEqual([
        expect.not.stringContaining('Did you mean'),
      ])
  })
})

describe('an item of a list', () => {
  it('keeps its place through every layer that adds to the list', () => {
    const project = `version: 2
defaults: { request: { excludePaths: ["^/a"] } }
profiles:
  p: { request: { excludePaths: { append: ["^/b"] } } }
  q: { request: { excludePaths: { prepend: ["^/0"], remove: ["^/a"] } } }
`
    const { request, locate } = resolveText(
      crawl('  excludePaths: { append: ["^/c"] }\n', 'extends: [p, q]\n'),
      {},
      project,
    )
    expect(request['excludePaths']).toEqual(['^/0', '^/b', '^/c'])
    const places = [0, 1, 2].map((index) => locate(`/excludePaths/${index}`))
    expect(places.map(({ file, line }) => `${file}:${line}`)).toEqual([
      'crawlform.yaml:5',
      'crawlform.yaml:4',
      'crawls/docs.yaml:5',
    ])
  })
})

describe('names', () => {
  it.each(['constructor', 'toString', '__proto__'])(
    'of profiles are not found in object prototypes: %s',
    (name) => {
      expect(problemsOf(crawl('', `extends: [${name}]\n`), {}, 'version: 2\nprofiles: { a: {} }\n')).toEqual([
        'resolve/unknown-profile 2:11',
      ])
    },
  )

  it.each([
    ['crawls/a b.yaml', '', 'resolve/bad-name 1:1'],
    ['crawls/docs.yaml', 'name: "${env:X}"\n', 'resolve/bad-name 2:7'],
  ])('that are invalid are reported at their place: %s %s', (file, top, problem) => {
    const { diagnostics } = loadTexts({ [file]: crawl('', top) }, { variables: { X: 'a b' } })
    expect(diagnostics.map(({ rule, line, column }) => `${rule} ${line}:${column}`)).toEqual([problem])
  })
})

it('a matrix without cells is reported', () => {
  expect(problemsOf(crawl('', 'matrix: { n: [1], exclude: [{ n: 1 }] }\n'))).toEqual([
    'resolve/empty-matrix 2:1',
  ])
})

describe('a value with an origin elsewhere', () => {
  it('has its origin, even in nested settings', () => {
    const text = crawl('  scrapeOptions: { headers: { A: "${env:X}", B: b } }\n  prompt: "${env:X}"\n')
    const { provenance } = resolveText(text, { variables: { X: 'x' } })
    const origins = ['/prompt', '/scrapeOptions/headers/A', '/scrapeOptions/headers/B'].map((pointer) => {
      const origin = provenance.get(pointer)?.origin
      return origin && describeOrigin(origin)
    })
    expect(origins).toEqual([
      'env X at crawls/docs.yaml:5:11',
      'env X at crawls/docs.yaml:4:34',
      'written at crawls/docs.yaml:4:49',
    ])
  })

  it('that looks like a secret is refused with the name of its origin', () => {
    const refused = (prompt: string, top = '') =>
      loadTexts(
        { 'crawls/docs.yaml': crawl(`  prompt: "${prompt}"\n`, top) },
        { variables: { X: '${secret:K}' } },
      )
        .diagnostics.filter(({ rule }) => rule === 'resolve/literal-secret')
        .map(({ message }) => message)
    expect(refused('${env:X}')).toEqual([expect.stringContaining('The variable "X"')])
    expect(refused('${matrix.n}', 'matrix: { n: ["${secret:K}"] }\n')).toEqual([
      expect.stringContaining('"matrix.n"'),
    ])
  })
})

describe('a setting of version 1', () => {
  it('is traced to its written form', () => {
    const text = `version: 1
request:
  url: https://example.com/
  maxDepth: 2
  allowBackwardLinks: true
  scrapeOptions:
    parsePDF: true
    formats: [markdown, json, screenshot@fullPage]
    jsonOptions: { prompt: p }
`
    const { crawls } = loadTexts({ 'crawls/docs.yaml': text })
    expect(
      [...(crawls[0]?.provenance ?? [])]
        .filter(([, { origin }]) => origin.kind !== 'default')
        .map(([pointer, { origin }]) => `${pointer}: ${describeOrigin(origin)}`),
    ).toEqual([
      '/url: written at crawls/docs.yaml:3:8',
      '/maxDiscoveryDepth: migrated from maxDepth by discovery-depth at crawls/docs.yaml:4:13',
      '/crawlEntireDomain: migrated from allowBackwardLinks by entire-domain at crawls/docs.yaml:5:23',
      '/scrapeOptions/formats: migrated from scrapeOptions.formats by formats at crawls/docs.yaml:8:14',
      '/scrapeOptions/parsers: migrated from scrapeOptions.parsePDF by parsers at crawls/docs.yaml:7:15',
    ])
  })
})
