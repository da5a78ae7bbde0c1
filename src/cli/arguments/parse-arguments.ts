import { suggest } from '../../util/suggest.ts'
import type { OptionSpec } from './command.ts'
import { checkArgumentCount } from './check-argument-count.ts'
import { knownOptions, type KnownOption, type OptionToken, tokensOf } from './command-tokens.ts'
import { Options } from './options.ts'
import { parseReport } from './parse-report.ts'
import { UsageError } from '../process/usage-error.ts'

export interface ParsedArguments {
  readonly args: readonly string[]
  readonly options: Options
}

/**
 * Reads the arguments of one command; `usage` is its name and positional arguments.
 * @throws {UsageError} for unknown options, missing and wrong values, options that exclude each other, and wrong counts of
 *   arguments
 */
export function parseArguments(
  argv: readonly string[],
  usage: string,
  specs: readonly OptionSpec[],
): ParsedArguments {
  const known = knownOptions(specs)
  const args: string[] = []
  const values = new Map<string, readonly string[]>()
  const flags = new Map<string, boolean>()
  for (const token of tokensOf(argv, known)) {
    if (token.kind === 'positional') args.push(token.value)
    if (token.kind !== 'option') continue
    const option = known.find((candidate) => candidate.flags.includes(token.rawName))
    if (option === undefined) throw unknownOption(token.rawName, known)
    const value = checkedValue(token, option)
    if (value === undefined) flags.set(option.name, !token.rawName.startsWith('--no-'))
    else {
      const before = option.spec.repeatable === true ? (values.get(option.name) ?? []) : []
      values.set(option.name, [...before, value])
    }
  }
  checkArgumentCount(args, usage, specs)
  // Checked before anything is done: a submission must not end in a mistyped report.
  const formats = known.find(({ name }) => name === 'format')?.spec.choices
  if (formats !== undefined) for (const report of values.get('report') ?? []) parseReport(report, formats)
  const options = new Options(values, flags)
  for (const { spec, flags: own } of known) checkExclusions(own.at(-1) ?? '', spec, options)
  return { args, options }
}

/** Refuses an option beside which this one would be ignored. */
function checkExclusions(flag: string, { excludes = {} }: OptionSpec, options: Options): void {
  if (!options.has(flag)) return
  for (const [other, reason] of Object.entries(excludes))
    if (options.has(other)) throw new UsageError(`"${flag}" and "${other}" exclude each other: ${reason}.`)
}

/**
 * Returns the option's value as typed; undefined for a flag.
 * @throws {UsageError}
 */
function checkedValue(token: OptionToken, { spec, takesValue }: KnownOption): string | undefined {
  const { rawName: flag, value, inlineValue } = token
  if (!takesValue) {
    if (value === undefined) return undefined
    throw new UsageError(`"${flag}" takes no value, but "${value}" is given.`)
  }
  if (value === undefined || (inlineValue !== true && /^-./.test(value))) throw missingValue(flag, spec)
  // POSIX takes what follows a short option as its value. People who think of a long one write `-e=production`.
  const text = inlineValue === true && !flag.startsWith('--') ? value.replace(/^=/, '') : value
  checkChoice(text, spec)
  return text
}

/** Returns the error for an option that does not exist, with the one that was probably meant. */
function unknownOption(flag: string, known: readonly KnownOption[]): UsageError {
  const [meant] = suggest(
    flag,
    known.flatMap(({ flags }) => flags.filter((candidate) => candidate.startsWith('--'))),
  )
  return new UsageError(
    `Unknown option "${flag}".`,
    meant === undefined ? undefined : `Did you mean "${meant}"?`,
  )
}

function missingValue(flag: string, spec: OptionSpec): UsageError {
  const kind = /<(.*)>/.exec(spec.flags)?.[1] ?? 'value'
  const help = spec.choices === undefined ? undefined : `Write ${flag} ${spec.choices.join('|')}.`
  return new UsageError(`"${flag}" needs a ${kind}.`, help)
}

function checkChoice(value: string, { flags, choices }: OptionSpec): void {
  if (choices === undefined || choices.includes(value)) return
  const flag = /--[\w-]+/.exec(flags)?.[0] ?? flags
  const [meant] = suggest(value, choices)
  throw new UsageError(
    `"${flag}" is "${value}", but it must be one of: ${choices.join(', ')}.`,
    meant === undefined ? undefined : `Did you mean "${meant}"?`,
  )
}
