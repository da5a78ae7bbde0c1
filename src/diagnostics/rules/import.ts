import { rulesAbout } from '../rule.ts'

const importRule = rulesAbout('setting')

/** Reasons why `crawlform import` cannot write a crawl file. No message repeats a possible secret. */
export const importRules = () => ({
  'import/unknown-format': importRule.error<{ is?: string | undefined; help?: string | undefined }>(
    ({ is = 'not a configuration that crawlform can import' }) => `This is ${is}.`,
    ({ help }) =>
      help ??
      'Pass a curl command ("Copy as cURL" in a browser), the JSON body of a crawl request, or a file of Elastic Open Crawler, Browsertrix, DocSearch or the Algolia Crawler.',
  ),
  'import/javascript': importRule.error(
    'This is code, which is never executed.',
    'Import its settings as JSON, such as {"url": "https://docs.example.com/", "limit": 100}.',
  ),
  'import/several-documents': importRule.error(
    'This is more than one JSON document (JSON Lines or NDJSON), and import reads one.',
    'Import them one by one, each with a name: head -n 1 FILE | crawlform import - --name NAME.',
  ),
  'import/shell-syntax': importRule.error(
    'The command cannot be read: {problem}.',
    'Copy the whole command, as plain text.',
  ),
  'import/shell-code': importRule.error(
    'The command contains {code}, which is never executed.',
    'Replace it with its value.',
  ),
  'import/reads-file': importRule.error<{ option: string; file: string }>(
    '"{option}" reads "{file}", which is not opened.',
    ({ option, file }) =>
      !/^(?:-d|--data.*|--json)$/.test(option)
        ? 'Put its content into the command, or leave the option out.'
        : file === '-' || file === ''
          ? 'Put the body into the command, or import the body by itself.'
          : `Import the body itself: crawlform import ${file}.`,
  ),
  'import/unknown-option': importRule.error('Unknown curl option "{option}".', [
    'Did you mean "{suggestion}"?',
    'Leave it out.',
  ]),
  'import/other-operation': importRule.error(
    'This request is for "{operation}", which does not start a crawl.',
    'Import a request for "/v2/crawl".',
  ),
  'import/body-not-json': importRule.error<{ isMissing: boolean }>(
    ({ isMissing }) =>
      isMissing ? 'The request has no body.' : 'The body of the request is not a JSON object.',
    ({ isMissing }) =>
      isMissing
        ? 'Copy the whole command. A backslash joins two lines only if it is the last character of the first.'
        : 'Use the body as it is sent, with values in place of shell variables.',
  ),
  'import/no-start-url': importRule.error(
    'No start URL found; it is expected in "{field}".',
    'Write an http or https URL as "{field}".',
  ),
  'import/seeds-in-file': importRule.error(
    'The seeds are in the file that "{list}" names, which is not opened.',
    'Write them as "seeds", and remove "{list}".',
  ),
  'import/only-sitemaps': importRule.error(
    '"{field}" lists sitemaps, but "{start}" has no page to start from.',
    'Write the start page of the crawl as "{start}".',
  ),
  'import/all-comments': importRule.error(
    'Every line of this configuration is a comment.',
    'Remove the "#" in front of the settings you need.',
  ),
  'import/start-url-is-code': importRule.error(
    '"{field}" contains code or a placeholder, which is not evaluated.',
    'Write the URL itself as "{field}".',
  ),
})
