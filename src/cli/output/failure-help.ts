import { ClientError, type ClientErrorCode } from '../../client/client-error.ts'
import { isFullDisk } from '../../util/is-full-disk.ts'
import { StateError, type StateErrorCode } from '../../state/state.ts'

/** General advice for a refusal by the disk, a program or the network. */
const GENERAL = 'Mend what is said above, then run the same command again: nothing is done twice.'

const clientHelp: Readonly<Record<ClientErrorCode, string>> = {
  'bad-settings': 'Look at "baseUrl" and "apiKey" of the environment in crawlform.yaml.',
  unreachable:
    'See that the service runs, and that "baseUrl" of the environment in crawlform.yaml is its address.',
  unauthorized: 'Look at "apiKey" of the environment in crawlform.yaml, and at the variable that it names.',
  'not-found': 'The service keeps jobs for a time only, and knows none of other services: look at "baseUrl".',
  conflict: 'Somebody else was first. Run "crawlform plan" to see how it is now.',
  'rate-limited': 'Wait, then run the same command again: what was done is recorded.',
  refused: 'Run "crawlform render NAME" to see what was sent, and ask who runs the service.',
  'service-failed': 'Run the same command again later: what was done is recorded.',
  unreadable: 'See that "baseUrl" of the environment in crawlform.yaml is the address of a crawl service.',
  incomplete: 'Run the same command again: the pages are still at the service.',
  aborted: GENERAL,
}

const stateHelp: Readonly<Record<StateErrorCode, string>> = {
  conflict: 'Run the same command again: it reads what the other run wrote.',
  locked: 'Wait for the run that holds the lock. If it was killed: crawlform state unlock ID',
  unreadable:
    'See "state" of the environment in crawlform.yaml; crawlform state history shows earlier records.',
  'newer-format': 'A newer crawlform wrote the record: install that version.',
  unavailable:
    'See that what "state" of the environment in crawlform.yaml names can be reached, then try again.',
}

const systemHelp: Readonly<Record<string, string>> = {
  ENOENT: 'Make it first, or name another place.',
  EACCES: 'Ask who owns it, or name another place.',
  EPERM: 'Ask who owns it, or name another place.',
  EISDIR: 'Name a file.',
  ENOTDIR: 'Name another place.',
  EEXIST: 'Name another place.',
  ENOSPC: 'Make room on the disk, then run the same command again.',
  EROFS: 'Name another place.',
  'data-broken':
    'Bring it back from a backup, or run "crawlform serve --discard-data" to throw away all kept jobs and pages.',
}

/** Returns the code under which the advice is stored: an exhausted quota counts as a full disk. */
export function systemCode(error: unknown): string {
  if (isFullDisk(error)) return 'ENOSPC'
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Returns advice for a failure of the disk, a program or the network. */
export function failureHelp(error: Error): string {
  if (error instanceof ClientError) return clientHelp[error.code]
  if (error instanceof StateError) return stateHelp[error.code]
  if ('help' in error && typeof error.help === 'string') return error.help
  return systemHelp[systemCode(error)] ?? GENERAL
}

/** Returns advice for failed submissions, by their error messages. */
export function submissionHelp(errors: readonly string[]): string {
  const isUnreachable = errors.some((error) =>
    /\b(?:ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH)\b/.test(error),
  )
  return isUnreachable
    ? clientHelp.unreachable
    : 'What failed stays in the plan: mend what is said above, then apply again.'
}
