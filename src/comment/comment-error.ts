export type CommentErrorCode =
  /** The server refused, or would refuse. */
  | 'refused'
  /** No answer. */
  | 'unreachable'

/** The comment could not be written. No message holds the token. */
export class CommentError extends Error {
  override readonly name = 'CommentError'
  readonly code: CommentErrorCode
  constructor(code: CommentErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
