import { rulesWith } from '../rule.ts'
import type { ApiVersion } from '../../util/api-version.ts'

const settingRule = rulesWith({ about: 'setting', decidedBy: 'place', leavesOut: true, saidOnce: false })
const versionRule = rulesWith({ about: 'version', decidedBy: 'place', leavesOut: true, saidOnce: false })
const missingRule = rulesWith({ about: 'missing-key', decidedBy: 'place', leavesOut: true, saidOnce: false })
const listRule = rulesWith({ about: 'items', decidedBy: 'place', leavesOut: true, saidOnce: false })
const keyRule = rulesWith({ about: 'key', decidedBy: 'place', leavesOut: true, saidOnce: false })
const formRule = rulesWith({ about: 'form', decidedBy: 'place', leavesOut: true, saidOnce: false })

const URL = 'version: 2\nrequest:\n  url: https://example.com/\n'
const HEAD = `${URL}  limit: 10\n`

/** Content that a file's schema forbids. */
export const schemaRules = {
  'schema/missing-version': settingRule<{ guess: ApiVersion }>({
    severity: 'error',
    title: 'The version is missing',
    why: 'Version 1 and version 2 of the crawl API share names that mean different things.',
    message: () => '"version" is missing; it says which version of the crawl API the file is written for.',
    help: ({ guess }) => `Write "version: ${guess}" at the top.`,
    example: 'request:\n  url: https://example.com/\n  limit: 10\n',
  }),
  'schema/unknown-version': versionRule<{ found: string; allowed: string; text: string | undefined }>({
    severity: 'error',
    title: 'The version is not known',
    why: 'What a setting means depends on it.',
    message: ({ found, allowed }) => `"version" is ${found}; ${allowed}.`,
    help: ({ text }) => (text === undefined ? undefined : `Write "version: ${text}".`),
    example: 'version: 3\nrequest:\n  url: https://example.com/\n  limit: 10\n',
  }),
  'schema/not-a-crawl-file': settingRule({
    severity: 'error',
    title: 'The file is no crawl file',
    why: 'A file of another tool among the crawls is probably there by mistake.',
    message: () => 'This is no crawl file: nothing in it is a setting of one.',
    help: () => 'Keep it elsewhere, or name the files that are crawls under "crawls" in crawlform.yaml.',
    example: 'on: push\njobs: {}\n',
  }),
  'schema/bare-request': settingRule<{ key: string; isBeside: boolean }>({
    severity: 'error',
    title: 'The request is not under "request"',
    why: 'The file names the crawl; what is sent to the API stands under "request".',
    message: ({ key, isBeside }) =>
      isBeside
        ? `"${key}" is a setting of the request, and stands beside "request:" instead of below it.`
        : `"${key}" is a setting of the request, and there is no "request" in this file.`,
    help: ({ isBeside }) =>
      isBeside
        ? 'Indent the settings of the request by two spaces.'
        : 'Write "version: 2" and "request:" at the top, and indent the settings below "request:".',
    example: 'url: https://example.com/\nlimit: 10\n',
  }),
  'schema/old-body': keyRule<{ key: string; to: string }>({
    severity: 'error',
    title: 'The request is written for version 0',
    why: 'Version 0 kept its settings in two wrappers, which no later version reads.',
    message: ({ key, to }) => `"${key}" is of version 0 of the API; its settings now stand ${to}.`,
    help: () => 'Run "crawlform migrate", which rewrites the file and says what changes.',
    example: 'version: 2\nrequest:\n  url: https://example.com/\n  crawlerOptions: { limit: 10 }\n',
  }),
  'schema/missing-key': missingRule<{ key: string; owner: string; help: string | undefined }>({
    severity: 'error',
    title: 'A required setting is missing',
    why: 'Without it there is nothing to do.',
    message: ({ key, owner }) => `"${key}" is missing in ${owner}.`,
    help: ({ key, help }) => help ?? `Add "${key}:".`,
    example: 'version: 2\nrequest:\n  limit: 10\n',
  }),
  'schema/unknown-key': keyRule<{ key: string; owner: string; help: string | undefined }>({
    severity: 'error',
    title: 'A setting is not known',
    why: 'The service refuses a request with a key that it does not know.',
    message: ({ key, owner }) => `"${key}" is not a setting of ${owner}.`,
    help: ({ help }) => help,
    example: `${URL}  limt: 10\n`,
  }),
  'schema/misplaced-key': keyRule<{ key: string; name: string; owner: string; home: string }>({
    severity: 'error',
    title: 'A setting stands at the wrong level',
    why: 'The service refuses a request with a key that it does not know at that level.',
    message: ({ key, owner, home }) => `"${key}" is not a setting of ${owner}; it belongs ${home}.`,
    help: ({ key, name, home }) =>
      `Move it ${home.replace(/^in /, 'into ')}${name === key ? '' : `, as "${name}"`}.`,
    example: `${HEAD}  onlyMainContent: true\n`,
  }),
  'schema/snake-case-key': keyRule<{ key: string; name: string }>({
    severity: 'error',
    title: 'A setting is written in snake_case',
    why: "That is the Python SDK's spelling; the API and this file use camelCase.",
    message: ({ key, name }) => `"${key}" is written "${name}" here.`,
    help: ({ name }) => `Rename it to "${name}".`,
    example: `${HEAD}  include_paths: [/docs]\n`,
  }),
  'schema/renamed-key': keyRule<{ key: string; version: 0 | 1; advice: string }>({
    severity: 'error',
    title: 'A setting of an older version is used',
    why: 'The service refuses the names of older versions.',
    message: ({ key, version }) =>
      `"${key}" is a setting of version ${version}, and this file is of version 2.`,
    help: ({ advice }) => advice,
    example: `${HEAD}  ignoreSitemap: true\n`,
  }),
  'schema/newer-key': keyRule<{ key: string }>({
    severity: 'error',
    title: 'A setting of version 2 is used in version 1',
    why: 'The names of both versions cannot be mixed.',
    message: ({ key }) => `"${key}" is a setting of version 2, and this file is of version 1.`,
    help: () => 'Run "crawlform migrate" to bring the file to version 2.',
    example:
      'version: 1\nrequest:\n  url: https://example.com/\n  limit: 10\n  robotsUserAgent: ExampleBot\n',
  }),
  'schema/borrowed-key': keyRule<{ key: string; owner: string; advice: string }>({
    severity: 'error',
    title: "Another tool's setting is used",
    why: 'The service refuses a request with a key that it does not know.',
    message: ({ key, owner }) => `"${key}" is not a setting of ${owner}.`,
    help: ({ advice }) => advice,
    example: `${URL}  maxPages: 10\n`,
  }),
  'schema/wrong-type': settingRule<{
    subject: string
    found: string
    wanted: string
    help: string | undefined
  }>({
    severity: 'error',
    title: 'A value has the wrong type',
    why: 'The service does not convert values.',
    message: ({ subject, found, wanted }) => `${subject} is ${found}; ${wanted} is expected.`,
    help: ({ help }) => help,
    example: `${URL}  limit: many\n`,
  }),
  'schema/quoted-number': settingRule<{ subject: string; number: string }>({
    severity: 'error',
    title: 'A number is written as a text',
    why: 'The service does not convert values.',
    message: ({ subject }) => `${subject} is a text; a number is expected.`,
    help: ({ number }) => `Write ${number} without quotes.`,
    example: `${URL}  limit: "10"\n`,
  }),
  'schema/quoted-boolean': settingRule<{ subject: string; found: string; value: boolean }>({
    severity: 'error',
    title: 'A boolean is written as a text',
    why: 'In YAML 1.2 only true and false are booleans; yes, no, on and off are texts.',
    message: ({ subject, found }) => `${subject} is ${found}; true or false is expected.`,
    // In YAML 1.2 an unquoted yes is text too.
    help: ({ found, value }) =>
      found.toLowerCase() === `"${value}"` ? `Write ${value} without quotes.` : `Write ${value}.`,
    example: `${HEAD}  allowSubdomains: yes\n`,
  }),
  'schema/unquoted-text': settingRule<{ subject: string; found: string; text: string | undefined }>({
    severity: 'error',
    title: 'A text is written as a number or boolean',
    why: 'Without quotes YAML reads it as something else than a text.',
    message: ({ subject, found }) => `${subject} is ${found}; a text is expected.`,
    help: ({ text }) => (text === undefined ? 'Put it in quotes.' : `Put it in quotes: ${text}.`),
    example: `${HEAD}  webhook: { url: "https://example.com/hook", metadata: { team: 7 } }\n`,
  }),
  'schema/null-value': settingRule<{ subject: string; isBareDash: boolean; behindHash: string | undefined }>({
    severity: 'error',
    title: 'A value is null',
    why: 'null never means "unset": the service refuses it.',
    message: ({ subject }) => `${subject} is null, which is not a value.`,
    help: ({ subject, isBareDash, behindHash }) => {
      if (behindHash !== undefined)
        return `"#" begins a comment. If "${behindHash}" is the value, put it in quotes; else remove the line.`
      if (subject === '"request"') return 'Write the settings below it, indented; at least "url:".'
      return isBareDash
        ? 'Remove the "-", or write a value behind it; a text that begins with "#" needs quotes, because "#" begins a comment.'
        : 'Remove the line to get the default, or write a value.'
    },
    example: `${URL}  limit:\n`,
  }),
  'schema/not-indented': settingRule<{ key: string; beside: readonly string[]; levels: number }>({
    severity: 'error',
    title: 'Settings stand beside the key that they belong to',
    why: 'In YAML only what is indented further belongs to the key above, which is empty otherwise.',
    message: ({ key, beside, levels }) =>
      `"${key}" is empty, because its settings stand ${levels === 1 ? 'beside it' : 'further out'} instead of below it: ${beside.map((name) => (/^\d+ more$/.test(name) ? name : `"${name}"`)).join(', ')}.`,
    help: ({ levels }) => `Indent them by ${levels === 1 ? 'two' : levels * 2} more spaces.`,
    example: `${URL}  limit: 10\n  scrapeOptions:\n  formats: [markdown]\n  waitFor: 1000\n`,
  }),
  'schema/comma-list': settingRule<{ subject: string; list: string }>({
    severity: 'error',
    title: 'A list is written as one text with commas',
    why: 'The whole text would be one item.',
    message: ({ subject }) => `${subject} is one text with commas; a list is expected.`,
    help: ({ list }) => `Write ${list}.`,
    example: `${HEAD}  excludePaths: /blog/, /news/\n`,
  }),
  'schema/not-a-list': settingRule<{ subject: string; list: string }>({
    severity: 'error',
    title: 'A single value stands where a list is expected',
    why: 'The service does not convert values.',
    message: ({ subject }) => `${subject} is a single value; a list is expected.`,
    help: ({ list }) => `Write ${list}.`,
    example: `${HEAD}  scrapeOptions: { formats: markdown }\n`,
  }),
  'schema/not-allowed': settingRule<{
    subject: string
    found: string
    allowed: string
    help: string | undefined
  }>({
    severity: 'error',
    title: 'A value is not one of those allowed',
    why: 'The service refuses any other.',
    message: ({ subject, found, allowed }) => `${subject} is ${found}; ${allowed}.`,
    help: ({ help }) => help,
    example: `${HEAD}  sitemap: exclude\n`,
  }),
  'schema/old-sitemap': settingRule<{ value: boolean; name: string }>({
    severity: 'error',
    title: 'The sitemap is switched by a boolean',
    why: 'Since version 2 there are three ways to use it.',
    message: ({ value }) => `"sitemap" is ${value}; since version 2 it is skip, include or only.`,
    help: ({ name }) => `Write "sitemap: ${name}".`,
    example: `${HEAD}  sitemap: false\n`,
  }),
  'schema/event-name': settingRule<{ found: string; name: string }>({
    severity: 'error',
    title: 'A webhook event carries the prefix of its delivery',
    why: 'What arrives is called crawl.completed; what is asked for is called completed.',
    message: ({ found }) => `The event "${found}" is written without "crawl." here.`,
    help: ({ name }) => `Write "${name}".`,
    example: `${HEAD}  webhook: { url: "https://example.com/hook", events: [crawl.completed] }\n`,
  }),
  'schema/out-of-range': settingRule<{
    subject: string
    found: string
    bound: string
    help: string | undefined
  }>({
    severity: 'error',
    title: 'A number is out of range',
    why: 'The service refuses it.',
    message: ({ subject, found, bound }) => `${subject} is ${found}; ${bound}.`,
    help: ({ help }) => help,
    example: `${URL}  limit: 0\n`,
  }),
  'schema/not-whole': settingRule<{ subject: string; found: string }>({
    severity: 'error',
    title: 'A number has a fraction',
    why: 'What is counted comes in whole numbers.',
    message: ({ subject, found }) => `${subject} is ${found}; a whole number is expected.`,
    example: `${URL}  limit: 1.5\n`,
  }),
  'schema/wrong-size': listRule<{ subject: string; bound: string; help: string | undefined }>({
    severity: 'error',
    title: 'A text, list or mapping has the wrong size',
    why: 'The service refuses it, or it would mean nothing.',
    message: ({ subject, bound }) => `${subject} ${bound}.`,
    help: ({ help }) => help,
    example: 'version: 2\nmatrix: { locale: [] }\nrequest:\n  url: https://example.com/\n  limit: 10\n',
  }),
  'schema/bad-format': formRule<{ subject: string; wanted: string; help: string | undefined }>({
    severity: 'error',
    title: 'A text does not have the form that is expected',
    why: 'The service, or crawlform itself, could not use it.',
    message: ({ subject, wanted }) => `${subject} is not ${wanted}.`,
    help: ({ help }) => help,
    example: 'version: 2\nrefresh: weekly\nrequest:\n  url: https://example.com/\n  limit: 10\n',
  }),
  'schema/nothing-to-wait-for': settingRule<{ owner: string }>({
    severity: 'error',
    title: 'A wait says neither how long nor for what',
    why: 'The service refuses it.',
    message: ({ owner }) => `${owner} has neither "milliseconds" nor "selector".`,
    help: () =>
      'Write one of them: "{ type: wait, milliseconds: 2000 }" or "{ type: wait, selector: main }".',
    example: `${HEAD}  scrapeOptions: { actions: [{ type: wait }] }\n`,
  }),
  'schema/lone-surrogate': settingRule({
    severity: 'error',
    title: 'A text holds half of a character',
    why: 'Characters beyond U+FFFF are written as two escapes in JSON and YAML; one alone is no character, and cannot be sent.',
    message: () => 'The text holds half of a surrogate pair (U+D800 to U+DFFF), which is no character.',
    help: () => 'Write the character itself, or both of its escapes.',
    example: `${HEAD}  excludePaths: ["^/old\\ud800"]\n`,
  }),
  'schema/reserved-header': settingRule<{ name: string }>({
    severity: 'error',
    title: 'A header is reserved',
    why: 'The service writes its own signature into it.',
    message: ({ name }) => `The header "${name}" is set by the service and cannot be given.`,
    help: () => 'Remove it.',
    example: `${HEAD}  webhook: { url: "https://example.com/h", headers: { X-Firecrawl-Signature: abc } }\n`,
  }),
}
