import type { ErrorAnswer } from '../../protocol/crawl-status.ts'

/** An error that is answered in the API's form. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 429 | 500 | 502 | 503
  readonly body: ErrorAnswer

  constructor(status: ApiError['status'], error: string, more: { code?: string; details?: unknown } = {}) {
    super(error)
    this.status = status
    const { code, details } = more
    this.body = { success: false, ...(code && { code }), error, ...(details !== undefined && { details }) }
  }
}
