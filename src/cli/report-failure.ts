import { printableLines } from '../util/printable.ts'
import { failureHelp, portInUse, systemCode } from './output/failure-help.ts'
import { commandNames } from './declarations/declarations.ts'
import { exitStatus, type ExitStatus } from './process/exit-status.ts'
import type { Host } from './process/host.ts'
import { reportBug } from './process/report-bug.ts'
import { SeveralFailures } from './process/several-failures.ts'
import { UnknownNameError } from '../session/select-names.ts'
import { UsageError } from './process/usage-error.ts'
import { shellQuote } from '../util/shell-quote.ts'

/** Prints the failure on stderr. Returns the exit status for this kind of failure. */
export function reportFailure(error: unknown, host: Host): ExitStatus {
  if (error instanceof SeveralFailures) {
    const [first = exitStatus.world, ...others] = error.failures.map((each) => reportFailure(each, host))
    // A bug is reported in any case, even next to other failures.
    return others.find((status) => status === exitStatus.bug) ?? first
  }
  if (error instanceof UsageError || error instanceof UnknownNameError) {
    say(
      host,
      error.message,
      error instanceof UsageError ? (error.help ?? usageHelp(host.argv)) : nameHelp(error, host),
    )
    return exitStatus.usage
  }
  if (host.wasInterrupted()) {
    say(host, 'interrupted')
    return exitStatus.interrupted
  }
  if (!isFromOutside(error)) return reportBug(error, host)
  say(host, describeFailure(error), failureHelp(error))
  return exitStatus.world
}

/** Returns general advice for a command line: the help of its command. */
function usageHelp(argv: readonly string[]): string {
  const called = argv.find((word) => commandNames.includes(word))
  return `Run "${called === undefined ? 'crawlform' : `crawlform ${called}`} --help" for usage.`
}

/** Returns the advice for an unknown name, with the command to run where a path was typed. */
function nameHelp({ help, meant }: UnknownNameError, host: Host): string {
  if (meant.size === 0) return help
  const words = host.argv.map((word) => shellQuote(meant.get(word) ?? word))
  return `${help}: crawlform ${words.join(' ')}`
}

/**
 * Returns true for refusals by the system or a service: errors of system calls, and crawlform's errors made from them. Node
 * also gives codes to wrong calls, which are our bugs.
 */
function isFromOutside(error: unknown): error is Error & { readonly code: unknown } {
  if (!(error instanceof Error) || !('code' in error)) return false
  return typeof error.code === 'string' && !/^(?:ERR_(?!SYSTEM_ERROR$)|MODULE_NOT_FOUND$)/.test(error.code)
}

const systemWords: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'cannot be used: permission denied',
  EPERM: 'cannot be used: operation not permitted',
  EISDIR: 'is a directory',
  ENOTDIR: 'has a parent that is not a directory',
  EEXIST: 'exists and is not a directory',
  ENOSPC: 'cannot be written: the disk is full',
  EROFS: 'cannot be written: the disk is read-only',
}

/** Describes failures of the system in words; our own errors have messages. */
function describeFailure(
  error: Error & { readonly code: unknown; readonly path?: unknown; readonly syscall?: unknown },
): string {
  const place = portInUse(error)
  if (place !== undefined) return `Cannot listen on ${place}: another program uses this port.`
  const isRefused = error.code === 'ENOENT' && error.syscall === 'mkdir'
  const words = isRefused
    ? 'cannot be created: no directory can be created there'
    : systemWords[systemCode(error)]
  return words === undefined || typeof error.path !== 'string' ? error.message : `"${error.path}" ${words}.`
}

function say(host: Host, message: string, help?: string): void {
  const lines = [`crawlform: ${message}`, ...(help === undefined ? [] : [`  help: ${help}`])]
  try {
    host.stderr.say(`${printableLines(lines.join('\n'))}\n`)
  } catch {
    // No stream is writable, so only the status reports the failure.
  }
}
