/** The service cannot start or go on; `code` is stable. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code:
    | 'data-directory-in-use'
    | 'data-directory-unusable'
    | 'newer-data'
    | 'older-data'
    | 'address-unavailable'
    | 'browser-unusable'

  constructor(code: ServiceError['code'], message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}
