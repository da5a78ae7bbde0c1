/**
 * Input: nothing.
 * Output: every command and option as plain data, with what the flags of an option say.
 * Must not know the code of a command, or the process.
 */
import { applyCommands } from './apply-commands.ts'
import { checkCommands } from './check-commands.ts'
import { editCommands } from './edit-commands.ts'
import { type CommandSpec, globalOptions, type OptionDetail, type OptionSpecs } from './specs.ts'
import { startCommands } from './start-commands.ts'
import { toolCommands } from './tool-commands.ts'

/** All commands by the title of their group, in the order of `crawlform --help`. */
const groups = {
  'Start a project': startCommands,
  'Check crawls': checkCommands,
  'Apply and follow': applyCommands,
  'Edit crawl files': editCommands,
  'Service and tools': toolCommands,
}

type Commands = typeof startCommands &
  typeof checkCommands &
  typeof applyCommands &
  typeof editCommands &
  typeof toolCommands

export type CommandName = keyof Commands

/** The options of one command as they are declared. */
export type OptionsOf<Name extends CommandName> = Commands[Name]['options']

export interface DeclaredCommand extends Omit<CommandSpec, 'options'> {
  readonly name: CommandName
  readonly group: string
  /** Its own, without those of every command. */
  readonly options: readonly DeclaredOption[]
}

export interface DeclaredOption extends OptionDetail {
  /** As declared: `-f, --format <format>`. */
  readonly usage: string
  readonly flags: readonly string[]
  /** The last of its flags: `--no-wait`. */
  readonly flag: string
  /** Long name without dashes and without `no-`. */
  readonly name: string
  readonly takesValue: boolean
  readonly isNegated: boolean
}

export const declaredCommands: readonly DeclaredCommand[] = Object.entries(groups).flatMap(
  ([group, commands]) =>
    Object.entries<CommandSpec>(commands).map(([name, spec]) => ({
      ...spec,
      name: name as CommandName,
      group,
      options: declared(spec.options),
    })),
)

/** The names of all commands, in the order of `crawlform --help`. */
export const commandNames: readonly string[] = declaredCommands.map(({ name }) => name)

const everyOption: readonly DeclaredOption[] = declared(globalOptions)

/** Returns the options of a command, and those of every command. Without a command, only the latter. */
export function optionsOf(command: Pick<DeclaredCommand, 'options'> | undefined): readonly DeclaredOption[] {
  return [...(command?.options ?? []), ...everyOption]
}

function declared(specs: OptionSpecs): readonly DeclaredOption[] {
  return Object.entries(specs).map(([usage, spec]) => {
    const [typed = ''] = usage.split(' <')
    const flags = typed.split(', ')
    const flag = flags.at(-1) ?? ''
    const detail = typeof spec === 'string' ? { description: spec } : spec
    const isNegated = flag.startsWith('--no-')
    const name = flag.slice(isNegated ? '--no-'.length : 2)
    return { ...detail, usage, flags, flag, name, takesValue: usage.includes(' <'), isNegated }
  })
}

/** Command lines that `crawlform --help` shows. */
export const programExamples: readonly string[] = [
  'crawlform validate',
  'crawlform plan',
  'crawlform apply --wait --output pages',
  'crawlform explain docs https://docs.example.com/en/start',
]
