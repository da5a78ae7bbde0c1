import { describe, expect, it } from 'vitest'
import { resolveText } from '../support/load-texts.ts'

const project = 'version: 2\nenvironments: { local: { service: embedded, defaults: explicit } }\n'
const crawl = (request: string): string => `version: 2\nrequest:\n  url: https://example.com/docs\n${request}`

describe('defaults', () => {
  it('are sent if the environment asks for it', () => {
    expect(resolveText(crawl(''), {}, project).request).toMatchObject({ limit: 10_000 })
  })

  it('are left out if some releases refuse them', () => {
    const pageOf = (options: string) =>
      resolveText(crawl(`  scrapeOptions: ${options}\n`), {}, project).request['scrapeOptions']
    expect(Object.keys(pageOf('{}') as object)).toEqual([
      'formats',
      'onlyMainContent',
      'maxAge',
      'waitFor',
      'mobile',
      'skipTlsVerification',
      'removeBase64Images',
      'blockAds',
      'proxy',
      'storeInCache',
      'fastMode',
    ])
    expect(pageOf('{ safeMode: false, parsers: [pdf] }')).toMatchObject({ safeMode: false, parsers: ['pdf'] })
    expect(pageOf('{ redactPII: { mode: fast } }')).toMatchObject({
      redactPII: { mode: 'fast', replaceStyle: 'tag' },
    })
    // Lockdown raises the default of maxAge.
    expect(pageOf('{ lockdown: true }')).not.toHaveProperty('maxAge')
    expect(pageOf('{ lockdown: true, maxAge: 5 }')).toHaveProperty('maxAge', 5)
    expect(pageOf('{ headers: { A: b } }')).toHaveProperty('skipTlsVerification', false)
  })
})
