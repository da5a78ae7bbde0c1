import { type CommandSpec, projectOptions, reportOptions } from './specs.ts'

export const checkCommands = {
  validate: {
    usage: 'validate [...paths]',
    summary: 'Check crawl files offline: syntax, schema, rules and tests',
    description:
      'Checks crawl files: YAML, schema, interpolation, rules, and the tests in the files. Works offline and needs no key and no record of submissions. Paths are files, directories or globs. Without paths, all crawls of the project are checked.',
    options: {
      ...projectOptions,
      '--fix': 'Apply every fix that is certain, and report the other problems',
      '--dry-run': 'With --fix: print the difference and write nothing',
      ...reportOptions(['text', 'json', 'markdown', 'github', 'gitlab', 'sarif', 'junit']),
    },
    examples: [
      'crawlform validate',
      'crawlform validate crawls/docs.yaml --format json',
      'crawlform validate --fix --dry-run',
      'crawlform validate --format github --report sarif=crawlform.sarif',
    ],
  },
  test: {
    usage: 'test [...names]',
    summary: 'Run the tests in crawl files',
    description:
      'Runs the tests in crawl files offline: which URLs are in scope, by the same rules that the service uses, and which texts count as a change. "crawlform validate" runs them too; this command reports each one.',
    options: {
      ...projectOptions,
      '--all': 'Show passed tests too',
      ...reportOptions(['text', 'json', 'junit']),
    },
    examples: ['crawlform test', 'crawlform test docs --all', 'crawlform test --report junit=scope.xml'],
  },
  explain: {
    usage: 'explain <name|rule> [url]',
    summary: 'Explain the settings of a crawl, the scope of a URL, or a rule',
    description:
      "Explains a crawl: every setting, where its value comes from, and which values it overrides. With a URL, or a path on the start URL's host: whether it is in scope, which rule decides, and what would change that. With a rule id such as limits/unset: why the rule exists, with an example and its fix.",
    options: { ...projectOptions, ...reportOptions(['text', 'json']) },
    examples: [
      'crawlform explain docs',
      'crawlform explain docs https://docs.example.com/en/start',
      'crawlform explain docs /blog/x --format json',
      'crawlform explain limits/unset',
    ],
  },
  preview: {
    usage: 'preview <name|url>',
    summary: 'List the pages that a crawl would reach',
    description:
      'Lists the pages that a crawl, or a site without a crawl file, would reach and the URLs that it leaves out, with the reason. The embedded crawler follows links by the rules of the scope, robots.txt and delay, and scrapes nothing. Nothing is submitted or recorded. The html format is a page with the tree of URLs, in which you can try other patterns, depth, sitemap and limit.',
    options: {
      ...projectOptions,
      '--tree': 'Show each page below the page that links to it',
      '--skipped': 'List all URLs that are left out, by rule',
      ...reportOptions(['text', 'json', 'html']),
    },
    examples: [
      'crawlform preview docs',
      'crawlform preview https://docs.example.com/',
      'crawlform preview docs --set docs.request.limit=20 --tree',
      'crawlform preview docs --skipped',
      'crawlform preview docs --report html=docs.html',
    ],
  },
  explore: {
    usage: 'explore <name>',
    summary: 'Try the scope of a crawl in the browser',
    description:
      "Finds the pages of a crawl as preview does, and serves a page about them on this machine until it is interrupted. The page shows the tree of URLs and why each one is in or out of scope. In it you can try patterns, depth, sitemap and limit, review the difference, and write it to the crawl's file; comments are kept. The printed address contains the token that opens the page.",
    options: {
      ...projectOptions,
      '--open': 'Open the page in the browser, on a terminal',
      '--port <number>': 'Port to listen on (default: any free port)',
    },
    examples: [
      'crawlform explore docs',
      'crawlform explore docs --open',
      'crawlform explore docs --port 8400',
    ],
  },
  render: {
    usage: 'render <name>',
    summary: 'Print the exact request, also as curl or TypeScript',
    description:
      'Prints the request of one crawl exactly as apply would send it: the JSON body, or code that sends it. Secrets are never printed: they stay variables of the shell or of process.env. A value that is written into the file is part of the request and printed, even if it looks like a secret.',
    options: {
      '--as <form>': {
        description: 'Form of the request',
        choices: ['json', 'curl', 'typescript'],
        default: 'json',
      },
      ...projectOptions,
    },
    examples: ['crawlform render docs', 'crawlform render docs --as curl --env production'],
  },
} as const satisfies Record<string, CommandSpec>
