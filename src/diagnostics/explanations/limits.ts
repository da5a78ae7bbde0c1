import type { Explanations } from '../explanation.ts'
import type { limitsRules } from '../rules/limits.ts'

const HEAD = 'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n'

export const limitsExplanations: Explanations<typeof limitsRules> = {
  'limits/delay-milliseconds': {
    title: 'A delay is probably meant in milliseconds',
    why: '"delay" counts seconds between two pages; other tools count milliseconds.',
    example: `${HEAD}  delay: 1000\n`,
    repair: ['delay: 1000', 'delay: 1'],
  },
  'limits/timeout-seconds': {
    title: 'A timeout is probably meant in seconds',
    why: '"timeout" counts milliseconds, and a page needs at least one second.',
    example: `${HEAD}  scrapeOptions: { timeout: 30 }\n`,
    repair: ['30', '30000'],
  },
  'limits/milliseconds': {
    title: 'A time is probably meant in seconds',
    why: 'These settings count milliseconds; so small a value has no effect.',
    example: `${HEAD}  scrapeOptions: { waitFor: 5 }\n`,
    repair: ['waitFor: 5 ', 'waitFor: 5000 '],
  },
  'limits/wait-exceeds-timeout': {
    title: 'A page wait is longer than half the timeout',
    why: 'The service refuses it, because no time would be left to load the page.',
    example: `${HEAD}  scrapeOptions: { waitFor: 6000, timeout: 10000 }\n`,
    repair: ['10000', '12000'],
  },
  'limits/total-wait': {
    title: 'The waits of a page exceed one minute',
    why: 'The service accepts such a crawl and then fails it.',
    example: `${HEAD}  scrapeOptions:\n    waitFor: 40000\n    actions: [{ type: wait, milliseconds: 30000 }]\n`,
    repair: ['waitFor: 40000', 'waitFor: 20000'],
  },
  'limits/two-waits': {
    title: 'A wait has both a time and a selector',
    why: 'A wait takes only one of them; the service refuses both together.',
    example: `${HEAD}  scrapeOptions: { actions: [{ type: wait, milliseconds: 500, selector: main }] }\n`,
    repair: ['milliseconds: 500, ', ''],
  },
  'limits/bad-selector': {
    title: 'A CSS selector cannot be read',
    why: 'It would match nothing on any page.',
    example: `${HEAD}  scrapeOptions: { includeTags: ["div["] }\n`,
    repair: ['div[', 'div[role]'],
  },
  'limits/no-formats': {
    title: 'Pages are delivered without content',
    why: 'An empty list requests no format, so only the metadata of pages is delivered.',
    example: `${HEAD}  scrapeOptions: { formats: [] }\n`,
    repair: ['[]', '[markdown]'],
  },
  'limits/change-tracking-alone': {
    title: 'Change tracking is requested without Markdown',
    why: 'Changes are found by comparing the Markdown of pages.',
    example: `${HEAD}  scrapeOptions: { formats: [changeTracking] }\n`,
    repair: ['[changeTracking]', '[markdown, changeTracking]'],
  },
  'limits/one-screenshot': {
    title: 'Several screenshots are requested',
    why: 'A page has one screenshot.',
    example: `${HEAD}  scrapeOptions: { formats: [screenshot, { type: screenshot, fullPage: true }] }\n`,
    repair: ['screenshot, {', '{'],
  },
  'limits/raw-base64-alone': {
    title: 'Raw bytes are requested with other formats',
    why: 'The bytes are delivered unchanged, without reading the page.',
    example: `${HEAD}  scrapeOptions: { formats: [markdown, rawBase64] }\n`,
    repair: ['markdown, rawBase64', 'rawBase64'],
  },
  'limits/json-twice': {
    title: 'Two kinds of JSON are requested',
    why: 'Both formats use the member "json" of a page, so the service accepts only one.',
    example: `${HEAD}  scrapeOptions: { formats: [{ type: json, prompt: title }, { type: deterministicJson, prompt: title }] }\n`,
    repair: [', { type: deterministicJson, prompt: title }', ''],
  },
  'limits/loose-json-schema': {
    title: 'A JSON Schema is outside of strict mode',
    why: 'The hosted service uses the strict mode of its language models. They refuse incomplete schemas, and then the page fails.',
    example: `${HEAD}  scrapeOptions:\n    formats:\n      - type: json\n        prompt: titles\n        schema: { type: object, properties: { titles: { type: array } } }\n`,
    repair: ['{ type: array }', '{ type: array, items: { type: string } }'],
  },
  'limits/lockdown': {
    title: 'Lockdown is set for a crawl',
    why: 'Lockdown answers only from the cache. Firecrawl documents it for single pages and as unavailable for crawls; pages that are not cached fail and cost a credit.',
    example: `${HEAD}  scrapeOptions: { lockdown: true }\n`,
    repair: ['{ lockdown: true }', '{ maxAge: 604800000 }'],
  },
  'limits/profile-with-lockdown': {
    title: 'A browser profile is used with lockdown',
    why: 'Lockdown never starts a browser, so the service refuses a profile with it.',
    example: `${HEAD}  scrapeOptions: { profile: { name: shop }, lockdown: true }\n`,
    repair: [', lockdown: true', ''],
  },
  'limits/profile-name': {
    title: 'The name of a profile is too long',
    why: 'The service counts the bytes of the name in UTF-8, where most letters beyond ASCII take two to four.',
    example: `${HEAD}  scrapeOptions: { profile: { name: ${'é'.repeat(65)} } }\n`,
    repair: ['é'.repeat(65), 'shop'],
  },
  'limits/json-without-prompt': {
    title: 'The format json has no schema or prompt',
    why: 'They say what to extract.',
    example: `${HEAD}  scrapeOptions: { formats: [json] }\n`,
    repair: ['[json]', '[{ type: json, prompt: The price }]'],
  },
  'limits/empty-events': {
    title: 'A webhook has no events',
    why: 'Services disagree whether an empty list means no events or all events.',
    example: `${HEAD}  webhook: { url: "https://example.com/hook", events: [] }\n`,
    repair: ['events: []', 'events: [completed, failed]'],
  },
  'limits/url-star': {
    title: 'A star is in the start URL',
    why: 'The start URL is one page. Other settings decide which pages belong to the crawl.',
    example: 'version: 2\nrequest:\n  url: https://example.com/blog/*\n  limit: 10\n',
    repair: ['blog/*', 'blog/'],
  },
  'limits/url-credentials': {
    title: 'A user name is in the start URL',
    why: 'URLs are stored, shown and sent with every page, so the service refuses credentials in them.',
    example: 'version: 2\nrequest:\n  url: https://ada@example.com/\n  limit: 10\n',
    repair: ['ada@', ''],
  },
  'limits/url-scheme': {
    title: 'The start URL has no scheme',
    why: 'The service adds "http://", so the first request is not encrypted.',
    example: 'version: 2\nrequest:\n  url: example.com/docs\n  limit: 10\n',
    repair: ['example.com', 'https://example.com'],
  },
  'limits/url-host': {
    title: 'The start URL is on a host that the hosted service refuses',
    why: 'The hosted service refuses it; the embedded one crawls it.',
    example: 'version: 2\nrequest:\n  url: http://localhost:3000/\n  limit: 10\n',
    repair: ['localhost', '127.0.0.1'],
  },
  'limits/url-unusable': {
    title: 'The start URL cannot be crawled',
    why: 'The service refuses it.',
    example: 'version: 2\nrequest:\n  url: https://example.com:99999/\n  limit: 10\n',
    repair: [':99999', ':9999'],
  },
  'limits/webhook-scheme': {
    title: 'A webhook cannot be delivered',
    why: 'Deliveries are HTTP requests.',
    example: `${HEAD}  webhook: ftp://example.com/hook\n`,
    repair: ['ftp:', 'https:'],
  },
  'limits/webhook-url': {
    title: 'The URL of a webhook is broken',
    why: 'Nothing can be delivered to it.',
    example: `${HEAD}  webhook: https://example.com:99999/hook\n`,
    repair: [':99999', ''],
  },
  'limits/unsendable-header': {
    title: 'A header cannot be sent',
    why: 'HTTP limits the characters in header names and values, and reserves some headers for the connection.',
    example: `${HEAD}  scrapeOptions: { headers: { Content-Length: '3' } }\n`,
    repair: ["Content-Length: '3'", 'X-Team: docs'],
  },
  'limits/unset': {
    title: 'No limit is set',
    why: 'Without a limit the service may crawl, and charge for, up to its default number of pages.',
    example: 'version: 2\nrequest:\n  url: https://example.com/\n',
    repair: ['com/\n', 'com/\n  limit: 10\n'],
  },
  'limits/delay-with-concurrency': {
    title: 'A delay and a concurrency contradict each other',
    why: 'With a delay, the service scrapes one page at a time, regardless of maxConcurrency.',
    example:
      'version: 2\nrequest:\n  url: https://example.com/\n  limit: 100\n  delay: 1\n  maxConcurrency: 10\n',
    repair: ['  maxConcurrency: 10\n', ''],
  },
  'limits/min-pages-above-limit': {
    title: 'More pages are expected than the limit allows',
    why: 'A crawl ends at its limit, so the expectation always fails.',
    example: `${HEAD}expect: { minPages: 150 }\n`,
    repair: ['limit: 10', 'limit: 1000'],
  },
}
