import type { CAC } from 'cac'
import { suggest } from '../../util/suggest.ts'
import { UsageError } from '../process/usage-error.ts'
import type { Mistake, ParsedLine } from './cac-adapter.ts'
import { type DeclaredOption, declaredOption, optionsOf } from './declare-program.ts'
import type { Options } from './options.ts'
import { parseReport } from './parse-report.ts'

/** Returns the error for a word that cannot be an option. */
export function mistakeError({ flag, key, value }: Mistake, known: readonly DeclaredOption[]): UsageError {
  const option = known.find((candidate) => candidate.key === key)
  if (option === undefined) return unknownOption(flag, known)
  if (value !== undefined) return new UsageError(`"${flag}" takes no value, but "${value}" was given.`)
  const shape = option.config.choices?.join('|') ?? `<${/<(.*)>/.exec(option.usage)?.[1] ?? 'value'}>`
  return new UsageError(`"${flag}" needs a value: ${flag} ${shape}`)
}

/**
 * Checks what cac parsed: whether the command has the options, their choices, reports, and which cannot be used together.
 * @throws {UsageError}
 */
export function checkOptions(program: CAC, { command, given }: ParsedLine, options: Options): void {
  const known = optionsOf(program, command)
  const foreign = program.commands
    .flatMap((other) => other.options.map(declaredOption))
    .find(
      ({ key, isNegated }) =>
        given.get(key)?.includes(false) === isNegated && !known.some((option) => option.key === key),
    )
  if (foreign !== undefined) throw foreignOption(program, foreign, known)
  for (const [key, values] of given)
    if (values.includes(true) && values.includes(false))
      throw new UsageError(`"--${key}" and "--no-${key}" cannot be used together.`, 'Leave one of them out.')
  for (const option of known) for (const value of options.list(option.name)) checkChoice(value, option)
  // A submission must not end in a mistyped report.
  const formats = known.find(({ name }) => name === 'format')?.config.choices
  if (formats !== undefined) for (const report of options.list('report')) parseReport(report, formats)
  for (const option of known) checkExclusions(option, options)
}

/** Refuses an option that would have no effect next to another one. */
function checkExclusions({ flags, config: { excludes = {} } }: DeclaredOption, options: Options): void {
  const flag = flags.at(-1) ?? ''
  if (!options.has(flag)) return
  for (const [other, reason] of Object.entries(excludes))
    if (options.has(other))
      throw new UsageError(`"${flag}" and "${other}" cannot be used together: ${reason}.`)
}

/** Returns the error for an option that does not exist, with the most similar one. */
function unknownOption(flag: string, known: readonly DeclaredOption[]): UsageError {
  const [meant] = suggest(
    flag,
    known.flatMap(({ flags }) => flags.filter((candidate) => candidate.startsWith('--'))),
  )
  return new UsageError(
    `Unknown option "${flag}".`,
    meant === undefined ? undefined : `Did you mean "${meant}"?`,
  )
}

/** Returns the error for an option that only other commands have. */
function foreignOption(program: CAC, foreign: DeclaredOption, known: readonly DeclaredOption[]): UsageError {
  const flag = foreign.flags.at(-1) ?? ''
  const error = unknownOption(flag, known)
  if (error.help !== undefined) return error
  const owners = program.commands
    .filter(({ options }) => options.some(({ name }) => name === foreign.key))
    .map(({ name }) => name)
  return new UsageError(error.message, `These commands have it: ${owners.join(', ')}.`)
}

function checkChoice(value: string, { flags, config: { choices } }: DeclaredOption): void {
  if (choices === undefined || choices.includes(value)) return
  const [meant] = suggest(value, choices)
  throw new UsageError(
    `"${flags.at(-1)}" is "${value}", but it must be one of: ${choices.join(', ')}.`,
    meant === undefined ? undefined : `Did you mean "${meant}"?`,
  )
}

/** Returns the error for a command that does not exist, with the most similar one. */
export function unknownCommand(program: CAC, name: string): UsageError {
  const [meant] = suggest(
    name,
    program.commands.map((command) => command.name),
  )
  return new UsageError(
    `Unknown command "${name}".`,
    meant === undefined ? 'Run "crawlform --help" for a list of commands.' : `Did you mean "${meant}"?`,
  )
}
