import type { InputOf } from '../arguments/command.ts'
import { declareProgram } from '../arguments/declare-program.ts'
import { unknownCommand } from '../arguments/check-options.ts'
import { commandHelp, programHelp } from '../help/help.ts'
import { chooseStyle } from '../output/choose-style.ts'
import { exitStatus, type ExitStatus } from '../process/exit-status.ts'
import type { Host } from '../process/host.ts'

export async function run(host: Host, { args, options }: InputOf<'help'>): Promise<ExitStatus> {
  const program = declareProgram()
  const [name] = args
  const command = program.commands.find((candidate) => candidate.name === name)
  if (name !== undefined && command === undefined) throw unknownCommand(program, name)
  const style = chooseStyle(host.stdout, host, options)
  host.stdout.say(command === undefined ? programHelp(program, style) : commandHelp(program, command, style))
  return exitStatus.ok
}
