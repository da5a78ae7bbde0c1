import { describe, expect, it } from 'vitest'
import { judgeRequest } from '../../src/request/check-request.ts'
import type { JsonObject } from '../../src/util/json.ts'

const URL = 'https://example.com/'

function problemsOf(request: JsonObject): unknown[] {
  const { problems } = judgeRequest({ url: URL, ...request }, { references: false })
  return problems.map(({ rule, pointer, arguments: args }) => ({ rule, pointer, args }))
}

describe('what is said of a request', () => {
  it.each([
    ['X-Team', 'docs', []],
    ['X-Team', 'a\nb', ['has a value with characters that no header can hold']],
    ['X Team', 'docs', ['has a name that no header can have']],
    ['HOST', 'docs', ['belongs to the connection and cannot be set']],
  ])('header %s: %j', (name, value, expected) => {
    const pointer = `/scrapeOptions/headers/${name}`
    expect(problemsOf({ scrapeOptions: { headers: { [name]: value } } })).toEqual(
      expected.map((problem) => ({
        rule: 'limits/unsendable-header',
        pointer,
        args: { name: JSON.stringify(name), problem },
      })),
    )
  })

  it('the headers of a webhook are judged as those of pages', () => {
    const webhook = { url: URL, headers: { Host: 'docs', 'X-Team': 'docs' } }
    expect(problemsOf({ webhook })).toEqual([
      expect.objectContaining({ rule: 'limits/unsendable-header', pointer: '/webhook/headers/Host' }),
    ])
  })

  it.each([
    ['https://example.com/docs/*', 'https://example.com/docs/'],
    ['https://example.com/docs/a*', 'https://example.com/docs/'],
  ])('a star in %s: write %s', (url, suggestion) => {
    expect(problemsOf({ url })).toEqual([{ rule: 'limits/url-star', pointer: '/url', args: { suggestion } }])
  })

  it.each([
    ['http://127.0.0.1:3000/', []],
    ['http://EXAMPLE.com./', []],
    ['http://localhost/', ['localhost']],
    ['http://wiki/', ['wiki']],
    ['http://1.2.3.4x/', ['1.2.3.4x']],
  ])('the host of %s is remarked on: %j', (url, hosts) => {
    const said = judgeRequest({ url }, { references: false }).problems
    expect(said.map(({ rule, isRemark, arguments: args }) => ({ rule, isRemark, args }))).toEqual(
      hosts.map((host) => ({
        rule: 'limits/url-host',
        isRemark: true,
        args: expect.objectContaining({ host }),
      })),
    )
  })

  it.each([
    [600, 400, []],
    [601, 400, ['/includePaths']],
    [400, 601, ['/excludePaths']],
  ])('%i patterns of includePaths and %i of excludePaths', (includes, excludes, expected) => {
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
  ])('%i and %i patterns of %i characters each', (includes, excludes, size, expected) => {
    const list = (length: number): string[] =>
      Array.from({ length }, (_, index) => `^/${index}/`.padEnd(size, 'x'))
    expect(problemsOf({ includePaths: list(includes), excludePaths: list(excludes) })).toEqual(
      expected.map((pointer) => ({
        rule: 'scope/too-many-patterns',
        pointer,
        args: { count: (includes + excludes) * size, most: 100_000, unit: 'characters of patterns' },
      })),
    )
  })

  it('a wait that is longer than half of a timeout that is itself refused', () => {
    const { errors, problems } = judgeRequest(
      { url: URL, scrapeOptions: { waitFor: 1, timeout: 1 } },
      { references: false },
    )
    expect(errors.map(({ instancePath }) => instancePath)).toEqual(['/scrapeOptions/timeout'])
    expect(problems.map(({ rule }) => rule)).toEqual(['limits/wait-exceeds-timeout'])
  })

  it('waits that are longer than a minute together', () => {
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
  ])('a %s of up to %d that was meant in seconds', (key, most) => {
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
  ])('a webhook at %s: %j', (url, rules) => {
    expect(problemsOf({ webhook: url })).toEqual(
      rules.map((rule) => expect.objectContaining({ rule, pointer: '/webhook' })),
    )
  })

  it('a pattern is judged when what it refers to is known', () => {
    const request = { url: URL, includePaths: ['${secret:A}('] }
    expect(judgeRequest(request, { references: true }).problems).toEqual([])
    expect(problemsOf(request)).toMatchObject([{ pointer: '/includePaths/0' }])
  })

  it('a selector that is none is left to the schema', () => {
    expect(problemsOf({ scrapeOptions: { formats: [{ type: 'attributes', selectors: [null] }] } })).toEqual(
      [],
    )
  })

  it.each(['includeTags', 'excludeTags'])('a selector of %s that no page can be asked for', (key) => {
    expect(problemsOf({ scrapeOptions: { [key]: ['main', 'a['] } })).toEqual([
      expect.objectContaining({ rule: 'limits/bad-selector', pointer: `/scrapeOptions/${key}/1` }),
    ])
  })
})
