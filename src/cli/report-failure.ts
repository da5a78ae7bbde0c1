import { InvariantError } from '../util/invariant.ts'
import { printableLines } from '../util/printable.ts'
import { exitStatus, type ExitStatus } from './exit-status.ts'
import type { Host } from './host.ts'
import { UsageError } from './usage-error.ts'

/** Says on stderr what went wrong, and the status that this kind of failure ends with. */
export function reportFailure(error: unknown, host: Host): ExitStatus {
  if (error instanceof UsageError) {
    say(host, error.message, error.help)
    return exitStatus.usage
  }
  if (host.wasInterrupted()) {
    say(host, 'interrupted')
    return exitStatus.interrupted
  }
  if (error instanceof Error && !(error instanceof InvariantError) && 'code' in error) {
    say(host, error.message)
    return exitStatus.world
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  say(host, `this is a bug in crawlform; please report it with what follows.\n${text}`)
  return exitStatus.bug
}

function say(host: Host, message: string, help?: string): void {
  const lines = [`crawlform: ${message}`, ...(help === undefined ? [] : [`  help: ${help}`])]
  host.stderr.write(`${printableLines(lines.join('\n'))}\n`)
}
