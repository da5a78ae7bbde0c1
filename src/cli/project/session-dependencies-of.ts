import type { CommandInput } from '../arguments/command.ts'
import type { Host } from '../process/host.ts'
import type { SessionDependencies } from '../../session/session-dependencies.ts'

/** Returns the session's dependencies on the process; its messages go to stderr. */
export function sessionDependenciesOf(
  { env, clock, stderr }: Host,
  { program }: Pick<CommandInput, 'program'>,
): SessionDependencies {
  return { env, clock, program, notice: (text) => stderr.say(`${text}\n`) }
}
