import type { CommandInput } from '../arguments/command.ts'
import type { Host } from '../process/host.ts'
import type { SessionDependencies } from '../../session/session-dependencies.ts'

/** Returns what a session gets from the process: what it has to say goes to stderr. */
export function sessionDependenciesOf(
  { env, clock, stderr }: Host,
  { program }: Pick<CommandInput, 'program'>,
): SessionDependencies {
  return { env, clock, program, notice: (text) => stderr.say(`${text}\n`) }
}
