import { describe, expect, it } from 'vitest'
import { describeOrigin } from '../support/describe-origin.ts'
import { resolveText } from '../support/load-texts.ts'

const hosted = 'hosted: { baseUrl: "https://api.firecrawl.dev" }'

function priceOf(settings: string, environment = hosted, url = 'https://example.com/') {
  const name = environment.split(':')[0] ?? ''
  const text = `version: 2\nrequest:\n  url: ${url}\n  limit: 10\n${settings}`
  const project = `version: 2\nenvironments:\n  ${environment}\n`
  const { credits, parts, unboundedPdf } = resolveText(text, { environment: name }, project).price
  return {
    credits,
    parts: parts.map((part) => `${part.what} ${part.credits} ${describeOrigin(part.origin)}`),
    ...(unboundedPdf === undefined ? {} : { unboundedPdf }),
  }
}

const noPdf = '  scrapeOptions: { parsers: []'

describe('the price of a crawl on the hosted service', () => {
  it.each([
    ['the page alone', `${noPdf} }\n`, 10, ['page 1 default']],
    [
      'json',
      `${noPdf}, formats: [markdown, { type: json, prompt: x }] }\n`,
      50,
      ['page 1 default', 'json 4 default'],
    ],
    [
      'json twice',
      `${noPdf}, formats: [{ type: json, prompt: x }, { type: json, prompt: y }] }\n`,
      50,
      ['page 1 default', 'json 4 default'],
    ],
    [
      'a question and a summary',
      `${noPdf}, formats: [summary, { type: question, question: who }] }\n`,
      50,
      ['page 1 default', 'question 4 default'],
    ],
    [
      'zero retention',
      `  zeroDataRetention: true\n${noPdf} }\n`,
      20,
      ['page 1 default', 'zeroDataRetention 1 default'],
    ],
    [
      'lockdown and redaction',
      `${noPdf}, lockdown: true, redactPII: { mode: fast } }\n`,
      90,
      ['page 1 default', 'lockdown 4 default', 'redactPII 4 default'],
    ],
    [
      'tracked fields',
      `${noPdf}, formats: [markdown, { type: changeTracking, modes: [json], prompt: x }] }\n`,
      50,
      ['page 1 default', 'json 4 default'],
    ],
    [
      'a derived script',
      `${noPdf}, formats: [{ type: deterministicJson, prompt: x }] }\n`,
      100,
      ['page 1 default', 'deterministicJson 9 default'],
    ],
    [
      'a query',
      `${noPdf}, formats: [{ type: query, prompt: x }] }\n`,
      50,
      ['page 1 default', 'question 4 default'],
    ],
    [
      'checks of threats and prompts',
      `${noPdf}, threatProtection: { mode: normal }, formats: [{ type: json, prompt: x }], checkPromptInjection: true }\n`,
      110,
      ['page 1 default', 'json 4 default', 'checkPromptInjection 4 default', 'threatProtection 2 default'],
    ],
    [
      'a check of prompts in the format',
      `${noPdf}, formats: [{ type: json, prompt: x, checkPromptInjection: true }] }\n`,
      90,
      ['page 1 default', 'json 4 default', 'checkPromptInjection 4 default'],
    ],
    ['a check of prompts without json', `${noPdf}, checkPromptInjection: true }\n`, 10, ['page 1 default']],
    [
      'json and lockdown, which are added',
      `${noPdf}, lockdown: true, formats: [{ type: json, prompt: x }] }\n`,
      90,
      ['page 1 default', 'json 4 default', 'lockdown 4 default'],
    ],
    [
      'a derived script, which replaces lockdown and checks',
      `${noPdf}, lockdown: true, checkPromptInjection: true, formats: [{ type: deterministicJson, prompt: x }, { type: question, question: who }] }\n`,
      140,
      ['page 1 default', 'deterministicJson 9 default', 'question 4 default'],
    ],
    [
      'checks of threats in the mode of the organization',
      `${noPdf}, threatProtection: { riskScoreThreshold: 70 } }\n`,
      30,
      ['page 1 default', 'threatProtection 2 default'],
    ],
    ['threats by a list', `${noPdf}, threatProtection: { mode: manual-only } }\n`, 10, ['page 1 default']],
    ['threats by Zscaler', `${noPdf}, threatProtection: { mode: zscaler } }\n`, 10, ['page 1 default']],
    [
      'redacted PDFs of at most 11 pages',
      '  scrapeOptions: { redactPII: true, parsers: [{ type: pdf, maxPages: 11 }] }\n',
      550,
      ['page 1 default', 'redactPII 4 default', 'pdfPage 10 default', 'redactPIIPage 40 default'],
    ],
    [
      'lockdown without retention',
      `  zeroDataRetention: true\n${noPdf}, lockdown: true }\n`,
      50,
      ['page 1 default', 'lockdown 4 default'],
    ],
    ['redaction switched off', `${noPdf}, redactPII: false, proxy: stealth }\n`, 10, ['page 1 default']],
    [
      'PDFs of at most 3 pages',
      '  scrapeOptions: { parsers: [{ type: pdf, maxPages: 3 }] }\n',
      30,
      ['page 1 default', 'pdfPage 2 default'],
    ],
  ])('counts %s', (_what, settings, credits, parts) => {
    expect(priceOf(settings)).toEqual({ credits, parts })
  })

  it.each([
    ['https://x.com/a', 300],
    ['https://mobile.twitter.com/', 300],
    ['X.com', 300],
    ['https://example.com/?at=x.com', 10],
    ['https://netflix.com/', 10],
    ['https://x.com.example.org/', 10],
  ])('is counted for pages of %s as up to %i', (url, credits) => {
    expect(priceOf(`${noPdf} }\n`, hosted, url).credits).toBe(credits)
  })

  it('mentions that PDFs without a bound may cost more', () => {
    expect(priceOf('')).toEqual({ credits: 10, parts: ['page 1 default'], unboundedPdf: 1 })
  })

  it('mentions that redacted PDFs without a bound cost more per page', () => {
    expect(priceOf('  scrapeOptions: { redactPII: true }\n')).toMatchObject({ credits: 50, unboundedPdf: 5 })
  })

  it('uses the price table of the environment', () => {
    const own =
      'hosted: { baseUrl: "https://api.firecrawl.dev", prices: { page: 0.5, pdfPage: 0, proxy: 4 } }'
    expect(priceOf('', own)).toEqual({
      credits: 45,
      parts: ['page 0.5 written at crawlform.yaml:3:67', 'proxy 4 written at crawlform.yaml:3:91'],
    })
    expect(priceOf('  scrapeOptions: { proxy: basic }\n', own).credits).toBe(5)
  })
})

it('mentions the price of further PDF pages if all other things are free', () => {
  const free = 'hosted: { baseUrl: "https://api.firecrawl.dev", prices: { page: 0, proxy: 0 } }'
  expect(priceOf('', free)).toEqual({ credits: 0, parts: [], unboundedPdf: 1 })
})

describe('the price of a crawl on another service', () => {
  it.each(['local: { service: embedded }', 'own: { baseUrl: "https://crawl.example.com" }'])(
    'is zero: %s',
    (environment) => {
      expect(priceOf('', environment)).toEqual({ credits: 0, parts: [] })
    },
  )

  it('is the price in the environment', () => {
    const gateway = 'gateway: { baseUrl: "https://gateway.example.com", prices: { page: 2 } }'
    expect(priceOf('', gateway)).toMatchObject({ credits: 20 })
  })
})
