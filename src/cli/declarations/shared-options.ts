import type { OptionSpec } from './option-spec.ts'

/** Options of every command. */
export const globalOptions = [
  { flags: '-C, --directory <dir>', description: 'Run as if started in this directory' },
  {
    flags: '--color <when>',
    description: 'Use color',
    choices: ['auto', 'always', 'never'],
    default: 'auto',
  },
  { flags: '--no-color', description: 'Same as --color never' },
  { flags: '-h, --help', description: 'Show help' },
  { flags: '-v, -V, --version', description: 'Show the version' },
] as const satisfies readonly OptionSpec[]

export const environmentOption = {
  flags: '-e, --env <name>',
  description: 'Environment from crawlform.yaml',
  default: 'local',
} as const

const setOption = {
  flags: '--set <setting>',
  description: 'Override one setting: NAME.request.PATH=VALUE',
  repeatable: true,
} as const

/** Options that decide which crawls there are and how they resolve. */
export const projectOptions = [environmentOption, setOption] as const satisfies readonly OptionSpec[]

export const yesOption = { flags: '-y, --yes', description: 'Do not ask for approval' } as const

export const fullOption = {
  flags: '--full',
  description: 'Show every setting of every crawl, unchanged ones too',
  excludes: { '--summary': 'one shows more, the other less' },
} as const

export const summaryOption = { flags: '--summary', description: 'Show one line per crawl' } as const

export const rerunOption = {
  flags: '--rerun',
  description: 'Submit the selected crawls again, for fresh pages, even if unchanged',
} as const

export const changedOption = {
  flags: '--changed <ref>',
  description: 'Select only crawls that differ from this git revision',
} as const

export const warningsOption = {
  flags: '--warnings',
  description: 'Show warnings and notes instead of counting them',
} as const

export const timeoutOption = {
  flags: '--timeout <duration>',
  description: 'Stop waiting after this time, such as 30m',
} as const

export const reportOption = {
  flags: '--report <report>',
  description: 'Also write FORMAT=FILE from the same run',
  repeatable: true,
} as const

export function formatOption<const Formats extends readonly string[]>(choices: Formats) {
  return { flags: '-f, --format <format>', description: 'Output format', choices, default: 'text' } as const
}

/** The forms of `--links`. */
export const linkForms = ['absolute', 'relative'] as const

/** Returns the options of a command that writes pages as files; `also` names another effect of `--output`. */
export function outputOptions(also = '') {
  return [
    {
      flags: '-o, --output <dir>',
      description: `Write pages as Markdown files into this directory${also}`,
      excludes: { '--no-wait': 'pages arrive while the command waits for their jobs' },
    },
    {
      flags: '--links <form>',
      description: 'Links between written pages, as URLs or as files',
      choices: linkForms,
      default: 'absolute',
    },
    {
      flags: '--skip-duplicates',
      description: 'Leave out pages whose rel=canonical names another page of the job',
    },
    {
      flags: '--force',
      description: 'Write pages also of a job that missed what "expect" asks for',
    },
    {
      flags: '--feed <file>',
      description: 'Write what changed since the last delivered feed, as JSON lines for an index',
    },
    {
      flags: '--feed-from <job>',
      description: 'Begin the feed at this job instead, or at "start"',
    },
  ] as const
}
