import { ruleIds } from '../../diagnostics/diagnostic.ts'
import { packageFile } from '../../util/package-file.ts'
import { parseCommandLine } from '../arguments/arguments.ts'
import type { Cli, CliOf } from '../arguments/command.ts'
import { commandNames, type DeclaredCommand, optionsOf } from '../declarations/declarations.ts'
import { toolCommands } from '../declarations/tool-commands.ts'
import { UsageError } from '../process/failures.ts'
import { loadFromOptions } from '../project/project.ts'

/** Prints the script for a shell. It asks the program itself (`crawlform completion words`), so it knows crawls and environments. */
export async function run(cli: CliOf<'completion'>): Promise<void> {
  const [shell = '', ...words] = cli.args
  if (shell === 'words') {
    const found = completeWords(cli, words)
    return cli.stdout.write(found.map((word) => `${word}\n`).join(''))
  }
  const shells: readonly string[] = toolCommands.completion.actions
  if (!shells.includes(shell) || words.length > 0)
    throw new UsageError(`No completion for "${cli.args.join(' ')}".`, `Write one of: ${shells.join(', ')}.`)
  cli.stdout.write(packageFile(`templates/completion/crawlform.${shell}`))
}

/**
 * Returns completions of the last of `words`, the arguments after the program's name as typed. Returns nothing where a file name or
 * any text is expected. bash cuts `--format=js` at the `=`.
 */
function completeWords(cli: Cli, words: readonly string[]): readonly string[] {
  const before = words.slice(0, -1).filter((word) => word !== '=')
  const last = words.at(-1) ?? ''
  const [, option, value] = /^(--[\w-]+)=(.*)$/.exec(last) ?? []
  if (option !== undefined) before.push(option)
  const prefix = value ?? (last === '=' ? '' : last)
  return candidates(cli, before, prefix)
    .filter((candidate) => candidate.startsWith(prefix))
    .map((candidate) => (option === undefined ? candidate : `${option}=${candidate}`))
}

function candidates(cli: Cli, before: readonly string[], prefix: string): readonly string[] {
  const { command, args } = parseCommandLine(before)
  const options = optionsOf(command)
  const open = options.find(({ flags, takesValue }) => takesValue && flags.includes(before.at(-1) ?? ''))
  if (open?.name === 'env')
    return [...new Set(['local', ...Object.keys(loadFromOptions(cli).project.environments)])]
  if (open !== undefined) return open.choices ?? []
  if (prefix.startsWith('-')) return options.map(({ flag }) => flag)
  if (command !== undefined) return argumentsOf(cli, command, args.length, prefix)
  return args.length === 0 ? commandNames : []
}

/** Returns the candidates for the argument number `index` of a command. */
function argumentsOf(cli: Cli, command: DeclaredCommand, index: number, prefix: string): readonly string[] {
  const { actions, usage } = command
  if (index === 0 && actions !== undefined) return actions
  const places = usage.split(' ').slice(1)
  const kind = places[index] ?? places.find((place) => place.includes('...')) ?? ''
  if (kind === '[command]') return commandNames
  const names = /\bnames?\b/.test(kind) ? loadFromOptions(cli).resolved.map(({ name }) => name) : []
  // There are some two hundred rules: too many to list before anything is typed.
  return prefix !== '' && /\brule\b/.test(kind) ? [...names, ...ruleIds()] : names
}
