// The schemas in a real editor: the language server that VS Code's YAML extension and Neovim run.
import { describe, expect, test } from 'vitest'
import { goodProjects } from '../support/good-projects.ts'
import { openEditor } from './language-server.ts'

const crawl = openEditor('crawl.schema.json')
const project = openEditor('project.schema.json')

const head = 'version: 2\nrequest:\n  url: https://docs.example.com/\n'
const scrape = `${head}  scrapeOptions:\n`

async function labels(text: string): Promise<string[]> {
  return (await crawl.complete(text)).map((item) => item.label)
}

async function inserted(text: string, label: string): Promise<string | undefined> {
  return (await crawl.complete(text)).find((item) => item.label === label)?.insertText
}

describe('good files have no problems', () => {
  const everything = `version: 2
matrix:
  locale: [en, de]
  include: [{ locale: ja, request: { limit: 10 } }]
  exclude: [{ locale: de }]
request:
  url: \${env:START_URL:-https://example.com/}
  limit: \${env:LIMIT}
  sitemap: \${matrix.sitemap}
  delay: 0.5
  crawlEntireDomain: \${env:WHOLE}
  webhook: https://hooks.example.com/
  scrapeOptions:
    formats:
      - markdown
      - type: screenshot
        fullPage: true
        viewport: { width: 1280, height: 800 }
      - type: json
        schema: { type: object, properties: { title: { type: string } } }
      - type: changeTracking
        modes: [git-diff]
    actions:
      - type: wait
        milliseconds: 500
      - { type: click, selector: "#accept" }
      - { type: scroll }
    parsers: [{ type: pdf, maxPages: 10 }]
    location: { country: DE, languages: { append: [de-DE] } }
    redactPII: { entities: [EMAIL] }
`
  test.each([everything, `${head}  includePaths:\n    remove: ["^/a"]\n`])(
    'for crawl file %#',
    async (text) => {
      expect(await crawl.problems(text)).toEqual([])
    },
  )

  // Settings of version 1 are marked as deprecated.
  const ofNow = goodProjects.filter((good) => !good.crawl.startsWith('version: 1'))
  test.each(ofNow)('for crawl file and project file %#', async (good) => {
    expect([await crawl.problems(good.crawl), await project.problems(good.project)]).toEqual([[], []])
  })
})

describe('problems are described in words at the wrong value', () => {
  const cases: [string, string, string[]][] = [
    ['no version', 'request: { url: example.com }\n', ['1: r: Missing property "version".']],
    ['no request', 'version: 2\n', ['1: v: Missing property "request".']],
    [
      'an unknown version',
      'version: 3\nrequest: { url: a.b }\n',
      ['1: 3: Value is not accepted. Valid values: 1, 2.'],
    ],
    ['no url', 'version: 2\nrequest: { limit: 5 }\n', ['2: request: Missing property "url".']],
    [
      'not a URL',
      'version: 2\nrequest: { url: "https://" }\n',
      ['2: "https://": This is not an http:// or https:// URL such as https://docs.example.com/.'],
    ],
    [
      'text for a number',
      `${head}  limit: many\n`,
      ['4: many: Write only the number; it is counted in pages.'],
    ],
    [
      'a quoted number',
      `${head}  limit: "100"\n`,
      ['4: "100": Write only the number; it is counted in pages.'],
    ],
    ['too small', `${head}  limit: 0\n`, ['4: 0: Value is below the minimum of 1.']],
    ['milliseconds for seconds', `${head}  delay: 1000\n`, ['4: 1000: Value is above the maximum of 60.']],
    [
      'not one of the values',
      `${head}  sitemap: no\n`,
      ['4: no: Value is not accepted. Valid values: "skip", "include", "only".'],
    ],
    [
      'a quoted boolean',
      `${head}  allowSubdomains: "yes"\n`,
      ['4: "yes": Incorrect type. Expected "boolean".'],
    ],
    [
      'a number with its unit',
      `${head}  delay: 2s\n`,
      ['4: 2s: Write only the number; it is counted in seconds.'],
    ],
    ['an unknown key', `${head}  pages: 5\n`, ['4: pages: Property pages is not allowed.']],
    ['a letter that is missing', `${head}  limt: 5\n`, ['4: 5: Did you mean "limit"?']],
    ['a letter too much', `${head}  limitt: [5]\n`, ['4: [5]: Did you mean "limit"?']],
    ['a wrong letter', `${scrape}    waitfor: x\n`, ['5: x: Did you mean "waitFor"?']],
    [
      "two letters in each other's place",
      `${head}refersh: { a: 1 }\n`,
      ['4: { a: 1 }: Did you mean "refresh"?'],
    ],
    [
      'an unknown list operation',
      `${head}  includePaths: { add: [a] }\n`,
      ['4: add: Property add is not allowed.'],
    ],
    [
      'a webhook without a scheme',
      `${head}  webhook: hooks.example.com\n`,
      ['4: hooks.example.com: This is not a complete URL such as https://hooks.example.com/crawl.'],
    ],
    [
      'an event name as the service sends it',
      `${head}  webhook: { events: [crawl.page] }\n`,
      ['4: crawl.page: Value is not accepted. Valid values: "started", "page", "completed", "failed".'],
    ],
    [
      'an option of another format',
      `${scrape}    formats: [{ type: screenshot, prompt: x }]\n`,
      ['5: prompt: Property prompt is not allowed.'],
    ],
    [
      'an action without its key',
      `${scrape}    actions: [{ type: click }]\n`,
      ['5: {: Missing property "selector".'],
    ],
    [
      'a wait without a length',
      `${scrape}    actions: [{ type: wait }]\n`,
      ['5: {: Missing property "milliseconds".'],
    ],
    [
      'an unknown action',
      `${scrape}    actions: [{ type: hover }]\n`,
      [
        '5: hover: Value is not accepted. Valid values: "wait", "click", "screenshot", "write", "press", "scroll", "scrape", "executeJavascript", "pdf".',
      ],
    ],
    [
      'an unknown country',
      `${scrape}    location: { country: UK }\n`,
      ['5: UK: Not a two-letter country code (ISO 3166-1) such as US, DE or GB.'],
    ],
    [
      'a key under the wrong level',
      `${head}  formats: [markdown]\n`,
      ['4: [markdown]: "formats" belongs under "scrapeOptions".'],
    ],
    ['a request key beside request', `${head}limit: 5\n`, ['4: 5: "limit" belongs under "request".']],
    [
      'a file key in request',
      `${head}  refresh: 7d\n`,
      ['4: 7d: "refresh" belongs next to "request", not in it.'],
    ],
    [
      'a crawl setting in scrapeOptions',
      `${scrape}    limit: 5\n`,
      ['5: 5: "limit" belongs next to "scrapeOptions", not in it.'],
    ],
    [
      'a name of version 1',
      `${head}  maxDepth: 3\n`,
      [
        '4: 3: Version 2 replaces "maxDepth" (path segments) by "maxDiscoveryDepth" (hops from the start): the meaning changes.',
      ],
    ],
    [
      'a key in snake_case',
      `${head}  include_paths: [a]\n`,
      ['4: [a]: "include_paths" is written "includePaths".'],
    ],
    [
      'a name of version 2 in version 1',
      'version: 1\nrequest: { url: a.b, prompt: x }\n',
      ['2: x: "prompt" needs "version: 2".'],
    ],
    [
      'a duration without a unit',
      `${head}refresh: "7"\n`,
      ['4: "7": This is not a duration such as 12h, 7d or 1d12h.'],
    ],
    [
      'a name with a space',
      `${head}name: a b\n`,
      [
        '4: a b: A name holds letters, digits, _, - and dots, and starts with a letter, a digit or a template.',
      ],
    ],
  ]
  test.each(cases)('for %s', async (_title, text, problems) => {
    expect(await crawl.problems(text)).toEqual(problems)
  })

  test('for old names in a file of version 1', async () => {
    expect(
      await crawl.problems('version: 1\nrequest:\n  url: a.b\n  maxDepth: 3\n  sitemap: false\n'),
    ).toEqual([
      '4: maxDepth: 3: Version 2 replaces "maxDepth" (path segments) by "maxDiscoveryDepth" (hops from the start): the meaning changes.',
      '5: sitemap: false: Version 2 replaces "sitemap: true" by "sitemap: include" and "sitemap: false" by "sitemap: skip".',
    ])
  })

  test('for keys in the requests of the project file', async () => {
    const text =
      'version: 2\nprofiles:\n  a: { request: { maxDepth: 3, formats: [html], scrapeOptions: { wait_for: 5 } } }\n'
    expect((await project.problems(text)).map((problem) => problem.split(': ').at(-1))).toEqual(
      expect.arrayContaining([
        '"formats" belongs under "scrapeOptions".',
        '"wait_for" is written "waitFor".',
        'the meaning changes.',
      ]),
    )
  })

  test('for an API key in the project file', async () => {
    expect(await project.problems('version: 2\nenvironments: { p: { apiKey: fc-1 } }\n')).toEqual([
      '2: fc-1: Write ${secret:NAME} here and keep the key itself in the environment variable NAME.',
    ])
  })
})

describe('a hover shows the description, unit and default', () => {
  test.each([
    [`${head}  lim¦it: 5\n`, /^The most pages .* Default: `10000` pages\./],
    [`${head}  del¦ay: 5\n`, /in seconds \(not milliseconds\), more than 0 and at most 60/],
    [`${scrape}    wait¦For: 5\n`, /in milliseconds, at most 60,000 .* Default: `0` milliseconds\./],
    [`${scrape}    time¦out: 5000\n`, /in milliseconds, at least 1,000/],
    [`${head}  site¦map: skip\n`, /`skip`: The sitemap is ignored/],
    [`${head}  sitemap: on¦ly\n`, /`only`: Only the start URL/],
    [`${head}  excludePaths¦: []\n`, /Not globs: write `\^\/blog\/` instead/],
    [`${head}  webhook:\n    ev¦ents: []\n`, /The kinds of event to send/],
    [`${scrape}    actions: [{ type: cl¦ick, selector: a }]\n`, /`click`: Click an element\./],
    [`${scrape}    formats: [mark¦down]\n`, /`markdown`: The page as Markdown\./],
    [`version: 1\nrequest:\n  url: a.b\n  max¦Depth: 5\n`, /path segments.*Version 2: `maxDiscoveryDepth`/s],
    ['ver¦sion: 2\n', /`1`: The older names/],
  ])('for %j', async (text, expected) => {
    expect(await crawl.hover(text)).toMatch(expected)
  })

  test('for keys in the project file', async () => {
    expect(await project.hover('version: 2\nenvironments:\n  p:\n    api¦Key: x\n')).toContain(
      'never the key itself',
    )
    expect(await project.hover('version: 2\ndefaults:\n  request:\n    del¦ay: 1\n')).toContain('in seconds')
  })
})

describe('completion', () => {
  test.each([
    [
      'an empty file',
      '¦',
      ['version', 'crawl-v2', 'name', 'extends', 'matrix', 'refresh', 'request', 'tests', 'expect'],
    ],
    ['versions', 'version: ¦', ['1', '2']],
    [
      'settings of a request',
      'version: 2\nrequest:\n  ¦',
      ['url', 'limit', 'sitemap', 'delay', 'webhook', 'scrapeOptions'],
    ],
    ['values', `${head}  sitemap: ¦`, ['include', 'skip', 'only']],
    ['true and false', `${head}  allowSubdomains: ¦`, ['true', 'false']],
    ['numbers', `${head}  limit: ¦`, ['10000', '100']],
    ['scrape options', `${scrape}    ¦`, ['formats', 'onlyMainContent', 'waitFor', 'actions', 'location']],
    [
      'formats in a list',
      `${scrape}    formats:\n      - ¦`,
      ['markdown', 'links', 'json with a schema', 'screenshot of the whole page'],
    ],
    ['formats in brackets', `${scrape}    formats: [¦]`, ['markdown', 'html', 'links']],
    [
      'types of format',
      `${scrape}    formats:\n      - type: ¦`,
      ['markdown', 'screenshot', 'json', 'attributes'],
    ],
    ['actions', `${scrape}    actions:\n      - ¦`, ['wait', 'wait for an element', 'click', 'type']],
    ['types of action', `${scrape}    actions:\n      - type: ¦`, ['wait', 'click', 'executeJavascript']],
    ['events', `${head}  webhook:\n    events:\n      - ¦`, ['started', 'page', 'completed', 'failed']],
    ['list operations', `${head}  excludePaths:\n    ¦`, ['append', 'prepend', 'remove']],
    ['countries', `${scrape}    location:\n      country: ¦`, ['US', 'DE', 'GB']],
    [
      'settings of version 1',
      'version: 1\nrequest:\n  url: a.b\n  ¦',
      ['limit', 'includePaths', 'scrapeOptions'],
    ],
  ])('offers values for %s', async (_title, text, expected) => {
    expect(await labels(text)).toEqual(expect.arrayContaining(expected))
  })

  test('offers only the members of the chosen format or action', async () => {
    expect((await labels(`${scrape}    formats:\n      - type: screenshot\n        ¦`)).toSorted()).toEqual([
      'fullPage',
      'quality',
      'viewport',
    ])
    expect(await labels(`${scrape}    actions:\n      - type: click\n        ¦`)).toEqual([
      'selector',
      'clickAction',
      'all',
    ])
    expect(await labels(`${scrape}    actions:\n      - type: scroll\n        ¦`)).toEqual([
      'direction',
      'selector',
    ])
  })

  test('offers no deprecated key, and no key of another place', async () => {
    const request = await labels('version: 1\nrequest:\n  url: a.b\n  ¦')
    for (const key of ['maxDepth', 'ignoreSitemap', 'sitemap', 'prompt', 'formats'])
      expect(request).not.toContain(key)
    const scrapeOptions = await labels(`${scrape}    ¦`)
    for (const key of ['parsePDF', 'limit', 'url']) expect(scrapeOptions).not.toContain(key)
    const top = await labels(`${head}¦`)
    for (const key of ['limit', 'url', 'formats']) expect(top).not.toContain(key)
  })

  test('describes each value', async () => {
    const items = await crawl.complete(`${head}  sitemap: ¦`)
    const documentation = Object.fromEntries(items.map((item) => [item.label, item.documentation]))
    expect(documentation).toMatchObject({
      skip: expect.stringContaining('The sitemap is ignored'),
      only: expect.stringContaining('links in pages are not followed'),
    })
  })

  test('inserts placeholders that can be typed over', async () => {
    expect(await inserted('¦', 'crawl-v2')).toBe(
      'version: 2\nrequest:\n  url: ${1:https://docs.example.com/}\n  limit: ${2:100}',
    )
    expect(await inserted(`${head}  ¦`, 'sitemap')).toBe('sitemap: ${1:include}')
    expect(await inserted(`${head}  ¦`, 'excludePaths')).toBe('excludePaths:\n  - ${1}')
    expect(await inserted(`${head}  webhook:\n    ¦`, 'webhook')).toBe(
      'url: ${1:https://hooks.example.com/crawl}\nevents:\n  - ${2:completed}',
    )
    expect(await inserted(`${scrape}    actions:\n      - ¦`, 'wait for an element')).toBe(
      'type: wait\n  selector: "${1:#content}"',
    )
    expect(await inserted(`${scrape}    formats:\n      - ¦`, 'json with a prompt')).toBe(
      'type: json\n  prompt: ${1:What to extract}',
    )
  })

  test('works in the project file', async () => {
    const of = async (text: string): Promise<string[]> =>
      (await project.complete(text)).map((item) => item.label)
    expect(await of('version: 2\n¦')).toEqual(
      expect.arrayContaining(['crawls', 'defaults', 'profiles', 'environments', 'rules']),
    )
    expect(await of('version: 2\nenvironments:\n  p:\n    ¦')).toEqual([
      'service',
      'baseUrl',
      'apiKey',
      'idempotencyKeys',
      'embedded',
      'state',
      'prices',
      'board',
      'defaults',
      'request',
      'refresh',
      'expect',
      'changes',
    ])
    expect(await of('version: 2\nenvironments:\n  p:\n    state:\n      backend: ¦')).toEqual([
      'local',
      'git',
      'http',
    ])
    expect(await of('version: 2\nenvironments:\n  p:\n    state:\n      backend: git\n      ¦')).toEqual([
      'remote',
      'branch',
    ])
    expect(await of('version: 2\nrules:\n  limits/unset: ¦')).toEqual(['"off"', 'warning', 'error'])
    expect(await of('version: 2\nprofiles:\n  polite:\n    request:\n      ¦')).toEqual(
      expect.arrayContaining(['delay', 'limit']),
    )
  })
})
