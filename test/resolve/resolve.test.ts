import { describe, expect, it } from 'vitest'
import { describeOrigin } from '../support/describe-origin.ts'
import { loadTexts, problemsOf, resolveText } from '../support/load-texts.ts'

const crawl = (request: string, top = ''): string =>
  `version: 2\n${top}request:\n  url: https://example.com/docs\n${request}`

describe('lists', () => {
  const project = 'version: 2\ndefaults: { request: { excludePaths: ["^/a", "^/b"] } }\n'

  it.each([
    ['["^/c"]', ['^/c']],
    ['{ append: ["^/c"] }', ['^/a', '^/b', '^/c']],
    ['{ prepend: ["^/c"] }', ['^/c', '^/a', '^/b']],
    ['{ remove: ["^/a"] }', ['^/b']],
    ['{ remove: ["^/a"], prepend: ["^/0"], append: ["^/a"] }', ['^/0', '^/b', '^/a']],
    ['[]', []],
  ])('written as %s are combined with the inherited list', (written, expected) => {
    const { request } = resolveText(crawl(`  excludePaths: ${written}\n`), {}, project)
    expect(request['excludePaths']).toEqual(expected)
  })

  it('change the default of the service if nothing is inherited', () => {
    const { request } = resolveText(crawl('  scrapeOptions: { formats: { append: [html] } }\n'))
    expect(request['scrapeOptions']).toEqual({ formats: ['markdown', 'html'] })
  })

  it('can remove formats that are written as mappings', () => {
    const profile = `version: 2\nprofiles: { p: { request: { scrapeOptions: { formats: [markdown, { type: screenshot, fullPage: true }] } } } }\n`
    const text = crawl(
      '  scrapeOptions: { formats: { remove: [{ fullPage: true, type: screenshot }] } }\n',
      'extends: [p]\n',
    )
    expect(resolveText(text, {}, profile).request['scrapeOptions']).toEqual({ formats: ['markdown'] })
  })

  it('report an item to remove that is absent, and continue', () => {
    const text = crawl('  excludePaths: { remove: ["^/zzz"] }\n')
    expect(problemsOf(text, {}, project)).toContain('resolve/remove-absent 4:28')
  })

  it('have the place where they were written last', () => {
    const { locate } = resolveText(crawl('  excludePaths: ["^/c"]\n'), {}, project)
    expect(locate('/excludePaths')).toMatchObject({ file: 'crawls/docs.yaml', line: 4 })
  })

  it('know the place of each item', () => {
    const { locate } = resolveText(crawl('  excludePaths:\n    append: ["^/c"]\n'), {}, project)
    const places = [0, 1, 2].map((index) => locate(`/excludePaths/${index}`))
    expect(places.map(({ file, line }) => `${file}:${line}`)).toEqual([
      'crawlform.yaml:2',
      'crawlform.yaml:2',
      'crawls/docs.yaml:5',
    ])
  })
})

describe('references', () => {
  it.each([
    ['limit: ${env:X}', '25', { limit: 25 }],
    ['delay: ${env:X}', '0.5', { delay: 0.5 }],
    ['allowSubdomains: ${env:X}', 'true', { allowSubdomains: true }],
    ['sitemap: ${env:X}', 'only', { sitemap: 'only' }],
    ['prompt: ${env:X}', '25', { prompt: '25' }],
    ['prompt: a ${env:X} b', 'true', { prompt: 'a true b' }],
    ['prompt: ${env:UNSET:-none}', '', { prompt: 'none' }],
    ['limit: ${env:UNSET:-7}', '', { limit: 7 }],
    ['prompt: $${env:X}', 'x', { prompt: '${env:X}' }],
    ['includePaths: ["^/${env:X}/"]', 'a', { includePaths: ['^/a/'] }],
  ])('fill in %s', (setting, value, expected) => {
    const { request } = resolveText(crawl(`  ${setting}\n`), { variables: { X: value } })
    expect(request).toEqual({ url: 'https://example.com/docs', ...expected })
  })

  it.each(['1e', 'abc', '', ' 5', '0x10', 'Infinity'])('refuse %j for a number', (value) => {
    expect(problemsOf(crawl('  limit: ${env:X}\n'), { variables: { X: value } })).toContain(
      'resolve/variable-type 4:10',
    )
  })

  it.each([
    ['limit', 'a number'],
    ['allowSubdomains', 'true or false'],
  ])('to a wrong value for %s ask for %s', (setting, wanted) => {
    const { diagnostics } = loadTexts(
      { 'crawls/docs.yaml': crawl(`  ${setting}: \${env:X}\n`) },
      { variables: { X: 'abc' } },
    )
    expect(diagnostics.map(({ message }) => message).join()).toContain(wanted)
  })

  it('of the wrong type are reported once, even if a migration cannot read them', () => {
    const text = 'version: 1\nrequest:\n  url: https://example.com/\n  limit: 5\n  ignoreSitemap: ${env:X}\n'
    expect(problemsOf(text, { variables: { X: 'maybe' } })).toEqual(['resolve/variable-type 5:18'])
  })

  it('never show the value of a variable in a message', () => {
    const { diagnostics } = loadTexts(
      { 'crawls/docs.yaml': crawl('  limit: ${env:X}\n') },
      { variables: { X: 'hunter2' } },
    )
    expect(JSON.stringify(diagnostics)).not.toContain('hunter2')
  })

  it('do not find variables that objects inherit', () => {
    expect(problemsOf(crawl('  prompt: ${env:constructor}\n'))).toContain('resolve/unset-variable 4:11')
  })

  it('keep the type of matrix values, and become text if text is wanted', () => {
    const { request } = resolveText(
      crawl(
        '  limit: ${matrix.n}\n  scrapeOptions: { headers: { X: "${matrix.n}" } }\n',
        'matrix: { n: [3] }\n',
      ),
    )
    expect(request).toMatchObject({ limit: 3, scrapeOptions: { headers: { X: '3' } } })
  })

  it('to secrets are kept, and listed', () => {
    const { request, secrets } = resolveText(
      crawl(
        '  webhook: { url: https://h.example.com/, headers: { A: "Bearer ${secret:T}", B: "${secret:S}" } }\n',
      ),
    )
    expect(secrets).toEqual(['S', 'T'])
    expect(JSON.stringify(request)).toContain('Bearer ${secret:T}')
  })

  it.each([
    ['includePaths: ["^/${secret:T}"]', 'resolve/secret-not-allowed 4:18'],
    ['prompt: "${env:FORGED}"', 'resolve/literal-secret 4:11'],
    ['prompt: "$${secret:T}"', 'resolve/literal-secret 4:11'],
    ['prompt: "$${env:HALF}"', undefined],
  ])('that may form a secret are checked: %s', (setting, problem) => {
    const variables = { FORGED: 'x ${secret:KEY}', HALF: 'secret:KEY}' }
    const found = problemsOf(crawl(`  ${setting}\n`), { variables })
    expect(found.find((one) => one.startsWith('resolve/'))).toBe(problem)
  })

  it('that form a secret only together are refused', () => {
    const variables = { A: '${', B: 'secret:KEY}' }
    expect(problemsOf(crawl('  prompt: "${env:A}${env:B}"\n'), { variables })).toContain(
      'resolve/literal-secret 4:11',
    )
  })

  it('are filled in in tests and names', () => {
    const texts = { 'crawls/docs.yaml': crawl('', 'name: n-${env:X}\ntests: { in: ["/${env:X}/a"] }\n') }
    const { crawls } = loadTexts(texts, { variables: { X: 'docs' } })
    expect(crawls.map(({ name, tests }) => [name, tests?.in[0]?.url])).toEqual([['n-docs', '/docs/a']])
  })
})

describe('precedence', () => {
  const project = `version: 2
defaults: { request: { limit: 1 } }
profiles: { a: { request: { limit: 2 } }, b: { request: { limit: 3 } } }
environments: { local: { request: { limit: 5 } } }
`
  const text = (limit: string, include: string): string =>
    `version: 2\nextends: [a, b]\nmatrix: { n: [x], include: [{ n: x${include} }] }\nrequest: { url: https://example.com/${limit} }\n`

  it('of a setting is default, project, profiles, file, environment, matrix cell, --set', () => {
    const { provenance } = resolveText(
      text(', limit: 4', ', request: { limit: 6 }'),
      { set: ['docs-x.request.limit=7'] },
      project,
    )
    const limit = provenance.get('/limit')
    expect([limit?.value, ...(limit?.beaten ?? []).map(({ value }) => value)]).toEqual([
      7, 6, 5, 4, 3, 2, 1, 10_000,
    ])
    expect(
      [limit?.origin, ...(limit?.beaten ?? []).map(({ origin }) => origin)].map(
        (origin) => origin && describeOrigin(origin),
      ),
    ).toEqual([
      '--set docs-x.request.limit=7',
      'written at crawls/docs.yaml:3:55',
      'environment local at crawlform.yaml:4:44',
      'written at crawls/docs.yaml:4:46',
      'profile b at crawlform.yaml:3:66',
      'profile a at crawlform.yaml:3:36',
      'project-defaults at crawlform.yaml:2:31',
      'default',
    ])
  })
})

describe('a host without a public name', () => {
  it('is a note on the embedded service, and a warning on others', () => {
    const severities = (environment: string): string[] =>
      loadTexts(
        {
          'crawlform.yaml': 'version: 2\nenvironments: { prod: { baseUrl: "https://api.example.com" } }\n',
          'crawls/docs.yaml': 'version: 2\nrequest: { url: http://localhost:3000/, limit: 1 }\n',
        },
        { environment },
      ).diagnostics.map(({ rule, severity }) => `${rule} ${severity}`)
    expect(severities('local')).toEqual(['limits/url-host info'])
    expect(severities('prod')).toEqual(['limits/url-host warning'])
  })
})

describe('a matrix', () => {
  it('reports exclusions that exclude nothing', () => {
    const text = `version: 2
matrix:
  locale: [en, de]
  exclude: [{ locale: fr }, { locale: de }, { local: en }]
request: { url: "https://x.example/\${matrix.locale}/", limit: 1 }
`
    expect(problemsOf(text)).toEqual(['resolve/idle-exclude 4:13', 'resolve/idle-exclude 4:45'])
  })

  it('whose crawls are equal gets the advice to use its values', () => {
    const text = 'version: 2\nmatrix: { locale: [en, de] }\nrequest: { url: https://x.example/, limit: 3 }\n'
    const { diagnostics } = loadTexts({ 'crawls/docs.yaml': text })
    expect(diagnostics.map(({ help }) => help)).toEqual([
      'Use the values of the matrix in "request", as in "${matrix.locale}".',
    ])
  })
})

describe('extends', () => {
  it('refuses a profile that is listed twice', () => {
    const project = 'version: 2\nprofiles: { polite: { request: { excludePaths: { append: [^/a] } } } }\n'
    expect(
      problemsOf(
        'version: 2\nextends: [polite, polite]\nrequest: { url: https://x.example/, limit: 1 }\n',
        {},
        project,
      ),
    ).toEqual(['resolve/repeated-profile 2:19'])
  })
})

describe('--set', () => {
  it.each([
    ['docs.request.limit=5', { limit: 5 }],
    ['*.request.limit=5', { limit: 5 }],
    ['d?cs.request.prompt=5', { prompt: '5' }],
    ['docs.request.prompt=a=b', { prompt: 'a=b' }],
    ['docs.request.includePaths=["^/a"]', { includePaths: ['^/a'] }],
    ['docs.request.excludePaths={"append":["^/a"]}', { excludePaths: ['^/a'] }],
    ['docs.request.scrapeOptions.mobile=true', { scrapeOptions: { mobile: true } }],
    ['docs.request.excludePaths.append=["^/a"]', { excludePaths: ['^/a'] }],
    ['docs.request.limit=${env:UNSET:-7}', { limit: 7 }],
    ['docs.request.prompt=a ${env:UNSET:-b}', { prompt: 'a b' }],
    ['docs.request.webhook=https://h.example/${secret:KEY}', { webhook: 'https://h.example/${secret:KEY}' }],
    ['docs.request.scrapeOptions.headers.X-Team=7', { scrapeOptions: { headers: { 'X-Team': '7' } } }],
  ])('sets the value of %s', (option, expected) => {
    expect(resolveText(crawl(''), { set: [option] }).request).toMatchObject(expected)
  })

  it.each([
    ['docs.limit=5', 'resolve/option-syntax 1:1'],
    ['docs.request.limit', 'resolve/option-syntax 1:1'],
    ['docs.request..limit=1', 'resolve/option-syntax 1:1'],
    ['docs.request.maxPages=5', 'resolve/option-setting 1:14'],
    ['blog.request.limit=5', 'resolve/option-crawl 1:1'],
    ['docs.request.excludePaths.0=^/a', 'resolve/option-item 1:1'],
    ['docs.request.limit=${env:UNSET}', 'resolve/unset-variable 1:1'],
    ['docs.request.prompt=${nonsense}', 'interpolation/unknown-form 1:1'],
    ['docs.request.url=https://${secret:HOST}/', 'resolve/secret-not-allowed 1:1'],
  ])('reports %s as %s', (option, problem) => {
    expect(problemsOf(crawl(''), { set: [option] })).toContain(problem)
  })

  it('reports an invalid value at the option', () => {
    const { diagnostics } = loadTexts({ 'crawls/docs.yaml': crawl('') }, { set: ['docs.request.limit=many'] })
    expect(diagnostics.map(({ file, severity }) => `${file} ${severity}`)).toContain('--set error')
  })
})

describe('names', () => {
  it('of cells include the matrix values, unless they use one', () => {
    const texts = { 'crawls/shop.yaml': crawl('', 'matrix: { locale: [en/us, de], n: [1] }\n') }
    expect(loadTexts(texts).crawls.map(({ name }) => name)).toEqual(['shop-en-us-1', 'shop-de-1'])
  })

  it.each(['a b', '-a', 'ä', '../x'])('cannot be %j', (name) => {
    const texts = { 'crawls/docs.yaml': crawl('', `name: "${name}"\n`) }
    expect(loadTexts(texts).crawls).toEqual([])
  })
})

describe('the resolved request', () => {
  it('has the defaults of the service, which are not sent', () => {
    const { request, effective } = resolveText(crawl('  webhook: { url: https://h.example.com/ }\n'))
    expect(request).not.toHaveProperty('limit')
    expect(effective).toMatchObject({
      limit: 10_000,
      sitemap: 'include',
      webhook: { events: ['completed', 'failed', 'page', 'started'] },
      scrapeOptions: { formats: ['markdown'], skipTlsVerification: true },
    })
    expect(effective).not.toHaveProperty('scrapeOptions.location')
  })

  it('verifies certificates if headers or actions are sent', () => {
    const { effective } = resolveText(crawl('  scrapeOptions: { headers: { A: b } }\n'))
    expect(effective).toHaveProperty('scrapeOptions.skipTlsVerification', false)
  })

  it('includes no more pages than the limit', () => {
    expect(resolveText(crawl('  limit: 12\n')).scope.limit).toBe(12)
    expect(resolveText(crawl('')).scope.limit).toBe(10_000)
  })
})

describe('notes', () => {
  const hosted = 'version: 2\nenvironments: { cloud: { baseUrl: https://api.firecrawl.dev } }\n'
  const own = 'version: 2\nenvironments: { cloud: { baseUrl: http://127.0.0.1:3002 } }\n'
  const notesOf = (setting: string, project: string): string[] =>
    resolveText(crawl(`  ${setting}\n`), { environment: 'cloud' }, project).notes.map(
      ({ pointer, text }) => `${pointer} ${text}`,
    )

  it.each([
    [
      'sitemap: skip',
      '/limit not set: up to 10000 pages; without credits for all of them, the service may answer 402',
    ],
    [
      'maxDiscoveryDepth: 0',
      '/maxDiscoveryDepth with 0 Firecrawl also drops the pages of the sitemap; to crawl only those, set sitemap to only and no depth',
    ],
    [
      'includePaths: [^/docs/]\n  allowExternalLinks: true',
      '/includePaths Firecrawl does not apply them to other sites: it follows every external link that is not excluded',
    ],
    [
      'excludePaths: [^/old/]\n  allowSubdomains: true',
      '/excludePaths on other hosts Firecrawl searches whole URLs, where a pattern that begins with "^/" never matches',
    ],
    [
      'limit: 1000\n  delay: 2',
      '/delay pages are scraped one at a time; 1000 pages take at least 33 minutes',
    ],
    ['ignoreRobotsTxt: true', '/ignoreRobotsTxt answered with 403 unless the team has permission'],
    [
      'scrapeOptions: { timeout: 30000 }',
      '/scrapeOptions/timeout exactly 30000 is replaced by 120000; 30001 is not',
    ],
    [
      'scrapeOptions: { formats: [markdown, changeTracking] }',
      '/scrapeOptions/waitFor raised to 5000 by change tracking',
    ],
    [
      'prompt: Only docs',
      '/prompt a language model generates the missing crawl settings, maybe different ones each time; "crawlform lock" saves them',
    ],
  ])('explain a setting on the hosted service: %s', (setting, note) => {
    expect(notesOf(setting, hosted)).toContain(note)
  })

  it('name the settings that a self-hosted service ignores', () => {
    expect(notesOf('delay: 2', own)).toContain('/delay has no effect on a self-hosted service')
  })

  it('do not mention settings that are not set', () => {
    expect(notesOf('limit: 5', hosted)).toEqual([])
  })
})

it.each([
  [
    'a header',
    '{ headers: { X: a } }',
    { value: false, origin: { note: 'because headers or actions are sent' } },
  ],
  ['none', '{ mobile: true }', { value: true, origin: { kind: 'default' } }],
])('the origin says why certificates are checked or not: with %s', (_, scrapeOptions, expected) => {
  const { provenance } = resolveText(crawl(`  scrapeOptions: ${scrapeOptions}\n`))
  expect(provenance.get('/scrapeOptions/skipTlsVerification')).toMatchObject(expected)
})
