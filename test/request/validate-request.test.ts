import { describe, expect, it } from 'vitest'
import { validateRequest } from '../../src/request/request.ts'
import type { JsonObject } from '../../src/util/json.ts'

const URL = 'https://example.com/'

function problemsOf(request: JsonObject): unknown[] {
  const { problems } = validateRequest({ url: URL, ...request }, { references: false })
  return problems.map(({ rule, pointer, arguments: args }) => ({ rule, pointer, args }))
}

describe('the check of a request', () => {
  it.each([
    ['X-Team', 'docs', []],
    ['X-Team', 'a\nb', ['has a value with characters that headers cannot contain']],
    ['X Team', 'docs', ['has an invalid name']],
    ['HOST', 'docs', ['belongs to the connection and cannot be set']],
  ])('reports a header that cannot be sent: %s: %j', (name, value, expected) => {
    const pointer = `/scrapeOptions/headers/${name}`
    expect(problemsOf({ scrapeOptions: { headers: { [name]: value } } })).toEqual(
      expected.map((problem) => ({
        rule: 'limits/unsendable-header',
        pointer,
        args: { name: JSON.stringify(name), problem },
      })),
    )
  })

  it('reports a header of the webhook that cannot be sent', () => {
    const webhook = { url: URL, headers: { Host: 'docs', 'X-Team': 'docs' } }
    expect(problemsOf({ webhook })).toEqual([
      expect.objectContaining({ rule: 'limits/unsendable-header', pointer: '/webhook/headers/Host' }),
    ])
  })

  it.each([
    ['https://example.com/docs/*', '"https://example.com/docs/"'],
    ['https://example.com/docs/a*', '"https://example.com/docs/"'],
    ['https://*.example.com/', '"https://example.com/" and "allowSubdomains: true"'],
  ])('reports a star in %s, and proposes %s', (url, suggestion) => {
    expect(problemsOf({ url })).toEqual([{ rule: 'limits/url-star', pointer: '/url', args: { suggestion } }])
  })

  it.each([
    ['http://127.0.0.1:3000/', []],
    ['http://EXAMPLE.com/', []],
    ['https://ada.example.xn--zckzah:8443/', []],
    ['https://пример.рф/', []],
    [' https://example.com/ ', []],
    ['https://example.com\n', []],
    ['http://localhost/', ['localhost']],
    [' http://localhost ', ['localhost']],
    ['http://wiki/', ['wiki']],
    ['http://1.2.3/', ['1.2.3']],
    ['http://127.1:8080/', ['127.1']],
    ['http://0x7f000001/', ['0x7f000001']],
    ['https://example.com./docs', ['example.com.']],
    ['https://docs.例え.テスト/', ['docs.例え.テスト']],
    ['https://example.भारत/', ['example.भारत']],
    ['http://report.pdf/', ['report.pdf']],
    ['https://image_0001.JPG/', ['image_0001.JPG']],
  ])('reports the host of %s: %j', (url, hosts) => {
    const said = validateRequest({ url }, { references: false }).problems
    expect(said.map(({ rule, isRemark, arguments: args }) => ({ rule, isRemark, args }))).toEqual(
      hosts.map((host) => ({
        rule: 'limits/url-host',
        isRemark: true,
        args: expect.objectContaining({ host }),
      })),
    )
  })

  it.each([
    ['https://example.com\\foo', 'https://example.com/foo'],
    [' http://127.0.0.1\\', ' http://127.0.0.1/'],
    ['https://example.com/a\\b', undefined],
    ['https://example.com?a=\\', undefined],
  ])('reports a backslash in %s, and proposes %s', (url, instead) => {
    expect(validateRequest({ url }, { references: false }).problems).toMatchObject(
      instead === undefined ? [] : [{ rule: 'limits/url-backslash', isRemark: true, instead }],
    )
  })

  it.each([
    [600, 400, []],
    [601, 400, ['/includePaths']],
    [400, 601, ['/excludePaths']],
  ])('counts %i patterns of includePaths and %i of excludePaths', (includes, excludes, expected) => {
    const list = (length: number): string[] => Array.from({ length }, (_, index) => `^/${index}/`)
    expect(problemsOf({ includePaths: list(includes), excludePaths: list(excludes) })).toEqual(
      expected.map((pointer) => ({
        rule: 'scope/too-many-patterns',
        pointer,
        args: { count: includes + excludes, most: 1000, unit: 'patterns' },
      })),
    )
  })

  it.each([
    [500, 500, 100, []],
    [500, 500, 101, ['/includePaths']],
    [400, 600, 101, ['/excludePaths']],
  ])(
    'counts the characters of %i and %i patterns with %i characters each',
    (includes, excludes, size, expected) => {
      const list = (length: number): string[] =>
        Array.from({ length }, (_, index) => `^/${index}/`.padEnd(size, 'x'))
      expect(problemsOf({ includePaths: list(includes), excludePaths: list(excludes) })).toEqual(
        expected.map((pointer) => ({
          rule: 'scope/too-many-patterns',
          pointer,
          args: { count: (includes + excludes) * size, most: 100_000, unit: 'characters of patterns' },
        })),
      )
    },
  )

  it('reports a wait above half of a timeout even if the timeout is refused', () => {
    const { errors, problems } = validateRequest(
      { url: URL, scrapeOptions: { waitFor: 1, timeout: 1 } },
      { references: false },
    )
    expect(errors.map(({ instancePath }) => instancePath)).toEqual(['/scrapeOptions/timeout'])
    expect(problems.map(({ rule }) => rule)).toEqual(['limits/wait-exceeds-timeout'])
  })

  it('reports waits that take more than a minute together', () => {
    const wait = (milliseconds: number) => ({ type: 'wait', milliseconds })
    const actions = [wait(100), { type: 'wait', selector: 'main' }, { type: 'scrape' }]
    expect(problemsOf({ scrapeOptions: { waitFor: 58_900, actions } })).toEqual([])
    expect(problemsOf({ scrapeOptions: { waitFor: 58_901, actions } })).toEqual([
      {
        rule: 'limits/total-wait',
        pointer: '/scrapeOptions/actions',
        args: { total: 60_001, waitFor: 58_901, actions: 1100 },
      },
    ])
  })

  it.each([
    ['waitFor', 60],
    ['maxAge', 1000],
    ['minAge', 1000],
  ])('reports a %s of up to %d that was probably meant in seconds', (key, most) => {
    const rulesOf = (value: number) =>
      (problemsOf({ scrapeOptions: { [key]: value } }) as { rule: string }[]).map(({ rule }) => rule)
    expect([0, 1, most, most + 1].map(rulesOf)).toEqual([
      [],
      ['limits/milliseconds'],
      ['limits/milliseconds'],
      [],
    ])
  })

  it.each([
    ['HTTPS://hooks.example/', []],
    ['ftp://hooks.example/', ['limits/webhook-scheme']],
    ['https://${env:HOST}/', ['limits/webhook-url']],
  ])('reports a webhook at %s: %j', (url, rules) => {
    expect(problemsOf({ webhook: url })).toEqual(
      rules.map((rule) => expect.objectContaining({ rule, pointer: '/webhook' })),
    )
  })

  it('skips a pattern with a reference if references are allowed', () => {
    const request = { url: URL, includePaths: ['${secret:A}('] }
    expect(validateRequest(request, { references: true }).problems).toEqual([])
    expect(problemsOf(request)).toMatchObject([{ pointer: '/includePaths/0' }])
  })

  it('accepts *word* in excludeTags, as the hosted service does', () => {
    expect(problemsOf({ scrapeOptions: { excludeTags: ['*ad*', ' *cookie banner* '] } })).toEqual([])
    expect(problemsOf({ scrapeOptions: { excludeTags: [`*${'a'.repeat(1000)}*`] } })).toEqual([])
    expect(problemsOf({ scrapeOptions: { excludeTags: [`x*${'a'.repeat(1000)}*`] } })).toHaveLength(1)
    expect(problemsOf({ scrapeOptions: { excludeTags: [`*${'a'.repeat(1000)}*x`] } })).toHaveLength(1)
  })

  it('reports each lone surrogate, and then no other problem', () => {
    const half = '\uD800'
    const request = { origin: `a${half}`, metadata: [{ [half]: 1 }, [half, 'b']], includePaths: ['('] }
    expect(problemsOf(request)).toEqual(
      ['/origin', `/metadata/0/${half}`, '/metadata/1/0'].map((pointer) => ({
        rule: 'schema/lone-surrogate',
        pointer,
        args: {},
      })),
    )
    for (const one of [{ origin: half }, { metadata: { [half]: 1 } }, { includePaths: ['a', half] }])
      expect(problemsOf(one)).toMatchObject([{ rule: 'schema/lone-surrogate' }])
    expect(problemsOf({ origin: '\u{1F600}' })).toEqual([])
  })

  it.each<[JsonObject, unknown[]]>([
    [{ waitFor: 500, timeout: 1000 }, []],
    [{ waitFor: 501, timeout: 1000 }, ['limits/wait-exceeds-timeout /scrapeOptions/waitFor']],
    [{ waitFor: 60_001 }, []],
    [{ waitFor: 60_000, actions: [{ type: 'scrape' }] }, []],
    [
      { waitFor: 60_000, actions: [{ type: 'wait', milliseconds: 1 }] },
      ['limits/total-wait /scrapeOptions/actions'],
    ],
    [{ actions: [{ type: 'wait', milliseconds: 60_001 }] }, ['limits/total-wait /scrapeOptions/actions']],
    [
      { actions: [{ type: 'scrape' }, { type: 'wait', milliseconds: 1, selector: 'a' }] },
      ['limits/two-waits /scrapeOptions/actions/1'],
    ],
    [{ actions: [{ type: 'click', milliseconds: 1, selector: 'a' }] }, []],
    [{ actions: 'wait', waitFor: '1', timeout: '1' }, []],
  ])('reports times in %j: %j', (scrapeOptions, expected) => {
    const said = problemsOf({ scrapeOptions }) as { rule: string; pointer: string }[]
    expect(said.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual(expected)
  })

  it('names the timeout that a wait exceeds, and its place', () => {
    const scrapeOptions = { waitFor: 600, timeout: 1000 }
    expect(validateRequest({ url: URL, scrapeOptions }, { references: false }).problems).toEqual([
      {
        rule: 'limits/wait-exceeds-timeout',
        pointer: '/scrapeOptions/waitFor',
        arguments: { waitFor: 600, timeout: 1000 },
        related: { message: '"timeout" is set here', pointer: '/scrapeOptions/timeout' },
      },
    ])
  })

  it('names the milliseconds of a time that was probably meant in seconds', () => {
    expect(problemsOf({ scrapeOptions: { waitFor: 5 } })).toEqual([
      {
        rule: 'limits/milliseconds',
        pointer: '/scrapeOptions/waitFor',
        args: { key: 'waitFor', value: 5, milliseconds: 5000 },
      },
    ])
  })

  it.each<[unknown[], string[]]>([
    [[], ['limits/no-formats ']],
    [['markdown', 'changeTracking'], []],
    [['links', { type: 'changeTracking' }, 'html'], ['limits/change-tracking-alone /1']],
    [['screenshot', 'links', { type: 'screenshot' }], ['limits/one-screenshot /2']],
    [['screenshot', 'links'], []],
    [['rawBase64'], []],
    [['links', 'rawBase64'], ['limits/raw-base64-alone /1']],
    [['json'], ['limits/json-without-prompt /0']],
    [
      ['links', { type: 'json' }, { type: 'json', prompt: '' }],
      ['/1', '/2'].map((at) => `limits/json-without-prompt ${at}`),
    ],
    [
      [
        { type: 'json', prompt: 'why' },
        { type: 'json', schema: { type: 'object', properties: { a: { type: 'string' } } } },
      ],
      [],
    ],
  ])('reports formats %j: %j', (formats, expected) => {
    const said = problemsOf({ scrapeOptions: { formats } as JsonObject }) as {
      rule: string
      pointer: string
    }[]
    expect(
      said.map(({ rule, pointer }) => `${rule} ${pointer.replace('/scrapeOptions/formats', '')}`),
    ).toEqual(expected)
  })

  it.each([
    ['mailto:a@b.c', 'starts with "mailto:"; only http and https can be crawled'],
    [' JavaScript:80', 'starts with "JavaScript:"; only http and https can be crawled'],
    ['https://example.com:99999/', 'is not a URL'],
    ['https://xn--zz.com/', 'is not a URL'],
  ])('reports that the start URL %s %s', (url, why) => {
    expect(problemsOf({ url })).toEqual([{ rule: 'limits/url-unusable', pointer: '/url', args: { why } }])
  })

  it.each(['https://u@example.com/', 'https://:p@example.com/'])(
    'marks the credentials in %s as secret',
    (url) => {
      expect(validateRequest({ url }, { references: false }).problems).toEqual([
        { rule: 'limits/url-credentials', pointer: '/url', arguments: {}, sensitive: true },
      ])
    },
  )

  it('proposes a scheme for a start URL without one, and does not check its host', () => {
    for (const url of ['example.com/a', ' wiki '])
      expect(validateRequest({ url }, { references: false }).problems).toEqual([
        {
          rule: 'limits/url-scheme',
          pointer: '/url',
          arguments: { instead: `https://${url.trim()}` },
          instead: `https://${url.trim()}`,
          isRemark: true,
        },
      ])
  })

  it.each([
    ['http://localhost/', 'For a service on this machine that is not the embedded one, write 127.0.0.1.'],
    ['http://[::1]/', 'For a service on this machine that is not the embedded one, write 127.0.0.1.'],
    ['http://localhost.x1/', undefined],
    ['http://xlocalhost/', 'Write the whole name, with its domain, when the crawl is sent elsewhere.'],
    ['http://1.2.3.4/', undefined],
    ['https://EXAMPLE.com:80/', undefined],
  ])('has advice for the host of %s: %s', (url, help) => {
    const { hostname: host } = new globalThis.URL(url)
    expect(problemsOf({ url })).toEqual(
      help === undefined ? [] : [{ rule: 'limits/url-host', pointer: '/url', args: { host, help } }],
    )
  })

  it.each<[string, number]>([
    ['a'.repeat(1000), 0],
    ['a'.repeat(1001), 1],
    ['', 0],
    ['DIV.a#b.c-d', 0],
    ['a > b', 0],
    ['a[', 1],
    [':x', 1],
    ['a.', 1],
    ['.a[', 1],
    ['[a', 1],
  ])('finds in the selector %s %i problems', (selector, count) => {
    expect(problemsOf({ scrapeOptions: { includeTags: [selector] } })).toHaveLength(count)
    const formats = ['markdown', { type: 'attributes', selectors: [{ selector, attribute: 'x' }] }]
    expect(problemsOf({ scrapeOptions: { formats } })).toHaveLength(count)
  })

  it('names the place of a wrong selector of attributes', () => {
    const selectors = [{ selector: 'a' }, { selector: 'a[' }]
    expect(
      problemsOf({ scrapeOptions: { formats: ['html', { type: 'attributes', selectors }] } }),
    ).toMatchObject([
      { rule: 'limits/bad-selector', pointer: '/scrapeOptions/formats/1/selectors/1/selector' },
    ])
  })

  it.each<[JsonObject, string[]]>([
    [{ url: 'https://hooks.example/', events: [] }, ['limits/empty-events /webhook/events']],
    [{ url: 'https://hooks.example/', events: ['page'] }, []],
    [{ url: 'ftp://hooks.example/' }, ['limits/webhook-scheme /webhook/url']],
    [{ url: 'https://${env:HOST}/' }, ['limits/webhook-url /webhook/url']],
    [{ url: 'httpsx://hooks.example/' }, ['limits/webhook-scheme /webhook/url']],
    [{ url: 'xhttps://hooks.example/' }, ['limits/webhook-scheme /webhook/url']],
  ])('reports the webhook %j: %j', (webhook, expected) => {
    const said = problemsOf({ webhook }) as { rule: string; pointer: string }[]
    expect(said.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual(expected)
  })

  it('leaves a request that is not a mapping to the schema', () => {
    expect(validateRequest([], { references: false }).problems).toEqual([])
    expect(validateRequest([], { references: false }).errors.length).toBeGreaterThan(0)
  })

  it('skips a selector or URL with a reference if references are allowed', () => {
    const request = { url: URL, scrapeOptions: { includeTags: ['${secret:A}['] } }
    expect(validateRequest(request, { references: true }).problems).toEqual([])
    expect(validateRequest(request, { references: false }).problems).toHaveLength(1)
    for (const key of ['url', 'webhook'])
      expect(validateRequest({ url: URL, [key]: '${secret:A} *' }, { references: true }).problems).toEqual([])
  })

  it('leaves a selector that is not a mapping to the schema', () => {
    expect(problemsOf({ scrapeOptions: { formats: [{ type: 'attributes', selectors: [null] }] } })).toEqual(
      [],
    )
  })

  it.each(['includeTags', 'excludeTags'])('reports a wrong selector in %s', (key) => {
    expect(problemsOf({ scrapeOptions: { [key]: ['main', 'a['] } })).toEqual([
      expect.objectContaining({ rule: 'limits/bad-selector', pointer: `/scrapeOptions/${key}/1` }),
    ])
  })
})
