import type { Host } from '../process/host.ts'
import type { Surroundings } from '../session/surroundings.ts'

/** Returns what a session gets from the process: what it has to say goes to stderr. */
export function surroundingsOf({ env, clock, stderr }: Host): Surroundings {
  return { env, clock, notice: (text) => stderr.write(`${text}\n`) }
}
