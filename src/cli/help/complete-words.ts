import type { Command, OptionSpec } from '../arguments/command.ts'

/** What a person can have typed so far means. */
export interface CompletionSources {
  readonly commands: readonly string[]
  /** Options of every command. */
  readonly globalOptions: readonly OptionSpec[]
  command(name: string): Promise<Command | undefined>
  /** Read only when they are asked for. */
  crawlNames(): readonly string[]
  environmentNames(): readonly string[]
}

/**
 * Returns what the last of `words` (arguments after the program's name, as typed) can become; nothing where a file name
 * belongs or anything goes.
 */
export async function completeWords(
  words: readonly string[],
  sources: CompletionSources,
): Promise<readonly string[]> {
  const { before, prefix, attached } = splitWords(words)
  const isValue = (index: number): boolean => takesValue(before[index - 1], sources.globalOptions)
  const name = before.find((word, index) => !word.startsWith('-') && !isValue(index))
  const command = name === undefined ? undefined : await sources.command(name)
  const options = [...(command?.options ?? []), ...sources.globalOptions]
  const found = candidates(prefix, before, { command, options, sources })
  return found.filter((candidate) => candidate.startsWith(prefix)).map((candidate) => attached + candidate)
}

/** Whole words, and what is being typed; `--format=js` is completed as a whole, but bash cuts it at the `=`. */
function splitWords(words: readonly string[]): { before: string[]; prefix: string; attached: string } {
  const whole = words.slice(0, -1).filter((word) => word !== '=')
  const last = words.at(-1) ?? ''
  const [, option, value] = /^(--[\w-]+)=(.*)$/.exec(last) ?? []
  if (option === undefined || value === undefined) {
    return { before: whole, prefix: last === '=' ? '' : last, attached: '' }
  }
  return { before: [...whole, option], prefix: value, attached: `${option}=` }
}

interface Completing {
  readonly command: Command | undefined
  readonly options: readonly OptionSpec[]
  readonly sources: CompletionSources
}

function candidates(
  prefix: string,
  before: readonly string[],
  { command, options, sources }: Completing,
): readonly string[] {
  const valueOf = findOption(before.at(-1), options)
  if (valueOf !== undefined && takesValue(before.at(-1), options)) return valuesOf(valueOf, sources)
  if (prefix.startsWith('-')) return options.flatMap(({ flags }) => longFlag(flags))
  const given = positionals(before, options)
  if (command === undefined) return given.length === 0 ? sources.commands : []
  const places = command.usage.split(' ').slice(1)
  const index = given.length - 1
  if (index === 0 && command.actions !== undefined) return command.actions
  const place = places[index] ?? places.find((candidate) => candidate.includes('...')) ?? ''
  return /\bnames?\b/.test(place) ? sources.crawlNames() : []
}

function valuesOf({ flags, choices }: OptionSpec, sources: CompletionSources): readonly string[] {
  if (choices !== undefined) return choices
  return flags.includes('--env ') ? sources.environmentNames() : []
}

/** Arguments that are neither options nor their values; the first is the command. */
function positionals(words: readonly string[], options: readonly OptionSpec[]): readonly string[] {
  return words.filter((word, index) => !word.startsWith('-') && !takesValue(words[index - 1], options))
}

function findOption(word: string | undefined, options: readonly OptionSpec[]): OptionSpec | undefined {
  if (word === undefined || !word.startsWith('-')) return undefined
  return options.find(({ flags }) => flags.replace(/ <.*$/, '').split(', ').includes(word))
}

function takesValue(word: string | undefined, options: readonly OptionSpec[]): boolean {
  return findOption(word, options)?.flags.includes('<') === true
}

function longFlag(flags: string): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? flags
}
