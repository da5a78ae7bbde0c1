import type { Command, OptionSpec } from '../arguments/command.ts'
import { argumentsOf, knownOptions, type Token, tokensOf } from '../arguments/command-tokens.ts'

/** What a command line typed so far can mean. */
export interface CompletionSources {
  readonly commands: readonly string[]
  /** Options of every command. */
  readonly globalOptions: readonly OptionSpec[]
  command(name: string): Promise<Command | undefined>
  /** Reads the names of crawls, only when they are asked for. */
  crawlNames(): readonly string[]
  ruleIds(): readonly string[]
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
  const [name] = argumentsOf(tokensOf(before, knownOptions(sources.globalOptions)))
  const command = name === undefined ? undefined : await sources.command(name)
  const options = [...(command?.options ?? []), ...sources.globalOptions]
  const found = candidates(prefix, tokensOf(before, knownOptions(options)), { command, options, sources })
  return found.filter((candidate) => candidate.startsWith(prefix)).map((candidate) => attached + candidate)
}

/**
 * Splits the line into whole words and what is being typed. `--format=js` is completed as a whole, but bash cuts it at
 * the `=`.
 */
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
  tokens: readonly Token[],
  { command, options, sources }: Completing,
): readonly string[] {
  const last = tokens.at(-1)
  const open = last?.kind === 'option' && last.value === undefined ? last.rawName : undefined
  const valueOf = knownOptions(options).find(
    ({ flags, takesValue }) => takesValue && flags.includes(open ?? ''),
  )
  if (valueOf !== undefined) return valuesOf(valueOf.spec, sources)
  if (prefix.startsWith('-')) return options.flatMap(({ flags }) => longFlag(flags))
  const given = argumentsOf(tokens)
  if (command === undefined) return given.length === 0 ? sources.commands : []
  const places = command.usage.split(' ').slice(1)
  const index = given.length - 1
  if (index === 0 && command.actions !== undefined) return command.actions
  const place = places[index] ?? places.find((candidate) => candidate.includes('...')) ?? ''
  const names = /\bnames?\b/.test(place) ? sources.crawlNames() : []
  // There are some two hundred: too many to show to someone who has typed nothing.
  return prefix !== '' && /\brule\b/.test(place) ? [...names, ...sources.ruleIds()] : names
}

function valuesOf({ flags, choices }: OptionSpec, sources: CompletionSources): readonly string[] {
  if (choices !== undefined) return choices
  return flags.includes('--env ') ? sources.environmentNames() : []
}

function longFlag(flags: string): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? flags
}
