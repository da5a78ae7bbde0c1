import { formatDuration } from '../../util/format-duration.ts'
import { rulesWith } from '../rule.ts'

const settingRule = rulesWith({ about: 'setting', decidedBy: 'place', leavesOut: true, saidOnce: false })
const listRule = rulesWith({ about: 'items', decidedBy: 'place', leavesOut: true, saidOnce: false })
const requestRule = rulesWith({ about: 'setting', decidedBy: 'request', leavesOut: true, saidOnce: false })
const embeddedRule = rulesWith({
  about: 'embedded-service',
  decidedBy: 'place',
  leavesOut: true,
  saidOnce: false,
})

const HEAD = 'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n'

/** Settings that are valid alone, but not together, in this number, or probably in this unit. */
export const limitsRules = {
  'limits/delay-milliseconds': settingRule<{ value: number; asWritten: string; seconds: number }>({
    severity: 'error',
    title: 'A delay is probably meant in milliseconds',
    why: '"delay" counts seconds between two pages; other tools count milliseconds.',
    message: ({ value, asWritten }) =>
      `"delay" is ${value} seconds (${asWritten} between two pages); at most 60 is allowed.`,
    help: ({ value, seconds }) =>
      value >= 100 ? `For ${value} milliseconds write ${seconds}.` : 'Write a number of seconds up to 60.',
    example: `${HEAD}  delay: 1000\n`,
  }),
  'limits/timeout-seconds': settingRule<{ value: number; milliseconds: number }>({
    severity: 'error',
    title: 'A timeout is probably meant in seconds',
    why: '"timeout" counts milliseconds, and a page needs at least one second.',
    message: ({ value }) => `"timeout" is ${value} milliseconds; at least 1000 is allowed.`,
    help: ({ value, milliseconds }) => `For ${value} seconds write ${milliseconds}.`,
    example: `${HEAD}  scrapeOptions: { timeout: 30 }\n`,
  }),
  'limits/milliseconds': settingRule<{ key: string; value: number; milliseconds: number }>({
    severity: 'warning',
    title: 'A time is probably meant in seconds',
    why: 'These settings count milliseconds; so small a value has no effect.',
    message: ({ key, value }) =>
      `"${key}" is ${value} milliseconds (${formatDuration(value)}), which is hardly anything.`,
    help: ({ value, milliseconds }) => `For ${value} seconds write ${milliseconds}.`,
    example: `${HEAD}  scrapeOptions: { waitFor: 5 }\n`,
  }),
  'limits/wait-exceeds-timeout': settingRule<{ waitFor: number; timeout: number }>({
    severity: 'error',
    title: 'A page is waited for longer than half its timeout',
    why: 'The service refuses it, because nothing would be left for loading the page.',
    message: ({ waitFor, timeout }) =>
      `"waitFor" is ${waitFor} ms and "timeout" is ${timeout} ms; at most half of the timeout can be waited.`,
    help: ({ waitFor, timeout }) =>
      `Lower "waitFor" to ${Math.floor(timeout / 2)}, or raise "timeout" to ${waitFor * 2}.`,
    example: `${HEAD}  scrapeOptions: { waitFor: 6000, timeout: 10000 }\n`,
  }),
  'limits/total-wait': settingRule<{ total: number; waitFor: number; actions: number }>({
    severity: 'error',
    title: 'A page is waited for longer than a minute in all',
    why: 'The service takes such a crawl and then fails it.',
    message: ({ total, waitFor, actions }) =>
      `Each page would be waited for ${total} ms (${waitFor} by "waitFor", ${actions} by wait actions); at most 60000 is allowed.`,
    help: () => 'Shorten the waits; a wait for a selector counts as 1000 ms.',
    example: `${HEAD}  scrapeOptions:\n    waitFor: 40000\n    actions: [{ type: wait, milliseconds: 30000 }]\n`,
  }),
  'limits/two-waits': settingRule({
    severity: 'error',
    title: 'A wait says both how long and for what',
    why: 'The service takes one of them in a wait, and refuses both.',
    message: () => 'A wait action has both "milliseconds" and "selector"; one is allowed.',
    help: () => 'Remove one of them, or write two waits.',
    example: `${HEAD}  scrapeOptions: { actions: [{ type: wait, milliseconds: 500, selector: main }] }\n`,
  }),
  'limits/bad-selector': settingRule<{ selector: string; why: string }>({
    severity: 'error',
    title: 'A CSS selector cannot be read',
    why: 'Pages are asked for it, and nothing would be found.',
    message: ({ selector, why }) => `"${selector}" is no CSS selector: ${why}.`,
    help: () =>
      'Write names, classes, ids and attributes, as in "main", ".content", "#ads" or "[role=main]".',
    example: `${HEAD}  scrapeOptions: { includeTags: ["div["] }\n`,
  }),
  'limits/no-formats': settingRule({
    severity: 'warning',
    title: 'Pages come without content',
    why: 'An empty list asks for no format, so that of a page only its metadata is delivered.',
    message: () => '"formats" is empty, so pages come without content.',
    help: () => 'Write "[markdown]", or leave the setting out for the same.',
    example: `${HEAD}  scrapeOptions: { formats: [] }\n`,
  }),
  'limits/change-tracking-alone': listRule({
    severity: 'error',
    title: 'Change tracking is asked for without Markdown',
    why: 'Changes are found by comparing the Markdown of a page.',
    message: () => 'The format "changeTracking" needs the format "markdown" beside it.',
    help: () => 'Add "markdown" to "formats".',
    example: `${HEAD}  scrapeOptions: { formats: [changeTracking] }\n`,
  }),
  'limits/one-screenshot': listRule<{ count: number }>({
    severity: 'error',
    title: 'Several screenshots are asked for',
    why: 'A page has one screenshot.',
    message: ({ count }) => `"formats" asks for ${count} screenshots; one is allowed.`,
    help: () => 'Keep one; more pictures are taken with screenshot actions.',
    example: `${HEAD}  scrapeOptions: { formats: [screenshot, { type: screenshot, fullPage: true }] }\n`,
  }),
  'limits/raw-base64-alone': listRule({
    severity: 'error',
    title: 'Raw bytes are asked for beside other formats',
    why: 'The bytes are delivered as they came, without reading the page.',
    message: () => 'The format "rawBase64" must be the only one.',
    help: () => 'Remove the other formats, or write a second crawl for them.',
    example: `${HEAD}  scrapeOptions: { formats: [markdown, rawBase64] }\n`,
  }),
  'limits/json-twice': listRule({
    severity: 'error',
    title: 'Two kinds of JSON are asked for',
    why: 'Both formats deliver the member "json" of a page, so the service takes one of them.',
    message: () => '"formats" holds "json" and "deterministicJson"; one of them is allowed.',
    help: () => 'Keep one of them, or write a second crawl for the other.',
    example: `${HEAD}  scrapeOptions: { formats: [{ type: json, prompt: title }, { type: deterministicJson, prompt: title }] }\n`,
  }),
  'limits/loose-json-schema': embeddedRule<{ place: string; problem: string }>({
    severity: 'info',
    title: 'A JSON Schema is outside of strict mode',
    why: 'The hosted service asks its language models in strict mode. They refuse parts of JSON Schema that say too little, and then the page fails.',
    message: ({ place, problem }) =>
      `${place} ${problem}; the hosted service may refuse it, because its models answer in strict mode.`,
    help: () =>
      'Give every list "items", every mapping "properties" and every value a "type", and use "anyOf" for alternatives.',
    example: `${HEAD}  scrapeOptions:\n    formats:\n      - type: json\n        prompt: titles\n        schema: { type: object, properties: { titles: { type: array } } }\n`,
  }),
  'limits/lockdown': settingRule({
    severity: 'warning',
    title: 'Lockdown is set for a crawl',
    why: 'Lockdown answers from the cache alone. Firecrawl documents it for single pages and as unavailable for crawls; pages that are not cached fail and cost a credit.',
    message: () => '"lockdown" is documented as unavailable for crawls.',
    help: () => 'Remove it. To crawl cached pages, raise "maxAge" instead.',
    example: `${HEAD}  scrapeOptions: { lockdown: true }\n`,
  }),
  'limits/profile-with-lockdown': listRule({
    severity: 'error',
    title: 'A browser profile is used with lockdown',
    why: 'Lockdown never starts a browser, so a profile has no use, and the service refuses both together.',
    message: () => '"profile" and "lockdown" cannot be used together.',
    help: () => 'Remove one of them.',
    example: `${HEAD}  scrapeOptions: { profile: { name: shop }, lockdown: true }\n`,
  }),
  'limits/profile-name': settingRule<{ bytes: number; most: number }>({
    severity: 'error',
    title: 'The name of a profile is too long',
    why: 'The service counts the bytes of the name in UTF-8, where most letters beyond ASCII take two to four.',
    message: ({ bytes, most }) => `The profile's name has ${bytes} bytes; at most ${most} are allowed.`,
    help: () => 'Shorten it.',
    example: `${HEAD}  scrapeOptions: { profile: { name: ${'é'.repeat(65)} } }\n`,
  }),
  'limits/json-without-prompt': settingRule({
    severity: 'error',
    title: 'The format json says nothing of what to extract',
    why: 'Without a schema or a prompt there is nothing to extract.',
    message: () => 'The format "json" needs a "schema" or a "prompt".',
    help: () => 'Write "{ type: json, prompt: ... }" or "{ type: json, schema: ... }".',
    example: `${HEAD}  scrapeOptions: { formats: [json] }\n`,
  }),
  'limits/empty-events': listRule({
    severity: 'warning',
    title: 'A webhook has no events',
    why: 'Services disagree whether that means none or all.',
    message: () => '"events" is empty, which the service reads as all events.',
    help: () => 'Name the events, or leave the setting out for all of them.',
    example: `${HEAD}  webhook: { url: "https://example.com/hook", events: [] }\n`,
  }),
  'limits/url-star': settingRule<{ suggestion: string }>({
    severity: 'error',
    title: 'A star is in the start URL',
    why: 'The start URL is one page, which is fetched as it is written; what belongs to the crawl is set elsewhere.',
    message: () => '"url" contains a "*"; the start URL is one page, not a pattern.',
    help: ({ suggestion }) =>
      `Write "${suggestion}": the pages below it belong to the crawl by default, and "includePaths" narrows them.`,
    example: 'version: 2\nrequest:\n  url: https://example.com/blog/*\n  limit: 10\n',
  }),
  'limits/url-credentials': settingRule({
    severity: 'error',
    title: 'A user name is in the start URL',
    why: 'A URL is stored, shown and sent on with every page; the service refuses one that says who asks.',
    message: () => '"url" holds a user name or password.',
    help: () =>
      'Send it as a header instead: "scrapeOptions: { headers: { Authorization: Basic ${secret:NAME} } }".',
    example: 'version: 2\nrequest:\n  url: https://ada@example.com/\n  limit: 10\n',
  }),
  'limits/url-scheme': settingRule<{ instead: string }>({
    severity: 'warning',
    title: 'The start URL has no scheme',
    why: 'The service puts "http://" in front, and pages are then asked for without encryption first.',
    message: () => '"url" has no scheme, so the crawl starts at "http://".',
    help: ({ instead }) => `Write "${instead}".`,
    example: 'version: 2\nrequest:\n  url: example.com/docs\n  limit: 10\n',
  }),
  'limits/url-host': embeddedRule<{ host: string; help: string }>({
    severity: 'info',
    title: 'The start URL is on a host that the hosted service refuses',
    why: 'The hosted service refuses it; the embedded one crawls it.',
    message: ({ host }) => `"${host}" is not a public host name; only the embedded service crawls it.`,
    help: ({ help }) => help,
    example: 'version: 2\nrequest:\n  url: http://localhost:3000/\n  limit: 10\n',
  }),
  'limits/url-unusable': settingRule<{ why: string }>({
    severity: 'error',
    title: 'The start URL cannot be crawled',
    why: 'The service refuses it.',
    message: ({ why }) => `"url" ${why}.`,
    help: () => 'Write it like "https://docs.example.com/".',
    example: 'version: 2\nrequest:\n  url: https://example.com:99999/\n  limit: 10\n',
  }),
  'limits/webhook-scheme': settingRule<{ scheme: string }>({
    severity: 'error',
    title: 'A webhook cannot be delivered',
    why: 'Deliveries are HTTP requests.',
    message: ({ scheme }) =>
      `The webhook's "url" starts with "${scheme}"; only http and https are delivered to.`,
    help: () => 'Write it like "https://hooks.example.com/crawl".',
    example: `${HEAD}  webhook: ftp://example.com/hook\n`,
  }),
  'limits/webhook-url': settingRule({
    severity: 'error',
    title: 'The URL of a webhook is broken',
    why: 'Nothing can be delivered to it.',
    message: () => 'The webhook\'s "url" is not a URL.',
    help: () => 'Write it like "https://hooks.example.com/crawl"; a port is at most 65535.',
    example: `${HEAD}  webhook: https://example.com:99999/hook\n`,
  }),
  'limits/unsendable-header': settingRule<{ name: string; problem: string }>({
    severity: 'error',
    title: 'A header cannot be sent',
    why: 'HTTP allows few characters in names of headers, none that end a line in their values, and leaves some to the connection.',
    message: ({ name, problem }) => `The header ${name} ${problem}.`,
    help: ({ problem }) =>
      problem.includes('connection')
        ? 'Remove it; who sends the request sets it.'
        : 'Write a name of letters, digits and "-", and a value of printable characters on one line.',
    example: `${HEAD}  scrapeOptions: { headers: { Content-Length: '3' } }\n`,
  }),
  'limits/unset': requestRule<{ limit: number }>({
    severity: 'warning',
    title: 'No limit is set',
    why: 'Without a limit the service may crawl, and charge for, up to its default number of pages.',
    message: ({ limit }) => `No limit is set, so up to ${limit} pages may be crawled.`,
    help: () => 'Set "limit" to what you are willing to pay for, here or in the project file\'s defaults.',
    example: 'version: 2\nrequest:\n  url: https://example.com/\n',
  }),
  'limits/delay-with-concurrency': requestRule<{ delay: number; concurrency: number }>({
    severity: 'warning',
    title: 'A delay and a concurrency contradict each other',
    why: 'A delay makes the service scrape one page at a time, whatever maxConcurrency says.',
    message: ({ delay, concurrency }) =>
      `maxConcurrency: ${concurrency} has no effect, because a delay of ${delay} s means one page at a time.`,
    help: () => 'Remove one of the two.',
    example:
      'version: 2\nrequest:\n  url: https://example.com/\n  limit: 100\n  delay: 1\n  maxConcurrency: 10\n',
  }),
  'limits/min-pages-above-limit': requestRule<{ minPages: number; limit: number }>({
    severity: 'warning',
    title: 'More pages are expected than the limit allows',
    why: 'A crawl ends at its limit, so that the expectation fails each time.',
    message: ({ minPages, limit }) =>
      `At least ${minPages} pages are expected of a crawl that ends after ${limit}.`,
    help: ({ limit }) => `Raise "limit", or lower "minPages" to ${limit} at most.`,
    example: `${HEAD}expect: { minPages: 150 }\n`,
  }),
}
