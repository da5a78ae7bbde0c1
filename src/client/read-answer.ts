import { isJsonObject, type Json, type JsonObject, parseJson } from '../util/json.ts'
import { oneLine } from '../util/one-line.ts'
import { ClientError, type ClientErrorCode } from './client-error.ts'
import type { Answer } from './send-request.ts'

/** Returns the JSON object of an answer's body, undefined when it holds none. */
export function jsonOf(answer: Answer): JsonObject | undefined {
  const value = parseJson(answer.text)
  return isJsonObject(value) ? value : undefined
}

/** More reasons than these usually repeat one mistake. */
const MOST_REASONS = 5

/** Returns the status and the service's own message, if any, as one short line that is safe to show. */
export function errorTextOf(answer: Answer): string {
  const body = jsonOf(answer)
  const error = textOf(body?.['error'])
  const reasons = reasonsOf(body?.['details'])
  const [shown, rest] = [reasons.slice(0, MOST_REASONS), reasons.length - MOST_REASONS]
  const places = [...shown.map(({ text }) => text), ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ')
  // Some services repeat their first reason as the error, others only say "Bad Request" there.
  const isRepeated = reasons.some(({ message }) => message === error)
  const words = [`HTTP ${answer.status}`, isRepeated ? '' : error, places]
  return words.filter((word) => word !== '').join(': ')
}

/** Reads `details: [{path, message}]`, which names the settings that a service refuses. */
function reasonsOf(
  details: Json | undefined,
): readonly { readonly message: string; readonly text: string }[] {
  if (!Array.isArray(details)) return []
  return details.filter(isJsonObject).flatMap((detail) => {
    const message = textOf(detail['message'])
    const steps: unknown[] = Array.isArray(detail['path']) ? detail['path'] : [detail['path'] ?? '']
    const path = oneLine(steps.map(String).join('.'), 100)
    const words = message.includes(`"${path}"`) ? [message] : [path, message]
    const text = words.filter((word) => word !== '').join(': ')
    return text === '' ? [] : [{ message, text }]
  })
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? oneLine(value) : ''
}

/** Redirects are not followed: the key must not go to an address that nobody wrote down. */
export function redirectAdvice(answer: Answer): string {
  const target = answer.location === undefined ? 'elsewhere' : `"${oneLine(answer.location)}"`
  return `, a redirect to ${target}; set the environment's baseUrl to the address of the service`
}

/** Returns the error for an unexpected answer; `asked` names the requested object. */
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
