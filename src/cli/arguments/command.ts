import type { ExitStatus } from '../process/exit-status.ts'
import type { Host } from '../process/host.ts'
import type { Options } from './options.ts'

/** One option, as `--help` shows it: `-f, --format <format>`, `--yes`, `--no-wait`. */
export interface OptionSpec {
  readonly flags: string
  readonly description: string
  /** May be given several times. */
  readonly repeatable?: true
  /** The allowed values, where there are few. */
  readonly choices?: readonly string[]
  /** Options that this one cannot go with, as they are typed, each with the reason. Said of one of the two. */
  readonly excludes?: Readonly<Record<string, string>>
}

export interface CommandInput {
  /** How this program is called: `crawlform`, or `npx crawlform`. */
  readonly program: string
  readonly args: readonly string[]
  readonly options: Options
  /** Absolute: `-C`, or the directory of the process. */
  readonly directory: string
}

/** One command. In: parsed arguments and the process. Out: an exit status. */
export interface Command {
  /** Its name and arguments: `plan [...names]`. */
  readonly usage: string
  readonly description: string
  /** What the first argument may be, if it is one of a few words. */
  readonly actions?: readonly string[]
  readonly options: readonly OptionSpec[]
  /** Whole command lines. */
  readonly examples: readonly string[]
  run(host: Host, input: CommandInput): Promise<ExitStatus>
}

/** A command by its name, before it is loaded. */
export interface CommandEntry {
  readonly summary: string
  readonly load: () => Promise<Command>
}
