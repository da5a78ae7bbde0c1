/** The service cannot start or go on; `code` is stable. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code:
    | 'data-directory-in-use'
    | 'data-directory-unusable'
    | 'other-data-format'
    | 'data-broken'
    | 'disk-unwritable'
    | 'address-unavailable'
    | 'browser-unusable'

  constructor(code: ServiceError['code'], message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

/** Returns the error of a file whose content is not what was written. */
export function brokenFile(file: string, reason: string, cause?: unknown): ServiceError {
  return new ServiceError('data-broken', `"${file}" is broken: ${reason}.`, cause)
}

/** Returns the error of a disk that cannot be written. */
export function unwritable(reason: string, cause?: unknown): ServiceError {
  return new ServiceError('disk-unwritable', `The crawl service cannot write to its disk: ${reason}.`, cause)
}

/** Tells whether SQLite says that a file is damaged, or not a database. */
export function isDamage(error: unknown): error is Error & { readonly code: unknown } {
  return error instanceof Error && 'code' in error && /SQLITE_(?:CORRUPT|NOTADB)/.test(String(error.code))
}

/** Tells whether SQLite could not read or write the disk. */
export function isDiskTrouble(error: unknown): error is Error & { readonly code: string } {
  if (!(error instanceof Error) || !('code' in error)) return false
  return /^SQLITE_(?:FULL|IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB)/.test(String(error.code))
}
