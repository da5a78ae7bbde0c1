import { cac, type CAC, type Command } from 'cac'
import { commandGroups, programExamples } from '../declarations/declarations.ts'
import type { CommandSpec, OptionSpec } from '../declarations/option-spec.ts'
import { globalOptions } from '../declarations/shared-options.ts'

type CacConfig = NonNullable<Command['config']>
type CacOption = Command['options'][number]

/** What cac keeps for us about a command. */
interface CommandConfig extends CacConfig, Pick<CommandSpec, 'summary' | 'actions'> {
  readonly group: string
}

/** What cac keeps for us about an option. */
export type OptionConfig = Pick<OptionSpec, 'choices' | 'excludes' | 'setting' | 'default'> & {
  /** cac collects the values of an option with a list type. */
  readonly type?: []
}

/** Declares all commands and options with cac. */
export function declareProgram(): CAC {
  const program = cac('crawlform')
  // Commands must know which options were given, so `Options` applies the defaults.
  program.globalCommand.ignoreOptionDefaultValue()
  for (const option of globalOptions) declareOption(program.globalCommand, option)
  for (const example of programExamples) program.example(example)
  for (const { title, commands } of commandGroups)
    for (const spec of Object.values(commands)) {
      const { usage, summary, description, actions, options, examples } = spec
      const config: CommandConfig = { group: title, summary, ...(actions === undefined ? {} : { actions }) }
      const command = program.command(usage, description, config)
      for (const option of options) declareOption(command, option)
      for (const example of examples) command.example(example)
    }
  return program
}

/** Declares an option. cac makes true the default of `--no-wait`, but without either flag the command decides. */
function declareOption(command: Command, option: OptionSpec): void {
  const { flags, description, repeatable, ...config } = option
  const own: OptionConfig = repeatable === true ? { ...config, type: [] } : config
  command.option(flags, description, { ...own })
  const declared = command.options.at(-1)
  if (declared?.negated === true) delete declared.config.default
}

export function commandConfig(command: Command): CommandConfig {
  return command.config as CommandConfig
}

/** Returns the declaration of an option, with its flags: `-f`, `--format`, `--no-wait`. */
export function declaredOption(option: CacOption): DeclaredOption {
  const flags = option.rawName.replace(/ <.*$/, '').split(', ')
  const long = flags.at(-1) ?? ''
  return {
    flags,
    name: long.replace(/^--(?:no-)?/, ''),
    key: option.name,
    takesValue: option.isBoolean !== true,
    isNegated: option.negated,
    usage: option.rawName,
    description: option.description,
    config: option.config as OptionConfig,
  }
}

export interface DeclaredOption {
  readonly flags: readonly string[]
  /** Long name without dashes and without `no-`. */
  readonly name: string
  /** The name under which cac reports it. */
  readonly key: string
  readonly takesValue: boolean
  readonly isNegated: boolean
  /** As declared: `-f, --format <format>`. */
  readonly usage: string
  readonly description: string
  readonly config: OptionConfig
}

/** Returns the options of a command, and those of every command. Without a command, only the latter. */
export function optionsOf(program: CAC, command: Command | undefined): readonly DeclaredOption[] {
  return [...(command?.options ?? []), ...program.globalCommand.options].map(declaredOption)
}
