import { shellQuote } from '../../util/shell-quote.ts'
import { PROXY_AWAY } from '../../util/network.ts'
import { printableLines } from '../../util/text.ts'
import { commandNames } from '../declarations/declarations.ts'
import { exitStatus, type ExitStatus, UsageError } from '../process/failures.ts'
import type { Host } from '../process/host.ts'
import { reportBug } from '../process/report-bug.ts'
import { UnknownNameError } from '../../session/select-names.ts'
import { ClientError, type ClientErrorCode } from '../../client/crawl-client.ts'
import { isFullDisk } from '../../util/has-code.ts'
import { machineFaultOf } from '../../util/message-of.ts'
import { StateError, type StateErrorCode } from '../../state/state.ts'

/** Prints the failure on stderr. Returns the exit status for this kind of failure. */
export function reportFailure(error: unknown, host: Host): ExitStatus {
  if (error instanceof AggregateError) {
    const [first = exitStatus.external, ...others] = error.errors.map((each: unknown) =>
      reportFailure(each, host),
    )
    // A bug is reported in any case, even next to other failures.
    return others.find((status) => status === exitStatus.bug) ?? first
  }
  if (error instanceof UsageError || error instanceof UnknownNameError) {
    const help = error instanceof UsageError ? (error.help ?? usageHelp(host.argv)) : nameHelp(error, host)
    say(host, error.message, help)
    return exitStatus.usage
  }
  if (host.wasInterrupted()) {
    say(host, 'interrupted')
    return exitStatus.interrupted
  }
  const fault = machineFaultOf(error)
  if (fault !== undefined) {
    say(host, fault, GENERAL)
    return exitStatus.external
  }
  if (!isFromOutside(error)) return reportBug(error, host)
  say(host, describeFailure(error), failureHelp(error))
  return exitStatus.external
}

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

/** Returns true for errors of the system or a service. Node also gives codes to wrong calls, which are our bugs. */
function isFromOutside(error: unknown): error is Error & { readonly code: unknown } {
  if (!(error instanceof Error) || !('code' in error)) return false
  return typeof error.code === 'string' && !/^(?:ERR_(?!SYSTEM_ERROR$)|MODULE_NOT_FOUND$)/.test(error.code)
}

/** Describes failures of the system in words; our own errors have messages. */
function describeFailure(
  error: Error & { readonly code: unknown; readonly path?: unknown; readonly syscall?: unknown },
): string {
  const place = portInUse(error)
  if (place !== undefined) return `Cannot listen on ${place}: another program uses this port.`
  const words =
    error.code === 'ENOENT' && error.syscall === 'mkdir'
      ? 'cannot be created: no directory can be created there'
      : system[systemCode(error)]?.[0]
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

/** General advice for a refusal by the disk, a program or the network. */
const GENERAL = 'Fix the problem above and rerun; nothing is submitted twice.'

const clientHelp: Readonly<Record<ClientErrorCode, string>> = {
  'bad-settings': 'Check "baseUrl" and "apiKey" of the environment in crawlform.yaml.',
  unreachable:
    'Check that the service is running, and that "baseUrl" of the environment in crawlform.yaml is its address.',
  unauthorized: 'Check "apiKey" of the environment in crawlform.yaml and the variable it names.',
  'not-found': 'The service keeps jobs for a limited time and knows only its own: check "baseUrl".',
  conflict: 'Another run was first. Run "crawlform plan" to see the current state.',
  'rate-limited': 'Wait, then rerun; finished work is recorded.',
  refused: 'Run "crawlform render NAME" to see the request, and ask the operator of the service.',
  'service-failed': 'Rerun later; finished work is recorded.',
  unreadable: 'Check that "baseUrl" of the environment in crawlform.yaml is the address of a crawl service.',
  incomplete: 'Rerun; the service still has the pages.',
  aborted: GENERAL,
}

const stateHelp: Readonly<Record<StateErrorCode, string>> = {
  conflict: 'Rerun to read what the other run wrote.',
  locked: 'Wait for the run that holds the lock. If it was killed: crawlform state unlock ID',
  unreadable: 'Check "state" of the environment in crawlform.yaml.',
  'newer-format': 'The record was written by a newer crawlform: install that version.',
  unavailable:
    'Check that the backend in "state" of the environment in crawlform.yaml can be reached, then rerun.',
}

const PROXY_HELP =
  'Start the proxy or correct the variable. A host that needs no proxy belongs into NO_PROXY.'
const NO_ACCESS = 'Ask its owner for access, or use another path.'
const ELSEWHERE = 'Use another path.'
const UNWRITABLE = /\b(?:EROFS|EACCES|EPERM)\b/
const RECORD_ELSEWHERE =
  'Make .crawlform writable, or keep the record elsewhere: "state" of the environment, such as { backend: git }.'

/** Describes errors of the system about a path, with advice. */
const system: Readonly<Record<string, readonly [words: string, help: string]>> = {
  ENOENT: ['does not exist', 'Create it first, or use another path.'],
  EACCES: ['cannot be used: permission denied', NO_ACCESS],
  EPERM: ['cannot be used: operation not permitted', NO_ACCESS],
  EISDIR: ['is a directory', 'Name a file.'],
  ENXIO: ['is a socket or an absent device', 'Name a file.'],
  ENOTDIR: ['has a parent that is not a directory', ELSEWHERE],
  EEXIST: ['exists and is not a directory', ELSEWHERE],
  ENOSPC: ['cannot be written: the disk is full', 'Free some disk space, then rerun.'],
  EROFS: ['cannot be written: the disk is read-only', 'Mount it writable, or use another path.'],
}

/** Advice for data of the embedded service. */
const dataHelp: Readonly<Record<string, string>> = {
  'data-directory-unusable':
    'Make this directory writable. Or run "crawlform serve --data-dir DIRECTORY", and set "baseUrl" of the environment to its address.',
  'data-directory-in-use': 'Stop that service, or give this one another directory.',
  'other-data-format':
    'Run the crawlform that made it, or "crawlform serve --discard-data" to delete all stored jobs and pages.',
  'data-broken':
    'Restore it from a backup, or run "crawlform serve --discard-data" to delete all stored jobs and pages.',
}

/** Returns the code under which the advice is stored: an exhausted quota counts as a full disk. */
export function systemCode(error: unknown): string {
  if (isFullDisk(error)) return 'ENOSPC'
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Returns `HOST:PORT` if another program listens there; undefined for other failures. */
export function portInUse(error: Error): string | undefined {
  const refusal: unknown = systemCode(error) === 'EADDRINUSE' ? error : error.cause
  if (systemCode(refusal) !== 'EADDRINUSE') return undefined
  const { address, port } = refusal as { readonly address?: unknown; readonly port?: unknown }
  return `${String(address)}:${String(port)}`
}

/** Returns advice for a failure of the disk, a program or the network. */
export function failureHelp(error: Error): string {
  if (PROXY_AWAY.test(error.message)) return PROXY_HELP
  if (error instanceof ClientError) return clientHelp[error.code]
  if ('help' in error && typeof error.help === 'string') return error.help
  const isSpaceless = systemCode(error.cause) === 'ENOSPC'
  if (error instanceof StateError && !isSpaceless)
    return UNWRITABLE.test(error.message) ? RECORD_ELSEWHERE : stateHelp[error.code]
  if (portInUse(error) !== undefined)
    return 'Stop that program, or choose another port: --port 0 takes any free one.'
  const code = systemCode(error)
  return (
    system[code]?.[1] ??
    (isSpaceless ? undefined : dataHelp[code]) ??
    (error.cause instanceof Error ? failureHelp(error.cause) : GENERAL)
  )
}

/** Returns advice for failed submissions, by their error messages. */
export function submissionHelp(errors: readonly string[]): string {
  const says = (pattern: RegExp): boolean => errors.some((error) => pattern.test(error))
  if (says(PROXY_AWAY)) return PROXY_HELP
  if (says(/\b(?:ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH)\b/)) return clientHelp.unreachable
  if (says(/^HTTP 401\b/)) return clientHelp.unauthorized
  if (says(/^HTTP 402\b/))
    return 'The service wants credits for the whole "limit" of a crawl before it starts: set a lower "limit", or get more credits, then apply again.'
  if (says(/^HTTP 40[45]\b/)) return clientHelp.unreadable
  if (says(UNWRITABLE)) return RECORD_ELSEWHERE
  return 'Failed crawls stay in the plan: fix the problem above, then apply again.'
}
