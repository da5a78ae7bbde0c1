import { isJsonObject, type JsonObject } from '../util/json.ts'
import { oneLine } from '../util/one-line.ts'
import { ClientError, type ClientErrorCode } from './client-error.ts'
import type { Answer } from './send-request.ts'

/** Returns the JSON object of an answer's body, undefined when it holds none. */
export function jsonOf(answer: Answer): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(answer.text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Status and the service's own words where it has some, safe to show in one line and short. */
export function errorTextOf(answer: Answer): string {
  const said = jsonOf(answer)?.['error']
  const text = typeof said === 'string' ? oneLine(said) : ''
  return text === '' ? `HTTP ${answer.status}` : `HTTP ${answer.status}: ${text}`
}

/** Redirects are not followed: the key must not go to an address that nobody wrote down. */
export function redirectAdvice(answer: Answer): string {
  const target = answer.location === undefined ? 'elsewhere' : `"${oneLine(answer.location)}"`
  return `, a redirect to ${target}; set the environment's baseUrl to where the service is`
}

/** Returns what an answer other than the expected one means; `asked` names what was asked for. */
export function errorOf(answer: Answer, asked: string): ClientError {
  const { status } = answer
  const advice = status >= 300 && status < 400 ? redirectAdvice(answer) : ''
  return new ClientError(codeOf(status), `${asked}: ${errorTextOf(answer)}${advice}`, { status })
}

function codeOf(status: number): ClientErrorCode {
  if (status === 401 || status === 403) return 'unauthorized'
  if (status === 404) return 'not-found'
  if (status === 409) return 'conflict'
  if (status === 429) return 'rate-limited'
  return status >= 500 ? 'service-failed' : 'refused'
}
