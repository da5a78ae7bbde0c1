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
  /** Returns nothing for a success. */
  run(cli: CliOf<Name>): Promise<ExitStatus | void>
}
