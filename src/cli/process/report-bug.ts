import { printableLines } from '../../util/printable.ts'
import { packageVersion } from '../../util/package-file.ts'
import { exitStatus, type ExitStatus } from './exit-status.ts'
import type { RawHost } from './host.ts'
import { sourceStack } from './source-stack.ts'

/** Prints the details of `error` that crawlform's maintainers need. Returns the exit status for a bug. */
export function reportBug(error: unknown, host: RawHost): ExitStatus {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const lines = [
    'crawlform: this is a bug in crawlform; please report it with the text below.',
    sourceStack(stack),
    `crawlform ${packageVersion()}, Node ${process.version}, ${process.platform} ${process.arch}`,
    `command line without values: crawlform ${host.argv.map(withoutValue).join(' ')}`,
  ]
  host.stderr.write(`${printableLines(lines.join('\n'))}\n`)
  return exitStatus.bug
}

/** Returns a safe form of an argument: only commands and option names are shown, as anything else may be a secret. */
function withoutValue(argument: string, index: number): string {
  const option = /^(--[a-z][a-z-]*|-[A-Za-z])(=)?/.exec(argument)
  if (option !== null) return option[2] === undefined ? option[0] : `${option[0]}...`
  return index === 0 && /^[a-z]+$/.test(argument) ? argument : '...'
}
