import { describe, expect, it } from 'vitest'
import { literalSecret, redactPointer, redactSecrets } from '../../src/request/redact-secrets.ts'

const KEY = `fc-${'0'.repeat(32)}`

describe('literal secrets', () => {
  it('are redacted in lists, at their places', () => {
    const urls = ['https://example.com/', 'https://ada:lovelace@example.com/']
    expect(redactSecrets({ urls })).toEqual({
      value: { urls: ['https://example.com/', 'https://***@example.com/'] },
      redacted: ['/urls/1'],
    })
  })

  it('are redacted by the name of their member, in any case', () => {
    expect(redactSecrets({ Token: 'open', API_Key: 'sesame', title: 'door' })).toEqual({
      value: { Token: '***', API_Key: '***', title: 'door' },
      redacted: ['/Token', '/API_Key'],
    })
  })

  it('are redacted if they are the name of a member', () => {
    const { value, redacted } = redactSecrets({ metadata: { [KEY]: 1 } })
    expect(JSON.stringify(value)).toMatch(/^\{"metadata":\{"\*\*\*[\da-f]{4}":1\}\}$/)
    expect(redacted).toEqual([redactPointer(`/metadata/${KEY}`)])
    expect(redacted[0]).toMatch(/^\/metadata\/\*\*\*[\da-f]{4}$/)
  })

  it('keep the scheme of a header', () => {
    const headers = { Authorization: 'Bearer open-sesame', Cookie: 'open-sesame' }
    expect(redactSecrets({ headers }).value).toEqual({
      headers: { Authorization: 'Bearer ***', Cookie: '***' },
    })
  })

  it.each([
    ['bearer open-sesame', 'bearer ***'],
    ['Basic open-sesame', 'Basic ***'],
    ['Token  open-sesame', 'Token  ***'],
    ['digest open-sesame', 'digest ***'],
    ['my Bearer open-sesame', '***'],
    ['Bearer', 'Bearer'],
    ['Bearer $TOKEN', 'Bearer $TOKEN'],
    ['{{ token }}', '{{ token }}'],
    ['x{{ token }}', '***'],
    ['{{ token }}x', '***'],
    ['', ''],
  ])('in a header are shown like this: %j as %j', (text, shown) => {
    expect(redactSecrets({ headers: { 'X-Auth': text } }).value).toEqual({ headers: { 'X-Auth': shown } })
  })

  it.each([
    ['headers', 'X-Api-Key', true],
    ['headers', 'KEY', true],
    ['headers', 'monkey', false],
    ['headers', 'keys', false],
    ['headers', 'Proxy-Authorization', true],
    ['headers', 'X-Authorization-Mode', false],
    ['headers', 'my.token', true],
    ['headers', 'tokens', false],
    ['headers', 'myApiKey', true],
    ['metadata', 'sort-key', false],
    ['metadata', 'key', false],
    ['metadata', 'api_key', true],
    ['metadata', 'PRIVATE-KEY', true],
    ['metadata', 'session', true],
    ['metadata', 'key-token', true],
    ['metadata', 'SORT-KEY', false],
    ['settings', 'session', false],
    ['settings', 'AccessToken', true],
  ])('in %s under the name %s are found: %s', (map, key, isSecret) => {
    const value = { [map]: { [key]: 'open-sesame' } }
    expect(redactSecrets(value).redacted).toEqual(isSecret ? [`/${map}/${key}`] : [])
  })

  it('that are random texts are redacted in headers and metadata', () => {
    const random = 'q7Zk2Lw9Xv4Bn8Rt1Yp6Mc3Hd5Gs0Jf+'
    for (const [map, text, isSecret] of [
      ['headers', random, true],
      ['metadata', `id=${random}`, true],
      ['headers', random.slice(1), false],
      ['headers', 'a1'.repeat(20), false],
      ['headers', 'qZkLwXvBnRtYpMcHdGsJfaTbUeVoWiKl', false],
      ['settings', random, false],
      ['headers', `a.${random}`, false],
      ['headers', `${random}.`, false],
      // Of so many bits for each character: 3.5 and 4.
      ['headers', 'aabbccddeeffgg11ijklijklijklijkl', false],
      ['headers', 'aabbccddeeffgg11iijjkkllmmnnoopp', true],
    ] as const)
      expect([map, text, redactSecrets({ [map]: { 'X-Id': text } }).redacted.length]).toEqual([
        map,
        text,
        isSecret ? 1 : 0,
      ])
  })

  it.each([
    ['https://hooks.slack.com/services/T0/B0/open', 'https://hooks.slack.com/services/***'],
    ['https://example.com/hook?a=b&token=open-sesame', 'https://example.com/hook?a=b&token=***'],
    ['https://example.com/hook?a=b', 'https://example.com/hook?a=b'],
    ['https://example.com/?API_KEY=12345678&sig=12345678#x', 'https://example.com/?API_KEY=***&sig=***#x'],
    ['https://example.com/?API_KEY=12345678', 'https://example.com/?API_KEY=***'],
    ['https://example.com/?token=1234567', 'https://example.com/?token=1234567'],
    ['https://ptb.discord.com/api/webhooks/1/open', 'https://ptb.discord.com/api/webhooks/***'],
    ['https://discordapp.com/api/webhooks/1/open', 'https://discordapp.com/api/webhooks/***'],
    ['https://discord.com/api/webhooks/', 'https://discord.com/api/webhooks/'],
    [
      'https://example.com/https://hooks.slack.com/services/T0',
      'https://example.com/https://hooks.slack.com/services/T0',
    ],
    ['HTTPS://ada:lovelace@example.com/', 'HTTPS://***@example.com/'],
    ['see https://ada:lovelace@example.com/', 'see https://ada:lovelace@example.com/'],
    ['https://ada@example.com/', 'https://ada@example.com/'],
    [`https://ada:lovelace@example.com/${KEY}`, '***'],
    ['https://example.com/@ada:1/', 'https://example.com/@ada:1/'],
  ])('are redacted in %s', (webhook, shown) => {
    expect(redactSecrets({ webhook }).value).toEqual({ webhook: shown })
  })

  it('are absent from an unchanged value, which is returned as it is', () => {
    const request = { url: 'https://example.com/', includePaths: ['^/a'], webhook: null, limit: 5 }
    const found = redactSecrets(request)
    expect(found.value).toBe(request)
    expect(found.redacted).toEqual([])
  })

  it('are not seen in a reference to a secret', () => {
    expect(redactSecrets({ headers: { Authorization: 'Bearer ${secret:TOKEN}' } }).redacted).toEqual([])
  })

  it('are described by their kind', () => {
    expect(literalSecret(`see ${KEY}`, [])).toEqual({ kind: 'key', what: 'a Firecrawl API key' })
    expect(literalSecret('https://u:p@example.com/', ['url'])).toEqual({ kind: 'credentials' })
    expect(literalSecret('https://hooks.slack.com/services/a', ['webhook'])).toEqual({ kind: 'text' })
    expect(literalSecret('a@b', [])).toBeUndefined()
  })

  it.each([
    ['Authorization', 'Bearer ${env:TOKEN}', { kind: 'variable', name: 'TOKEN' }],
    ['X-Team', '${env:TEAM}', undefined],
    ['Authorization', 'Bearer open-sesame', { kind: 'text' }],
  ])('are distinguished from variables: %s of %j', (name, text, expected) => {
    expect(literalSecret(text, ['headers', name])).toEqual(expected)
  })
})
