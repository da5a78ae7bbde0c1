import { isSameSecret } from '../../util/is-same-secret.ts'
import { isLoopbackName } from '../http/address-policy.ts'
import { ApiError } from './api-error.ts'

export interface AccessRules {
  readonly apiKey: string | undefined
  /** The address the service listens on. */
  readonly host: string
}

/**
 * Accepts a request with the key, in a time that reveals nothing about it.
 * @throws {ApiError} 401, or 403 for a web page that reached a keyless service under its own host name (DNS rebinding)
 */
export function checkAccess(
  rules: AccessRules,
  request: { authorization: string | undefined; host: string | undefined },
): void {
  if (rules.apiKey === undefined) return checkHost(rules, request.host)
  const { authorization } = request
  if (authorization === undefined || authorization === '') {
    throw new ApiError(401, 'Unauthorized: send the header "Authorization: Bearer <API key>".')
  }
  const token = bearerToken(authorization)
  if (token === undefined) throw new ApiError(401, 'Unauthorized: Token missing')
  if (!isSameSecret(token, rules.apiKey)) throw new ApiError(401, 'Unauthorized: Invalid token')
}

/**
 * Accepts a request to a service without a key if it uses a host name of this machine.
 * @throws {ApiError} 403
 */
export function checkHost(rules: AccessRules, host: string | undefined): void {
  if (rules.apiKey !== undefined || !isLoopbackName(rules.host)) return
  if (isLoopbackName(hostName(host ?? ''))) return
  throw new ApiError(403, 'This service has no key, so it answers only requests to a loopback address.')
}

/** Returns whether an Authorization header contains the key. */
export function isBearer(authorization: string | undefined, apiKey: string): boolean {
  const token = bearerToken(authorization ?? '')
  return token !== undefined && isSameSecret(token, apiKey)
}

function bearerToken(authorization: string): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
}

function hostName(host: string): string {
  return host.replace(/:\d*$/, '').replace(/^\[|\]$/g, '')
}
