/**
 * Input: the words of a command line, and the declarations.
 * Output: the chosen command, its arguments and its checked options.
 * Must not know the code of a command, or how help looks.
 */
import { cac, type CAC, type Command } from 'cac'
import { declaredCommands, optionsOf, programExamples } from '../declarations/declarations.ts'
import type { DeclaredCommand, DeclaredOption } from '../declarations/declarations.ts'
import { checkLine, type Mistake, mistakeError } from './check-line.ts'
import { type Given, Options } from './command.ts'

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

/** Marks a value, so that cac does not read it as a number, a negation or nothing. No argument can contain it. */
const MARK = '\0'

const every = optionsOf({ options: declaredCommands.flatMap(({ options }) => options) })

/**
 * Parses the words of a command line with cac. cac makes 7 of `-C 007`, four flags of `-Cdir` and 0 of an empty value. It drops
 * `-`, and a flag takes the argument after it. So each option is rewritten as `--name=value`, each value with a mark.
 */
function parseWithCac(argv: readonly string[]) {
  const program = declareProgram()
  // cac parses the line once for each command.
  program.commands = program.commands.filter(({ name }) => argv.includes(name))
  const { words, names, mistake } = rewrite(argv)
  program.parse(['', '', ...words], { run: false })
  const { '--': rest = [], ...options } = program.options
  const given = new Map<string, Given>()
  for (const name of names) {
    const key = keyOf(name)
    const value: unknown = options[key]
    // cac keeps only one of a flag and its negation.
    const isBoth = words.includes(`--${key}=true`) && words.includes(`--no-${key}`)
    if (value !== undefined) given.set(name, isBoth ? [true, false] : [value].flat().map(unmarked))
  }
  const args = [...program.args, ...(rest as string[])].map((word) => word.replace(MARK, ''))
  return { name: program.matchedCommand?.name, args, given, mistake }
}

/** Returns the name under which cac reports an option: `keepResults`. */
function keyOf(name: string): string {
  return name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}

function unmarked(value: unknown): string | boolean {
  return typeof value === 'string' ? value.replace(MARK, '') : value === true
}

/** Returns the words as cac reads them, and the names of the options among them. */
function rewrite(argv: readonly string[]) {
  const words: string[] = []
  const names = new Set<string>()
  let mistake: Mistake | undefined
  const queue = [...argv]
  for (let word = queue.shift(); word !== undefined; word = queue.shift()) {
    if (word === '--') return { words: [...words, word, ...queue], names, mistake }
    if (!/^-[^]/.test(word)) {
      words.push(word === '-' ? MARK + word : word)
      continue
    }
    const [, flag = word, equals, attached] = /^(--[^=]*|-[^])(=?)([^]*)$/.exec(word) ?? []
    const option = every.find(({ flags }) => flags.includes(flag))
    if (option !== undefined) names.add(option.name)
    let value = equals === '' && attached === '' ? undefined : attached
    if (option?.takesValue === false && equals === '' && value !== undefined) {
      queue.unshift(`-${value}`) // `-yf json` is `-y -f json`.
      value = undefined
    }
    if (option?.takesValue === true && !/^-[^]/.test(value ?? queue[0] ?? '--')) value ??= queue.shift()
    if (option === undefined || option.takesValue === (value === undefined))
      mistake ??= { flag, option, value }
    else if (value !== undefined) words.push(`--${keyOf(option.name)}=${MARK}${value}`)
    else words.push(option.isNegated ? `--no-${keyOf(option.name)}` : `--${keyOf(option.name)}=true`)
  }
  return { words, names, mistake }
}

/** Declares all commands, options, defaults, examples and help texts with cac. */
function declareProgram(): CAC {
  const program = cac('crawlform')
  // Commands must know which options were given, so `Options` applies the defaults.
  program.globalCommand.ignoreOptionDefaultValue()
  declareOptions(program.globalCommand, optionsOf(undefined))
  for (const example of programExamples) program.example(example)
  for (const { usage, description, options, examples } of declaredCommands) {
    const command = program.command(usage, description)
    declareOptions(command, options)
    for (const example of examples) command.example(example)
  }
  return program
}

function declareOptions(command: Command, options: readonly DeclaredOption[]): void {
  for (const { usage, description = '', repeatable, default: value } of options)
    command.option(usage, description, { default: value, ...(repeatable === true && { type: [] }) })
}
