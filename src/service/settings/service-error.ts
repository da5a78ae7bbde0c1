/** The service cannot start or go on; `code` is stable. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code:
    | 'data-directory-in-use'
    | 'data-directory-unusable'
    | 'newer-data'
    | 'older-data'
    | 'data-broken'
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

/** Tells whether SQLite says that a database is damaged, or is none. */
export function isDamage(error: Error): boolean {
  return 'code' in error && /^SQLITE_(?:CORRUPT|NOTADB)/.test(String(error.code))
}
