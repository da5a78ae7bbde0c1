import { shellQuote } from '../../util/shell-quote.ts'
import type { CommandName, OptionsOf } from '../declarations/declarations.ts'
import type { FlagNames, globalOptions, TextNames } from '../declarations/specs.ts'
import type { ExitStatus } from '../process/exit-status.ts'
import type { Host } from '../process/host.ts'
import type { Options } from './options.ts'

/** A checked command line. */
export interface CommandInput {
  /** How this program is called: `crawlform`, or `npx crawlform`. */
  readonly program: string
  readonly args: readonly string[]
  readonly options: Options
  /** Absolute: `-C`, or the directory of the process. */
  readonly directory: string
}

type Global = typeof globalOptions

/** The input of one command, whose options are those that it declares. */
export interface InputOf<Name extends CommandName> extends CommandInput {
  readonly options: Options<
    TextNames<OptionsOf<Name>> | TextNames<Global>,
    FlagNames<OptionsOf<Name>> | FlagNames<Global>
  >
}

/** The code of one command, loaded when it was chosen. */
export interface LoadedCommand<Name extends CommandName = CommandName> {
  run(host: Host, input: InputOf<Name>): Promise<ExitStatus>
}

/** Returns a command line to run next: `words` in the directory and environment of this run, then `options`. */
export function commandLine(
  input: Pick<CommandInput, 'options' | 'program'>,
  words: readonly string[],
  options: readonly string[],
): string {
  const directory = input.options.text('directory')
  const environment = input.options.typed('env')
  const parts = [
    ...(directory === undefined ? [] : ['-C', directory]),
    ...words,
    ...(environment === undefined ? [] : ['--env', environment]),
    ...options,
  ]
  return [input.program, ...parts.map((word) => shellQuote(word))].join(' ')
}
