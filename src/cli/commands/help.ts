import type { InputOf } from '../arguments/command.ts'
import { declaredCommands } from '../declarations/declarations.ts'
import { unknownCommand } from '../arguments/check-line.ts'
import { commandHelp, programHelp } from '../help/help.ts'
import { chooseStyle } from '../output/choose-style.ts'
import { exitStatus, type ExitStatus } from '../process/exit-status.ts'
import type { Host } from '../process/host.ts'

export async function run(host: Host, { args, options }: InputOf<'help'>): Promise<ExitStatus> {
  const [name] = args
  const command = declaredCommands.find((candidate) => candidate.name === name)
  if (name !== undefined && command === undefined) throw unknownCommand(name)
  const style = chooseStyle(host.stdout, host, options)
  host.stdout.say(command === undefined ? programHelp(style) : commandHelp(command, style))
  return exitStatus.ok
}
