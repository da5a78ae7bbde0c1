import { rulesAbout } from '../rule.ts'
import type { ApiVersion } from '../../util/api-version.ts'

const settingRule = rulesAbout('setting')
const versionRule = rulesAbout('version')
const missingRule = rulesAbout('missing-key')
const listRule = rulesAbout('items')
const keyRule = rulesAbout('key')
const formRule = rulesAbout('form')

/** Content that a file's schema forbids. */
export const schemaRules = {
  'schema/missing-version': settingRule<{ guess: ApiVersion }>({
    severity: 'error',
    message: () => '"version" is missing; it says which version of the crawl API the file is written for.',
    help: ({ guess }) => `Write "version: ${guess}" at the top.`,
  }),
  'schema/unknown-version': versionRule<{ found: string; allowed: string; text: string | undefined }>({
    severity: 'error',
    message: ({ found, allowed }) => `"version" is ${found}; ${allowed}.`,
    help: ({ text }) => (text === undefined ? undefined : `Write "version: ${text}".`),
  }),
  'schema/not-a-crawl-file': settingRule({
    severity: 'error',
    message: () => 'This is not a crawl file: it has no settings of a crawl.',
    help: () => 'Move it elsewhere, or list the crawl files under "crawls" in crawlform.yaml.',
  }),
  'schema/bare-request': settingRule<{ key: string; isBeside: boolean }>({
    severity: 'error',
    message: ({ key, isBeside }) =>
      isBeside
        ? `"${key}" is a setting of the request, but is next to "request:" instead of below it.`
        : `"${key}" is a setting of the request, but this file has no "request".`,
    help: ({ isBeside }) =>
      isBeside
        ? 'Indent the settings of the request by two spaces.'
        : 'Write "version: 2" and "request:" at the top, and indent the settings below "request:".',
  }),
  'schema/old-body': keyRule<{ key: string; to: string }>({
    severity: 'error',
    message: ({ key, to }) => `"${key}" is from version 0 of the API; its settings are now ${to}.`,
    help: () => 'Run "crawlform migrate" to rewrite the file and list the changes.',
  }),
  'schema/missing-key': missingRule<{ key: string; owner: string; help: string | undefined }>({
    severity: 'error',
    message: ({ key, owner }) => `"${key}" is missing in ${owner}.`,
    help: ({ key, help }) => help ?? `Add "${key}:".`,
  }),
  'schema/unknown-key': keyRule<{ key: string; owner: string; help: string | undefined }>({
    severity: 'error',
    message: ({ key, owner }) => `"${key}" is not a setting of ${owner}.`,
    help: ({ help }) => help,
  }),
  'schema/misplaced-key': keyRule<{ key: string; name: string; owner: string; home: string }>({
    severity: 'error',
    message: ({ key, owner, home }) => `"${key}" is not a setting of ${owner}; it belongs ${home}.`,
    help: ({ key, name, home }) =>
      `Move it ${home.replace(/^in /, 'into ')}${name === key ? '' : `, as "${name}"`}.`,
  }),
  'schema/snake-case-key': keyRule<{ key: string; name: string }>({
    severity: 'error',
    message: ({ key, name }) => `"${key}" is written "${name}" here.`,
    help: ({ name }) => `Rename it to "${name}".`,
  }),
  'schema/renamed-key': keyRule<{ key: string; version: 0 | 1; advice: string }>({
    severity: 'error',
    message: ({ key, version }) => `"${key}" is a setting of version ${version}, but this file is version 2.`,
    help: ({ advice }) => advice,
  }),
  'schema/newer-key': keyRule<{ key: string }>({
    severity: 'error',
    message: ({ key }) => `"${key}" is a setting of version 2, but this file is version 1.`,
    help: () => 'Run "crawlform migrate" to update the file to version 2.',
  }),
  'schema/borrowed-key': keyRule<{ key: string; owner: string; advice: string }>({
    severity: 'error',
    message: ({ key, owner }) => `"${key}" is not a setting of ${owner}.`,
    help: ({ advice }) => advice,
  }),
  'schema/wrong-type': settingRule<{
    subject: string
    found: string
    wanted: string
    help: string | undefined
  }>({
    severity: 'error',
    message: ({ subject, found, wanted }) => `${subject} is ${found}; expected ${wanted}.`,
    help: ({ help }) => help,
  }),
  'schema/quoted-number': settingRule<{ subject: string; number: string }>({
    severity: 'error',
    message: ({ subject }) => `${subject} is a string; expected a number.`,
    help: ({ number }) => `Write ${number} without quotes.`,
  }),
  'schema/quoted-boolean': settingRule<{ subject: string; found: string; value: boolean }>({
    severity: 'error',
    message: ({ subject, found }) => `${subject} is ${found}; expected true or false.`,
    // In YAML 1.2 an unquoted yes is a string too.
    help: ({ found, value }) =>
      found.toLowerCase() === `"${value}"` ? `Write ${value} without quotes.` : `Write ${value}.`,
  }),
  'schema/unquoted-text': settingRule<{ subject: string; found: string; text: string | undefined }>({
    severity: 'error',
    message: ({ subject, found }) => `${subject} is ${found}; expected a string.`,
    help: ({ text }) => (text === undefined ? 'Put it in quotes.' : `Put it in quotes: ${text}.`),
  }),
  'schema/null-value': settingRule<{ subject: string; isBareDash: boolean; comment: string | undefined }>({
    severity: 'error',
    message: ({ subject }) => `${subject} is null, which is not allowed.`,
    help: ({ subject, isBareDash, comment }) => {
      if (comment !== undefined)
        return `"#" begins a comment. If "${comment}" is the value, put it in quotes; otherwise remove the line.`
      if (subject === '"request"') return 'Write the settings below it, indented; at least "url:".'
      return isBareDash
        ? 'Remove the "-", or write a value after it. Text that begins with "#" needs quotes, because "#" begins a comment.'
        : 'Remove the line to get the default, or write a value.'
    },
  }),
  'schema/not-indented': settingRule<{ key: string; beside: readonly string[]; levels: number }>({
    severity: 'error',
    message: ({ key, beside, levels }) =>
      `"${key}" is empty, because its settings are ${levels === 1 ? 'next to it' : 'further out'} instead of below it: ${beside.map((name) => (/^\d+ more$/.test(name) ? name : `"${name}"`)).join(', ')}.`,
    help: ({ levels }) => `Indent them by ${levels === 1 ? 'two' : levels * 2} more spaces.`,
  }),
  'schema/comma-list': settingRule<{ subject: string; list: string }>({
    severity: 'error',
    message: ({ subject }) => `${subject} is a string with commas; expected a list.`,
    help: ({ list }) => `Write ${list}.`,
  }),
  'schema/not-a-list': settingRule<{ subject: string; list: string }>({
    severity: 'error',
    message: ({ subject }) => `${subject} is a single value; expected a list.`,
    help: ({ list }) => `Write ${list}.`,
  }),
  'schema/not-allowed': settingRule<{
    subject: string
    found: string
    allowed: string
    help: string | undefined
  }>({
    severity: 'error',
    message: ({ subject, found, allowed }) => `${subject} is ${found}; ${allowed}.`,
    help: ({ help }) => help,
  }),
  'schema/old-sitemap': settingRule<{ value: boolean; name: string }>({
    severity: 'error',
    message: ({ value }) => `"sitemap" is ${value}; in version 2 it is skip, include or only.`,
    help: ({ name }) => `Write "sitemap: ${name}".`,
  }),
  'schema/event-name': settingRule<{ found: string; name: string }>({
    severity: 'error',
    message: ({ found }) => `The event "${found}" is written without "crawl." here.`,
    help: ({ name }) => `Write "${name}".`,
  }),
  'schema/out-of-range': settingRule<{
    subject: string
    found: string
    bound: string
    help: string | undefined
  }>({
    severity: 'error',
    message: ({ subject, found, bound }) => `${subject} is ${found}; ${bound}.`,
    help: ({ help }) => help,
  }),
  'schema/not-whole': settingRule<{ subject: string; found: string }>({
    severity: 'error',
    message: ({ subject, found }) => `${subject} is ${found}; expected a whole number.`,
  }),
  'schema/wrong-size': listRule<{ subject: string; bound: string; help: string | undefined }>({
    severity: 'error',
    message: ({ subject, bound }) => `${subject} ${bound}.`,
    help: ({ help }) => help,
  }),
  'schema/bad-format': formRule<{ subject: string; wanted: string; help: string | undefined }>({
    severity: 'error',
    message: ({ subject, wanted }) => `${subject} is not ${wanted}.`,
    help: ({ help }) => help,
  }),
  'schema/nothing-to-wait-for': settingRule<{ owner: string }>({
    severity: 'error',
    message: ({ owner }) => `${owner} has neither "milliseconds" nor "selector".`,
    help: () =>
      'Write one of them: "{ type: wait, milliseconds: 2000 }" or "{ type: wait, selector: main }".',
  }),
  'schema/lone-surrogate': settingRule({
    severity: 'error',
    message: () => 'The text contains half of a surrogate pair (U+D800 to U+DFFF), which is not a character.',
    help: () => 'Write the character itself, or both of its escapes.',
  }),
  'schema/reserved-header': settingRule<{ name: string }>({
    severity: 'error',
    message: ({ name }) => `The header "${name}" is set by the service and cannot be changed.`,
    help: () => 'Remove it.',
  }),
}
