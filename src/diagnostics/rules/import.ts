import { rulesWith } from '../rule.ts'

const importRule = rulesWith({ about: 'setting', decidedBy: 'place', leavesOut: true, saidOnce: false })

/** Reasons why `crawlform import` cannot write a crawl file. No message repeats a possible secret. */
export const importRules = {
  'import/unknown-format': importRule({
    severity: 'error',
    title: 'Nothing that can be imported',
    why: 'Each kind of configuration is read by its own rules, and a guess would make a wrong crawl.',
    message: () => 'This is no configuration that can be imported.',
    help: () =>
      'Give a curl command, the JSON body of a crawl request, or the file of Elastic Open Crawler, Browsertrix, DocSearch or the Algolia Crawler.',
    example: '# crawlform import notes.txt\n# notes.txt\nThe handbook, weekly, without the old versions\n',
  }),
  'import/javascript': importRule({
    severity: 'error',
    title: 'A configuration that is a program',
    why: 'Nothing that is imported is ever executed, so what a program would say is not known.',
    message: () => 'This is JavaScript, which is not executed.',
    help: () => 'Export the configuration as JSON, and import that.',
    example:
      '# crawlform import crawler.js\n# crawler.js\nmodule.exports = { startUrls: [process.env.SITE] }\n',
  }),
  'import/shell-syntax': importRule<{ problem: string }>({
    severity: 'error',
    title: 'A command that a shell could not read',
    why: 'What a broken command means can only be guessed.',
    message: ({ problem }) => `The command cannot be read: ${problem}.`,
    help: () => 'Copy the whole command.',
    example:
      '# crawlform import request.sh\n# request.sh\ncurl https://api.example.com/v2/crawl -d \'{"url": "https://example.com/"}\n',
  }),
  'import/shell-code': importRule<{ code: string }>({
    severity: 'error',
    title: 'A command that runs other commands',
    why: 'Nothing that is imported is ever executed, so what the other command would say is not known.',
    message: ({ code }) => `The command holds ${code}, which is not executed.`,
    help: () => 'Write what it stands for in its place.',
    example:
      '# crawlform import request.sh\n# request.sh\ncurl https://api.example.com/v2/crawl -d "$(cat body.json)"\n',
  }),
  'import/reads-file': importRule<{ option: string; file: string }>({
    severity: 'error',
    title: 'A command that reads another file',
    why: 'Only what is given is imported; no other file is opened.',
    message: ({ option, file }) => `"${option}" reads "${file}", which is not opened.`,
    help: ({ file }) =>
      file === '-' || file === ''
        ? 'Write the body into the command, or import it by itself.'
        : `Import the body itself: crawlform import ${file}.`,
    example:
      '# crawlform import request.sh\n# request.sh\ncurl https://api.example.com/v2/crawl -d @body.json\n',
  }),
  'import/unknown-option': importRule<{ option: string; suggestion: string | undefined }>({
    severity: 'error',
    title: 'An option that curl does not have',
    why: 'Without knowing whether an option takes a value, what follows it cannot be read.',
    message: ({ option }) => `"${option}" is no option of curl that is known here.`,
    help: ({ suggestion }) => (suggestion === undefined ? 'Leave it out.' : `Did you mean "${suggestion}"?`),
    example:
      '# crawlform import request.sh\n# request.sh\ncurl --jsn \'{"url": "https://example.com/"}\' https://api.example.com/v2/crawl\n',
  }),
  'import/other-operation': importRule<{ operation: string }>({
    severity: 'error',
    title: 'A request that starts no crawl',
    why: 'A crawl file declares a crawl; the other operations of the service do something else.',
    message: ({ operation }) => `This request is for "${operation}", which starts no crawl.`,
    help: () => 'Give a request for "/v2/crawl".',
    example:
      '# crawlform import request.sh\n# request.sh\ncurl https://api.example.com/v2/scrape -d \'{"url": "https://example.com/"}\'\n',
  }),
  'import/body-not-json': importRule({
    severity: 'error',
    title: 'A request body that is no JSON',
    why: 'The crawl API takes a JSON object and nothing else.',
    message: () => 'The body of the request is no JSON object.',
    help: () => 'Give the body as it is sent, with the values of shell variables written out.',
    example:
      '# crawlform import request.sh\n# request.sh\ncurl https://api.example.com/v2/crawl -d url=https://example.com/\n',
  }),
  'import/no-start-url': importRule<{ field: string }>({
    severity: 'error',
    title: 'A configuration without a start URL',
    why: 'A crawl begins at one URL, and it has to be in what is imported.',
    message: ({ field }) => `There is no URL to start from; it is expected in "${field}".`,
    help: ({ field }) => `Write an http or https URL as "${field}".`,
    example: '# crawlform import browsertrix.yaml\n# browsertrix.yaml\nseeds: []\nscopeType: prefix\n',
  }),
  'import/only-sitemaps': importRule<{ field: string; start: string }>({
    severity: 'error',
    title: 'A configuration that starts at sitemaps alone',
    why: 'A crawl begins at a page, and finds the sitemaps of its site by itself.',
    message: ({ field, start }) => `"${field}" names sitemaps, and "${start}" names no page to start from.`,
    help: ({ start }) => `Write the page where the crawl starts as "${start}".`,
    example:
      '# crawlform import docsearch.json\n# docsearch.json\n{ "index_name": "docs", "sitemap_urls": ["https://example.com/sitemap.xml"] }\n',
  }),
  'import/all-comments': importRule({
    severity: 'error',
    title: 'A configuration in which everything is commented out',
    why: 'Examples come with every line behind "#"; what is in comments is not read.',
    message: () => 'Every line of this configuration is a comment.',
    help: () => 'Remove the "#" before the settings that are meant.',
    example: '# crawlform import crawler.yml\n# crawler.yml\n## domains:\n##   - url: https://example.com\n',
  }),
  'import/start-url-is-code': importRule<{ field: string }>({
    severity: 'error',
    title: 'A start URL that is computed',
    why: 'Nothing that is imported is ever executed, so where the crawl would begin is not known.',
    message: ({ field }) => `"${field}" is computed by code, which is not executed.`,
    help: ({ field }) => `Write the URL itself as "${field}".`,
    example: '# crawlform import elastic.yml\n# elastic.yml\ndomains:\n  - url: <%= ENV["SITE"] %>\n',
  }),
}
