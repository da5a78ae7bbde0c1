import { describe, expect, it } from 'vitest'
import { loadTexts } from '../support/load-texts.ts'

// One mistake each, none a consequence of another: whichever two a file has, one run tells both and nothing else.
interface Part {
  readonly rule: string
  readonly top?: string
  readonly request?: string
  readonly scrapeOptions?: string
  readonly url?: string
}

const parts: readonly Part[] = [
  { rule: 'schema/unknown-key', request: 'limt: 5' },
  { rule: 'schema/borrowed-key', request: 'maxPages: 5' },
  { rule: 'schema/misplaced-key', scrapeOptions: 'delay: 5' },
  { rule: 'schema/out-of-range', request: 'maxConcurrency: 0' },
  { rule: 'schema/quoted-number', scrapeOptions: 'maxAge: "5000"' },
  { rule: 'schema/quoted-boolean', request: 'crawlEntireDomain: "true"' },
  { rule: 'schema/null-value', request: 'webhook:' },
  { rule: 'schema/bad-format', top: 'refresh: weekly' },
  { rule: 'schema/wrong-size', top: 'matrix: { locale: [] }' },
  { rule: 'limits/url-star', url: 'https://example.com/docs/*' },
  { rule: 'limits/url-unusable', url: 'https://example.com:99999/' },
  { rule: 'resolve/unset-variable', request: 'robotsUserAgent: "${env:NOT_SET}"' },
  { rule: 'resolve/unknown-profile', top: 'extends: [polte]' },
  { rule: 'resolve/secret-not-allowed', request: 'includePaths: ["^/${secret:TOKEN}/"]' },
  { rule: 'resolve/bad-name', top: 'name: "${env:NOT_SET:-two words}"' },
  { rule: 'scope/invalid-pattern', request: 'excludePaths: ["**.pdf"]' },
  { rule: 'scope/not-linear-time', request: 'excludePaths: ["/(?!en)"]' },
  { rule: 'limits/wait-exceeds-timeout', scrapeOptions: 'waitFor: 9000\n    timeout: 10000' },
  { rule: 'limits/json-without-prompt', scrapeOptions: 'formats: [{ type: json }]' },
  { rule: 'limits/change-tracking-alone', scrapeOptions: 'formats: [changeTracking]' },
]

const project = 'version: 2\nprofiles: { polite: { request: { delay: 1 } } }\n'

function fileOf(...chosen: readonly Part[]): string {
  const lines = (key: 'top' | 'request' | 'scrapeOptions', indent: string): string[] =>
    chosen.flatMap((part) => (part[key] === undefined ? [] : [indent + part[key]]))
  const scrapeOptions = lines('scrapeOptions', '    ')
  return [
    'version: 2',
    ...lines('top', ''),
    'request:',
    `  url: ${chosen.find(({ url }) => url !== undefined)?.url ?? 'https://example.com/docs/'}`,
    '  limit: 50',
    ...lines('request', '  '),
    ...(scrapeOptions.length === 0 ? [] : ['  scrapeOptions:', ...scrapeOptions]),
    '',
  ].join('\n')
}

function rulesIn(crawl: string, projectFile = project): string[] {
  const { diagnostics } = loadTexts({ 'crawlform.yaml': projectFile, 'crawls/docs.yaml': crawl })
  return diagnostics.map(({ rule }) => rule).toSorted()
}

/** Two that would write the same key are no pair. */
function canMeet(a: Part, b: Part): boolean {
  if (a.url !== undefined && b.url !== undefined) return false
  const keys = (part: Part) =>
    (['top', 'request', 'scrapeOptions'] as const).flatMap((place) =>
      (part[place] ?? '').split('\n').map((line) => `${place} ${line.trim().split(':', 1)[0]}`),
    )
  const own = new Set(keys(a).filter((key) => !key.endsWith(' ')))
  return a !== b && !keys(b).some((key) => own.has(key))
}

describe('one run', () => {
  it.each(parts)('finds $rule alone', (part) => {
    expect(rulesIn(fileOf(part))).toEqual([part.rule])
  })

  it.each(parts)('finds $rule together with each other mistake', (part) => {
    for (const other of parts.filter((candidate) => canMeet(part, candidate))) {
      expect(rulesIn(fileOf(part, other))).toEqual([part.rule, other.rule].toSorted())
    }
  })

  it('finds mistakes in crawls together with one in the project file', () => {
    const broken = `${project}budget: { pages: many }\n`
    for (const part of parts) {
      expect(rulesIn(fileOf(part), broken)).toEqual([part.rule, 'schema/wrong-type'].toSorted())
    }
  })

  it('finds all mistakes of a file that has one of each kind', () => {
    const all = parts.filter((part, index) => parts.slice(0, index).every((before) => canMeet(before, part)))
    expect(all.length).toBeGreaterThan(12)
    expect(rulesIn(fileOf(...all))).toEqual(all.map(({ rule }) => rule).toSorted())
  })
})

describe('a mistake causes no follow-up message', () => {
  const crawl = 'version: 2\nextends: [polite]\nrequest:\n  url: https://example.com/docs/\n'

  it.each([
    ['a missing limit for a misspelt one', `${crawl}  limt: 5\n`, ['schema/unknown-key']],
    [
      'an unknown value for a wrong matrix',
      `${crawl}  limit: 5\nmatrix: { locale: [] }\nname: 'a-\${matrix.locale}'\n`,
      ['schema/wrong-size'],
    ],
    [
      'an unknown value for a misspelt matrix',
      `${crawl}  limit: 5\nmatrx: { locale: [a] }\nname: 'a-\${matrix.locale}'\n`,
      ['schema/unknown-key'],
    ],
    [
      'a lone format for a misspelt one',
      `${crawl}  limit: 5\n  scrapeOptions: { formats: [markdwn, changeTracking] }\n`,
      ['schema/not-allowed'],
    ],
    [
      'a missing prompt for a misspelt one',
      `${crawl}  limit: 5\n  scrapeOptions: { formats: [{ type: json, promt: a }] }\n`,
      ['schema/unknown-key'],
    ],
    [
      'a failing test for a misspelt pattern list',
      `${crawl}  limit: 5\n  exludePaths: [/a]\ntests: { out: [/docs/a] }\n`,
      ['schema/unknown-key'],
    ],
  ])('such as %s', (_, text, expected) => {
    expect(rulesIn(text)).toEqual(expected)
  })

  it.each([
    [
      'an unknown profile for a misspelt key',
      'version: 2\nprofile: { polite: {} }\n',
      ['schema/unknown-key'],
    ],
    ['an unknown profile for a syntax error', 'version: 2\nprofiles: [\n', ['syntax/unclosed-bracket']],
    [
      'an empty glob for a wrong one',
      'version: 2\ncrawls: [5]\nprofiles: { polite: {} }\n',
      ['schema/unquoted-text'],
    ],
  ])('in the project file, such as %s', (_, projectFile, expected) => {
    expect(rulesIn(`${crawl}  limit: 5\n`, projectFile)).toEqual(expected)
  })

  it('such as an unknown environment for a misspelt key', () => {
    const texts = {
      'crawlform.yaml': 'version: 2\nenvironmets: { staging: { service: embedded } }\n',
      'crawls/docs.yaml': 'version: 2\nrequest: { url: https://example.com/, limit: 5 }\n',
    }
    const { diagnostics } = loadTexts(texts, { environment: 'staging' })
    expect(diagnostics.map(({ rule }) => rule)).toEqual(['schema/unknown-key'])
  })
})

describe('environments that are not selected', () => {
  function rulesOf(environment: string): string[] {
    const projectFile = `version: 2\nenvironments:\n  other: ${environment}\n`
    const crawl = 'version: 2\nrequest: { url: https://example.com/, limit: 5 }\n'
    const { diagnostics } = loadTexts({ 'crawlform.yaml': projectFile, 'crawls/docs.yaml': crawl })
    return diagnostics.map(({ rule, line, column }) => `${rule} ${line}:${column}`)
  }

  it.each([
    ['{ request: { limit: 5 } }', ['project/environment-without-service 3:3']],
    ['{ service: embedded, baseUrl: "https://a.example" }', ['project/two-services 3:3']],
    ['{ baseUrl: "https://a.example/v2" }', ['project/bad-address 3:21']],
    ['{ baseUrl: "https://${matrix.host}/" }', ['project/bad-address 3:21']],
    ['{ baseUrl: "https://${secret:HOST}/" }', ['resolve/secret-not-allowed 3:21']],
    [
      '{ service: embedded, request: { excludePaths: { append: ["(?!a)"] } } }',
      ['scope/not-linear-time 3:67'],
    ],
    [
      '{ service: embedded, request: { url: "https://a.example/${secret:A}" } }',
      ['resolve/secret-not-allowed 3:47'],
    ],
    [
      '{ service: embedded, request: { scrapeOptions: { waitFor: 900, timeout: 1000 } } }',
      ['limits/wait-exceeds-timeout 3:68'],
    ],
  ])('are checked for their own problems: %s', (environment, expected) => {
    expect(rulesOf(environment)).toEqual(expected)
  })

  it.each([
    '{ baseUrl: "https://${env:NOT_SET}/" }',
    '{ service: embedded, request: { excludePaths: ["^/${matrix.locale}/${env:NOT_SET}"], limit: "${env:NOT_SET}" } }',
    '{ service: embedded, request: { includePaths: { remove: ["/elsewhere"] }, sitemap: only } }',
  ])('may use variables that are not set: %s', (environment) => {
    expect(rulesOf(environment)).toEqual([])
  })
})
