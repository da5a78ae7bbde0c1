import { rulesAbout } from '../rule.ts'

const fileRule = rulesAbout('file')
const bareFileRule = rulesAbout('bare-file')
const unlistedRule = rulesAbout('unlisted')
const leftoverRule = rulesAbout('file', { decidedBy: 'findings' })

/** Reasons why a file is not YAML 1.2 data that JSON could hold. */
export const syntaxRules = {
  'syntax/too-large': fileRule<{ most: number }>({
    severity: 'error',
    message: ({ most }) => `The file is larger than the limit of ${most} bytes.`,
    help: () => 'Split it into several crawl files, or use "matrix" to write many crawls as one.',
  }),
  'syntax/utf16': fileRule({
    severity: 'error',
    message: () => 'The file is saved as UTF-16; only UTF-8 is read.',
    help: () => 'Save it again with the encoding UTF-8.',
  }),
  'syntax/invalid-utf8': fileRule<{ byte: string }>({
    severity: 'error',
    message: ({ byte }) => `The byte 0x${byte} is not valid UTF-8 here.`,
    help: () => 'Save the file again with the encoding UTF-8.',
  }),
  'syntax/control-character': fileRule<{ name: string; code: string }>({
    severity: 'error',
    message: ({ name, code }) => `The file contains ${name} (${code}), which YAML does not allow.`,
    help: ({ code }) =>
      code === 'U+000D'
        ? 'Save the file with line endings LF or CRLF.'
        : 'Remove it, or write it as an escape such as "\\x07" in double quotes.',
  }),
  'syntax/empty-file': bareFileRule({
    severity: 'error',
    message: () => 'The file is empty; expected a mapping of settings.',
    help: () => 'Write at least "version: 2" and "request:" with a "url", or delete the file.',
  }),
  'syntax/not-a-mapping': bareFileRule<{ found: string }>({
    severity: 'error',
    message: ({ found }) => `The document is ${found}; expected a mapping of settings ("key: value").`,
    help: ({ found }) =>
      found === 'a list' ? 'Write each crawl as a separate document, with "---" between them.' : undefined,
  }),
  'syntax/missing-separator': fileRule<{ key: string }>({
    severity: 'error',
    message: ({ key }) => `Another crawl begins at this "${key}", without a line "---" before it.`,
    help: () => 'Write a line "---" between the two crawls, each with a name.',
  }),
  'syntax/duplicate-key': fileRule<{ key: string; above?: string | undefined }>({
    severity: 'error',
    message: ({ key }) => `"${key}" is written twice in the same mapping.`,
    help: ({ above }) =>
      above === undefined
        ? 'Keep one of them.'
        : `Indent it if it belongs to "${above}:" above; else keep one of them.`,
  }),
  'syntax/merge-key': fileRule({
    severity: 'error',
    message: () => '"<<" merges are not part of YAML 1.2; use "extends" for shared settings.',
    help: () =>
      'Move the shared settings to "profiles:" in crawlform.yaml, and name the profile: "extends: [polite]".',
  }),
  'syntax/tag': fileRule<{ tag: string }>({
    severity: 'error',
    message: ({ tag }) => `"${tag}" is read as a YAML tag, and tags are not supported.`,
    help: () => 'Remove the tag; if the text itself starts with "!", put it in quotes.',
  }),
  'syntax/unknown-alias': fileRule<{ alias: string }>({
    severity: 'error',
    message: ({ alias }) => `"*${alias}" refers to the anchor "&${alias}", but there is none before it.`,
    help: () => 'If the text itself starts with "*", put it in quotes.',
  }),
  'syntax/alias-cycle': fileRule<{ alias: string }>({
    severity: 'error',
    message: ({ alias }) => `"*${alias}" is inside the value of "&${alias}".`,
    help: () => 'Refer to a value that ends before this line.',
  }),
  'syntax/alias-expansion': fileRule<{ most: number }>({
    severity: 'error',
    message: ({ most }) => `The aliases of this file expand to more than ${most} values.`,
    help: () => 'Write the values out, or share them through a profile.',
  }),
  'syntax/tab-indentation': fileRule({
    severity: 'error',
    message: () => 'A tab is used for indentation; YAML allows only spaces.',
    help: () => 'Replace it with two spaces for each level.',
  }),
  'syntax/unclosed-quote': fileRule<{ quote: string }>({
    severity: 'error',
    message: ({ quote }) => `The text that starts with ${quote} here is never closed.`,
    help: ({ quote }) =>
      `Add the missing ${quote}${quote === "'" ? ' (inside single quotes, write a quote as two)' : ''}.`,
  }),
  'syntax/text-after-value': fileRule<{ close: string }>({
    severity: 'error',
    message: ({ close }) => `More text follows after the closing ${close}.`,
    help: () =>
      'Put the whole value in quotes; inside double quotes write \\", inside single quotes write two of them.',
  }),
  'syntax/unclosed-bracket': fileRule<{ open: string; close: string }>({
    severity: 'error',
    message: ({ open, close }) => `The "${open}" here is never closed with "${close}".`,
    help: ({ open, close }) =>
      `Add the missing "${close}"; if "${open}" is part of a text, put the text in quotes.`,
  }),
  'syntax/unopened-bracket': fileRule<{ close: string }>({
    severity: 'error',
    message: ({ close }) => `This "${close}" closes nothing.`,
    help: () => 'Remove it, or put the whole text in quotes if it is part of a text.',
  }),
  'syntax/unquoted-template': fileRule({
    severity: 'error',
    message: () => 'Between brackets, a value with "${...}" needs quotes.',
    help: () => 'Write "${...}" with the quotes.',
  }),
  'syntax/list-on-key-line': fileRule({
    severity: 'error',
    message: () => 'A list cannot start with "- " on the line of its key.',
    help: () => 'Write the first item on the next line, or write the list as [a, b].',
  }),
  'syntax/block-text': fileRule<{ character: string }>({
    severity: 'error',
    message: ({ character }) =>
      `A value that starts with "${character}" has its text on the lines below, not after it.`,
    help: () => 'Put the value in quotes, or move the text to the next line.',
  }),
  'syntax/flow-separator': fileRule({
    severity: 'error',
    message: () => 'The items between these brackets are not separated by single commas.',
    help: () => 'Write one "," between two items, and put texts that contain , [ ] { } or ": " in quotes.',
  }),
  'syntax/bad-escape': fileRule<{ escape: string }>({
    severity: 'error',
    message: ({ escape }) => `"${escape}" is not a valid escape in double quotes.`,
    help: () => 'Use single quotes, where a backslash is literal (usual for patterns), or write \\\\.',
  }),
  'syntax/bad-indentation': fileRule({
    severity: 'error',
    message: () => 'This line is not aligned with the lines it belongs to.',
    help: () => 'Indent it by exactly as many spaces as its neighbours.',
  }),
  'syntax/colon-in-value': fileRule({
    severity: 'error',
    message: () => 'This value contains ": ", which is read as another key.',
    help: () => 'Put the value in quotes, or move what follows the colon to a line of its own.',
  }),
  'syntax/missing-colon': fileRule<{ key: string; tight: boolean }>({
    severity: 'error',
    message: ({ key, tight }) =>
      tight
        ? `A space is missing after "${key}:".`
        : `The line that starts with "${key}" is not in the form "key: value".`,
    help: ({ key, tight }) =>
      tight ? `Write "${key}: " and then the value.` : 'Write a colon and a space after the key.',
  }),
  'syntax/list-item': fileRule({
    severity: 'error',
    message: () => 'Keys and list items ("- ") are mixed at the same level.',
    help: () => 'Indent the list below the key it belongs to, or write every line as an item.',
  }),
  'syntax/reserved-character': fileRule<{ character: string }>({
    severity: 'error',
    message: ({ character }) => `A value cannot start with "${character}" outside quotes.`,
    help: () => 'Put the value in quotes.',
  }),
  'syntax/directive': fileRule<{ directive: string }>({
    severity: 'error',
    message: ({ directive }) => `"${directive}" is not supported; files are read as YAML 1.2.`,
    help: () => 'Remove the line.',
  }),
  'syntax/invalid-yaml': fileRule({
    severity: 'error',
    message: () => 'The text here is not valid YAML.',
    help: () => 'Check this line and the one above it for indentation, quotes and brackets.',
  }),
  'syntax/complex-key': fileRule<{ found: string }>({
    severity: 'error',
    message: ({ found }) => `A key is ${found}; only a string can be a key.`,
    help: () => 'If braces or brackets are part of text, put the text in quotes.',
  }),
  'syntax/non-string-key': fileRule<{ key: string; type: string }>({
    severity: 'error',
    message: ({ key, type }) =>
      key === ''
        ? 'A key is missing before the colon.'
        : `The key ${key} is ${type}; only a string can be a key.`,
    help: ({ key }) =>
      key === '' ? 'Write the name of the setting there.' : `Write it in quotes: "${key}".`,
  }),
  'syntax/too-deep': fileRule<{ most: number }>({
    severity: 'error',
    message: ({ most }) => `The file is nested more than ${most} levels deep here.`,
    help: () => 'Remove the extra brackets or indentation.',
  }),
  'syntax/unsafe-number': fileRule<{ text: string; value: string }>({
    severity: 'error',
    message: ({ text, value }) => `The number ${text} cannot be stored exactly; it would become ${value}.`,
    help: () => 'Put it in quotes if it is an identifier.',
  }),
  'syntax/not-finite': fileRule<{ text: string }>({
    severity: 'error',
    message: ({ text }) => `"${text}" is not a finite number.`,
    help: () => 'Write a number, remove the setting to use its default, or put it in quotes if it is text.',
  }),
  'syntax/reserved-key': fileRule<{ key: string }>({
    severity: 'error',
    message: ({ key }) => `"${key}" cannot be a key.`,
    help: () => 'Choose another name.',
  }),
  'syntax/ignore-without-reason': fileRule({
    severity: 'error',
    message: () => 'A "crawlform-ignore" comment needs a rule and a reason.',
    help: () => 'Write "# crawlform-ignore rule/id: reason".',
  }),
  'syntax/ignore-unknown-rule': fileRule<{ id: string; suggestion: string | undefined }>({
    severity: 'error',
    message: ({ id }) => `"${id}" in this "crawlform-ignore" comment is not a rule.`,
    help: ({ suggestion }) => (suggestion === undefined ? undefined : `Did you mean "${suggestion}"?`),
  }),
  'syntax/ignore-fixed-rule': fileRule<{ id: string }>({
    severity: 'warning',
    message: ({ id }) => `"${id}" cannot be silenced; this comment has no effect.`,
    help: () => 'Remove the comment, and fix the reported problem.',
  }),
  'syntax/ignore-unused': leftoverRule<{ id: string }>({
    severity: 'warning',
    message: ({ id }) => `Nothing on this line or the next is reported by "${id}".`,
    help: () => 'Remove the comment.',
  }),
  'syntax/more-problems': unlistedRule<{ count: number }>({
    severity: 'info',
    message: ({ count }) =>
      `${count} more ${count === 1 ? 'problem' : 'problems'} in this file ${count === 1 ? 'is' : 'are'} not shown.`,
    help: () => 'Fix the problems above first.',
  }),
}
