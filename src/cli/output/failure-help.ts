import { ClientError, type ClientErrorCode } from '../../client/client-error.ts'
import { isFullDisk } from '../../util/is-full-disk.ts'
import { StateError, type StateErrorCode } from '../../state/state.ts'

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
  unreadable:
    'Check "state" of the environment in crawlform.yaml; "crawlform state history" shows earlier records.',
  'newer-format': 'The record was written by a newer crawlform: install that version.',
  unavailable:
    'Check that the backend in "state" of the environment in crawlform.yaml can be reached, then rerun.',
}

const systemHelp: Readonly<Record<string, string>> = {
  ENOENT: 'Create it first, or use another path.',
  EACCES: 'Ask its owner for access, or use another path.',
  EPERM: 'Ask its owner for access, or use another path.',
  EISDIR: 'Name a file.',
  ENOTDIR: 'Use another path.',
  EEXIST: 'Use another path.',
  ENOSPC: 'Free some disk space, then rerun.',
  EROFS: 'Use another path.',
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
  if (error instanceof ClientError) return clientHelp[error.code]
  if ('help' in error && typeof error.help === 'string') return error.help
  if (error instanceof StateError) return stateHelp[error.code]
  if (portInUse(error) !== undefined)
    return 'Stop that program, or choose another port: --port 0 takes any free one.'
  return systemHelp[systemCode(error)] ?? GENERAL
}

/** Returns advice for failed submissions, by their error messages. */
export function submissionHelp(errors: readonly string[]): string {
  const isUnreachable = errors.some((error) =>
    /\b(?:ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH)\b/.test(error),
  )
  return isUnreachable
    ? clientHelp.unreachable
    : 'Failed crawls stay in the plan: fix the problem above, then apply again.'
}
