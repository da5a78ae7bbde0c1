import { cac, type CAC, type Command } from 'cac'
import { declaredCommands, optionsOf, programExamples } from '../declarations/declarations.ts'
import type { DeclaredOption } from '../declarations/declarations.ts'

/** Declares all commands, options, defaults, examples and help texts with cac. */
export function declareProgram(): CAC {
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
