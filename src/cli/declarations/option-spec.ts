/** One option as it is declared: `-f, --format <format>`, `--yes`, `--no-wait`. */
export interface OptionSpec {
  readonly flags: string
  /** Completes the sentence "this option ..." in `--help`: capitalized, without a period. */
  readonly description: string
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

/** One command as it is declared; its code is in `src/cli/commands/NAME.ts`. */
export interface CommandSpec {
  /** Its name and arguments: `plan [...names]`. */
  readonly usage: string
  /** One line in the list of `crawlform --help`. */
  readonly summary: string
  readonly description: string
  /** The words that the first argument may be, where they are few. */
  readonly actions?: readonly string[]
  readonly options: readonly OptionSpec[]
  /** Whole command lines. */
  readonly examples: readonly string[]
}

/** The long name in flags, without dashes and `no-`. */
type LongName<Flags extends string> = Flags extends `${string}--no-${infer Name}`
  ? Name
  : Flags extends `${string}--${infer Name} <${string}`
    ? Name
    : Flags extends `${string}--${infer Name}`
      ? Name
      : never

type FlagsOf<Specs extends readonly OptionSpec[]> = Specs[number]['flags']

/** The names of the options that take a value. */
export type TextNames<Specs extends readonly OptionSpec[]> = LongName<
  Extract<FlagsOf<Specs>, `${string} <${string}`>
>

/** The names of the options that take none. */
export type FlagNames<Specs extends readonly OptionSpec[]> = LongName<
  Exclude<FlagsOf<Specs>, `${string} <${string}`>
>
