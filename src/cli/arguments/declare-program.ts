import { cac, type CAC, type Command } from 'cac'
import { declaredCommands, optionsOf, programExamples } from '../declarations/declarations.ts'
import type { DeclaredOption } from '../declarations/declarations.ts'

/**
 * Declares commands, options, defaults, examples and help texts with cac. cac parses the line once for each declared command, so
 * only the commands that a word of the line names are declared.
 */
export function declareProgram(words: readonly string[]): CAC {
  const program = cac('crawlform')
  // Commands must know which options were given, so `Options` applies the defaults.
  program.globalCommand.ignoreOptionDefaultValue()
  declareOptions(program.globalCommand, optionsOf(undefined))
  for (const example of programExamples) program.example(example)
  const named = declaredCommands.filter(({ name }) => words.includes(name))
  for (const { usage, description, options, examples } of named) {
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
