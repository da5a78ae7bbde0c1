import type { OptionSpec } from './command.ts'

export const environmentOption: OptionSpec = {
  flags: '-e, --env <name>',
  description: 'the environment of crawlform.yaml to use (default: local)',
}

export const setOption: OptionSpec = {
  flags: '--set <setting>',
  description: 'override one setting: NAME.request.PATH=VALUE',
  repeatable: true,
}

/** Options that decide which crawls there are and how they resolve. */
export const projectOptions: readonly OptionSpec[] = [environmentOption, setOption]

/** What `--full` excludes: one of the two would be ignored. */
export const notSummary = { '--summary': 'one shows more, the other less' }

export const reportOption: OptionSpec = {
  flags: '--report <report>',
  description: 'also write FORMAT=FILE from the same run',
  repeatable: true,
}

export function formatOption(formats: readonly string[]): OptionSpec {
  return { flags: '-f, --format <format>', description: 'what goes to stdout', choices: formats }
}
