import { formatDuration } from '../../util/clock.ts'
import { rulesAbout } from '../rule.ts'

const settingRule = rulesAbout('setting')
const listRule = rulesAbout('items')
const requestRule = rulesAbout('setting', { decidedBy: 'request' })
const embeddedRule = rulesAbout('embedded-service')

const pageRules = () => ({
  'limits/delay-milliseconds': settingRule.error<{ value: number; asWritten: string; seconds: number }>(
    '"delay" is {value} seconds ({asWritten} between two pages); at most 60 is allowed.',
    ({ value, seconds }) =>
      value >= 100 ? `For ${value} milliseconds write ${seconds}.` : 'Write a number of seconds up to 60.',
  ),
  'limits/timeout-seconds': settingRule.error(
    '"timeout" is {value} milliseconds; at least 1000 is allowed.',
    'For {value} seconds write {milliseconds}.',
  ),
  'limits/milliseconds': settingRule.warning<{ key: string; value: number; milliseconds: number }>(
    ({ key, value }) =>
      `"${key}" is ${value} milliseconds (${formatDuration(value)}), which is hardly anything.`,
    'For {value} seconds write {milliseconds}.',
  ),
  'limits/wait-exceeds-timeout': settingRule.error<{ waitFor: number; timeout: number }>(
    '"waitFor" is {waitFor} ms and "timeout" is {timeout} ms; the wait can be at most half of the timeout.',
    ({ waitFor, timeout }) =>
      `Lower "waitFor" to ${Math.floor(timeout / 2)}, or raise "timeout" to ${waitFor * 2}.`,
  ),
  'limits/total-wait': settingRule.error(
    'Each page would wait {total} ms ({waitFor} from "waitFor", {actions} from wait actions); at most 60000 is allowed.',
    'Shorten the waits; a wait for a selector counts as 1000 ms.',
  ),
  'limits/two-waits': settingRule.error(
    'A wait action has both "milliseconds" and "selector"; only one is allowed.',
    'Remove one of them, or write two waits.',
  ),
  'limits/bad-selector': settingRule.error(
    '"{selector}" is not a CSS selector: {why}.',
    'Write names, classes, ids and attributes, as in "main", ".content", "#ads" or "[role=main]".',
  ),
  'limits/no-formats': settingRule.warning(
    '"formats" is empty, so pages are delivered without content.',
    'Write "[markdown]", or remove the setting, which means the same.',
  ),
  'limits/change-tracking-alone': listRule.error(
    'The format "changeTracking" also needs the format "markdown".',
    'Add "markdown" to "formats".',
  ),
  'limits/one-screenshot': listRule.error(
    '"formats" has {count} screenshots; only one is allowed.',
    'Keep one, and use screenshot actions for more pictures.',
  ),
  'limits/raw-base64-alone': listRule.error(
    'The format "rawBase64" must be the only one.',
    'Remove the other formats, or write a second crawl for them.',
  ),
  'limits/json-twice': listRule.error(
    '"formats" has "json" and "deterministicJson"; only one of them is allowed.',
    'Keep one of them, or write a second crawl for the other.',
  ),
  'limits/loose-json-schema': embeddedRule.info(
    '{place} {problem}; the hosted service may refuse it, because its models use strict mode.',
    'Give every list "items" and every mapping "properties", and use "anyOf" for alternatives.',
  ),
  'limits/lockdown': settingRule.warning(
    '"lockdown" is documented as unavailable for crawls.',
    'Remove it. To crawl cached pages, raise "maxAge" instead.',
  ),
  'limits/profile-with-lockdown': listRule.error(
    '"profile" and "lockdown" cannot be used together.',
    'Remove one of them.',
  ),
  'limits/profile-name': settingRule.error(
    "The profile's name has {bytes} bytes; at most {most} are allowed.",
    'Shorten it.',
  ),
  'limits/json-without-prompt': settingRule.error(
    'The format "json" needs a "schema" or a "prompt".',
    'Write "{ type: json, prompt: ... }" or "{ type: json, schema: ... }".',
  ),
  'limits/empty-events': listRule.warning(
    '"events" is empty, which the service reads as all events.',
    'List the events, or remove the setting to get all of them.',
  ),
})

const addressRules = () => ({
  'limits/url-star': settingRule.error(
    '"url" contains a "*"; the start URL is one page, not a pattern.',
    'Write {suggestion}: the crawl includes the pages below it by default, and "includePaths" narrows them.',
  ),
  'limits/url-credentials': settingRule.error(
    '"url" contains a user name or password.',
    'Send it as a header instead: "scrapeOptions: { headers: { Authorization: Basic ${secret:NAME} } }".',
  ),
  'limits/url-scheme': settingRule.warning(
    '"url" has no scheme, so the crawl starts at "http://".',
    'Write "{instead}".',
  ),
  'limits/url-comma': settingRule.warning(
    '"url" ends with a comma or semicolon, which is part of the address.',
    'Write "{instead}".',
  ),
  'limits/url-host': embeddedRule.info(
    '"{host}" is not a public host name; only the embedded service crawls it.',
    '{help}',
  ),
  'limits/url-backslash': embeddedRule.info(
    '"url" has a backslash after its host; only the embedded service crawls it.',
    'Write a slash.',
  ),
  'limits/url-unusable': settingRule.error('"url" {why}.', 'Write it like "https://docs.example.com/".'),
  'limits/webhook-scheme': settingRule.error(
    'The webhook\'s "url" starts with "{scheme}"; only http and https are supported.',
    'Write it like "https://hooks.example.com/crawl".',
  ),
  'limits/webhook-url': settingRule.error(
    'The webhook\'s "url" is not a URL.',
    'Write it like "https://hooks.example.com/crawl"; a port is at most 65535.',
  ),
  'limits/unsendable-header': settingRule.error<{ name: string; problem: string }>(
    'The header {name} {problem}.',
    ({ problem }) =>
      problem.includes('connection')
        ? 'Remove it; the client sets it.'
        : 'Write a name of letters, digits and "-", and a value of printable characters on one line.',
  ),
  'limits/unset': requestRule.warning(
    'No limit is set, so up to {limit} pages may be crawled.',
    'Set "limit" to the number of pages you are willing to pay for, here or in the defaults of the project file.',
  ),
  'limits/delay-with-concurrency': requestRule.warning(
    'maxConcurrency: {concurrency} has no effect, because a delay of {delay} s means one page at a time.',
    'Remove one of the two.',
  ),
  'limits/min-pages-above-limit': requestRule.warning(
    '"minPages" is {minPages}, but the crawl ends after {limit} pages.',
    'Raise "limit", or lower "minPages" to {limit} at most.',
  ),
})

/** Settings that are valid alone, but not together, in this number, or probably in this unit. */
export const limitsRules = () => ({ ...pageRules(), ...addressRules() })
