import { formatDuration } from '../../util/format-duration.ts'
import { rulesAbout } from '../rule.ts'

const settingRule = rulesAbout('setting')
const listRule = rulesAbout('items')
const requestRule = rulesAbout('setting', { decidedBy: 'request' })
const embeddedRule = rulesAbout('embedded-service')

/** Settings that are valid alone, but not together, in this number, or probably in this unit. */
export const limitsRules = {
  'limits/delay-milliseconds': settingRule<{ value: number; asWritten: string; seconds: number }>({
    severity: 'error',
    message: ({ value, asWritten }) =>
      `"delay" is ${value} seconds (${asWritten} between two pages); at most 60 is allowed.`,
    help: ({ value, seconds }) =>
      value >= 100 ? `For ${value} milliseconds write ${seconds}.` : 'Write a number of seconds up to 60.',
  }),
  'limits/timeout-seconds': settingRule<{ value: number; milliseconds: number }>({
    severity: 'error',
    message: ({ value }) => `"timeout" is ${value} milliseconds; at least 1000 is allowed.`,
    help: ({ value, milliseconds }) => `For ${value} seconds write ${milliseconds}.`,
  }),
  'limits/milliseconds': settingRule<{ key: string; value: number; milliseconds: number }>({
    severity: 'warning',
    message: ({ key, value }) =>
      `"${key}" is ${value} milliseconds (${formatDuration(value)}), which is hardly anything.`,
    help: ({ value, milliseconds }) => `For ${value} seconds write ${milliseconds}.`,
  }),
  'limits/wait-exceeds-timeout': settingRule<{ waitFor: number; timeout: number }>({
    severity: 'error',
    message: ({ waitFor, timeout }) =>
      `"waitFor" is ${waitFor} ms and "timeout" is ${timeout} ms; the wait can be at most half of the timeout.`,
    help: ({ waitFor, timeout }) =>
      `Lower "waitFor" to ${Math.floor(timeout / 2)}, or raise "timeout" to ${waitFor * 2}.`,
  }),
  'limits/total-wait': settingRule<{ total: number; waitFor: number; actions: number }>({
    severity: 'error',
    message: ({ total, waitFor, actions }) =>
      `Each page would wait ${total} ms (${waitFor} from "waitFor", ${actions} from wait actions); at most 60000 is allowed.`,
    help: () => 'Shorten the waits; a wait for a selector counts as 1000 ms.',
  }),
  'limits/two-waits': settingRule({
    severity: 'error',
    message: () => 'A wait action has both "milliseconds" and "selector"; only one is allowed.',
    help: () => 'Remove one of them, or write two waits.',
  }),
  'limits/bad-selector': settingRule<{ selector: string; why: string }>({
    severity: 'error',
    message: ({ selector, why }) => `"${selector}" is not a CSS selector: ${why}.`,
    help: () =>
      'Write names, classes, ids and attributes, as in "main", ".content", "#ads" or "[role=main]".',
  }),
  'limits/no-formats': settingRule({
    severity: 'warning',
    message: () => '"formats" is empty, so pages are delivered without content.',
    help: () => 'Write "[markdown]", or remove the setting, which means the same.',
  }),
  'limits/change-tracking-alone': listRule({
    severity: 'error',
    message: () => 'The format "changeTracking" also needs the format "markdown".',
    help: () => 'Add "markdown" to "formats".',
  }),
  'limits/one-screenshot': listRule<{ count: number }>({
    severity: 'error',
    message: ({ count }) => `"formats" has ${count} screenshots; only one is allowed.`,
    help: () => 'Keep one, and use screenshot actions for more pictures.',
  }),
  'limits/raw-base64-alone': listRule({
    severity: 'error',
    message: () => 'The format "rawBase64" must be the only one.',
    help: () => 'Remove the other formats, or write a second crawl for them.',
  }),
  'limits/json-twice': listRule({
    severity: 'error',
    message: () => '"formats" has "json" and "deterministicJson"; only one of them is allowed.',
    help: () => 'Keep one of them, or write a second crawl for the other.',
  }),
  'limits/loose-json-schema': embeddedRule<{ place: string; problem: string }>({
    severity: 'info',
    message: ({ place, problem }) =>
      `${place} ${problem}; the hosted service may refuse it, because its models use strict mode.`,
    help: () =>
      'Give every list "items", every mapping "properties" and every value a "type", and use "anyOf" for alternatives.',
  }),
  'limits/lockdown': settingRule({
    severity: 'warning',
    message: () => '"lockdown" is documented as unavailable for crawls.',
    help: () => 'Remove it. To crawl cached pages, raise "maxAge" instead.',
  }),
  'limits/profile-with-lockdown': listRule({
    severity: 'error',
    message: () => '"profile" and "lockdown" cannot be used together.',
    help: () => 'Remove one of them.',
  }),
  'limits/profile-name': settingRule<{ bytes: number; most: number }>({
    severity: 'error',
    message: ({ bytes, most }) => `The profile's name has ${bytes} bytes; at most ${most} are allowed.`,
    help: () => 'Shorten it.',
  }),
  'limits/json-without-prompt': settingRule({
    severity: 'error',
    message: () => 'The format "json" needs a "schema" or a "prompt".',
    help: () => 'Write "{ type: json, prompt: ... }" or "{ type: json, schema: ... }".',
  }),
  'limits/empty-events': listRule({
    severity: 'warning',
    message: () => '"events" is empty, which the service reads as all events.',
    help: () => 'List the events, or remove the setting to get all of them.',
  }),
  'limits/url-star': settingRule<{ suggestion: string }>({
    severity: 'error',
    message: () => '"url" contains a "*"; the start URL is one page, not a pattern.',
    help: ({ suggestion }) =>
      `Write "${suggestion}": the crawl includes the pages below it by default, and "includePaths" narrows them.`,
  }),
  'limits/url-credentials': settingRule({
    severity: 'error',
    message: () => '"url" contains a user name or password.',
    help: () =>
      'Send it as a header instead: "scrapeOptions: { headers: { Authorization: Basic ${secret:NAME} } }".',
  }),
  'limits/url-scheme': settingRule<{ instead: string }>({
    severity: 'warning',
    message: () => '"url" has no scheme, so the crawl starts at "http://".',
    help: ({ instead }) => `Write "${instead}".`,
  }),
  'limits/url-host': embeddedRule<{ host: string; help: string }>({
    severity: 'info',
    message: ({ host }) => `"${host}" is not a public host name; only the embedded service crawls it.`,
    help: ({ help }) => help,
  }),
  'limits/url-unusable': settingRule<{ why: string }>({
    severity: 'error',
    message: ({ why }) => `"url" ${why}.`,
    help: () => 'Write it like "https://docs.example.com/".',
  }),
  'limits/webhook-scheme': settingRule<{ scheme: string }>({
    severity: 'error',
    message: ({ scheme }) =>
      `The webhook's "url" starts with "${scheme}"; only http and https are supported.`,
    help: () => 'Write it like "https://hooks.example.com/crawl".',
  }),
  'limits/webhook-url': settingRule({
    severity: 'error',
    message: () => 'The webhook\'s "url" is not a URL.',
    help: () => 'Write it like "https://hooks.example.com/crawl"; a port is at most 65535.',
  }),
  'limits/unsendable-header': settingRule<{ name: string; problem: string }>({
    severity: 'error',
    message: ({ name, problem }) => `The header ${name} ${problem}.`,
    help: ({ problem }) =>
      problem.includes('connection')
        ? 'Remove it; the client sets it.'
        : 'Write a name of letters, digits and "-", and a value of printable characters on one line.',
  }),
  'limits/unset': requestRule<{ limit: number }>({
    severity: 'warning',
    message: ({ limit }) => `No limit is set, so up to ${limit} pages may be crawled.`,
    help: () =>
      'Set "limit" to the number of pages you are willing to pay for, here or in the defaults of the project file.',
  }),
  'limits/delay-with-concurrency': requestRule<{ delay: number; concurrency: number }>({
    severity: 'warning',
    message: ({ delay, concurrency }) =>
      `maxConcurrency: ${concurrency} has no effect, because a delay of ${delay} s means one page at a time.`,
    help: () => 'Remove one of the two.',
  }),
  'limits/min-pages-above-limit': requestRule<{ minPages: number; limit: number }>({
    severity: 'warning',
    message: ({ minPages, limit }) => `"minPages" is ${minPages}, but the crawl ends after ${limit} pages.`,
    help: ({ limit }) => `Raise "limit", or lower "minPages" to ${limit} at most.`,
  }),
}
