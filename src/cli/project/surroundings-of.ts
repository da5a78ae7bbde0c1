import type { CommandInput } from '../arguments/command.ts'
import type { Host } from '../process/host.ts'
import type { Surroundings } from '../../session/surroundings.ts'

/** Returns what a session gets from the process: what it has to say goes to stderr. */
export function surroundingsOf(
  { env, clock, stderr }: Host,
  { program }: Pick<CommandInput, 'program'>,
): Surroundings {
  return { env, clock, program, notice: (text) => stderr.say(`${text}\n`) }
}
