import { declaredCommands, type DeclaredCommand, type DeclaredOption } from '../declarations/declarations.ts'
import { shellQuote } from '../../util/text.ts'
import { didYouMean, UsageError } from '../process/failures.ts'
import { type Given, type Options, parseReport } from './command.ts'

/** A word that cannot be an option as it is typed: unknown, without its value, or with one that it does not take. */
export interface Mistake {
  /** As typed: `-x`, `--frmat`. */
  readonly flag: string
  /** Undefined if no command has it. */
  readonly option: DeclaredOption | undefined
  readonly value: string | undefined
}

export function mistakeError({ flag, option, value }: Mistake, known: readonly DeclaredOption[]): UsageError {
  const own = known.find(({ name }) => name === option?.name)
  if (own === undefined) return unknownOption(flag, known)
  if (value !== undefined) return new UsageError(`"${flag}" takes no value, but "${value}" was given.`)
  const shape = own.choices?.join('|') ?? /<.*>/.exec(own.usage)?.[0]
  return new UsageError(`"${flag}" needs a value: ${flag} ${shape}`)
}

export interface ParsedLine {
  readonly command: DeclaredCommand | undefined
  readonly args: readonly string[]
  readonly options: Options
  readonly given: ReadonlyMap<string, Given>
  readonly known: readonly DeclaredOption[]
}

/**
 * Checks whether the command has the options and arguments, their choices, reports, and which cannot be used together.
 * @throws {UsageError}
 */
export function checkLine({ command, args, options, given, known }: ParsedLine): void {
  const foreign = declaredCommands
    .flatMap((other) => other.options)
    .find(
      ({ name, isNegated }) =>
        given.get(name)?.includes(false) === isNegated && !known.some((option) => option.name === name),
    )
  if (foreign !== undefined) throw foreignOption(foreign, known)
  for (const [name, values] of given)
    if (values.includes(true) && values.includes(false))
      throw new UsageError(
        `"--${name}" and "--no-${name}" cannot be used together.`,
        'Leave one of them out.',
      )
  for (const option of known) for (const value of options.list(option.name)) checkValue(value, option)
  // A submission must not end in a mistyped report.
  const formats = known.find(({ name }) => name === 'format')?.choices
  const files =
    formats === undefined ? [] : options.list('report').map((report) => parseReport(report, formats).file)
  const twice = files.find((file, index) => files.indexOf(file) < index)
  if (twice !== undefined) throw new UsageError(`Two reports cannot be written to "${twice}".`)
  for (const { flag, excludes = {} } of known) {
    const other = Object.keys(excludes).find((excluded) => options.has(flag) && options.has(excluded))
    if (other !== undefined)
      throw new UsageError(`"${flag}" and "${other}" cannot be used together: ${excludes[other]}.`)
  }
  if (command !== undefined) checkArguments(command, args)
}

/** Returns the error for an option that does not exist, with the most similar one. */
function unknownOption(flag: string, known: readonly DeclaredOption[]): UsageError {
  const flags = known.flatMap((option) => option.flags.filter((candidate) => candidate.startsWith('--')))
  return new UsageError(`Unknown option "${flag}".`, didYouMean(flag, flags))
}

function foreignOption(
  { flag, name: foreign }: DeclaredOption,
  known: readonly DeclaredOption[],
): UsageError {
  const error = unknownOption(flag, known)
  if (error.help !== undefined) return error
  const owners = declaredCommands.filter(({ options }) => options.some(({ name }) => name === foreign))
  const names = owners.map(({ name }) => name)
  return new UsageError(error.message, `These commands have it: ${names.join(', ')}.`)
}

function checkValue(value: string, { flag, usage, choices }: DeclaredOption): void {
  const shape = /<.*>/.exec(usage)?.[0]
  if (value === '')
    throw new UsageError(
      `The value of "${flag}" is empty.`,
      `Write ${flag} ${shape}, or leave it out. A shell variable that is not set is empty.`,
    )
  if (value === '-' && /<(?:file|dir)/.test(usage))
    throw new UsageError(
      `"${flag}" is "-", but it must be the path of a ${shape === '<file>' ? 'file' : 'directory'}.`,
    )
  if (choices === undefined || choices.includes(value)) return
  throw new UsageError(
    `"${flag}" is "${value}", but it must be one of: ${choices.join(', ')}.`,
    didYouMean(value, choices),
  )
}

/** Checks the number of arguments against a usage such as `explain <name> [url]` or `plan [...names]`. */
function checkArguments(command: DeclaredCommand, args: readonly string[]): void {
  const { usage, actions } = command
  const places = usage.split(' ').slice(1)
  const missing = places.find((place, index) => place.startsWith('<') && !args[index])
  if (missing !== undefined) {
    throw new UsageError(
      `"${missing.replaceAll(/[<>.]/g, '')}" is missing.`,
      actions === undefined ? `Usage: crawlform ${usage}` : `Write one of: ${actions.join(', ')}.`,
    )
  }
  const extra = places.some((place) => place.includes('...')) ? undefined : args[places.length]
  if (extra === undefined) return
  const has = (flag: string): boolean => command.options.some((option) => option.flag === flag)
  const isUrl = has('--url') && /^(?:https?:\/\/|[\w-]+\.)[\w-]/i.test(extra)
  const line = `${command.name} --url ${shellQuote(extra)}${has('--yes') ? ' --yes' : ''}`
  throw new UsageError(
    `Unexpected argument "${extra}".`,
    isUrl ? `Write crawlform ${line}` : `Usage: crawlform ${usage}`,
  )
}

/** Returns the error for a command that does not exist, with the most similar one. */
export function unknownCommand(name: string): UsageError {
  const names: readonly string[] = declaredCommands.map((command) => command.name)
  return new UsageError(
    `Unknown command "${name}".`,
    names.includes(name)
      ? 'Write the command before "--".'
      : (didYouMean(name, names) ?? 'Run "crawlform --help" for a list of commands.'),
  )
}
