import { parseCommandLine } from '../arguments/arguments.ts'
import { commandNames, type DeclaredCommand, optionsOf } from '../declarations/declarations.ts'

/** The names of a project, read only when they are needed. */
export interface CompletionSources {
  crawlNames(): readonly string[]
  ruleIds(): readonly string[]
  environmentNames(): readonly string[]
}

/**
 * Returns completions of the last of `words`, the arguments after the program's name as typed. Returns nothing where a file name or
 * any text is expected.
 */
export function completeWords(words: readonly string[], sources: CompletionSources): readonly string[] {
  const { before, prefix, attached } = splitWords(words)
  return candidates({ before, prefix }, sources)
    .filter((candidate) => candidate.startsWith(prefix))
    .map((candidate) => attached + candidate)
}

interface Typed {
  /** The words before the one that is being typed. */
  readonly before: readonly string[]
  /** The beginning of the word that is being typed. */
  readonly prefix: string
}

/** Splits the line into whole words and the one that is being typed. bash cuts `--format=js` at the `=`. */
function splitWords(words: readonly string[]): Typed & { readonly attached: string } {
  const whole = words.slice(0, -1).filter((word) => word !== '=')
  const last = words.at(-1) ?? ''
  const [, option, value] = /^(--[\w-]+)=(.*)$/.exec(last) ?? []
  if (option === undefined || value === undefined) {
    return { before: whole, prefix: last === '=' ? '' : last, attached: '' }
  }
  return { before: [...whole, option], prefix: value, attached: `${option}=` }
}

function candidates({ before, prefix }: Typed, sources: CompletionSources): readonly string[] {
  const { command, args } = parseCommandLine(before)
  const options = optionsOf(command)
  const open = options.find(({ flags, takesValue }) => takesValue && flags.includes(before.at(-1) ?? ''))
  if (open !== undefined) return open.choices ?? (open.name === 'env' ? sources.environmentNames() : [])
  if (prefix.startsWith('-')) return options.map(({ flag }) => flag)
  if (command !== undefined) return argumentsOf(command, { index: args.length, prefix, sources })
  return args.length === 0 ? commandNames : []
}

interface Place {
  readonly index: number
  readonly prefix: string
  readonly sources: CompletionSources
}

function argumentsOf(command: DeclaredCommand, { index, prefix, sources }: Place): readonly string[] {
  const { actions, usage } = command
  if (index === 0 && actions !== undefined) return actions
  const places = usage.split(' ').slice(1)
  const kind = places[index] ?? places.find((place) => place.includes('...')) ?? ''
  if (kind === '[command]') return commandNames
  const names = /\bnames?\b/.test(kind) ? sources.crawlNames() : []
  // There are some two hundred rules: too many to list before anything is typed.
  return prefix !== '' && /\brule\b/.test(kind) ? [...names, ...sources.ruleIds()] : names
}
