import { type CommandSpec, environmentOption, formatOption, type OptionSpecs } from './specs.ts'

/** The options of `serve` that are settings of `embedded`. `--help` reads their meaning, default and bounds from the schema. */
export const serveSettings = {
  '--concurrency <count>': { setting: '/concurrency' },
  '--host-concurrency <count>': { setting: '/hostConcurrency' },
  '--workers <count>': { setting: '/workers' },
  '--keep-results <duration>': { setting: '/keepResults' },
  '--keep-unretained <duration>': { setting: '/keepUnretained' },
  '--keep-cache <duration>': { setting: '/keepCache' },
  '--model-url <url>': { setting: '/model/baseUrl' },
  '--model-name <name>': { setting: '/model/name' },
  '--model-timeout <duration>': { setting: '/model/timeout' },
  '--browser <path>': { setting: '/browser/executable' },
  '--browser-tabs <count>': { setting: '/browser/tabs' },
  '--webhook-retries <durations>': { setting: '/webhooks/retryDelays' },
  '--webhook-timeout <duration>': { setting: '/webhooks/timeout' },
  '--allow-private-addresses': { setting: '/allowPrivateAddresses' },
} as const satisfies OptionSpecs

export const toolCommands = {
  serve: {
    usage: 'serve',
    summary: 'Run the embedded crawl service',
    description: [
      'Runs the embedded crawl service until it is interrupted. It has the same API as the hosted service and holds the jobs and pages of this project; other crawlform commands of the project use it while it runs. Settings come from "embedded" of the environment in crawlform.yaml and from these options.',
      'Keys come from variables: clients must send CRAWLFORM_API_KEY (without it, serve creates a key in a file that only you can read), CRAWLFORM_MODEL_API_KEY is the key of the language model, and CRAWLFORM_WEBHOOK_SECRET signs webhooks. Open the printed address in a browser to see the jobs. The page asks for the key; on a terminal, serve also prints a link that signs you in once.',
    ].join('\n'),
    options: {
      ...environmentOption,
      '--host <address>': { description: 'Address to listen on', default: '127.0.0.1' },
      '--port <number>': { description: 'Port to listen on; 0 for any free port', default: '3002' },
      '--data-dir <directory>': "Directory for jobs and pages, separate from this project's other commands",
      '--show-data': 'Show how much data is stored, and exit',
      '--discard-data': {
        excludes: { '--show-data': '--discard-data shows the data first' },
        description: 'Delete all stored jobs and pages, even damaged ones, and exit',
      },
      '-y, --yes': '--discard-data: do not ask for approval',
      '--metrics': 'Serve /metrics for Prometheus to clients that send the key',
      ...serveSettings,
      '--no-browser': {
        excludes: { '--browser-tabs': 'there would be none' },
        description: 'Use no browser, and refuse crawls that need one',
      },
      '--limit <bound>': {
        description: 'Limit against hostile sites and clients: NAME=NUMBER',
        repeatable: true,
        setting: '/limits',
      },
      ...formatOption(['text', 'json']),
    },
    examples: [
      'crawlform serve',
      'CRAWLFORM_API_KEY=secret crawlform serve --host 0.0.0.0 --port 8080 --data-dir /var/lib/crawlform',
      'CRAWLFORM_MODEL_API_KEY=secret crawlform serve --model-url https://models.example.com/v1 --model-name large',
      'crawlform serve --show-data',
      'crawlform serve --keep-results 7d --limit runningJobs=4 --format json',
    ],
  },
  comment: {
    usage: 'comment <file>',
    summary: 'Post a plan or report as a comment, in CI',
    description:
      'Posts a Markdown file, such as a plan, as a comment on the pull or merge request of this CI job or on an issue, and updates the same comment later. GitHub Actions needs GITHUB_TOKEN with "pull-requests: write" or "issues: write". GitLab CI/CD needs GITLAB_TOKEN, a project access token with the scope "api". Use - to read stdin.',
    options: {
      '-k, --key <key>': { description: 'Key of this comment, if there are several', default: 'plan' },
      '--issue <number>': 'Comment on this issue of the repository',
      '--link <url>': 'Link to the whole plan or the run',
      '--update-only': 'Update an existing comment, but do not create one',
    },
    examples: [
      'crawlform comment plan.md',
      'crawlform comment plan.md --key production --link "$CI_JOB_URL/artifacts/browse"',
      'crawlform comment apply.md --issue 12 --key "$GITHUB_RUN_ID"',
    ],
  },
  lsp: {
    usage: 'lsp',
    summary: 'Check crawl files in an editor while you type',
    description:
      'Runs the language server that editors start. It speaks the Language Server Protocol over stdin and stdout, checks unsaved texts too, and ends when stdin is closed. Works offline, needs no key, and writes nothing. The recipe "Editors" in the documentation has the settings of each editor.',
    options: {
      ...environmentOption,
      '--stdio': 'Use stdin and stdout, as always; some editors pass this option',
    },
    examples: ['crawlform lsp', 'crawlform lsp --env production'],
  },
  completion: {
    usage: 'completion <shell> [...words]',
    summary: 'Print the completion script for bash, zsh or fish',
    description: [
      'Prints a script that completes commands, options, crawls and environments in a shell. To install it:',
      '  bash  eval "$(crawlform completion bash)" in ~/.bashrc',
      '  zsh   eval "$(crawlform completion zsh)" in ~/.zshrc, after compinit',
      '  fish  crawlform completion fish > ~/.config/fish/completions/crawlform.fish',
    ].join('\n'),
    actions: ['bash', 'zsh', 'fish'],
    options: {},
    examples: ['crawlform completion bash', 'crawlform completion zsh', 'crawlform completion fish'],
  },
  help: {
    usage: 'help [command]',
    summary: 'Show help for a command',
    description: 'Shows help for a command, or lists all commands.',
    options: {},
    examples: ['crawlform help', 'crawlform help plan'],
  },
  version: {
    usage: 'version',
    summary: 'Show the version',
    description: 'Shows the version of crawlform.',
    options: {},
    examples: ['crawlform version'],
  },
} as const satisfies Record<string, CommandSpec>
