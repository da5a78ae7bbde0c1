/**
 * Input: the words of a command line, and the declarations.
 * Output: the chosen command, its arguments and its checked options.
 * Must not know the code of a command, or how help looks.
 */
import { cac, type CAC, type Command } from 'cac'
import { declaredCommands, optionsOf, programExamples } from '../declarations/declarations.ts'
import type { DeclaredCommand, DeclaredOption } from '../declarations/declarations.ts'
import { type Given, Options } from './options.ts'
import { parseReport } from './read-option.ts'
import { shellQuote } from '../../util/shell-quote.ts'
import { didYouMean, UsageError } from '../process/failures.ts'

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

/** Parses a command line. `check` is separate, because `--help` works on a wrong line too. Options may come before the command. */
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

/** A word that cannot be an option as it is typed: unknown, without its value, or with one that it does not take. */
interface Mistake {
  /** As typed: `-x`, `--frmat`. */
  readonly flag: string
  /** Undefined if no command has it. */
  readonly option: DeclaredOption | undefined
  readonly value: string | undefined
}

function mistakeError({ flag, option, value }: Mistake, known: readonly DeclaredOption[]): UsageError {
  const own = known.find(({ name }) => name === option?.name)
  if (own === undefined) return unknownOption(flag, known)
  if (value !== undefined) return new UsageError(`"${flag}" takes no value, but "${value}" was given.`)
  const shape = own.choices?.join('|') ?? /<.*>/.exec(own.usage)?.[0]
  return new UsageError(`"${flag}" needs a value: ${flag} ${shape}`)
}

interface ParsedLine extends Omit<CommandLine, 'check'> {
  readonly given: ReadonlyMap<string, Given>
  readonly known: readonly DeclaredOption[]
}

/**
 * Checks whether the command has the options and arguments, their choices, reports, and which cannot be used together.
 * @throws {UsageError}
 */
function checkLine({ command, args, options, given, known }: ParsedLine): void {
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

function unknownOption(flag: string, known: readonly DeclaredOption[]): UsageError {
  const flags = known.flatMap((option) => option.flags.filter((candidate) => candidate.startsWith('--')))
  const chooser = known.find(({ choices }) => choices?.includes(flag.replace(/^--/, '')))
  const choice = chooser && `Write "${chooser.flag} ${flag.slice(2)}".`
  return new UsageError(`Unknown option "${flag}".`, choice ?? didYouMean(flag, flags))
}

function foreignOption({ flag, name: foreign }: DeclaredOption, known: readonly DeclaredOption[]) {
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
      `The argument ${missing.replace('...', '')} is missing.`,
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

const LOOK = 'Write "crawlform preview NAME|URL": it shows the pages that a crawl would fetch.'
const CRAWL = 'Write "crawlform apply": it submits the crawls that are due.'
const SHOW = 'Write "crawlform status": it shows each crawl and its last job.'
const END = 'Write "crawlform cancel NAME": it ends a job.'
const FIX = 'Write "crawlform validate --fix".'
const CHECK = 'Write "crawlform validate".'
const KEY =
  'There is nothing to sign in to: set the variable that "apiKey" of the environment names, by default FIRECRAWL_API_KEY.'

/** What people mean by commands of other tools: Terraform, linters and clients of crawl services. */
const BORROWED = new Map(
  Object.entries({
    lint: CHECK,
    check: CHECK,
    fmt: FIX,
    format: FIX,
    diff: 'Write "crawlform plan" for what would be submitted, or "crawlform changes" for what changed on the site.',
    map: LOOK,
    scrape: 'Write "crawlform try URL": it writes the first pages of a site as Markdown.',
    crawl: CRAWL,
    run: CRAWL,
    deploy: CRAWL,
    logs: SHOW,
    list: SHOW,
    ls: SHOW,
    destroy: END,
    stop: END,
    login: KEY,
  }),
)

export function unknownCommand(name: string): UsageError {
  const names: readonly string[] = declaredCommands.map((command) => command.name)
  return new UsageError(
    `Unknown command "${name}".`,
    names.includes(name)
      ? 'Write the command before "--".'
      : (BORROWED.get(name) ?? didYouMean(name, names) ?? 'Run "crawlform --help" for a list of commands.'),
  )
}
