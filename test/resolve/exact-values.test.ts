import { describe, expect, it } from 'vitest'
import { formatPromptLock } from '../../src/resolve/prompt-lock.ts'
import { describeOrigin } from '../support/describe-origin.ts'
import { loadTexts, problemsOf, resolveText } from '../support/load-texts.ts'

const crawl = (request: string, top = ''): string =>
  `version: 2\n${top}request:\n  url: https://example.com/docs\n${request}`

/** What is said of a crawl file beside its limit and its prompt, in words. */
function told(text: string, variables: Record<string, string> = {}, set: readonly string[] = []): string[] {
  return loadTexts({ 'crawls/docs.yaml': text }, { variables, set })
    .diagnostics.filter(({ rule }) => !/^(?:limits|lock|scope)\//.test(rule))
    .map(({ rule, message, help }) => `${rule} ${message} ${help}`)
}

describe('a value with a reference', () => {
  it('does not change the values next to it', () => {
    const text = crawl(
      '  includePaths: ["^/a", "^/${env:X}", "^/b"]\n' +
        '  scrapeOptions: { formats: [{ type: json, prompt: p, schema: { enum: [null, 1, "${env:X}"] } }] }\n',
    )
    expect(resolveText(text, { variables: { X: 'v' } }).request).toMatchObject({
      includePaths: ['^/a', '^/v', '^/b'],
      scrapeOptions: { formats: [{ type: 'json', prompt: 'p', schema: { enum: [null, 1, 'v'] } }] },
    })
  })

  it('uses the default for an empty variable, and otherwise the variable', () => {
    const promptOf = (X: string) =>
      resolveText(crawl('  prompt: "${env:X:-d}"\n'), { variables: { X } }).request
    expect([promptOf(''), promptOf('x')]).toMatchObject([{ prompt: 'd' }, { prompt: 'x' }])
  })

  it.each([
    ['delay', '1e1', 10],
    ['delay', '0.25', 0.25],
    ['limit', '7', 7],
    ['allowSubdomains', 'false', false],
  ])('for %s is parsed from %j', (setting, X, value) => {
    const { request } = resolveText(crawl(`  ${setting}: \${env:X}\n`), { variables: { X } })
    expect(request[setting]).toBe(value)
  })

  it.each([
    ['delay', '01', 'a number'],
    ['delay', 'x5', 'a number'],
    ['delay', '+5', 'a number'],
    ['limit', 'true', 'a number'],
    ['allowSubdomains', '5', 'true or false'],
  ])('for %s is refused with %j', (setting, X, wanted) => {
    expect(told(crawl(`  ${setting}: \${env:X}\n`), { X })).toEqual([
      `resolve/variable-type The value of "X" is not ${wanted}. Set "X" to ${wanted}.`,
    ])
  })

  it.each([
    'url: ${env:X}',
    'url: https://${env:X}/',
    'url: https://e.com/\n  sitemap: ${env:X}',
    'url: https://e.com/\n  webhook: { url: "${env:X}" }',
  ])('that is empty is reported: %s', (request) => {
    expect(told(`version: 2\nrequest:\n  ${request}\n`, { X: '' })).toEqual([
      'resolve/unset-variable The environment variable "X" is empty. Set it, or write a default: ${env:X:-default}.',
    ])
  })

  it('that is empty is also reported in --set', () => {
    expect(told(crawl(''), { X: '' }, ['*.request.url=${env:X}'])).toEqual([
      'resolve/unset-variable The environment variable "X" is empty. Set it, or write a default: ${env:X:-default}.',
    ])
  })

  it('that is empty is also reported in the address of an environment', () => {
    const project = 'version: 2\nenvironments: { prod: { baseUrl: "${env:X}" } }\n'
    const { diagnostics } = loadTexts(
      { 'crawlform.yaml': project, 'crawls/docs.yaml': crawl('') },
      { environment: 'prod', variables: { X: '' } },
    )
    expect(diagnostics[0]).toMatchObject({
      rule: 'resolve/unset-variable',
      message: 'The environment variable "X" is empty.',
    })
  })

  it('cannot be a list or a mapping', () => {
    const rules = ['includePaths', 'scrapeOptions'].flatMap((setting) =>
      problemsOf(crawl(`  ${setting}: \${env:X}\n`), { variables: { X: 'a' } }),
    )
    expect(rules.filter((rule) => !rule.startsWith('limits/'))).toEqual([
      'schema/not-a-list 4:17',
      'schema/wrong-type 4:18',
    ])
  })

  it('from a matrix becomes text if the setting wants text', () => {
    const text = crawl(
      '  scrapeOptions: { headers: { A: "${matrix.b}" } }\n  allowSubdomains: ${matrix.b}\n',
      'matrix: { b: [true] }\n',
    )
    expect(resolveText(text).request).toMatchObject({
      allowSubdomains: true,
      scrapeOptions: { headers: { A: 'true' } },
    })
  })

  it('names its origin, and whether its default is used', () => {
    const text = crawl(
      '  prompt: "${env:X:-d}"\n  sitemap: ${env:Y:-only}\n  limit: ${matrix.n}\n' +
        '  webhook: { url: "https://e.com/${env:X}", metadata: {} }\n',
      'matrix: { n: [3] }\n',
    )
    const origins = [...resolveText(text, { variables: { X: '' } }).provenance]
      .filter(([, { origin }]) => origin.kind !== 'default')
      .map(([pointer, { origin }]) => `${pointer}: ${describeOrigin(origin)}`)
    expect(origins).toEqual([
      '/url: written at crawls/docs.yaml:4:8',
      '/prompt: env X (not set) at crawls/docs.yaml:5:11',
      '/sitemap: env Y (not set) at crawls/docs.yaml:6:12',
      '/limit: matrix n at crawls/docs.yaml:7:10',
      '/webhook/url: env X at crawls/docs.yaml:8:19',
      '/webhook/metadata: written at crawls/docs.yaml:8:55',
    ])
  })
})

describe('a missing value of the matrix', () => {
  it.each([
    ['o', '{ n: [1, 2], include: [{ n: 1, o: x }] }', '"matrix.o" has no value in the cell (n: 2).'],
    ['locle', '{ locale: [1], other: [2] }', 'The matrix has no "locle". Did you mean "locale"?'],
  ])('is reported with its reason: %s of %s', (axis, matrix, words) => {
    const found = told(crawl(`  prompt: "\${matrix.${axis}}"\n`, `matrix: ${matrix}\n`))
    expect(found).toEqual([expect.stringContaining(words)])
  })

  it('is reported in a crawl without a matrix', () => {
    expect(told(crawl('  prompt: "${matrix.locale}"\n'))).toEqual([
      expect.stringContaining('"matrix.locale" is used, but this crawl has no "matrix"'),
    ])
  })
})

describe('a secret', () => {
  it.each([
    ['the start URL', 'version: 2\nrequest: { url: "https://${secret:H}/" }\n'],
    ['a prompt', crawl('  prompt: "${secret:H}"\n')],
    ['a pattern', crawl('  excludePaths: ["${secret:H}"]\n')],
    [
      'a pattern',
      'version: 1\nrequest: { url: https://e.com/, crawlerOptions: { includes: ["${secret:H}"] } }\n',
    ],
    ['a test', crawl('', 'tests: { in: ["/${secret:H}"] }\n')],
    ['a test', crawl('', 'tests: { out: ["/${secret:H}"] }\n')],
    ['the name of a crawl', crawl('', 'name: "${secret:H}"\n')],
  ])('cannot be used in %s', (where, text) => {
    expect(told(text)).toEqual([
      expect.stringContaining(`resolve/secret-not-allowed The secret "H" cannot be used in ${where}.`),
    ])
  })

  it('may stand next to another, and does not hide one that comes from a variable', () => {
    const headers = (value: string) =>
      told(crawl(`  scrapeOptions: { headers: { A: "${value}" } }\n`), { X: '${secret:K}' })
    expect(headers('${secret:A}${secret:B}')).toEqual([])
    expect(headers('${secret:A} ${env:X}')).toEqual([expect.stringContaining('The variable "X" puts text')])
    expect(headers('$${secret:T}')).toEqual([expect.stringContaining('This value puts text')])
  })
})

describe('the name of a crawl', () => {
  const namesOf = (texts: Record<string, string>) => loadTexts(texts).crawls.map(({ name }) => name)

  it('is the name of its file without folders and extension', () => {
    expect(namesOf({ 'crawls/a/b.c.yaml': crawl('') })).toEqual(['b.c'])
  })

  it('gets the values of its cell, unless it uses one', () => {
    const matrix = 'matrix: { n: ["/en/", "a//b"], m: [5] }\n'
    expect(namesOf({ 'crawls/d.yaml': crawl('', `name: shop\n${matrix}`) })).toEqual([
      'shop-en-5',
      'shop-a-b-5',
    ])
    expect(namesOf({ 'crawls/d.yaml': crawl('', 'name: "s-${matrix.n}"\nmatrix: { n: [x] }\n') })).toEqual([
      's-x',
    ])
    expect(namesOf({ 'crawls/d.yaml': crawl('', 'name: "${matrix.n}"\nmatrix: { n: [5] }\n') })).toEqual([
      '5',
    ])
  })

  it('is not reported as invalid if its variable is not set', () => {
    expect(problemsOf(crawl('', 'name: "${env:U}"\n'))).toEqual(['resolve/unset-variable 2:7'])
  })
})

describe('a test of a crawl', () => {
  it('is filled in as text', () => {
    const text = crawl(
      '',
      'matrix: { n: [5] }\ntests: { out: ["${matrix.n}", { url: "/${matrix.n}/x", why: old }] }\n',
    )
    expect(loadTexts({ 'crawls/docs.yaml': text }).crawls[0]?.tests).toMatchObject({
      in: [],
      out: [{ url: '5' }, { url: '/5/x', why: 'old' }],
    })
  })
})

describe('a matrix', () => {
  const cells = (count: number, include: string) =>
    `version: 2\nmatrix: { n: [${Array.from({ length: count }, (_, n) => n).join()}], include: [${include}] }\n` +
    'request: { url: "https://example.com/${matrix.n}", limit: 1 }\n'

  it('may have a thousand cells, including those of "include"', () => {
    expect(loadTexts({ 'crawls/docs.yaml': cells(999, '{ n: 2000 }') }).crawls).toHaveLength(1000)
    expect(problemsOf(cells(999, '{ n: 2000 }, { n: 2001 }'))).toEqual(['resolve/too-many-cells 2:1'])
  })

  it('may consist of "include" only', () => {
    const text = crawl('  limit: ${matrix.n}\n', 'matrix: { include: [{ n: 5 }, { n: 6 }] }\n')
    expect(loadTexts({ 'crawls/docs.yaml': text }).crawls.map(({ name }) => name)).toEqual([
      'docs-5',
      'docs-6',
    ])
  })

  it('contains each value of an axis once', () => {
    expect(problemsOf(crawl('', 'matrix: { n: [1, 2, 1] }\n'))).toEqual(['resolve/repeated-value 2:21'])
  })
})

describe('a modification of a list', () => {
  it('refuses unknown members, and an empty mapping', () => {
    expect(told(crawl('  excludePaths: { append: ["^/c"], foo: ["x"] }\n'))).toEqual([
      expect.stringContaining('schema/unknown-key "foo" is not a setting of "excludePaths"'),
    ])
    expect(told(crawl('  excludePaths: {}\n'))).toEqual([expect.stringContaining('schema/wrong-size')])
    expect(told(crawl('  excludePaths: { append: "^/c" }\n'))).not.toEqual([])
  })
})

describe('--set', () => {
  it.each([
    ['docs.request.prompt=[draft', { prompt: '[draft' }],
    ['docs.request.prompt="a"', { prompt: 'a' }],
    ['docs.request.webhook={"url":"https://h.example/"}', { webhook: { url: 'https://h.example/' } }],
    ['docs.request.allowSubdomains=false', { allowSubdomains: false }],
    ['docs.request.delay=1e1', { delay: 10 }],
  ])('sets the value of %s', (option, expected) => {
    expect(resolveText(crawl(''), { set: [option] }).request).toMatchObject(expected)
  })

  it.each([
    ['docs.request.includePaths=["^/a"', 'resolve/option-json The value of "includePaths" is not valid JSON'],
    ['docs.request.maxDepth=2', 'Version 2 replaces "maxDepth" (path segments) by "maxDiscoveryDepth"'],
    ['docs.request.limit="5"', 'schema/quoted-number "limit" is a string; expected a number.'],
    ['doc.request.limit=1', 'No crawl is named "doc". Did you mean "docs"?'],
    ['x.request.limit=1', 'No crawl is named "x". undefined'],
    ['request.scrapeOptions.mobile=1', 'Did you mean "*.request.scrapeOptions.mobile=1"?'],
    ['.request.limit=1', 'is not in the form name.request.setting=value. For example'],
    ['docs.request.limit=', 'schema/wrong-type "limit" is an empty string'],
    ['docs.request.a.b.c=1', 'resolve/option-setting "a.b.c" is not a setting of the request. undefined'],
  ])('reports %s with %s', (option, words) => {
    expect(told(crawl(''), {}, [option])).toEqual([expect.stringContaining(words)])
  })
})

it('the settings of the oldest version are traced through their wrappers', () => {
  const text = `version: 1
request:
  url: https://e.com/
  webhook: { url: "https://\${env:X}/", headers: { A: b } }
  crawlerOptions: { includes: ["\${env:X}/*"], maxDepth: 2 }
  pageOptions: { headers: { "A~b": c }, onlyMainContent: true, waitFor: 5 }
`
  const { provenance, locate } = resolveText(text, { variables: { X: 'h.example' } })
  const origins = [...provenance]
    .filter(([, { origin }]) => origin.kind !== 'default')
    .map(([pointer, { origin }]) => `${pointer}: ${describeOrigin(origin)}`)
  expect(origins).toEqual([
    '/url: written at crawls/docs.yaml:3:8',
    '/includePaths: migrated from crawlerOptions.includes by renames at crawls/docs.yaml:5:31',
    '/maxDiscoveryDepth: migrated from crawlerOptions.maxDepth by discovery-depth at crawls/docs.yaml:5:57',
    '/webhook/url: env X at crawls/docs.yaml:4:19',
    '/webhook/headers/A: written at crawls/docs.yaml:4:54',
    '/scrapeOptions/onlyMainContent: migrated from pageOptions.onlyMainContent by wrappers at crawls/docs.yaml:6:58',
    '/scrapeOptions/headers/A~0b: migrated from pageOptions.headers.A~b by wrappers at crawls/docs.yaml:6:36',
    '/scrapeOptions/waitFor: migrated from pageOptions.waitFor by wrappers at crawls/docs.yaml:6:73',
  ])
  expect(locate('/scrapeOptions/headers/A~0b')).toMatchObject({
    line: 6,
    column: 36,
    pointer: '/request/pageOptions/headers/A~0b',
  })
})

it('a prompt lock has the same bytes for any order of its entries', () => {
  const entry = (crawl: string, url: string, promptDigest: string) => ({
    crawl,
    url,
    promptDigest,
    options: { limit: 5, excludePaths: ['^/a'] },
  })
  const entries = [
    entry('a', 'https://a.example/', '1'),
    entry('a', 'https://a.example/', '2'),
    entry('a', 'https://b.example/', '0'),
    entry('b', 'https://a.example/', '0'),
  ]
  const text = formatPromptLock(entries)
  expect(formatPromptLock(entries.toReversed())).toBe(text)
  expect(text).toMatch(/^\{\n {2}"formatVersion": 1,\n {2}"prompts": \[\n/)
  expect(JSON.parse(text).prompts).toEqual(entries)
  expect(text.indexOf('excludePaths')).toBeLessThan(text.indexOf('limit'))
})
