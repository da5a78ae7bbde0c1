import { describe, expect, it } from 'vitest'
import { loadTexts } from '../support/load-texts.ts'

describe('the pointer of a diagnostic', () => {
  const project = `version: 2
defaults: { request: { excludePaths: ['^blog'] } }
profiles: { slow: { request: { scrapeOptions: { timeout: 10000 } } } }
`
  const files = (crawl: string): Record<string, string> => ({
    'crawlform.yaml': project,
    'crawls/a.yaml': crawl,
  })
  const pointers = (crawl: string, set: readonly string[] = []): string[] =>
    loadTexts(files(crawl), { set }).diagnostics.map(
      ({ rule, file, pointer }) => `${rule} ${file}${pointer === undefined ? '' : `#${pointer}`}`,
    )

  it('points into the file of the setting, in every stage', () => {
    expect(
      pointers(`version: 2
extends: [slow]
request:
  url: https://x.example/*
  limit: 1
  excludePaths: { append: ['^docs'] }
  scrapeOptions: { waitFor: 9000 }
`),
    ).toEqual([
      'limits/url-star crawls/a.yaml#/request/url',
      'limits/wait-exceeds-timeout crawls/a.yaml#/request/scrapeOptions/waitFor',
    ])
    expect(
      pointers(`version: 2
request:
  url: https://x.example/
  limit: 1
  excludePaths: { append: ['^docs'] }
`),
    ).toEqual([
      'scope/missing-slash crawlform.yaml#/defaults/request/excludePaths/0',
      'scope/missing-slash crawls/a.yaml#/request/excludePaths/append/0',
    ])
  })

  it('points to the old setting before a migration, and is absent for --set', () => {
    expect(
      pointers(`version: 1
request: { url: https://x.example/, limit: 1, scrapeOptions: { formats: [screenshot, screenshot], waitFor: 3 } }
`),
    ).toContain('limits/one-screenshot crawls/a.yaml#/request/scrapeOptions/formats/1')
    expect(
      pointers('version: 2\nrequest: { url: https://x.example/, limit: 1 }\n', [
        'a.request.url=https://x.example/*',
      ]),
    ).toEqual(['limits/url-star --set'])
  })
})

describe('a crawl that violates the schema', () => {
  it('still has its start URL checked', () => {
    const text = (url: string): string => `version: 2\nrequest:\n  url: ${url}\n  limit: "5"\n`
    const found = (url: string): string[] =>
      loadTexts({ 'crawls/a.yaml': text(url) }).diagnostics.map(
        ({ rule, line, pointer }) => `${rule} ${line} ${pointer}`,
      )
    const limit = 'schema/quoted-number 4 /request/limit'
    expect(found('https://x.example/*')).toEqual(['limits/url-star 3 /request/url', limit])
    expect(found('https://x.example/')).toEqual([limit])
    expect(found('http://localhost/')).toEqual(['limits/url-host 3 /request/url', limit])
    expect(found('ftp://x.example/')).toEqual(['schema/bad-format 3 /request/url', limit])
  })
})
