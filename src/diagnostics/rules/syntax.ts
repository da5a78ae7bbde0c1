import { rulesAbout } from '../rule.ts'

const fileRule = rulesAbout('file')
const bareFileRule = rulesAbout('bare-file')
const unlistedRule = rulesAbout('unlisted')
const leftoverRule = rulesAbout('file', { decidedBy: 'findings' })

const textRules = () => ({
  'syntax/too-large': fileRule.error(
    'The file is larger than the limit of {most} {unit}.',
    'Split it into several crawl files, or use "matrix" to write many crawls as one.',
  ),
  'syntax/utf16': fileRule.error(
    'The file is saved as UTF-16; only UTF-8 is read.',
    'Save it again with the encoding UTF-8.',
  ),
  'syntax/invalid-utf8': fileRule.error(
    'The byte 0x{byte} is not valid UTF-8 here.',
    'Save the file again with the encoding UTF-8.',
  ),
  'syntax/control-character': fileRule.error<{ name: string; code: string }>(
    'The file contains {name} ({code}), which YAML does not allow.',
    ({ code }) =>
      code === 'U+000D'
        ? 'Save the file with line endings LF or CRLF.'
        : 'Remove it, or write it as an escape such as "\\x07" in double quotes.',
  ),
  'syntax/empty-file': bareFileRule.error(
    'The file is empty; expected a mapping of settings.',
    'Write at least "version: 2" and "request:" with a "url", or delete the file.',
  ),
  'syntax/not-a-mapping': bareFileRule.error<{ found: string }>(
    'The document is {found}; expected a mapping of settings ("key: value").',
    ({ found }) =>
      found === 'a list' ? 'Write each crawl as a separate document, with "---" between them.' : undefined,
  ),
  'syntax/missing-separator': fileRule.error(
    'Another crawl begins at this "{key}", without a line "---" before it.',
    'Write a line "---" between the two crawls, each with a name.',
  ),
  'syntax/duplicate-key': fileRule.error('"{key}" is written twice in the same mapping.', [
    'Indent it if it belongs to "{above}:" above; else keep one of them.',
    'Keep one of them.',
  ]),
  'syntax/merge-key': fileRule.error(
    '"<<" merges are not part of YAML 1.2; use "extends" for shared settings.',
    'Move the shared settings to "profiles:" in crawlform.yaml, and name the profile: "extends: [polite]".',
  ),
  'syntax/tag': fileRule.error(
    '"{tag}" is read as a YAML tag, and tags are not supported.',
    'Remove the tag; if the text itself starts with "!", put it in quotes.',
  ),
  'syntax/unknown-alias': fileRule.error(
    '"*{alias}" refers to the anchor "&{alias}", but there is none before it.',
    'If the text itself starts with "*", put it in quotes.',
  ),
  'syntax/alias-cycle': fileRule.error(
    '"*{alias}" is inside the value of "&{alias}".',
    'Refer to a value that ends before this line.',
  ),
  'syntax/alias-expansion': fileRule.error(
    'The aliases of this file expand to more than {most} values.',
    'Write the values out, or share them through a profile.',
  ),
  'syntax/tab-indentation': fileRule.error<{ character: string }>(
    ({ character }) => `${character} is used for indentation; YAML allows only spaces.`,
    ({ character }) =>
      character === 'A tab'
        ? 'Replace it with two spaces for each level.'
        : 'Replace it with a space, or remove it.',
  ),
  'syntax/merge-conflict': fileRule.error(
    'A conflict that git found while merging is not resolved here.',
    'Keep one of the versions, and remove the lines that start with <<<<<<<, |||||||, ======= and >>>>>>>.',
  ),
})

const markRules = () => ({
  'syntax/unclosed-quote': fileRule.error<{ quote: string }>(
    'The text that starts with {quote} here is never closed.',
    ({ quote }) =>
      `Add the missing ${quote}${quote === "'" ? ' (inside single quotes, write a quote as two)' : ''}.`,
  ),
  'syntax/text-after-value': fileRule.error<{ close: string; rest: string }>(
    ({ close }) => `More text follows after the closing ${close}.`,
    ({ rest }) =>
      rest === ','
        ? 'Remove the comma: lines need none between them.'
        : 'Put the whole value in quotes; inside double quotes write \\", inside single quotes write two of them.',
  ),
  'syntax/unclosed-bracket': fileRule.error(
    'The "{open}" here is never closed with "{close}".',
    'Add the missing "{close}"; if "{open}" is part of a text, put the text in quotes.',
  ),
  'syntax/unopened-bracket': fileRule.error(
    'This "{close}" closes nothing.',
    'Remove it, or put the whole text in quotes if it is part of a text.',
  ),
  'syntax/unquoted-template': fileRule.error(
    'Between brackets, a value with "${...}" needs quotes.',
    'Write "${...}" with the quotes.',
  ),
  'syntax/list-on-key-line': fileRule.error(
    'A list cannot start with "- " on the line of its key.',
    'Write the first item on the next line, or write the list as [a, b].',
  ),
  'syntax/block-text': fileRule.error(
    'A value that starts with "{character}" has its text on the lines below, not after it.',
    'Put the value in quotes, or move the text to the next line.',
  ),
  'syntax/flow-separator': fileRule.error(
    'The items between these brackets are not separated by single commas.',
    'Write one "," between two items, and put texts that contain , [ ] { } or ": " in quotes.',
  ),
  'syntax/bad-escape': fileRule.error(
    '"{escape}" is not a valid escape in double quotes.',
    'Use single quotes, where a backslash is literal (usual for patterns), or write \\\\.',
  ),
  'syntax/bad-indentation': fileRule.error(
    'This line is not aligned with the lines it belongs to.',
    'Indent it by exactly as many spaces as its neighbours.',
  ),
  'syntax/colon-in-value': fileRule.error(
    'This value contains ": ", which is read as another key.',
    'Put the value in quotes, or move what follows the colon to a line of its own.',
  ),
  'syntax/missing-colon': fileRule.error<{ key: string; tight: boolean }>(
    ({ key, tight }) =>
      tight
        ? `A space is missing after "${key}".`
        : `The line that starts with "${key}" is not in the form "key: value".`,
    ({ key, tight }) =>
      tight ? `Write "${key} " and then the value.` : 'Write a colon and a space after the key.',
  ),
  'syntax/list-item': fileRule.error(
    'Keys and list items ("- ") are mixed at the same level.',
    'Indent the list below the key it belongs to, or write every line as an item.',
  ),
  'syntax/reserved-character': fileRule.error(
    'A value cannot start with "{character}" outside quotes.',
    'Put the value in quotes.',
  ),
  'syntax/directive': fileRule.error(
    '"{directive}" is not supported; files are read as YAML 1.2.',
    'Remove the line.',
  ),
  'syntax/invalid-yaml': fileRule.error(
    'The text here is not valid YAML.',
    'Check this line and the one above it for indentation, quotes and brackets.',
  ),
})

const dataRules = () => ({
  'syntax/complex-key': fileRule.error(
    'A key is {found}; only a string can be a key.',
    'If braces or brackets are part of text, put the text in quotes.',
  ),
  'syntax/non-string-key': fileRule.error<{ key: string; type: string }>(
    ({ key, type }) =>
      key === ''
        ? 'A key is missing before the colon.'
        : `The key ${key} is ${type}; only a string can be a key.`,
    ({ key }) => (key === '' ? 'Write the name of the setting there.' : `Write it in quotes: "${key}".`),
  ),
  'syntax/too-deep': fileRule.error(
    'The file is nested more than {most} levels deep here.',
    'Remove the extra brackets or indentation.',
  ),
  'syntax/unsafe-number': fileRule.error(
    'The number {text} cannot be stored exactly; it would become {value}.',
    'Write a smaller number, or put it in quotes if it is an identifier.',
  ),
  'syntax/not-finite': fileRule.error(
    '"{text}" is not a finite number.',
    'Write a number, remove the setting to use its default, or put it in quotes if it is text.',
  ),
  'syntax/reserved-key': fileRule.error('"{key}" cannot be a key.', 'Choose another name.'),
  'syntax/ignore-without-reason': fileRule.error(
    'A "crawlform-ignore" comment needs a rule and a reason.',
    'Write "# crawlform-ignore rule/id: reason".',
  ),
  'syntax/ignore-unknown-rule': fileRule.error(
    '"{id}" in this "crawlform-ignore" comment is not a rule.',
    'Did you mean "{suggestion}"?',
  ),
  'syntax/ignore-fixed-rule': fileRule.warning(
    '"{id}" cannot be silenced; this comment has no effect.',
    'Remove the comment, and fix the reported problem.',
  ),
  'syntax/ignore-unused': leftoverRule.warning('Nothing on this line or the next is reported by "{id}".', [
    'Move the comment to the end of line {line}, where the rule reports a problem.',
    'Remove the comment.',
  ]),
  'syntax/more-problems': unlistedRule.info<{ count: number }>(
    ({ count }) =>
      `${count} more ${count === 1 ? 'problem' : 'problems'} in this file ${count === 1 ? 'is' : 'are'} not shown.`,
    'Fix the problems above first.',
  ),
})

/** Reasons why a file is not YAML 1.2 data that JSON could hold. */
export const syntaxRules = () => ({ ...textRules(), ...markRules(), ...dataRules() })
