import { shellQuote } from '../../util/shell-quote.ts'
import type { CommandName, DeclaredOption, OptionsOf } from '../declarations/declarations.ts'
import type { FlagNames, globalOptions, TextNames } from '../declarations/specs.ts'
import type { Host } from '../process/host.ts'
import { parseDuration } from '../../util/clock.ts'
import { isCrawlName } from '../../util/is-crawl-name.ts'
import { didYouMean, type ExitStatus, UsageError } from '../process/failures.ts'

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

/** The values of one option, in order: texts exactly as typed, true for a flag, and false for its negation. */
export type Given = readonly (string | boolean)[]

/** The options of a command line, by long name without dashes. The type parameters are the names that the command declares. */
export class Options<TextName extends string = string, FlagName extends string = string> {
  readonly #given: ReadonlyMap<string, Given>
  readonly #known: readonly DeclaredOption[]

  constructor(given: ReadonlyMap<string, Given> = new Map(), known: readonly DeclaredOption[] = []) {
    this.#given = given
    this.#known = known
  }

  given(): readonly string[] {
    return [...this.#given.keys()]
  }

  /** Returns whether an option was given, by its flag as it is typed: `--output`, `--no-wait`. */
  has(flag: string): boolean {
    const [, no, name = ''] = /^--(no-)?(.*)$/.exec(flag) ?? []
    const last = this.#last(name)
    return no === undefined ? last !== undefined && last !== false : last === false
  }

  /** Returns the value, or the declared default; undefined without either. */
  text(name: TextName): string | undefined {
    return this.typed(name) ?? this.#known.find((option) => option.name === name)?.default
  }

  /** Returns the value that was given, without the default. */
  typed(name: TextName): string | undefined {
    const last = this.#last(name)
    return typeof last === 'string' ? last : undefined
  }

  /** Returns all values of an option that may be repeated, and the last one of others. */
  list(name: TextName): readonly string[] {
    const texts = (this.#given.get(name) ?? []).filter((value) => typeof value === 'string')
    const isRepeatable = this.#known.some((option) => option.name === name && option.repeatable === true)
    return isRepeatable ? texts : texts.slice(-1)
  }

  /** Returns whether `--name` was given, and not `--no-name` after it. */
  flag(name: FlagName): boolean {
    return this.#last(name) === true
  }

  #last(name: string): string | boolean | undefined {
    return this.#given.get(name)?.at(-1)
  }
}

/** Returns the milliseconds of an option like `--timeout 30m`. @throws {UsageError} */
export function readDuration(options: Options, name: string): number | undefined {
  const text = options.text(name)
  if (text === undefined) return undefined
  const duration = parseDuration(text)
  if (duration !== undefined && duration > 0) return duration
  throw new UsageError(`"--${name}" is "${text}", but it must be a duration such as 30s, 15m or 2h.`)
}

/** Returns a whole number from `least` to `most`. @throws {UsageError} */
export function readCount(options: Options, name: string, least = 1, most?: number): number | undefined {
  const text = options.text(name)
  if (text === undefined) return undefined
  const count = /^\d{1,9}$/.test(text) ? Number(text) : -1
  if (count >= least && count <= (most ?? count)) return count
  const range = most === undefined ? `, at least ${least}` : ` from ${least} to ${most}`
  throw new UsageError(`"--${name}" is "${text}", but it must be a whole number${range}.`)
}

/** Returns the name for a new crawl of `--name`. @throws {UsageError} */
export function readName(options: Options): string | undefined {
  const text = options.text('name')
  if (text === undefined || isCrawlName(text)) return text
  throw new UsageError(
    `"--name" is "${text}", but a name holds letters, digits, _, - and dots, and starts with a letter or digit.`,
  )
}

export interface Report {
  readonly format: string
  readonly file: string
}

/** Parses a `--report`, such as `sarif=crawlform.sarif`. @throws {UsageError} */
export function parseReport(report: string, formats: readonly string[]): Report {
  const equals = report.indexOf('=')
  const format = report.slice(0, Math.max(0, equals))
  const file = report.slice(equals + 1)
  if (equals <= 0 || file === '' || file === '-') {
    throw new UsageError(
      `"--report" is "${report}", but it must be FORMAT=FILE.`,
      `Formats: ${formats.join(', ')}.`,
    )
  }
  if (formats.includes(format)) return { format, file }
  throw new UsageError(
    `Unknown report format "${format}"; available: ${formats.join(', ')}.`,
    didYouMean(format, formats),
  )
}
