import { ciSystems, editors } from '../init/init-answers.ts'
import { type CommandSpec, linkForms } from './specs.ts'

export const startCommands = {
  init: {
    usage: 'init',
    summary: 'Create a project with a first crawl, editor settings and CI',
    description:
      'Creates a project in this directory: crawlform.yaml, a first crawl, editor settings, a CI workflow that plans pull requests and applies merges, and an entry in .gitignore. On a terminal it asks for missing answers; elsewhere, give them as options. Existing files are never overwritten. In an existing project, --url adds another crawl.',
    options: {
      '-u, --url <url>': 'Start URL of the first crawl; without a scheme, its server is asked',
      '-n, --name <name>': 'Name of the first crawl (default: from the host of the URL)',
      '--ci <system>': {
        description: 'CI system to write a workflow for (default: from the git remote)',
        choices: ciSystems,
      },
      '--editor <name>': { description: 'Editor to write settings for (default: vscode)', choices: editors },
      '-y, --yes': 'Do not ask questions',
    },
    examples: [
      'crawlform init',
      'crawlform init --url https://docs.example.com/ --name docs --ci github --yes',
    ],
  },
  try: {
    usage: 'try <url>',
    summary: 'Write the first pages of a site as Markdown, without a project',
    description:
      'Crawls the first pages of a site with the embedded service and writes them as Markdown files. It needs no project and no file, and leaves only the pages. At the end it names the command that writes a crawl file for the site.',
    options: {
      '--limit <number>': { description: 'Pages at most', default: '10' },
      '-o, --output <dir>': {
        description: 'Directory for the pages, in a folder of the site',
        default: 'try',
      },
      '--links <form>': {
        description: 'Links between written pages, as URLs or as files',
        choices: linkForms,
        default: 'absolute',
      },
    },
    examples: [
      'crawlform try https://docs.example.com/',
      'crawlform try docs.example.com --limit 50 --output pages',
    ],
  },
  import: {
    usage: 'import <file>',
    summary: 'Create a crawl file from a curl command or another crawler',
    description:
      'Creates a crawl file from a curl command (use - to paste one on stdin), the JSON body of a crawl request of any version, or a configuration of Elastic Open Crawler, DocSearch, Algolia Crawler or Browsertrix. Reports on stderr how each field was converted. Nothing in the source is executed, no other file is opened, and secrets become references to environment variables.',
    options: {
      '-n, --name <name>': 'Name of the crawl (default: from the source or its start URL)',
      '-w, --write':
        'Write crawls/NAME.yaml, which must not exist; settings shared by several crawls become a profile in crawlform.yaml',
    },
    examples: [
      'crawlform import - < request.sh',
      'crawlform import body.json --name docs --write',
      'crawlform import elastic-crawler.yml > crawls/site.yaml',
    ],
  },
} as const satisfies Record<string, CommandSpec>
