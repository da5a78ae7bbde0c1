import type { CAC } from 'cac'
import { suggest } from '../../util/suggest.ts'
import { UsageError } from '../process/usage-error.ts'

/** Returns the error for a command that does not exist, with the most similar one. */
export function unknownCommand(program: CAC, name: string): UsageError {
  const [meant] = suggest(
    name,
    program.commands.map((command) => command.name),
  )
  return new UsageError(
    `Unknown command "${name}".`,
    meant === undefined ? 'Run "crawlform --help" for a list of commands.' : `Did you mean "${meant}"?`,
  )
}
