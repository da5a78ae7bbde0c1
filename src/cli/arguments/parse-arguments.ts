import { cac } from 'cac'
import { suggest } from '../../util/suggest.ts'
import type { OptionSpec } from './command.ts'
import { checkArgumentCount } from './check-argument-count.ts'
import { Options } from './options.ts'
import { parseReport } from './parse-report.ts'
import { UsageError } from '../process/usage-error.ts'

export interface ParsedArguments {
  readonly args: readonly string[]
  readonly options: Options
}

interface KnownOption {
  readonly spec: OptionSpec
  /** Long name without dashes and without `no-`. */
  readonly name: string
  readonly takesValue: boolean
  readonly negates: boolean
}

// cac reads `007` as the number 7, an empty value as none and the name in `--full false` as a value. So it is given the
// options alone, and with a mark in front every value stays what was typed.
const MARK = '\u0001'

/**
 * Arguments of one command, `usage` being its name and positional arguments.
 * @throws {UsageError} for unknown options, missing and wrong values, and wrong counts of arguments
 */
export function parseArguments(
  argv: readonly string[],
  usage: string,
  specs: readonly OptionSpec[],
): ParsedArguments {
  const known = knownOptions(specs)
  const parser = cac('crawlform')
  const command = parser.command(usage).ignoreOptionDefaultValue()
  for (const { flags, description, repeatable } of specs) {
    command.option(flags, description, repeatable === undefined ? {} : { type: [String] })
  }
  const separator = argv.indexOf('--')
  const before = separator === -1 ? argv : argv.slice(0, separator)
  const after = separator === -1 ? [] : argv.slice(separator + 1)
  const name = usage.split(' ', 1)[0] ?? ''
  const { marked, args } = separate(before, known)
  const { options } = parser.parse(['', '', name, ...marked], { run: false })
  const all = [...args, ...after]
  checkArgumentCount(all, usage)
  return { args: all, options: readOptions(options, known) }
}

function knownOptions(specs: readonly OptionSpec[]): ReadonlyMap<string, KnownOption> {
  const known = new Map<string, KnownOption>()
  for (const spec of specs) {
    const takesValue = spec.flags.includes('<')
    const flags = spec.flags.replace(/ <.*$/, '').split(', ')
    const long = flags.at(-1) ?? ''
    const name = long.replace(/^--(?:no-)?/, '')
    for (const flag of flags) known.set(flag, { spec, name, takesValue, negates: flag.startsWith('--no-') })
  }
  return known
}

/** Arguments, and every option in its long form with its value marked: `-C dir` becomes `--directory=<mark>dir`. */
function separate(
  argv: readonly string[],
  known: ReadonlyMap<string, KnownOption>,
): { marked: readonly string[]; args: readonly string[] } {
  const marked: string[] = []
  const args: string[] = []
  for (let index = 0; index < argv.length; index += 1) {
    const argument = argv[index] ?? ''
    if (!argument.startsWith('-') || argument === '-') {
      args.push(argument)
      continue
    }
    const { flag, attached } = splitOption(argument)
    const option = known.get(flag)
    if (option === undefined) throw unknownOption(flag, known.keys())
    const negation = option.negates ? 'no-' : ''
    if (!option.takesValue) {
      if (attached !== undefined)
        throw new UsageError(`"${flag}" takes no value, but "${attached}" is given.`)
      marked.push(`--${negation}${option.name}`)
      continue
    }
    const next = argv[index + 1]
    const value = attached ?? (next === undefined || /^-./.test(next) ? undefined : next)
    if (value === undefined) throw missingValue(flag, option.spec)
    if (attached === undefined) index += 1
    marked.push(`--${option.name}=${MARK}${value}`)
  }
  return { marked, args }
}

function splitOption(argument: string): { flag: string; attached: string | undefined } {
  const equals = argument.indexOf('=')
  if (equals !== -1) return { flag: argument.slice(0, equals), attached: argument.slice(equals + 1) }
  if (!argument.startsWith('--') && argument.length > 2) {
    return { flag: argument.slice(0, 2), attached: argument.slice(2) }
  }
  return { flag: argument, attached: undefined }
}

/** Returns the error for an option that does not exist, with the one that was probably meant. */
export function unknownOption(flag: string, known: Iterable<string>): UsageError {
  const [meant] = suggest(
    flag,
    [...known].filter((candidate) => candidate.startsWith('--')),
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

function readOptions(
  parsed: Readonly<Record<string, unknown>>,
  known: ReadonlyMap<string, KnownOption>,
): Options {
  const values = new Map<string, readonly string[]>()
  const flags = new Map<string, boolean>()
  for (const { name, takesValue, spec } of known.values()) {
    const found = parsed[name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())]
    // cac collects what is given several times, `--color never` and `--no-color` under one name.
    const given: readonly unknown[] = Array.isArray(found) ? found : [found]
    if (takesValue) {
      const texts = given
        .filter((value) => typeof value === 'string')
        .map((value) => value.slice(MARK.length))
      for (const text of texts) checkChoice(text, spec)
      if (texts.length > 0) values.set(name, spec.repeatable === undefined ? texts.slice(-1) : texts)
    } else {
      const last = given.findLast((value) => typeof value === 'boolean')
      if (last !== undefined) flags.set(name, last)
    }
  }
  // Before anything is done: what a command submits must not end in a mistyped report.
  const formats = known.get('--format')?.spec.choices
  if (formats !== undefined) for (const report of values.get('report') ?? []) parseReport(report, formats)
  return new Options(values, flags)
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
