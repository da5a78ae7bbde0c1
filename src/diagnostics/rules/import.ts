import { rulesAbout } from '../rule.ts'

const importRule = rulesAbout('setting')

/** Reasons why `crawlform import` cannot write a crawl file. No message repeats a possible secret. */
export const importRules = {
  'import/unknown-format': importRule({
    severity: 'error',
    message: () => 'This is not a configuration that crawlform can import.',
    help: () =>
      'Pass a curl command, the JSON body of a crawl request, or a file of Elastic Open Crawler, Browsertrix, DocSearch or the Algolia Crawler.',
  }),
  'import/javascript': importRule({
    severity: 'error',
    message: () => 'This is JavaScript, which is never executed.',
    help: () => 'Export the configuration as JSON and import the export.',
  }),
  'import/shell-syntax': importRule<{ problem: string }>({
    severity: 'error',
    message: ({ problem }) => `The command cannot be read: ${problem}.`,
    help: () => 'Copy the whole command.',
  }),
  'import/shell-code': importRule<{ code: string }>({
    severity: 'error',
    message: ({ code }) => `The command contains ${code}, which is never executed.`,
    help: () => 'Replace it with its value.',
  }),
  'import/reads-file': importRule<{ option: string; file: string }>({
    severity: 'error',
    message: ({ option, file }) => `"${option}" reads "${file}", which is not opened.`,
    help: ({ file }) =>
      file === '-' || file === ''
        ? 'Put the body into the command, or import the body by itself.'
        : `Import the body itself: crawlform import ${file}.`,
  }),
  'import/unknown-option': importRule<{ option: string; suggestion: string | undefined }>({
    severity: 'error',
    message: ({ option }) => `Unknown curl option "${option}".`,
    help: ({ suggestion }) => (suggestion === undefined ? 'Leave it out.' : `Did you mean "${suggestion}"?`),
  }),
  'import/other-operation': importRule<{ operation: string }>({
    severity: 'error',
    message: ({ operation }) => `This request is for "${operation}", which does not start a crawl.`,
    help: () => 'Import a request for "/v2/crawl".',
  }),
  'import/body-not-json': importRule({
    severity: 'error',
    message: () => 'The body of the request is not a JSON object.',
    help: () => 'Use the body as it is sent, with values in place of shell variables.',
  }),
  'import/no-start-url': importRule<{ field: string }>({
    severity: 'error',
    message: ({ field }) => `No start URL found; it is expected in "${field}".`,
    help: ({ field }) => `Write an http or https URL as "${field}".`,
  }),
  'import/only-sitemaps': importRule<{ field: string; start: string }>({
    severity: 'error',
    message: ({ field, start }) => `"${field}" lists sitemaps, but "${start}" has no page to start from.`,
    help: ({ start }) => `Write the start page of the crawl as "${start}".`,
  }),
  'import/all-comments': importRule({
    severity: 'error',
    message: () => 'Every line of this configuration is a comment.',
    help: () => 'Remove the "#" in front of the settings you need.',
  }),
  'import/start-url-is-code': importRule<{ field: string }>({
    severity: 'error',
    message: ({ field }) => `"${field}" is computed by code, which is never executed.`,
    help: ({ field }) => `Write the URL itself as "${field}".`,
  }),
}
