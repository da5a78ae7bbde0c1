import { type CommandSpec, environmentOption, reportOptions } from './specs.ts'

export const editCommands = {
  migrate: {
    usage: 'migrate [...paths]',
    summary: 'Convert files of version 0 and 1 to version 2',
    description:
      'Converts crawl files and request bodies of version 0 and 1 to version 2. Comments, order, quoting and everything else stay as they are. Prints the difference as a patch, and lists on stderr the lines whose meaning changes. Paths are files, directories, globs, or - for stdin. Without paths, all crawls of the project are converted.',
    options: {
      '-w, --write': 'Rewrite the files; stdin is written to stdout',
      '--check': {
        description: 'List files that would change, and exit with 1 if there are any',
        excludes: { '--write': 'a check changes nothing' },
      },
      '--preserve-depth': 'Keep the meaning of maxDepth with a pattern, where that is exact',
      '--pin-defaults': 'Write old defaults that differ in version 2',
    },
    examples: [
      'crawlform migrate',
      'crawlform migrate crawls/blog.yaml --preserve-depth --write',
      'crawlform migrate - < body.json',
      'crawlform migrate --check',
    ],
  },
  lock: {
    usage: 'lock [...names]',
    summary: 'Resolve prompts to settings and save them for review',
    description:
      'Asks the service once to resolve each prompt to settings, and writes them to crawls.lock.json for you to review and commit. From then on, plan shows these settings and apply sends them instead of the prompt. Settings in the crawl file override locked ones. Unchanged prompts are not asked again, and unused entries are removed. An entry applies to all environments in which the crawl has the same prompt and start URL.',
    options: {
      ...environmentOption,
      '--check': {
        description: 'Exit with 1 if the lock is out of date; ask and write nothing',
        excludes: { '--upgrade': 'only the service knows what it would answer now' },
      },
      '--upgrade': 'Resolve locked prompts again',
      ...reportOptions(['text', 'json']),
    },
    examples: [
      'crawlform lock',
      'crawlform lock docs --env production',
      'crawlform lock --upgrade',
      'crawlform lock --check',
    ],
  },
} as const satisfies Record<string, CommandSpec>
