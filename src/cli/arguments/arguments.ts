/**
 * Input: the words of a command line, and the declarations.
 * Output: the chosen command, its arguments and its checked options.
 * Must not know the code of a command, or how help looks.
 */
import { declaredCommands, type DeclaredCommand, optionsOf } from '../declarations/declarations.ts'
import { checkLine, mistakeError } from './check-line.ts'
import { Options } from './options.ts'
import { parseWithCac } from './parse-with-cac.ts'

export interface CommandLine {
  readonly command: DeclaredCommand | undefined
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

/**
 * Parses a command line. `check` is separate because `--help` works on a wrong line too. Options may come before the command: a
 * flag means the same in every command.
 */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const { name, args, given, mistake } = parseWithCac(argv)
  const command = declaredCommands.find((declared) => declared.name === name)
  const known = optionsOf(command)
  const options = new Options(given, known)
  return {
    command,
    args,
    options,
    check() {
      if (mistake !== undefined) throw mistakeError(mistake, known)
      checkLine({ command, args, options, given, known })
    },
  }
}
