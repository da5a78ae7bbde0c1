import {
  type CommandSpec,
  environmentOption,
  formatOption,
  outputOptions,
  planOptions,
  projectOptions,
  reportOptions,
  timeoutOption,
} from './specs.ts'

export const applyCommands = {
  plan: {
    usage: 'plan [...names]',
    summary: 'Show which crawls would be submitted, and why',
    description:
      'Compares the crawl files with the record of submissions and shows which crawls would be submitted, and why. Changes nothing. Names and globs select crawls. Without names, the plan covers all crawls, and recorded crawls no longer in the files.',
    options: {
      ...projectOptions,
      ...planOptions,
      '--out <file>': 'Save the plan for "apply --plan"',
      '--against <ref>': {
        description: 'Compare with the files of a git revision instead; needs no record, key or network',
        excludes: {
          '--out': 'a comparison cannot be applied',
          '--changed': 'a comparison shows only changed crawls',
          '--rerun': 'a comparison knows no submissions',
        },
      },
      '--detailed-exitcode': 'Exit with 2 if the plan has changes',
      ...reportOptions(['text', 'json', 'markdown', 'html', 'gitlab']),
    },
    examples: [
      'crawlform plan',
      "crawlform plan 'docs-*' --full",
      'crawlform plan --env production --set docs.request.limit=50',
      'crawlform plan --changed origin/main',
      'crawlform plan --out plan.json',
      'crawlform plan --against origin/main --format markdown',
      'crawlform plan --report markdown=plan.md --report json=plan.json',
    ],
  },
  apply: {
    usage: 'apply [...names]',
    summary: 'Submit the planned crawls and record them',
    description:
      'Shows the plan, asks for approval, submits the crawls and records each submission. Without a terminal, pass --yes, --plan or --expect. On the embedded service, jobs run in this process, so apply waits for them. With --no-wait, or when interrupted, they pause; the next apply, wait or serve resumes them without fetching finished pages again.',
    options: {
      ...projectOptions,
      ...planOptions,
      '--full': {
        ...planOptions['--full'],
        description: 'Show every setting of the plan, and every step of each crawl',
      },
      '-y, --yes': 'Submit without asking for approval',
      '--plan <file>': {
        description: 'Apply exactly this saved plan (plan --out)',
        excludes: { '--expect': 'a saved plan has its own digest' },
      },
      '--expect <digest>': 'Apply only if the plan has this digest',
      '--replace': 'Cancel the running job of a crawl that is submitted again',
      '--wait': 'Wait until the jobs have ended (always on the embedded service)',
      '--no-wait': { description: 'Do not wait', excludes: { '--timeout': 'there is no wait to end' } },
      ...timeoutOption,
      ...outputOptions('; implies --wait'),
      '--parallelism <count>': 'Number of submissions at once (default: 4 to 16, depending on the service)',
      '--fail-fast': 'Submit nothing more after the first failure',
      '--local-state': 'Allow the local state backend in CI',
      ...reportOptions(['text', 'json', 'ndjson', 'markdown']),
    },
    examples: [
      'crawlform apply',
      'crawlform apply docs --yes --output pages',
      'crawlform apply --env production --expect 3f9c… --parallelism 8',
      'crawlform apply --plan plan.json --wait --timeout 2h',
    ],
  },
  status: {
    usage: 'status [...names]',
    summary: 'Show the last job of each crawl',
    description:
      'Shows the last submission of each crawl, and asks the service about jobs that had not finished. Changes nothing. Embedded jobs pause while no crawlform command is running.',
    options: {
      ...projectOptions,
      '--offline': 'Show only what is recorded; do not ask the service',
      ...reportOptions(['text', 'json']),
    },
    examples: [
      'crawlform status',
      'crawlform status docs --format json',
      'crawlform status --env production',
    ],
  },
  board: {
    usage: 'board [...names]',
    summary: 'Show all crawls, their runs and what changed, in the browser',
    description:
      'Serves pages about the crawls of an environment on this machine until it is interrupted: the state of each, worst first, and its last runs with their pages, failures and changes. With --out, writes the same as files that need no server and no network. Shows what the record, the kept manifests and the service know, and changes nothing. The printed address contains the token that opens the pages.',
    options: {
      ...projectOptions,
      '--out <dir>': 'Write the pages as files into this directory instead',
      '--offline': 'Show only what is recorded; do not ask the service',
      '--open': 'Open the page in the browser, on a terminal',
      '--port <number>': 'Port to listen on (default: any free port)',
    },
    examples: ['crawlform board', 'crawlform board --open', 'crawlform board --out public --offline'],
  },
  wait: {
    usage: 'wait [...names]',
    summary: 'Wait for running jobs and check their results',
    description:
      'Waits until the last job of each crawl has ended, and checks its result against "expect" in the crawl file. Exits with 5 if a job failed, was cancelled, timed out, or missed an expectation.',
    options: {
      ...projectOptions,
      ...timeoutOption,
      ...outputOptions(),
      ...reportOptions(['text', 'json']),
    },
    examples: ['crawlform wait', 'crawlform wait docs --timeout 30m --output pages'],
  },
  results: {
    usage: 'results [...names]',
    summary: 'Print or write the pages of the last jobs',
    description:
      'Prints the pages of the last job of each crawl, finished or not: URLs as text, whole pages as JSON. With --output, writes one Markdown file per page and an index.jsonl. With --job, --output and --feed, an earlier job is published again: later jobs are taken back, the feed has what differs, and the next apply submits the crawl again.',
    options: {
      ...projectOptions,
      '--job <id>': 'Take this earlier job of the crawl instead of the last one',
      ...outputOptions(),
      ...formatOption(['text', 'json', 'ndjson']),
    },
    examples: [
      'crawlform results docs',
      'crawlform results docs --output pages --links relative',
      'crawlform results docs --job 4f6f2f0e-8f5c-4f35-b9a4-0c6f4a1d0f5a --output pages --feed feed.jsonl',
      'crawlform results docs --format ndjson | jq .page.metadata.title',
    ],
  },
  changes: {
    usage: 'changes [...names]',
    summary: 'Show which pages changed since an earlier job',
    description:
      'Compares the last completed job of each crawl with the one before: pages added, removed, changed, moved, and failing now. Ages, page views, values that are made for each load, and what changes.ignore matches do not count as changes. The html format shows changed pages side by side.',
    options: {
      ...projectOptions,
      '--since <job>': 'Compare with this job, or with the last one before a date or age, such as 7d',
      '--diff <url>': 'Show how the delivered text of this page differs (formats: text, json)',
      '--output <dir>': 'With --diff: also look for texts in this directory of page files',
      '--detailed-exitcode': 'Exit with 2 if a page changed',
      ...reportOptions(['text', 'json', 'ndjson', 'markdown', 'html']),
    },
    examples: [
      'crawlform changes',
      'crawlform changes docs --since 7d',
      'crawlform changes --format markdown',
      'crawlform changes docs --report html=changes.html',
      'crawlform changes docs --diff /docs/start',
    ],
  },
  cancel: {
    usage: 'cancel [...names]',
    summary: 'Cancel running jobs',
    description: 'Cancels the running jobs of the selected crawls. Finished pages stay available as results.',
    options: { ...projectOptions, '-y, --yes': 'Do not ask for approval' },
    examples: ['crawlform cancel docs', 'crawlform cancel --yes'],
  },
  state: {
    usage: 'state <action> [...names]',
    summary: 'Inspect and repair the record of submissions',
    description: [
      'Inspects and repairs the record of submissions. Actions:',
      '  list [NAME...]       List records, one line per crawl',
      '  show [NAME...]       Print whole records as JSON',
      '  history              List recent changes of the record',
      '  forget NAME...       Remove records; the next plan treats the crawls as never submitted, their jobs continue',
      '  move OLD NEW         Keep the record of a renamed crawl',
      '  reconcile [NAME...]  Settle submissions that are in doubt, by asking the service or with --assume',
      '  migrate --from X     Copy the record from another backend to the one in crawlform.yaml',
      '  unlock ID            Remove the lock of a killed run',
    ].join('\n'),
    actions: ['list', 'show', 'history', 'forget', 'move', 'reconcile', 'migrate', 'unlock'],
    options: {
      ...environmentOption,
      '-y, --yes': 'forget, unlock: do not ask for approval',
      '--assume <outcome>': {
        description: 'reconcile: outcome of the attempt',
        choices: ['started', 'not-started'],
      },
      '--why <reason>': 'reconcile: evidence for --assume',
      '--job <id>': 'reconcile: id of the job that was started',
      '--from <backend>':
        'migrate: current backend: local, git, or the former value of "state:" in crawlform.yaml',
      ...formatOption(['text', 'json']),
    },
    examples: [
      'crawlform state list',
      'crawlform state show docs',
      'crawlform state reconcile --env production',
      'crawlform state reconcile docs --assume not-started --why "no such job in the dashboard"',
      'crawlform state move docs handbook',
      "crawlform state migrate --env production --from '{ backend: git, branch: crawlform-state }'",
    ],
  },
} as const satisfies Record<string, CommandSpec>
