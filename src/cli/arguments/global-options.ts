import type { OptionSpec } from './command.ts'

/** Options that every command has. */
export const globalOptions: readonly OptionSpec[] = [
  { flags: '-C, --directory <dir>', description: 'work as if started in this directory' },
  { flags: '--color <when>', description: 'colour', choices: ['auto', 'always', 'never'] },
  { flags: '--no-color', description: 'no colour' },
  { flags: '-h, --help', description: 'show help' },
  { flags: '-V, --version', description: 'show the version' },
]
