export type ClientErrorCode =
  /** The base URL or the API key cannot be used as it is. */
  | 'bad-settings'
  /** No answer: connection, name lookup, timeout, reset. */
  | 'unreachable'
  | 'unauthorized'
  | 'not-found'
  | 'conflict'
  | 'rate-limited'
  /** Another 4xx, or a redirect. */
  | 'refused'
  /** 5xx. */
  | 'service-failed'
  /** An answer that does not follow the protocol. */
  | 'unreadable'
  /** Some of a job's pages are missing. */
  | 'incomplete'
  | 'aborted'

/** The service could not be asked or did not answer as it should. Match on `code`; no message holds the API key. */
export class ClientError extends Error {
  override readonly name = 'ClientError'
  readonly code: ClientErrorCode
  readonly status: number | undefined
  constructor(code: ClientErrorCode, message: string, options: ErrorOptions & { status?: number } = {}) {
    super(message, options)
    this.code = code
    this.status = options.status
  }
}
