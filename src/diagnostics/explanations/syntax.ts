import type { Explanations } from '../explanation.ts'
import type { syntaxRules } from '../rules/syntax.ts'

const CRAWL = 'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n'

export const syntaxExplanations: Explanations<typeof syntaxRules> = {
  'syntax/too-large': {
    title: 'The file is too large',
    why: 'Crawl files are written and reviewed by people; megabytes of data do not belong there.',
    example:
      "version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n# $ yes '#' | head -c 1048576 >> crawls/docs.yaml\n",
    repair: CRAWL,
  },
  'syntax/utf16': {
    title: 'The file is saved as UTF-16',
    why: 'Configuration must be UTF-8, which git, editors and reviewers expect.',
    example:
      'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n# $ iconv -t UTF-16LE crawls/docs.yaml > saved && mv saved crawls/docs.yaml\n',
    repair: CRAWL,
  },
  'syntax/invalid-utf8': {
    title: 'The file is not valid UTF-8',
    why: 'Invalid bytes would have to be guessed, and the request could differ from the file.',
    example:
      'version: 2\ndescription: Café\nrequest:\n  url: https://example.com/\n  limit: 10\n# $ iconv -t ISO-8859-1 crawls/docs.yaml > saved && mv saved crawls/docs.yaml\n',
    repair: ['# $ iconv -t ISO-8859-1 crawls/docs.yaml > saved && mv saved crawls/docs.yaml\n', ''],
  },
  'syntax/control-character': {
    title: 'A control character is in the file',
    why: 'Invisible characters hide the meaning of a file from reviewers; YAML forbids them.',
    example: 'version: 2\ndescription: be\u0007ll\nrequest:\n  url: https://example.com/\n  limit: 10\n',
    repair: ['be\u0007ll', 'bell'],
  },
  'syntax/empty-file': {
    title: 'The file is empty',
    why: 'An empty crawl file is usually a lost edit.',
    example: '# nothing yet\n',
    repair: CRAWL,
  },
  'syntax/not-a-mapping': {
    title: 'The document is not a mapping',
    why: 'A crawl is a set of named settings.',
    example: '- url: https://example.com/\n',
    repair: CRAWL,
  },
  'syntax/missing-separator': {
    title: 'Two crawls are in one document',
    why: 'A line "---" separates crawls in one file; without it, keys are repeated.',
    example:
      'version: 2\nname: docs\nrequest: { url: https://example.com/docs/, limit: 10 }\nversion: 2\nname: blog\nrequest: { url: https://example.com/blog/, limit: 10 }\n',
    repair: ['version: 2\nname: blog', '---\nversion: 2\nname: blog'],
  },
  'syntax/duplicate-key': {
    title: 'A key is written twice',
    why: 'Only one of the values can count, and it is unclear which.',
    example: 'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n  limit: 20\n',
    repair: ['  limit: 20\n', ''],
  },
  'syntax/merge-key': {
    title: 'Merge keys are not supported',
    why: '"<<" is not part of YAML 1.2, and tools disagree on its meaning.',
    example: 'version: 2\nrequest:\n  <<: { limit: 10 }\n  url: https://example.com/\n',
    repair:
      'version: 2\nextends: [small]\nrequest:\n  url: https://example.com/\n# crawlform.yaml\nversion: 2\nprofiles: { small: { request: { limit: 10 } } }\n',
  },
  'syntax/tag': {
    title: 'Tags are not supported',
    why: 'A tag changes the type of a value, and the schema does not see it.',
    example: "version: 2\nrequest:\n  url: https://example.com/\n  limit: !!int '10'\n",
    repair: ["!!int '10'", '10'],
  },
  'syntax/unknown-alias': {
    title: 'An alias has no anchor',
    why: 'A plain value that starts with "*" refers to an earlier anchor.',
    example: 'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n  excludePaths:\n    - *.pdf\n',
    repair: ['*.pdf', "'\\.pdf$'"],
  },
  'syntax/alias-cycle': {
    title: 'An alias contains itself',
    why: 'Such a value never ends.',
    example: 'version: 2\nrequest: &all\n  url: https://example.com/\n  limit: 10\n  scrapeOptions: *all\n',
    repair: ['*all', '{ formats: [markdown] }'],
  },
  'syntax/alias-expansion': {
    title: 'The aliases expand to too many values',
    why: 'A few lines of nested aliases can expand to billions of values.',
    example:
      'a: &a [x, x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]\n' +
      'c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]\nd: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]\n' +
      'e: [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]\n',
    repair: CRAWL,
  },
  'syntax/tab-indentation': {
    title: 'A tab is used for indentation',
    why: 'The width of a tab varies, so YAML allows only spaces.',
    example: 'version: 2\nrequest:\n\turl: https://example.com/\n\tlimit: 10\n',
    repair: CRAWL,
  },
  'syntax/unclosed-quote': {
    title: 'A quote is never closed',
    why: 'Everything up to the end of the file would be part of the text.',
    example: 'version: 2\nrequest:\n  url: "https://example.com/\n  limit: 10\n',
    repair: ['"https://example.com/', '"https://example.com/"'],
  },
  'syntax/text-after-value': {
    title: 'Text follows a closing quote or bracket',
    why: 'A quoted or bracketed value ends where it is closed.',
    example:
      'version: 2\ndescription: "Docs" of Example\nrequest:\n  url: https://example.com/\n  limit: 10\n',
    repair: ['"Docs" of Example', `'"Docs" of Example'`],
  },
  'syntax/unclosed-bracket': {
    title: 'A bracket is never closed',
    why: 'Everything below would be part of the list or mapping.',
    example:
      'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n  includePaths: [/docs, /blog\n',
    repair: ['[/docs, /blog', '[^/$, ^/docs/, ^/blog/]'],
  },
  'syntax/unopened-bracket': {
    title: 'A closing bracket has no opening one',
    why: 'Brackets come in pairs.',
    example: 'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n  includePaths: [/docs]]\n',
    repair: ['[/docs]]', '[^/$, ^/docs/]'],
  },
  'syntax/unquoted-template': {
    title: 'A template between brackets has no quotes',
    why: 'Between brackets, "{" starts a mapping.',
    example:
      'version: 2\nmatrix: { a: [x] }\nrequest:\n  url: https://example.com/\n  limit: 10\n  includePaths: [${matrix.a}]\n',
    repair: ['[${matrix.a}]', '["^/$", "^/${matrix.a}/"]'],
  },
  'syntax/list-on-key-line': {
    title: "A list starts on its key's line",
    why: 'The items of a list are on separate lines, or between brackets.',
    example: 'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n  includePaths: - /docs\n',
    repair: ['- /docs', '\n    - ^/$\n    - ^/docs/'],
  },
  'syntax/block-text': {
    title: 'Text follows a block indicator',
    why: 'A value that starts with "|" or ">" has its text on the lines below.',
    example: 'version: 2\ndescription: > Docs\nrequest:\n  url: https://example.com/\n  limit: 10\n',
    repair: ['> Docs', "'> Docs'"],
  },
  'syntax/flow-separator': {
    title: 'Something between brackets is not separated',
    why: 'Items between brackets are separated by commas.',
    example: 'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n  includePaths: ["/a" "/b"]\n',
    repair: ['["/a" "/b"]', '["^/$", "^/a/", "^/b/"]'],
  },
  'syntax/bad-escape': {
    title: 'An unknown escape in double quotes',
    why: 'Inside double quotes a backslash starts an escape, and only some characters may follow.',
    example:
      'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n  includePaths:\n    - "^/v\\d+/"\n',
    repair: ['- "^/v\\d+/"', "- '^/$'\n    - '^/v\\d+/'"],
  },
  'syntax/bad-indentation': {
    title: 'A line is not aligned',
    why: 'Indentation decides the structure.',
    example: 'version: 2\nrequest:\n  url: https://example.com/\n   limit: 10\n',
    repair: ['   limit', '  limit'],
  },
  'syntax/colon-in-value': {
    title: 'A value contains a colon and a space',
    why: 'Outside quotes, ": " separates a key from its value.',
    example:
      'version: 2\ndescription: Docs: all of them\nrequest:\n  url: https://example.com/\n  limit: 10\n',
    repair: ['Docs: all of them', "'Docs: all of them'"],
  },
  'syntax/missing-colon': {
    title: 'A line has no colon',
    why: 'A line of a mapping is a key, a colon, a space and a value.',
    example: 'version: 2\nrequest:\n  url: https://example.com/\n  limit 10\n',
    repair: ['limit 10', 'limit: 10'],
  },
  'syntax/list-item': {
    title: 'A list item is mixed with keys',
    why: 'Keys and list items cannot be mixed at one level.',
    example: 'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n  - https://example.org/\n',
    repair: ['  - https://example.org/\n', ''],
  },
  'syntax/reserved-character': {
    title: 'A value starts with a reserved character',
    why: 'YAML reserves some characters at the start of a value.',
    example: 'version: 2\ndescription: @docs\nrequest:\n  url: https://example.com/\n  limit: 10\n',
    repair: ['@docs', "'@docs'"],
  },
  'syntax/directive': {
    title: 'A YAML directive is not supported',
    why: 'Every file is read as YAML 1.2.',
    example: '%YAML 1.1\n---\nversion: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n',
    repair: ['%YAML 1.1\n---\n', ''],
  },
  'syntax/invalid-yaml': {
    title: 'The file is not valid YAML',
    why: 'crawlform does not guess.',
    example: 'version: 2\ndescription: &a &b Docs\nrequest:\n  url: https://example.com/\n  limit: 10\n',
    repair: ['&a &b Docs', 'Docs'],
  },
  'syntax/complex-key': {
    title: 'A key is not text',
    why: 'Requests are JSON, where keys are text.',
    example: 'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n  ? [a]\n  : b\n',
    repair: CRAWL,
  },
  'syntax/non-string-key': {
    title: 'A key is a number, boolean or null',
    why: 'Requests are JSON, where keys are text.',
    example:
      'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n  webhook:\n    url: https://example.com/\n    metadata: { 1: a }\n',
    repair: ['1: a', '"1": a'],
  },
  'syntax/too-deep': {
    title: 'The file is nested too deeply',
    why: 'No setting needs such depth, and it would exhaust readers.',
    example: `version: 2\nmatrix: ${'['.repeat(70)}${']'.repeat(70)}\n`,
    repair: CRAWL,
  },
  'syntax/unsafe-number': {
    title: 'A number cannot be stored exactly',
    why: 'A different number would be sent.',
    example:
      'version: 2\nmatrix: { id: [12345678901234567890] }\nrequest:\n  url: https://example.com/\n  limit: 10\n',
    repair:
      'version: 2\nmatrix: { id: ["12345678901234567890"] }\nrequest:\n  url: https://example.com/${matrix.id}/\n  limit: 10\n',
  },
  'syntax/not-finite': {
    title: 'A number is not finite',
    why: 'Requests are JSON, which has no infinity and no NaN.',
    example: 'version: 2\nrequest:\n  url: https://example.com/\n  limit: .inf\n',
    repair: ['.inf', '10'],
  },
  'syntax/reserved-key': {
    title: 'A key is not allowed',
    why: 'This name can change programs that read the file.',
    example: 'version: 2\nrequest:\n  url: https://example.com/\n  __proto__: { limit: 1 }\n',
    repair: ['  __proto__: { limit: 1 }', '  limit: 1'],
  },
  'syntax/ignore-without-reason': {
    title: 'A crawlform-ignore comment gives no reason',
    why: 'Later readers must know whether it still applies.',
    example:
      'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10 # crawlform-ignore syntax/duplicate-key\n',
    repair: [' # crawlform-ignore syntax/duplicate-key', ''],
  },
  'syntax/ignore-unknown-rule': {
    title: 'A crawlform-ignore comment names no rule',
    why: 'A misspelt rule has no effect.',
    example:
      'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n  allowSubdomains: true # crawlform-ignore limits/unsett: tested\n',
    repair: [
      '  allowSubdomains: true # crawlform-ignore limits/unsett: tested',
      '  # crawlform-ignore scope/bare-word-pattern: whatever has it in its name\n  excludePaths: [blog]\n  allowSubdomains: true',
    ],
  },
  'syntax/ignore-fixed-rule': {
    title: 'A crawlform-ignore comment names a rule that cannot be silenced',
    why: 'Crawls with such an error cannot be sent.',
    example:
      'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10 # crawlform-ignore schema/unknown-key: tested\n',
    repair: [' # crawlform-ignore schema/unknown-key: tested', ''],
  },
  'syntax/ignore-unused': {
    title: 'A crawlform-ignore comment silences nothing',
    why: 'A comment that no longer applies would hide the next problem of its kind.',
    example:
      'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10 # crawlform-ignore limits/unset: tested\n',
    repair: [' # crawlform-ignore limits/unset: tested', ''],
  },
  'syntax/more-problems': {
    title: 'Some problems are not shown',
    why: 'The first hundred are shown.',
    example:
      "# crawlform validate | tail -n 10\nversion: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n# $ yes 'version: 2' | head -n 150 >> crawls/docs.yaml\n",
    repair: CRAWL,
  },
}
