import { rulesWith } from '../rule.ts'

const fileRule = rulesWith({ about: 'file', decidedBy: 'place', leavesOut: true, saidOnce: false })
const bareFileRule = rulesWith({ about: 'bare-file', decidedBy: 'place', leavesOut: true, saidOnce: false })
const unlistedRule = rulesWith({ about: 'unlisted', decidedBy: 'place', leavesOut: true, saidOnce: false })
const leftoverRule = rulesWith({ about: 'file', decidedBy: 'findings', leavesOut: true, saidOnce: false })

/** Reasons why a file is not YAML 1.2 data that JSON could hold. */
export const syntaxRules = {
  'syntax/too-large': fileRule<{ most: number }>({
    severity: 'error',
    title: 'The file is too large',
    why: 'A crawl file is written and reviewed by people; a file of megabytes is data put in the wrong place.',
    message: ({ most }) => `The file has more than ${most} bytes, which is the most that is read.`,
    help: () => 'Split it into several crawl files, or use "matrix" to write many crawls as one.',
    example:
      "version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n# $ yes '#' | head -c 1048576 >> crawls/docs.yaml\n",
  }),
  'syntax/utf16': fileRule({
    severity: 'error',
    title: 'The file is saved as UTF-16',
    why: 'Configuration is read as UTF-8, as git, editors and reviewers do.',
    message: () => 'The file is saved as UTF-16; only UTF-8 is read.',
    help: () => 'Save it again with the encoding UTF-8.',
    example:
      'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n# $ iconv -t UTF-16LE crawls/docs.yaml > saved && mv saved crawls/docs.yaml\n',
  }),
  'syntax/invalid-utf8': fileRule<{ byte: string }>({
    severity: 'error',
    title: 'The file is not valid UTF-8',
    why: 'Bytes that are no text would be guessed at, and the crawl would ask for something else than what is shown.',
    message: ({ byte }) => `The byte 0x${byte} is not valid UTF-8 here.`,
    help: () => 'Save the file again with the encoding UTF-8.',
    example:
      'version: 2\ndescription: Café\nrequest:\n  url: https://example.com/\n  limit: 10\n# $ iconv -t ISO-8859-1 crawls/docs.yaml > saved && mv saved crawls/docs.yaml\n',
  }),
  'syntax/control-character': fileRule<{ name: string; code: string }>({
    severity: 'error',
    title: 'A control character is in the file',
    why: 'Invisible characters make a file mean something else than what reviewers see; YAML forbids them.',
    message: ({ name, code }) => `The file contains ${name} (${code}), which YAML does not allow.`,
    help: ({ code }) =>
      code === 'U+000D'
        ? 'Save the file with line endings LF or CRLF.'
        : 'Remove it, or write it as an escape such as "\\x07" in double quotes.',
    example: 'version: 2\ndescription: be\u0007ll\nrequest:\n  url: https://example.com/\n  limit: 10\n',
  }),
  'syntax/empty-file': bareFileRule({
    severity: 'error',
    title: 'The file is empty',
    why: 'A file among the crawls that declares none is usually a lost edit.',
    message: () => 'The file holds nothing; a mapping of settings is expected.',
    help: () => 'Write at least "version: 2" and "request:" with a "url", or delete the file.',
    example: '# nothing yet\n',
  }),
  'syntax/not-a-mapping': bareFileRule<{ found: string }>({
    severity: 'error',
    title: 'The document is not a mapping',
    why: 'A crawl is a set of named settings.',
    message: ({ found }) => `The document is ${found}; a mapping of settings ("key: value") is expected.`,
    help: ({ found }) =>
      found === 'a list' ? 'Write each crawl as a document of its own, with "---" between them.' : undefined,
    example: '- url: https://example.com/\n',
  }),
  'syntax/missing-separator': fileRule<{ key: string }>({
    severity: 'error',
    title: 'Two crawls stand in one document',
    why: 'Crawls in one file are separated by a line "---"; without it every key is written twice.',
    message: ({ key }) => `Another crawl begins at this "${key}", without a line "---" before it.`,
    help: () => 'Write a line "---" between the two crawls, each with a name.',
    example:
      'version: 2\nname: docs\nrequest: { url: https://example.com/docs/, limit: 10 }\nversion: 2\nname: blog\nrequest: { url: https://example.com/blog/, limit: 10 }\n',
  }),
  'syntax/duplicate-key': fileRule<{ key: string; above?: string | undefined }>({
    severity: 'error',
    title: 'A key is written twice',
    why: 'Only one of the two values can count, and readers cannot know which.',
    message: ({ key }) => `"${key}" is written twice in the same mapping.`,
    help: ({ above }) =>
      above === undefined
        ? 'Keep one of them.'
        : `Indent it if it belongs to "${above}:" above; else keep one of them.`,
    example: 'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n  limit: 20\n',
  }),
  'syntax/merge-key': fileRule({
    severity: 'error',
    title: 'Merge keys are not supported',
    why: '"<<" is not part of YAML 1.2, and tools disagree on what it means.',
    message: () => '"<<" merges are not part of YAML 1.2; shared settings are written with "extends".',
    help: () =>
      'Move the shared settings to "profiles:" in crawlform.yaml, and name the profile: "extends: [polite]".',
    example: 'version: 2\nrequest:\n  <<: { limit: 10 }\n  url: https://example.com/\n',
  }),
  'syntax/tag': fileRule<{ tag: string }>({
    severity: 'error',
    title: 'Tags are not supported',
    why: 'A tag changes what a value is out of sight of the schema.',
    message: ({ tag }) => `"${tag}" is read as a YAML tag, and tags are not supported.`,
    help: () => 'Remove the tag; if the text itself starts with "!", put it in quotes.',
    example: "version: 2\nrequest:\n  url: https://example.com/\n  limit: !!int '10'\n",
  }),
  'syntax/unknown-alias': fileRule<{ alias: string }>({
    severity: 'error',
    title: 'An alias has no anchor',
    why: 'A plain value that starts with "*" is a reference to an anchor written before it.',
    message: ({ alias }) => `"*${alias}" refers to an anchor "&${alias}", and none is written before it.`,
    help: () => 'If the text itself starts with "*", put it in quotes.',
    example: 'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n  excludePaths:\n    - *.pdf\n',
  }),
  'syntax/alias-cycle': fileRule<{ alias: string }>({
    severity: 'error',
    title: 'An alias contains itself',
    why: 'Such a value has no end.',
    message: ({ alias }) => `"*${alias}" is inside the value that "&${alias}" names.`,
    help: () => 'Refer to a value that is complete before this line.',
    example: 'version: 2\nrequest: &all\n  url: https://example.com/\n  limit: 10\n  scrapeOptions: *all\n',
  }),
  'syntax/alias-expansion': fileRule<{ most: number }>({
    severity: 'error',
    title: 'The aliases expand to too much',
    why: 'A few lines of nested aliases can stand for billions of values.',
    message: ({ most }) => `The aliases of this file stand for more than ${most} values.`,
    help: () => 'Write the values out, or share them through a profile.',
    example:
      'a: &a [x, x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]\n' +
      'c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]\nd: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]\n' +
      'e: [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]\n',
  }),
  'syntax/tab-indentation': fileRule({
    severity: 'error',
    title: 'A tab is used for indentation',
    why: 'How wide a tab is depends on the reader, so YAML allows only spaces there.',
    message: () => 'A tab is used for indentation; YAML allows only spaces.',
    help: () => 'Replace it with two spaces for each level.',
    example: 'version: 2\nrequest:\n\turl: https://example.com/\n\tlimit: 10\n',
  }),
  'syntax/unclosed-quote': fileRule<{ quote: string }>({
    severity: 'error',
    title: 'A quote is never closed',
    why: 'Everything up to the end of the file would be part of the text.',
    message: ({ quote }) => `The text that starts with ${quote} here is never closed.`,
    help: ({ quote }) =>
      `Add the missing ${quote}${quote === "'" ? ' (inside single quotes, write a quote as two)' : ''}.`,
    example: 'version: 2\nrequest:\n  url: "https://example.com/\n  limit: 10\n',
  }),
  'syntax/text-after-value': fileRule<{ close: string }>({
    severity: 'error',
    title: 'Text follows a closing quote or bracket',
    why: 'A quoted or bracketed value ends where it is closed.',
    message: ({ close }) => `More text follows after the closing ${close}.`,
    help: () =>
      'Put the whole value in quotes; inside double quotes write \\", inside single quotes write two of them.',
    example:
      'version: 2\ndescription: "Docs" of Example\nrequest:\n  url: https://example.com/\n  limit: 10\n',
  }),
  'syntax/unclosed-bracket': fileRule<{ open: string; close: string }>({
    severity: 'error',
    title: 'A bracket is never closed',
    why: 'Everything below would be part of the list or mapping.',
    message: ({ open, close }) => `The "${open}" here is never closed with "${close}".`,
    help: ({ open, close }) =>
      `Add the missing "${close}"; if "${open}" is part of a text, put the text in quotes.`,
    example:
      'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n  includePaths: [/docs, /blog\n',
  }),
  'syntax/unopened-bracket': fileRule<{ close: string }>({
    severity: 'error',
    title: 'A closing bracket has no opening one',
    why: 'Brackets come in pairs.',
    message: ({ close }) => `This "${close}" closes nothing.`,
    help: () => 'Remove it, or put the whole text in quotes if it is part of a text.',
    example: 'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n  includePaths: [/docs]]\n',
  }),
  'syntax/unquoted-template': fileRule({
    severity: 'error',
    title: 'A template stands unquoted between brackets',
    why: 'Between brackets, "{" starts a mapping.',
    message: () => 'Between brackets, a value with "${...}" needs quotes.',
    help: () => 'Write "${...}" with the quotes.',
    example:
      'version: 2\nmatrix: { a: [x] }\nrequest:\n  url: https://example.com/\n  limit: 10\n  includePaths: [${matrix.a}]\n',
  }),
  'syntax/list-on-key-line': fileRule({
    severity: 'error',
    title: "A list starts on its key's line",
    why: 'The items of a list stand on lines of their own, or between brackets.',
    message: () => 'A list cannot start with "- " on the line of its key.',
    help: () => 'Write the first item on the next line, or write the list as [a, b].',
    example: 'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n  includePaths: - /docs\n',
  }),
  'syntax/block-text': fileRule<{ character: string }>({
    severity: 'error',
    title: 'Text follows a block indicator',
    why: 'A value that starts with "|" or ">" has its text on the lines below.',
    message: ({ character }) =>
      `A value that starts with "${character}" has its text on the lines below, not behind it.`,
    help: () => 'Put the value in quotes, or move the text to the next line.',
    example: 'version: 2\ndescription: > Docs\nrequest:\n  url: https://example.com/\n  limit: 10\n',
  }),
  'syntax/flow-separator': fileRule({
    severity: 'error',
    title: 'Something between brackets is not separated',
    why: 'Items between brackets are separated by commas.',
    message: () => 'The items between these brackets are not separated by single commas.',
    help: () => 'Write one "," between two items, and put texts that contain , [ ] { } or ": " in quotes.',
    example: 'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n  includePaths: ["/a" "/b"]\n',
  }),
  'syntax/bad-escape': fileRule<{ escape: string }>({
    severity: 'error',
    title: 'An escape in double quotes is not known',
    why: 'Inside double quotes a backslash starts an escape, and only some letters may follow.',
    message: ({ escape }) => `"${escape}" is not an escape that double quotes know.`,
    help: () =>
      'Use single quotes, in which a backslash is only a backslash (usual for patterns), or write \\\\.',
    example:
      'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n  includePaths:\n    - "^/v\\d+/"\n',
  }),
  'syntax/bad-indentation': fileRule({
    severity: 'error',
    title: 'A line is not aligned',
    why: 'Indentation decides what belongs to what.',
    message: () => 'This line is not aligned with the lines it belongs to.',
    help: () => 'Indent it by exactly as many spaces as its neighbours.',
    example: 'version: 2\nrequest:\n  url: https://example.com/\n   limit: 10\n',
  }),
  'syntax/colon-in-value': fileRule({
    severity: 'error',
    title: 'A value contains a colon and a space',
    why: 'Outside quotes, ": " separates a key from its value.',
    message: () => 'This value contains ": ", which is read as another key.',
    help: () => 'Put the value in quotes, or move what follows the colon to a line of its own.',
    example:
      'version: 2\ndescription: Docs: all of them\nrequest:\n  url: https://example.com/\n  limit: 10\n',
  }),
  'syntax/missing-colon': fileRule<{ key: string; tight: boolean }>({
    severity: 'error',
    title: 'A line has no colon',
    why: 'A line of a mapping is a key, a colon, a space and a value.',
    message: ({ key, tight }) =>
      tight
        ? `A space is missing after "${key}:".`
        : `The line that starts with "${key}" is not of the form "key: value".`,
    help: ({ key, tight }) =>
      tight ? `Write "${key}: " and then the value.` : 'Write a colon and a space after the key.',
    example: 'version: 2\nrequest:\n  url: https://example.com/\n  limit 10\n',
  }),
  'syntax/list-item': fileRule({
    severity: 'error',
    title: 'A list item stands where a key is expected',
    why: 'A mapping and a list cannot be mixed at one level.',
    message: () => 'Keys and list items ("- ") are mixed at the same level.',
    help: () => 'Indent the list below the key it belongs to, or write every line as an item.',
    example: 'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n  - https://example.org/\n',
  }),
  'syntax/reserved-character': fileRule<{ character: string }>({
    severity: 'error',
    title: 'A value starts with a reserved character',
    why: 'YAML keeps some characters for itself at the start of a value.',
    message: ({ character }) => `A value cannot start with "${character}" outside quotes.`,
    help: () => 'Put the value in quotes.',
    example: 'version: 2\ndescription: @docs\nrequest:\n  url: https://example.com/\n  limit: 10\n',
  }),
  'syntax/directive': fileRule<{ directive: string }>({
    severity: 'error',
    title: 'A YAML directive is not supported',
    why: 'Every file is read by the same rules, those of YAML 1.2.',
    message: ({ directive }) => `"${directive}" is not supported; files are read as YAML 1.2.`,
    help: () => 'Remove the line.',
    example: '%YAML 1.1\n---\nversion: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n',
  }),
  'syntax/invalid-yaml': fileRule({
    severity: 'error',
    title: 'The file is not valid YAML',
    why: 'What cannot be read with certainty is not guessed at.',
    message: () => 'The text here is not valid YAML.',
    help: () => 'Check this line and the one above it for indentation, quotes and brackets.',
    example: 'version: 2\ndescription: &a &b Docs\nrequest:\n  url: https://example.com/\n  limit: 10\n',
  }),
  'syntax/complex-key': fileRule<{ found: string }>({
    severity: 'error',
    title: 'A key is not a text',
    why: 'JSON, which is what is sent, has only texts as keys.',
    message: ({ found }) => `A key is ${found}; only texts can be keys.`,
    help: () => 'If braces or brackets are part of a text, put the text in quotes.',
    example: 'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n  ? [a]\n  : b\n',
  }),
  'syntax/non-string-key': fileRule<{ key: string; type: string }>({
    severity: 'error',
    title: 'A key is a number, boolean or null',
    why: 'JSON, which is what is sent, has only texts as keys.',
    message: ({ key, type }) =>
      key === ''
        ? 'A key is missing before the colon.'
        : `The key ${key} is ${type}; only texts can be keys.`,
    help: ({ key }) =>
      key === '' ? 'Write the name of the setting there.' : `Write it in quotes: "${key}".`,
    example:
      'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n  webhook:\n    url: https://example.com/\n    metadata: { 1: a }\n',
  }),
  'syntax/too-deep': fileRule<{ most: number }>({
    severity: 'error',
    title: 'The file is nested too deeply',
    why: 'No setting needs it, and it would exhaust whatever reads it.',
    message: ({ most }) => `The file is nested more than ${most} levels deep here.`,
    help: () => 'Remove the surplus brackets or indentation.',
    example: `version: 2\nmatrix: ${'['.repeat(70)}${']'.repeat(70)}\n`,
  }),
  'syntax/unsafe-number': fileRule<{ text: string; value: string }>({
    severity: 'error',
    title: 'A number cannot be held exactly',
    why: 'The number that is sent would be another one than the one written.',
    message: ({ text, value }) => `The number ${text} cannot be held exactly; it would become ${value}.`,
    help: () => 'Put it in quotes if it is an identifier.',
    example:
      'version: 2\nmatrix: { id: [12345678901234567890] }\nrequest:\n  url: https://example.com/\n  limit: 10\n',
  }),
  'syntax/not-finite': fileRule<{ text: string }>({
    severity: 'error',
    title: 'A number is not finite',
    why: 'JSON, which is what is sent, has no infinity and no NaN.',
    message: ({ text }) => `"${text}" is not a finite number.`,
    help: () => 'Write a number, leave the setting out for its default, or put it in quotes if it is a text.',
    example: 'version: 2\nrequest:\n  url: https://example.com/\n  limit: .inf\n',
  }),
  'syntax/reserved-key': fileRule<{ key: string }>({
    severity: 'error',
    title: 'A key is not allowed',
    why: 'Programs that read the file may be changed by this name.',
    message: ({ key }) => `"${key}" cannot be a key.`,
    help: () => 'Choose another name.',
    example: 'version: 2\nrequest:\n  url: https://example.com/\n  __proto__: { limit: 1 }\n',
  }),
  'syntax/ignore-without-reason': fileRule({
    severity: 'error',
    title: 'A crawlform-ignore comment gives no reason',
    why: 'Whoever reads it later must know whether it still holds.',
    message: () => 'A "crawlform-ignore" comment needs a rule and a reason.',
    help: () => 'Write "# crawlform-ignore rule/id: why it is right here".',
    example:
      'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10 # crawlform-ignore syntax/duplicate-key\n',
  }),
  'syntax/ignore-unknown-rule': fileRule<{ id: string; suggestion: string | undefined }>({
    severity: 'error',
    title: 'A crawlform-ignore comment names no rule',
    why: 'A misspelt rule would silence nothing.',
    message: ({ id }) => `"${id}" in this "crawlform-ignore" comment is not a rule.`,
    help: ({ suggestion }) => (suggestion === undefined ? undefined : `Did you mean "${suggestion}"?`),
    example:
      'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n  allowSubdomains: true # crawlform-ignore limits/unsett: tested\n',
  }),
  'syntax/ignore-fixed-rule': fileRule<{ id: string }>({
    severity: 'warning',
    title: 'A crawlform-ignore comment names a rule that cannot be silenced',
    why: 'What the rule finds cannot be sent, so that no crawl would be left to plan.',
    message: ({ id }) => `"${id}" cannot be silenced; this comment has no effect.`,
    help: () => 'Remove the comment, and mend what the rule reports.',
    example:
      'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10 # crawlform-ignore schema/unknown-key: tested\n',
  }),
  'syntax/ignore-unused': leftoverRule<{ id: string }>({
    severity: 'warning',
    title: 'A crawlform-ignore comment silences nothing',
    why: 'A comment that no longer applies would hide the next problem of its kind.',
    message: ({ id }) => `Nothing on this line or the next is reported by "${id}".`,
    help: () => 'Remove the comment.',
    example:
      'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10 # crawlform-ignore limits/unset: tested\n',
  }),
  'syntax/more-problems': unlistedRule<{ count: number }>({
    severity: 'info',
    title: 'Not every problem is shown',
    why: 'The first hundred are enough to begin with.',
    message: ({ count }) =>
      `${count} more ${count === 1 ? 'problem' : 'problems'} in this file ${count === 1 ? 'is' : 'are'} not shown.`,
    help: () => 'Mend those above first.',
    example:
      "# crawlform validate | tail -n 10\nversion: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n# $ yes 'version: 2' | head -n 150 >> crawls/docs.yaml\n",
  }),
}
