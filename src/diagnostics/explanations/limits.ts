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
    title: 'A page is waited for longer than half its timeout',
    why: 'The service refuses it, because nothing would be left for loading the page.',
    example: `${HEAD}  scrapeOptions: { waitFor: 6000, timeout: 10000 }\n`,
    repair: ['10000', '12000'],
  },
  'limits/total-wait': {
    title: 'A page is waited for longer than a minute in all',
    why: 'The service takes such a crawl and then fails it.',
    example: `${HEAD}  scrapeOptions:\n    waitFor: 40000\n    actions: [{ type: wait, milliseconds: 30000 }]\n`,
    repair: ['waitFor: 40000', 'waitFor: 20000'],
  },
  'limits/two-waits': {
    title: 'A wait says both how long and for what',
    why: 'The service takes one of them in a wait, and refuses both.',
    example: `${HEAD}  scrapeOptions: { actions: [{ type: wait, milliseconds: 500, selector: main }] }\n`,
    repair: ['milliseconds: 500, ', ''],
  },
  'limits/bad-selector': {
    title: 'A CSS selector cannot be read',
    why: 'Pages are asked for it, and nothing would be found.',
    example: `${HEAD}  scrapeOptions: { includeTags: ["div["] }\n`,
    repair: ['div[', 'div[role]'],
  },
  'limits/no-formats': {
    title: 'Pages come without content',
    why: 'An empty list asks for no format, so that of a page only its metadata is delivered.',
    example: `${HEAD}  scrapeOptions: { formats: [] }\n`,
    repair: ['[]', '[markdown]'],
  },
  'limits/change-tracking-alone': {
    title: 'Change tracking is asked for without Markdown',
    why: 'Changes are found by comparing the Markdown of a page.',
    example: `${HEAD}  scrapeOptions: { formats: [changeTracking] }\n`,
    repair: ['[changeTracking]', '[markdown, changeTracking]'],
  },
  'limits/one-screenshot': {
    title: 'Several screenshots are asked for',
    why: 'A page has one screenshot.',
    example: `${HEAD}  scrapeOptions: { formats: [screenshot, { type: screenshot, fullPage: true }] }\n`,
    repair: ['screenshot, {', '{'],
  },
  'limits/raw-base64-alone': {
    title: 'Raw bytes are asked for beside other formats',
    why: 'The bytes are delivered as they came, without reading the page.',
    example: `${HEAD}  scrapeOptions: { formats: [markdown, rawBase64] }\n`,
    repair: ['markdown, rawBase64', 'rawBase64'],
  },
  'limits/json-twice': {
    title: 'Two kinds of JSON are asked for',
    why: 'Both formats deliver the member "json" of a page, so the service takes one of them.',
    example: `${HEAD}  scrapeOptions: { formats: [{ type: json, prompt: title }, { type: deterministicJson, prompt: title }] }\n`,
    repair: [', { type: deterministicJson, prompt: title }', ''],
  },
  'limits/loose-json-schema': {
    title: 'A JSON Schema is outside of strict mode',
    why: 'The hosted service asks its language models in strict mode. They refuse parts of JSON Schema that say too little, and then the page fails.',
    example: `${HEAD}  scrapeOptions:\n    formats:\n      - type: json\n        prompt: titles\n        schema: { type: object, properties: { titles: { type: array } } }\n`,
    repair: ['{ type: array }', '{ type: array, items: { type: string } }'],
  },
  'limits/lockdown': {
    title: 'Lockdown is set for a crawl',
    why: 'Lockdown answers from the cache alone. Firecrawl documents it for single pages and as unavailable for crawls; pages that are not cached fail and cost a credit.',
    example: `${HEAD}  scrapeOptions: { lockdown: true }\n`,
    repair: ['{ lockdown: true }', '{ maxAge: 604800000 }'],
  },
  'limits/profile-with-lockdown': {
    title: 'A browser profile is used with lockdown',
    why: 'Lockdown never starts a browser, so a profile has no use, and the service refuses both together.',
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
    title: 'The format json says nothing of what to extract',
    why: 'Without a schema or a prompt there is nothing to extract.',
    example: `${HEAD}  scrapeOptions: { formats: [json] }\n`,
    repair: ['[json]', '[{ type: json, prompt: The price }]'],
  },
  'limits/empty-events': {
    title: 'A webhook has no events',
    why: 'Services disagree whether that means none or all.',
    example: `${HEAD}  webhook: { url: "https://example.com/hook", events: [] }\n`,
    repair: ['events: []', 'events: [completed, failed]'],
  },
  'limits/url-star': {
    title: 'A star is in the start URL',
    why: 'The start URL is one page, which is fetched as it is written; what belongs to the crawl is set elsewhere.',
    example: 'version: 2\nrequest:\n  url: https://example.com/blog/*\n  limit: 10\n',
    repair: ['blog/*', 'blog/'],
  },
  'limits/url-credentials': {
    title: 'A user name is in the start URL',
    why: 'A URL is stored, shown and sent on with every page; the service refuses one that says who asks.',
    example: 'version: 2\nrequest:\n  url: https://ada@example.com/\n  limit: 10\n',
    repair: ['ada@', ''],
  },
  'limits/url-scheme': {
    title: 'The start URL has no scheme',
    why: 'The service puts "http://" in front, and pages are then asked for without encryption first.',
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
    why: 'HTTP allows few characters in names of headers, none that end a line in their values, and leaves some to the connection.',
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
    why: 'A delay makes the service scrape one page at a time, whatever maxConcurrency says.',
    example:
      'version: 2\nrequest:\n  url: https://example.com/\n  limit: 100\n  delay: 1\n  maxConcurrency: 10\n',
    repair: ['  maxConcurrency: 10\n', ''],
  },
  'limits/min-pages-above-limit': {
    title: 'More pages are expected than the limit allows',
    why: 'A crawl ends at its limit, so that the expectation fails each time.',
    example: `${HEAD}expect: { minPages: 150 }\n`,
    repair: ['limit: 10', 'limit: 1000'],
  },
}
