import type { CAC, Command } from 'cac'
import { declaredOption, type DeclaredOption } from './declare-program.ts'

/** A word that cannot be an option as it is typed: unknown, without its value, or with one that it does not take. */
export interface Mistake {
  /** As typed: `-x`, `--frmat`. */
  readonly flag: string
  /** The option by cac's name; undefined if no command has it. */
  readonly key: string | undefined
  readonly value: string | undefined
}

export interface ParsedLine {
  readonly command: Command | undefined
  /** Arguments after the command's name; without a command, all arguments. */
  readonly args: readonly string[]
  /** The values of each option by cac's name, in order: texts, true for a flag, and false for a negated one. */
  readonly given: ReadonlyMap<string, readonly (string | boolean)[]>
  readonly mistakes: readonly Mistake[]
}

/** Marks a value, so that cac does not read it as a number, a negation or nothing. No argument can contain it. */
const MARK = '\0'

/**
 * Parses a command line with cac. cac makes 7 of `-C 007`, four flags of `-Cdir` and 0 of an empty value. It drops `-`, and a flag
 * takes the argument after it. So each option is rewritten as `--name=value`, each value with a mark.
 */
export function parseWithCac(program: CAC, argv: readonly string[]): ParsedLine {
  const { words, mistakes } = rewrite(argv, flagsOf(program))
  program.parse(['', '', ...words], { run: false })
  const { '--': rest = [], ...options } = program.options
  const entries = Object.entries(options as Record<string, string | boolean | (string | boolean)[]>)
  // cac checks the number of arguments again before it runs the command, and must count those after `--` too.
  program.args = [...program.args, ...(rest as string[])].map((word) => word.replace(MARK, ''))
  return {
    command: program.matchedCommand,
    args: program.args,
    given: new Map(
      entries.map(([key, value]) => [key, isBoth(words, key) ? [true, false] : [value].flat().map(unmarked)]),
    ),
    mistakes,
  }
}

/** Returns whether a flag is given together with its negation, of which cac keeps only one. */
function isBoth(words: readonly string[], key: string): boolean {
  return words.includes(`--${key}=true`) && words.includes(`--no-${key}`)
}

function unmarked(value: string | boolean): string | boolean {
  return typeof value === 'string' ? value.replace(MARK, '') : value
}

/** Returns each option of the program by its flags. A flag means the same in every command. */
function flagsOf({ commands, globalCommand }: CAC): ReadonlyMap<string, DeclaredOption> {
  const all = [globalCommand, ...commands].flatMap(({ options }) => options.map(declaredOption))
  return new Map(all.flatMap((option) => option.flags.map((flag) => [flag, option])))
}

function rewrite(argv: readonly string[], known: ReadonlyMap<string, DeclaredOption>) {
  const words: string[] = []
  const mistakes: Mistake[] = []
  const queue = [...argv]
  for (let word = queue.shift(); word !== undefined; word = queue.shift()) {
    if (word === '--') return { words: [...words, word, ...queue], mistakes }
    if (!/^-[^]/.test(word)) {
      words.push(word === '-' ? MARK + word : word)
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
      mistakes.push({ flag, key: option?.key, value })
    else if (value !== undefined) words.push(`--${option.key}=${MARK}${value}`)
    else words.push(option.isNegated ? `--no-${option.key}` : `--${option.key}=true`)
  }
  return { words, mistakes }
}
