import type { CliOf } from '../arguments/command.ts'
import { declaredCommands } from '../declarations/declarations.ts'
import { unknownCommand } from '../arguments/arguments.ts'
import { commandHelp, programHelp } from '../help/help.ts'
import { chooseStyle } from '../output/terminal.ts'

export async function run(cli: CliOf<'help'>): Promise<void> {
  const [name] = cli.args
  const command = declaredCommands.find((candidate) => candidate.name === name)
  if (name !== undefined && command === undefined) throw unknownCommand(name)
  const style = chooseStyle(cli, 'stdout')
  cli.stdout.say(command === undefined ? programHelp(style) : commandHelp(command, style))
}
