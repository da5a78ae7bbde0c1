import { shellQuote } from '../../util/text.ts'
import type { CommandName, OptionsOf } from '../declarations/declarations.ts'
import type { FlagNames, globalOptions, TextNames } from '../declarations/specs.ts'
import type { ExitStatus } from '../process/failures.ts'
import type { Host } from '../process/host.ts'
import type { Options } from './options.ts'

/** One run of a command: the process and its checked command line. `cwd` is the directory of `-C`. */
export interface Cli extends Host {
  /** How this program is called: `crawlform`, or `npx crawlform`. */
  readonly program: string
  readonly args: readonly string[]
  readonly options: Options
}

type Global = typeof globalOptions

/** A run of one command, whose options are those that it declares. */
export interface CliOf<Name extends CommandName> extends Cli {
  readonly options: Options<
    TextNames<OptionsOf<Name>> | TextNames<Global>,
    FlagNames<OptionsOf<Name>> | FlagNames<Global>
  >
}

export interface LoadedCommand<Name extends CommandName = CommandName> {
  run(cli: CliOf<Name>): Promise<ExitStatus>
}

/** Returns a command line to run next: `words` in the directory and environment of this run, then `options`. */
export function commandLine(
  { options: given, program }: Cli,
  words: readonly string[],
  options: readonly string[],
): string {
  const directory = given.text('directory')
  const environment = given.typed('env')
  const parts = [
    ...(directory === undefined ? [] : ['-C', directory]),
    ...words,
    ...(environment === undefined ? [] : ['--env', environment]),
    ...options,
  ]
  return [program, ...parts.map((word) => shellQuote(word))].join(' ')
}
