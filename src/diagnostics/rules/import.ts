import { rulesWith } from '../rule.ts'

const importRule = rulesWith({ about: 'setting', decidedBy: 'place', leavesOut: true, saidOnce: false })

/** Reasons why `crawlform import` cannot write a crawl file. No message repeats a possible secret. */
export const importRules = {
  'import/unknown-format': importRule({
    severity: 'error',
    message: () => 'This is no configuration that can be imported.',
    help: () =>
      'Give a curl command, the JSON body of a crawl request, or the file of Elastic Open Crawler, Browsertrix, DocSearch or the Algolia Crawler.',
  }),
  'import/javascript': importRule({
    severity: 'error',
    message: () => 'This is JavaScript, which is not executed.',
    help: () => 'Export the configuration as JSON, and import that.',
  }),
  'import/shell-syntax': importRule<{ problem: string }>({
    severity: 'error',
    message: ({ problem }) => `The command cannot be read: ${problem}.`,
    help: () => 'Copy the whole command.',
  }),
  'import/shell-code': importRule<{ code: string }>({
    severity: 'error',
    message: ({ code }) => `The command holds ${code}, which is not executed.`,
    help: () => 'Write what it stands for in its place.',
  }),
  'import/reads-file': importRule<{ option: string; file: string }>({
    severity: 'error',
    message: ({ option, file }) => `"${option}" reads "${file}", which is not opened.`,
    help: ({ file }) =>
      file === '-' || file === ''
        ? 'Write the body into the command, or import it by itself.'
        : `Import the body itself: crawlform import ${file}.`,
  }),
  'import/unknown-option': importRule<{ option: string; suggestion: string | undefined }>({
    severity: 'error',
    message: ({ option }) => `"${option}" is no option of curl that is known here.`,
    help: ({ suggestion }) => (suggestion === undefined ? 'Leave it out.' : `Did you mean "${suggestion}"?`),
  }),
  'import/other-operation': importRule<{ operation: string }>({
    severity: 'error',
    message: ({ operation }) => `This request is for "${operation}", which starts no crawl.`,
    help: () => 'Give a request for "/v2/crawl".',
  }),
  'import/body-not-json': importRule({
    severity: 'error',
    message: () => 'The body of the request is no JSON object.',
    help: () => 'Give the body as it is sent, with the values of shell variables written out.',
  }),
  'import/no-start-url': importRule<{ field: string }>({
    severity: 'error',
    message: ({ field }) => `There is no URL to start from; it is expected in "${field}".`,
    help: ({ field }) => `Write an http or https URL as "${field}".`,
  }),
  'import/only-sitemaps': importRule<{ field: string; start: string }>({
    severity: 'error',
    message: ({ field, start }) => `"${field}" names sitemaps, and "${start}" names no page to start from.`,
    help: ({ start }) => `Write the page where the crawl starts as "${start}".`,
  }),
  'import/all-comments': importRule({
    severity: 'error',
    message: () => 'Every line of this configuration is a comment.',
    help: () => 'Remove the "#" before the settings that are meant.',
  }),
  'import/start-url-is-code': importRule<{ field: string }>({
    severity: 'error',
    message: ({ field }) => `"${field}" is computed by code, which is not executed.`,
    help: ({ field }) => `Write the URL itself as "${field}".`,
  }),
}
