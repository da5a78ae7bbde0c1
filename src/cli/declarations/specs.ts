/** The types of declared commands and options, and the options that several commands share. */

/** The declaration of an option; a string is its description. */
export type OptionSpec = string | OptionDetail

export interface OptionDetail {
  /** Completes the sentence "this option ..." in `--help`: capitalized, without a period. */
  readonly description?: string
  /** The value when the option is not given. `--help` shows it. */
  readonly default?: string
  /** May be given several times. */
  readonly repeatable?: true
  /** The allowed values, where there are few. */
  readonly choices?: readonly string[]
  /** Options that cannot go with this one, as they are typed, each with the reason. One of the two declares it. */
  readonly excludes?: Readonly<Record<string, string>>
  /** The JSON Pointer below `embedded` of the setting that gives the meaning and the default. */
  readonly setting?: string
}

/** Options by their flags: `-f, --format <format>`, `--yes`, `--no-wait`. */
export type OptionSpecs = Readonly<Record<string, OptionSpec>>

/** One command as it is declared; its code is in `src/cli/commands/NAME.ts`. */
export interface CommandSpec {
  /** Its name and arguments: `plan [...names]`. */
  readonly usage: string
  /** One line in the list of `crawlform --help`. */
  readonly summary: string
  readonly description: string
  /** The words that the first argument may be, where they are few. */
  readonly actions?: readonly string[]
  readonly options: OptionSpecs
  readonly examples: readonly string[]
}

/** The long name in flags, without dashes and `no-`. */
type LongName<Flags> = Flags extends `${string}--no-${infer Name}`
  ? Name
  : Flags extends `${string}--${infer Name} <${string}`
    ? Name
    : Flags extends `${string}--${infer Name}`
      ? Name
      : never

/** The names of the options that take a value. */
export type TextNames<Specs> = LongName<Extract<keyof Specs, `${string} <${string}`>>

/** The names of the options that take none. */
export type FlagNames<Specs> = LongName<Exclude<keyof Specs, `${string} <${string}`>>

export const globalOptions = {
  '-C, --directory <dir>': 'Run as if started in this directory',
  '--color <when>': { description: 'Use color', choices: ['auto', 'always', 'never'], default: 'auto' },
  '--no-color': 'Same as --color never',
  '-h, --help': 'Show help',
  '-v, -V, --version': 'Show the version',
} as const satisfies OptionSpecs

export const environmentOption = {
  '-e, --env <name>': { description: 'Environment from crawlform.yaml', default: 'local' },
} as const

/** Options that decide which crawls there are and how they resolve. */
export const projectOptions = {
  ...environmentOption,
  '--set <setting>': { description: 'Override one setting: NAME.request.PATH=VALUE', repeatable: true },
} as const

export const planOptions = {
  '--full': {
    description: 'Show every setting of every crawl, unchanged ones too',
    excludes: { '--summary': 'one shows more, the other less' },
  },
  '--summary': 'Show one line per crawl',
  '--rerun': 'Submit the selected crawls again, for fresh pages, even if unchanged',
  '--changed <ref>': 'Select only crawls that differ from this git revision',
  '--warnings': 'Show warnings and notes instead of counting them',
} as const

export const timeoutOption = { '--timeout <duration>': 'Stop waiting after this time, such as 30m' } as const

export function formatOption<const Formats extends readonly string[]>(choices: Formats) {
  return { '-f, --format <format>': { description: 'Output format', choices, default: 'text' } } as const
}

export function reportOptions<const Formats extends readonly string[]>(choices: Formats) {
  return {
    ...formatOption(choices),
    '--report <report>': { description: 'Also write FORMAT=FILE from the same run', repeatable: true },
  } as const
}

export const linkForms = ['absolute', 'relative'] as const

/** Returns the options of a command that writes pages as files; `also` names another effect of `--output`. */
export function outputOptions(also = '') {
  return {
    '-o, --output <dir>': {
      description: `Write pages as Markdown files into this directory${also}`,
      excludes: { '--no-wait': 'pages arrive while the command waits for their jobs' },
    },
    '--links <form>': {
      description: 'Links between written pages, as URLs or as files',
      choices: linkForms,
      default: 'absolute',
    },
    '--skip-duplicates': 'Leave out pages whose rel=canonical names another page of the job',
    '--force': 'Write pages also of a job that missed what "expect" asks for',
    '--feed <file>': 'Write what changed since the last delivered feed, as JSON lines for an index',
    '--feed-from <job>': 'Begin the feed at this job instead, or at "start"',
  } as const
}
