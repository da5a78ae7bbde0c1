import { printableLines } from '../util/printable.ts'
import { failureHelp, systemCode } from './output/failure-help.ts'
import { commandNames } from './declarations/declarations.ts'
import { exitStatus, type ExitStatus } from './process/exit-status.ts'
import type { Host } from './process/host.ts'
import { reportBug } from './process/report-bug.ts'
import { SeveralFailures } from './process/several-failures.ts'
import { UnknownNameError } from '../session/select-names.ts'
import { UsageError } from './process/usage-error.ts'

/** Says on stderr what went wrong. Returns the exit status for this kind of failure. */
export function reportFailure(error: unknown, host: Host): ExitStatus {
  if (error instanceof SeveralFailures) {
    const [first = exitStatus.world, ...others] = error.failures.map((each) => reportFailure(each, host))
    // A bug is worth knowing of, whatever else went wrong.
    return others.find((status) => status === exitStatus.bug) ?? first
  }
  if (error instanceof UsageError || error instanceof UnknownNameError) {
    say(host, error.message, error.help ?? usageHelp(host.argv))
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

/** Returns what helps with any command line: the help of its command. */
function usageHelp(argv: readonly string[]): string {
  const called = argv.find((word) => commandNames.includes(word))
  return `${called === undefined ? 'crawlform' : `crawlform ${called}`} --help says what can be given.`
}

/**
 * Returns true for what the system or a service refused: errors of system calls, and those that rooms of ours make of
 * such. Node gives codes also to what it thinks wrong of its caller, which is us.
 */
function isFromOutside(error: unknown): error is Error & { readonly code: unknown } {
  if (!(error instanceof Error) || !('code' in error)) return false
  return typeof error.code === 'string' && !/^(?:ERR_(?!SYSTEM_ERROR$)|MODULE_NOT_FOUND$)/.test(error.code)
}

const systemWords: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be used: permission denied',
  EPERM: 'may not be used: operation not permitted',
  EISDIR: 'is a directory',
  ENOTDIR: 'is below something that is no directory',
  EEXIST: 'is there already, and no directory',
  ENOSPC: 'cannot be written: the disk is full',
  EROFS: 'cannot be written: the disk is read-only',
}

/** Returns the system's failures in words; ours have their own. */
function describeFailure(
  error: Error & { readonly code: unknown; readonly path?: unknown; readonly syscall?: unknown },
): string {
  const isRefused = error.code === 'ENOENT' && error.syscall === 'mkdir'
  const words = isRefused
    ? 'cannot be made: no directories can be made there'
    : systemWords[systemCode(error)]
  return words === undefined || typeof error.path !== 'string' ? error.message : `"${error.path}" ${words}.`
}

function say(host: Host, message: string, help?: string): void {
  const lines = [`crawlform: ${message}`, ...(help === undefined ? [] : [`  help: ${help}`])]
  try {
    host.stderr.say(`${printableLines(lines.join('\n'))}\n`)
  } catch {
    // Nothing can be written anywhere: the status alone says it.
  }
}
