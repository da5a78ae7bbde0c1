import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/util/json.ts'
import { checkRequest } from '../../src/validate/explain-errors.ts'

const url = 'https://docs.example.com/'

/** Rules that are broken, each with the setting it is shown at. */
function check(request: Json): string[] {
  const located: string[] = []
  const found = checkRequest(request, {
    locate: (pointer, part) => {
      located.push(pointer)
      const column = part === 'key' ? 1 : 2
      return { file: 'crawls/docs.yaml', line: 1, column, endLine: 1, endColumn: 3, pointer }
    },
  })
  expect(found.every(({ pointer }) => pointer !== undefined && located.includes(pointer))).toBe(true)
  return found.map(({ rule, pointer }) => `${rule} ${pointer}`)
}

describe('checkRequest', () => {
  it.each<Json>([
    { url },
    { url: '${secret:START_URL}' },
    { url, webhook: '${secret:HOOK}', scrapeOptions: { includeTags: ['${secret:TAG}['] } },
    { url, scrapeOptions: { location: { country: 'xk' } } },
    { url, scrapeOptions: { location: { country: 'US-Whitelist' } } },
    { url: 'http://8.8.8.8:8080/' },
    { url, webhook: 'https://hooks.example.com/' },
    { url, scrapeOptions: { waitFor: 5000, timeout: 10_000 } },
    { url, scrapeOptions: { waitFor: 59_000, actions: [{ type: 'wait', selector: 'main' }] } },
    {
      url,
      scrapeOptions: { formats: ['markdown', 'changeTracking', 'screenshot', { type: 'json', prompt: 'x' }] },
    },
    { url, scrapeOptions: { formats: ['rawBase64'] } },
    { url, scrapeOptions: { maxAge: 0, waitFor: 0 } },
  ])('finds no problem in %j', (request) => {
    expect(check(request)).toEqual([])
  })

  it.each<[Json, string[]]>([
    [{}, ['schema/missing-key ']],
    [{ url: 'example.com' }, ['limits/url-scheme /url']],
    [{ url: '$URL' }, []],
    [{ url: 'https://example.com/docs/,' }, ['limits/url-comma /url']],
    [{ url: 'https://example.com/a,b;c' }, []],
    [{ url, limit: 'ten' }, ['schema/wrong-type /limit']],
    [{ url, limit: '10' }, ['schema/quoted-number /limit']],
    [{ url, sitemap: '${env:X}' }, ['schema/not-allowed /sitemap']],
    [{ url, delay: 61 }, ['limits/delay-milliseconds /delay']],
    [{ url: 'https://example.com/*' }, ['limits/url-star /url']],
    [{ url: 'https://ada@example.com/' }, ['limits/url-credentials /url']],
    [{ url: 'https://example.com/\ud800' }, ['schema/lone-surrogate /url']],
    [{ url, webhook: 'https://example.com:99999/' }, ['limits/webhook-url /webhook']],
    [
      { url, webhook: { url, metadata: { 'a\udfff': 'b' } } },
      ['schema/lone-surrogate /webhook/metadata/a\udfff'],
    ],
    [{ url, includePaths: ['^/a/', ' '] }, ['scope/blank-pattern /includePaths/1']],
    [{ url, excludePaths: ['/{lang}/'] }, ['scope/not-portable /excludePaths/0']],
    [{ url, excludePaths: ['^/(?!a)'] }, ['scope/not-linear-time /excludePaths/0']],
    [{ url, excludePaths: ['('] }, ['scope/invalid-pattern /excludePaths/0']],
    [
      { url, scrapeOptions: { includeTags: ['main', 'div['] } },
      ['limits/bad-selector /scrapeOptions/includeTags/1'],
    ],
    [
      { url, scrapeOptions: { excludeTags: ['*ad*', '*a|b*'] } },
      ['limits/bad-selector /scrapeOptions/excludeTags/1'],
    ],
    [
      {
        url,
        scrapeOptions: {
          formats: [{ type: 'attributes', selectors: [{ selector: 'a[', attribute: 'href' }] }],
        },
      },
      ['limits/bad-selector /scrapeOptions/formats/0/selectors/0/selector'],
    ],
    [{ url, scrapeOptions: { formats: [] } }, ['limits/no-formats /scrapeOptions/formats']],
    [
      { url, scrapeOptions: { actions: [{ type: 'wait', milliseconds: 5, selector: 'main' }] } },
      ['limits/two-waits /scrapeOptions/actions/0'],
    ],
    [{ url: 'http://intranet/' }, ['limits/url-host /url']],
    [{ url: 'https/:/example.com/' }, ['limits/url-scheme /url']],
    [{ url: 'https://example.com:99999/' }, ['limits/url-unusable /url']],
    [
      { url, webhook: { url: 'ftp://example.com/', events: [] } },
      ['limits/webhook-scheme /webhook/url', 'limits/empty-events /webhook/events'],
    ],
    [
      { url, scrapeOptions: { waitFor: 5001, timeout: 10_000 } },
      ['limits/wait-exceeds-timeout /scrapeOptions/waitFor'],
    ],
    [
      { url, scrapeOptions: { waitFor: 59_001, actions: [{ type: 'wait', selector: 'main' }] } },
      ['limits/total-wait /scrapeOptions/actions'],
    ],
    [
      { url, scrapeOptions: { actions: [{ type: 'wait', milliseconds: 60_001 }] } },
      ['limits/total-wait /scrapeOptions/actions'],
    ],
    [{ url, scrapeOptions: { waitFor: 3 } }, ['limits/milliseconds /scrapeOptions/waitFor']],
    [
      { url, scrapeOptions: { formats: ['html', 'changeTracking'] } },
      ['limits/change-tracking-alone /scrapeOptions/formats/1'],
    ],
    [
      { url, scrapeOptions: { formats: ['screenshot', 'markdown', { type: 'screenshot' }] } },
      ['limits/one-screenshot /scrapeOptions/formats/2'],
    ],
    [
      { url, scrapeOptions: { formats: ['rawBase64', 'html'] } },
      ['limits/raw-base64-alone /scrapeOptions/formats/0'],
    ],
    [
      { url, scrapeOptions: { formats: [{ type: 'json', prompt: '' }] } },
      ['limits/json-without-prompt /scrapeOptions/formats/0'],
    ],
  ])('finds the problems of %j', (request, expected) => {
    expect(check(request)).toEqual(expected)
  })

  it('reports only one problem per value', () => {
    expect(check({ url: 5, webhook: { url, events: {} } })).toEqual([
      'schema/unquoted-text /url',
      'schema/wrong-type /webhook/events',
    ])
  })

  it('offers no fix, because the value may come from elsewhere', () => {
    const place = { file: 'a.yaml', line: 1, column: 1, endLine: 1, endColumn: 5 }
    expect(checkRequest({ url, limit: '10' }, { locate: () => place })[0]?.fix).toBeUndefined()
  })
})
