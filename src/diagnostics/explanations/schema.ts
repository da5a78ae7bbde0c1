import type { Explanations } from '../explanation.ts'
import type { schemaRules } from '../rules/schema.ts'

const CRAWL = 'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n'

const URL = 'version: 2\nrequest:\n  url: https://example.com/\n'

const HEAD = `${URL}  limit: 10\n`

export const schemaExplanations: Explanations<typeof schemaRules> = {
  'schema/missing-version': {
    title: 'The version is missing',
    why: 'Version 1 and version 2 of the crawl API share names that mean different things.',
    example: 'request:\n  url: https://example.com/\n  limit: 10\n',
    repair: ['request:', 'version: 2\nrequest:'],
  },
  'schema/unknown-version': {
    title: 'The version is not known',
    why: 'The meaning of the settings depends on it.',
    example: 'version: 3\nrequest:\n  url: https://example.com/\n  limit: 10\n',
    repair: ['version: 3', 'version: 2'],
  },
  'schema/not-a-crawl-file': {
    title: 'The file is not a crawl file',
    why: 'It probably belongs to another tool.',
    example: 'on: push\njobs: {}\n',
    repair: CRAWL,
  },
  'schema/bare-request': {
    title: 'The request is not under "request"',
    why: 'Settings that are sent to the API belong under "request".',
    example: 'url: https://example.com/\nlimit: 10\n',
    repair: CRAWL,
  },
  'schema/old-body': {
    title: 'The request is written for version 0',
    why: 'Version 0 had two wrappers for settings, which later versions do not have.',
    example: 'version: 2\nrequest:\n  url: https://example.com/\n  crawlerOptions: { limit: 10 }\n',
    repair: ['  crawlerOptions: { limit: 10 }', '  limit: 10'],
  },
  'schema/missing-key': {
    title: 'A required setting is missing',
    why: 'The crawl does not work without it.',
    example: 'version: 2\nrequest:\n  limit: 10\n',
    repair: ['request:', 'request:\n  url: https://example.com/'],
  },
  'schema/unknown-key': {
    title: 'A setting is not known',
    why: 'The service refuses unknown keys.',
    example: `${URL}  limt: 10\n`,
    repair: ['limt: 10', 'limit: 10'],
  },
  'schema/misplaced-key': {
    title: 'A setting is at the wrong level',
    why: 'The service refuses keys at the wrong level.',
    example: `${HEAD}  onlyMainContent: true\n`,
    repair: ['onlyMainContent: true', 'scrapeOptions: { onlyMainContent: true }'],
  },
  'schema/snake-case-key': {
    title: 'A setting is written in snake_case',
    why: 'The Python SDK uses snake_case; the API and this file use camelCase.',
    example: `${HEAD}  include_paths: [/docs]\n`,
    repair: ['include_paths: [/docs]', 'includePaths: [^/$, ^/docs/]'],
  },
  'schema/renamed-key': {
    title: 'A setting of an older version is used',
    why: 'The service refuses the names of older versions.',
    example: `${HEAD}  ignoreSitemap: true\n`,
    repair: ['ignoreSitemap: true', 'sitemap: skip'],
  },
  'schema/newer-key': {
    title: 'A setting of version 2 is used in version 1',
    why: 'The names of both versions cannot be mixed.',
    example:
      'version: 1\nrequest:\n  url: https://example.com/\n  limit: 10\n  robotsUserAgent: ExampleBot\n',
    repair: ['version: 1', 'version: 2'],
  },
  'schema/borrowed-key': {
    title: "Another tool's setting is used",
    why: 'The service refuses unknown keys.',
    example: `${URL}  maxPages: 10\n`,
    repair: ['maxPages', 'limit'],
  },
  'schema/wrong-type': {
    title: 'A value has the wrong type',
    why: 'The service does not convert types.',
    example: `${URL}  limit: many\n`,
    repair: ['many', '10'],
  },
  'schema/quoted-number': {
    title: 'A number is written as text',
    why: 'The service does not convert types.',
    example: `${URL}  limit: "10"\n`,
    repair: ['"10"', '10'],
  },
  'schema/quoted-boolean': {
    title: 'A boolean is written as text',
    why: 'In YAML 1.2 only true and false are booleans; yes, no, on and off are text.',
    example: `${HEAD}  allowSubdomains: yes\n`,
    repair: ['yes', 'true'],
  },
  'schema/unquoted-text': {
    title: 'Text is written as a number or boolean',
    why: 'Without quotes YAML does not read it as text.',
    example: `${HEAD}  webhook: { url: "https://example.com/hook", metadata: { team: 7 } }\n`,
    repair: ['team: 7', 'team: "7"'],
  },
  'schema/null-value': {
    title: 'A value is null',
    why: 'null never means "unset": the service refuses it.',
    example: `${URL}  limit:\n`,
    repair: ['limit:', 'limit: 10'],
  },
  'schema/not-indented': {
    title: 'Settings are next to their key instead of below it',
    why: 'In YAML only lines that are indented further belong to the key above.',
    example: `${URL}  limit: 10\n  scrapeOptions:\n  formats: [markdown]\n  waitFor: 1000\n`,
    repair: ['\n  formats: [markdown]\n  waitFor', '\n    formats: [markdown]\n    waitFor'],
  },
  'schema/comma-list': {
    title: 'A list is written as text with commas',
    why: 'The whole text would be one item.',
    example: `${HEAD}  excludePaths: /blog/, /news/\n`,
    repair: ['/blog/, /news/', '[/blog/, /news/]'],
  },
  'schema/not-a-list': {
    title: 'A single value is written instead of a list',
    why: 'The service does not convert types.',
    example: `${HEAD}  scrapeOptions: { formats: markdown }\n`,
    repair: ['formats: markdown', 'formats: [markdown]'],
  },
  'schema/not-allowed': {
    title: 'A value is not allowed',
    why: 'The service refuses other values.',
    example: `${HEAD}  sitemap: exclude\n`,
    repair: ['exclude', 'skip'],
  },
  'schema/old-sitemap': {
    title: 'The sitemap setting is a boolean',
    why: 'Version 2 has three modes.',
    example: `${HEAD}  sitemap: false\n`,
    repair: ['sitemap: false', 'sitemap: skip'],
  },
  'schema/event-name': {
    title: 'A webhook event has the prefix of deliveries',
    why: 'Deliveries are named crawl.completed; in the request the event is named completed.',
    example: `${HEAD}  webhook: { url: "https://example.com/hook", events: [crawl.completed] }\n`,
    repair: ['crawl.completed', 'completed'],
  },
  'schema/out-of-range': {
    title: 'A number is out of range',
    why: 'The service refuses it.',
    example: `${URL}  limit: 0\n`,
    repair: ['limit: 0', 'limit: 1'],
  },
  'schema/not-whole': {
    title: 'A number has a fraction',
    why: 'Counts are whole numbers.',
    example: `${URL}  limit: 1.5\n`,
    repair: ['1.5', '2'],
  },
  'schema/wrong-size': {
    title: 'A text, list or mapping has the wrong size',
    why: 'The service refuses it, or it would have no effect.',
    example: 'version: 2\nmatrix: { locale: [] }\nrequest:\n  url: https://example.com/\n  limit: 10\n',
    repair: [
      'matrix: { locale: [] }\nrequest:\n  url: https://example.com/',
      'matrix: { locale: [en] }\nrequest:\n  url: https://example.com/${matrix.locale}/',
    ],
  },
  'schema/bad-format': {
    title: 'Text has an unexpected form',
    why: 'The service or crawlform could not use it.',
    example: 'version: 2\nrefresh: weekly\nrequest:\n  url: https://example.com/\n  limit: 10\n',
    repair: ['weekly', '7d'],
  },
  'schema/nothing-to-wait-for': {
    title: 'A wait has neither a time nor a selector',
    why: 'The service refuses it.',
    example: `${HEAD}  scrapeOptions: { actions: [{ type: wait }] }\n`,
    repair: ['{ type: wait }', '{ type: wait, milliseconds: 2000 }'],
  },
  'schema/lone-surrogate': {
    title: 'Text contains half of a character',
    why: 'Characters beyond U+FFFF are written as two escapes in JSON and YAML; one alone is not a character and cannot be sent.',
    example: `${HEAD}  excludePaths: ["^/old\\ud800"]\n`,
    repair: ['\\ud800', ''],
  },
  'schema/reserved-header': {
    title: 'A header is reserved',
    why: 'The service puts its signature into it.',
    example: `${HEAD}  webhook: { url: "https://example.com/h", headers: { X-Firecrawl-Signature: abc } }\n`,
    repair: ['X-Firecrawl-Signature: abc', 'X-Team: abc'],
  },
}
