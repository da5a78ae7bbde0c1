import { rulesAbout } from '../rule.ts'

const settingRule = rulesAbout('setting')
const versionRule = rulesAbout('version')
const missingRule = rulesAbout('missing-key')
const listRule = rulesAbout('items')
const keyRule = rulesAbout('key')
const formRule = rulesAbout('form')

const keyRules = () => ({
  'schema/missing-version': settingRule.error(
    '"version" is missing; it says which version of the crawl API the file is written for.',
    'Write "version: {guess}" at the top.',
  ),
  'schema/unknown-version': versionRule.error('"version" is {found}; {allowed}.', 'Write "version: {text}".'),
  'schema/not-a-crawl-file': settingRule.error(
    'This is not a crawl file: it has no settings of a crawl.',
    'Move it elsewhere, or list the crawl files under "crawls" in crawlform.yaml.',
  ),
  'schema/bare-request': settingRule.error<{ key: string; isBeside: boolean }>(
    ({ key, isBeside }) =>
      isBeside
        ? `"${key}" is a setting of the request, but is next to "request:" instead of below it.`
        : `"${key}" is a setting of the request, but this file has no "request".`,
    ({ isBeside }) =>
      isBeside
        ? 'Indent the settings of the request by two spaces.'
        : 'Write "version: 2" and "request:" at the top, and indent the settings below "request:".',
  ),
  'schema/old-body': keyRule.error('"{key}" is from version 0 of the API; its settings are now {to}.', [
    'Write "version: {old}", then run "crawlform migrate" to rewrite the file and list the changes.',
    'Run "crawlform migrate" to rewrite the file and list the changes.',
  ]),
  'schema/missing-key': missingRule.error('"{key}" is missing in {owner}.', ['{help}', 'Add "{key}:".']),
  'schema/unknown-key': keyRule.error('"{key}" is not a setting of {owner}.', '{help}'),
  'schema/misplaced-key': keyRule.error<{ key: string; name: string; owner: string; home: string }>(
    '"{key}" is not a setting of {owner}; it belongs {home}.',
    ({ key, name, home }) =>
      `Move it ${home.replace(/^in /, 'into ')}${name === key ? '' : `, as "${name}"`}.`,
  ),
  'schema/snake-case-key': keyRule.error('"{key}" is written "{name}" here.', 'Rename it to "{name}".'),
  'schema/renamed-key': keyRule.error(
    '"{key}" is a setting of version {version}, but this file is version 2.',
    '{advice}',
  ),
  'schema/newer-key': keyRule.error(
    '"{key}" is a setting of version 2, but this file is version 1.',
    'Run "crawlform migrate" to update the file to version 2.',
  ),
  'schema/borrowed-key': keyRule.error('"{key}" is not a setting of {owner}.', '{advice}'),
})

const valueRules = () => ({
  'schema/wrong-type': settingRule.error('{subject} is {found}; expected {wanted}.', '{help}'),
  'schema/quoted-number': settingRule.error(
    '{subject} is a string; expected a number.',
    'Write {number} without quotes.',
  ),
  'schema/quoted-boolean': settingRule.error<{ subject: string; found: string; value: boolean }>(
    '{subject} is {found}; expected true or false.',
    // In YAML 1.2 an unquoted yes is a string too.
    ({ found, value }) =>
      found.toLowerCase() === `"${value}"` ? `Write ${value} without quotes.` : `Write ${value}.`,
  ),
  'schema/unquoted-text': settingRule.error('{subject} is {found}; expected a string.', [
    'Put it in quotes: {text}.',
    'Put it in quotes.',
  ]),
  'schema/null-value': settingRule.error<{
    subject: string
    isBareDash: boolean
    comment: string | undefined
  }>('{subject} is null, which is not allowed.', ({ subject, isBareDash, comment }) => {
    if (comment !== undefined)
      return `"${comment[0]}" begins ${comment[0] === '#' ? 'a comment' : 'an anchor'}. If "${comment}" is the value, put it in quotes; otherwise remove the line.`
    if (subject === '"request"') return 'Write the settings below it, indented; at least "url:".'
    return isBareDash
      ? 'Remove the "-", or write a value after it. Text that begins with "#" needs quotes, because "#" begins a comment.'
      : 'Remove the line to get the default, or write a value.'
  }),
  'schema/not-indented': settingRule.error<{ key: string; beside: readonly string[]; levels: number }>(
    ({ key, beside, levels }) =>
      `"${key}" is empty, because its settings are ${levels === 1 ? 'next to it' : 'further out'} instead of below it: ${beside.map((name) => (/^\d+ more$/.test(name) ? name : `"${name}"`)).join(', ')}.`,
    ({ levels }) => `Indent them by ${levels === 1 ? 'two' : levels * 2} more spaces.`,
  ),
  'schema/comma-list': settingRule.error(
    '{subject} is one string with several values; expected a list.',
    'Write {list}.',
  ),
  'schema/not-a-list': settingRule.error('{subject} is a single value; expected a list.', 'Write {list}.'),
  'schema/not-allowed': settingRule.error('{subject} is {found}; {allowed}.', '{help}'),
  'schema/old-sitemap': settingRule.error(
    '"sitemap" is {value}; in version 2 it is skip, include or only.',
    'Write "sitemap: {name}".',
  ),
  'schema/event-name': settingRule.error(
    'The event "{found}" is written without "crawl." here.',
    'Write "{name}".',
  ),
  'schema/out-of-range': settingRule.error('{subject} is {found}; {bound}.', '{help}'),
  'schema/not-whole': settingRule.error('{subject} is {found}; expected a whole number.'),
  'schema/wrong-size': listRule.error('{subject} {bound}.', '{help}'),
  'schema/bad-format': formRule.error('{subject} is not {wanted}.', '{help}'),
  'schema/nothing-to-wait-for': settingRule.error(
    '{owner} has neither "milliseconds" nor "selector".',
    'Write one of them: "{ type: wait, milliseconds: 2000 }" or "{ type: wait, selector: main }".',
  ),
  'schema/lone-surrogate': settingRule.error(
    'The text contains half of a surrogate pair (U+D800 to U+DFFF), which is not a character.',
    'Write the character itself, or both of its escapes.',
  ),
  'schema/reserved-header': settingRule.error(
    'The header "{name}" is set by the service and cannot be changed.',
    'Remove it.',
  ),
})

/** Content that a file's schema forbids. */
export const schemaRules = () => ({ ...keyRules(), ...valueRules() })
