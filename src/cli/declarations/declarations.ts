/**
 * Input: nothing.
 * Output: every command and option as plain data, which "arguments" declares with cac.
 * Must not know the code of a command, cac, or the process.
 */
import { applyCommands } from './apply-commands.ts'
import { checkCommands } from './check-commands.ts'
import { editCommands } from './edit-commands.ts'
import type { CommandSpec } from './option-spec.ts'
import { startCommands } from './start-commands.ts'
import { toolCommands } from './tool-commands.ts'

export interface CommandGroup {
  readonly title: string
  readonly commands: Readonly<Record<string, CommandSpec>>
}

/** All commands, grouped and in the order of `crawlform --help`. */
export const commandGroups: readonly CommandGroup[] = [
  { title: 'Start a project', commands: startCommands },
  { title: 'Check crawls', commands: checkCommands },
  { title: 'Apply and follow', commands: applyCommands },
  { title: 'Edit crawl files', commands: editCommands },
  { title: 'Service and tools', commands: toolCommands },
]

/** The names of all commands, in the order of `crawlform --help`. */
export const commandNames: readonly string[] = commandGroups.flatMap(({ commands }) => Object.keys(commands))

/** Command lines that `crawlform --help` shows. */
export const programExamples: readonly string[] = [
  'crawlform validate',
  'crawlform plan',
  'crawlform apply --wait --output pages',
  'crawlform explain docs https://docs.example.com/en/start',
]

type Commands = typeof startCommands &
  typeof checkCommands &
  typeof applyCommands &
  typeof editCommands &
  typeof toolCommands

export type CommandName = keyof Commands

/** The options of one command as they are declared. */
export type OptionsOf<Name extends CommandName> = Commands[Name]['options']
