import { isSameSecret } from '../../util/sha256.ts'
import { isLoopbackName } from '../http/address-policy.ts'
import type { ResolvedSettings } from '../settings/settings.ts'
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

type AccessRules = Pick<ResolvedSettings, 'apiKey' | 'host'>

/**
 * Accepts a request with the key, in a time that reveals nothing about it.
 * @throws {ApiError} 401, or 403 for a web page that reached a keyless service under its own host name (DNS rebinding)
 */
export function checkAccess(rules: AccessRules, authorization: string | undefined, host: string | undefined) {
  checkHost(rules, host)
  if (rules.apiKey === undefined || isBearer(authorization, rules.apiKey)) return
  if (authorization === undefined || authorization === '')
    throw new ApiError(401, 'Unauthorized: send the header "Authorization: Bearer <API key>".')
  throw new ApiError(401, `Unauthorized: ${BEARER.test(authorization) ? 'Invalid token' : 'Token missing'}`)
}

/** @throws {ApiError} 403 if a service without a key is reached under a host name that is not of this machine */
export function checkHost(rules: AccessRules, host = ''): void {
  if (rules.apiKey !== undefined || !isLoopbackName(rules.host)) return
  if (isLoopbackName(host.replace(/:\d*$/, '').replace(/^\[|\]$/g, ''))) return
  throw new ApiError(403, 'This service has no key, so it answers only requests to a loopback address.')
}

const BEARER = /^Bearer +(\S+) *$/i

export function isBearer(authorization: string | undefined, apiKey: string): boolean {
  const token = BEARER.exec(authorization ?? '')?.[1]
  return token !== undefined && isSameSecret(token, apiKey)
}
