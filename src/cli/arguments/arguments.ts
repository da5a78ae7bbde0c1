/**
 * Input: the words of a command line, and the declarations.
 * Output: the chosen command, its arguments and its checked options.
 * Must not know the code of a command, or how help looks.
 */
import type { CAC, Command } from 'cac'
import { parseWithCac, type ParsedLine } from './cac-adapter.ts'
import { checkArgumentCount } from './check-argument-count.ts'
import { checkOptions, mistakeError } from './check-options.ts'
import { type DeclaredOption, optionsOf } from './declare-program.ts'
import { Options } from './options.ts'

export interface CommandLine {
  readonly command: Command | undefined
  /** Arguments after the command's name; without a command, all arguments. */
  readonly args: readonly string[]
  readonly options: Options
  /**
   * Checks options and arguments.
   * @throws {UsageError} for unknown options, missing or wrong values, options that exclude each other, and a wrong number
   *   of arguments
   */
  check(): void
}

/** Parses a command line. `check` is separate because `--help` works on a wrong line too. */
export function parseCommandLine(program: CAC, argv: readonly string[]): CommandLine {
  const line = parseWithCac(program, argv)
  const { command, args } = line
  const declared = optionsOf(program, command)
  const options = readOptions(line, declared)
  return {
    command,
    args,
    options,
    check() {
      const [mistake] = line.mistakes
      if (mistake !== undefined) throw mistakeError(mistake, declared)
      checkOptions(program, line, options)
      if (command !== undefined) checkArgumentCount(command, args, declared)
    },
  }
}

/** Returns the options under their long names. The last value counts, except where all are collected. */
function readOptions({ given }: ParsedLine, declared: readonly DeclaredOption[]): Options {
  const values = new Map<string, readonly string[]>()
  const flags = new Map<string, boolean>()
  const defaults = new Map<string, string>()
  for (const { name, key, config } of declared) {
    if (config.default !== undefined) defaults.set(name, config.default)
    const all = given.get(key)
    const last = all?.at(-1)
    if (typeof last === 'boolean') flags.set(name, last)
    else if (all !== undefined && last !== undefined)
      values.set(name, config.type === undefined ? [last] : all.filter((one) => typeof one === 'string'))
  }
  return new Options(values, flags, defaults)
}
