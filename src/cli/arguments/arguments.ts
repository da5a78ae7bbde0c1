/**
 * Input: the words of a command line, and the declarations.
 * Output: the chosen command, its arguments and its checked options.
 * Must not know the code of a command, or how help looks.
 */
import { declaredCommands, type DeclaredCommand, optionsOf } from '../declarations/declarations.ts'
import { checkLine, type Mistake, mistakeError } from './check-line.ts'
import { type Given, Options } from './options.ts'

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
  const { words, given, mistake } = readWords(argv)
  const command = declaredCommands.find(({ name }) => name === words[0])
  const args = words.slice(command === undefined ? 0 : 1)
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

function readWords(argv: readonly string[]) {
  const all = optionsOf({ options: declaredCommands.flatMap(({ options }) => options) })
  const known = new Map(all.flatMap((option) => option.flags.map((flag) => [flag, option])))
  const words: string[] = []
  const given = new Map<string, Given>()
  let mistake: Mistake | undefined
  const queue = [...argv]
  for (let word = queue.shift(); word !== undefined; word = queue.shift()) {
    if (word === '--') {
      words.push(...queue)
      break
    }
    if (!/^-[^]/.test(word)) {
      words.push(word)
      continue
    }
    const [, flag = word, equals, attached] = /^(--[^=]*|-[^])(=?)([^]*)$/.exec(word) ?? []
    const option = known.get(flag)
    let value = equals === '' && attached === '' ? undefined : attached
    if (option?.takesValue === false && equals === '' && value !== undefined) {
      queue.unshift(`-${value}`) // `-yf json` is `-y -f json`.
      value = undefined
    }
    if (option?.takesValue === true && !/^-[^]/.test(value ?? queue[0] ?? '--')) value ??= queue.shift()
    if (option === undefined || option.takesValue === (value === undefined))
      mistake ??= { flag, option, value }
    else given.set(option.name, [...(given.get(option.name) ?? []), value ?? !option.isNegated])
  }
  return { words, given, mistake }
}
