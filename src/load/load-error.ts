import { isSystemError } from '../util/has-code.ts'

/** The disk refused a read; the configuration has no mistake. */
export class LoadError extends Error {
  override readonly name = 'LoadError'
  /** Stable, for scripts. */
  readonly code = 'LOAD_READ_FAILED'

  constructor(path: string, cause: unknown) {
    super(`"${path}" cannot be read: ${reason(cause)}.`, { cause })
  }
}

/** Returns a LoadError for a refusal by the disk. Any other error is a bug and returned unchanged. */
export function loadFailure(path: string, cause: unknown): unknown {
  return isSystemError(cause) ? new LoadError(path, cause) : cause
}

const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'the operation is not permitted',
  ENOENT: 'it no longer exists',
  ENOTDIR: 'it no longer exists',
  EISDIR: 'it is a directory',
  ELOOP: 'its links form a loop',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  EIO: 'the disk reported an error',
}

function reason(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown'
  return WORDS[code] ?? `the system reported ${code}`
}
