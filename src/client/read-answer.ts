import { canParseUrl } from '../util/can-parse-url.ts'
import {
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  parseJson,
} from '../util/json.ts'
import { oneLine } from '../util/text.ts'
import { ClientError, type ClientErrorCode, type StartOutcome } from './crawl-client.ts'
import type { Answer, SendError } from './send-request.ts'
import { parseRetryAfter } from '../util/clock.ts'

/** Returns the JSON object of an answer's body, undefined when it holds none. */
export function jsonOf(answer: Answer): JsonObject | undefined {
  return objectOf(parseJson(answer.text))
}

/** Returns the end of a sentence about an answer that does not follow the protocol. */
export function unreadable({ text }: Answer, problem = 'could not be read'): string {
  const start = oneLine(text, 60)
  return `${problem}: it ${start === '' ? 'is empty' : `begins with ${start}`}`
}

/** More reasons than these usually repeat one mistake. */
const MOST_REASONS = 5

/** Returns the status and the service's own message, if any, as one short line that is safe to show. */
export function errorTextOf(answer: Answer): string {
  const body = jsonOf(answer)
  const { error: cause, message, detail, title, details, errors } = body ?? {}
  const named = isJsonObject(cause) ? cause['message'] : cause
  // Gateways in front of a service have their own members, and RFC 9457 has `detail` and `title`.
  const error = [named, message, detail, title].map(textOf).find((text) => text !== '') ?? ''
  const lists = [details, errors, detail, message, cause].map(reasonsOf)
  const reasons = lists.find((list) => list.length > 0) ?? []
  const [shown, rest] = [reasons.slice(0, MOST_REASONS), reasons.length - MOST_REASONS]
  const places = [...shown.map(({ text }) => text), ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ')
  // Some services repeat their first reason as the error, others only say "Bad Request" there.
  const isRepeated = reasons.some(({ message }) => message === error)
  // Proxies answer with a page or a line of text.
  const plain = body ? '' : oneLine(answer.text.slice(0, 2000).replaceAll(/<[^<>]*>?/g, ' '), 100)
  const words = [`HTTP ${answer.status}`, isRepeated ? '' : error, places, plain]
  return words.filter((word) => word !== '').join(': ')
}

/** Reads the refused settings of `details: [{path, message, keys}]`, and lists of other frameworks: texts, or `{loc, msg}`. */
function reasonsOf(details: Json | undefined) {
  if (!isJsonList(details)) return []
  return details.flatMap((item) => {
    const fields: JsonObject = isJsonObject(item) ? item : { msg: item }
    const { msg, message: said = msg, loc = [], path: at = loc, keys = [] } = fields
    const message = textOf(said)
    const steps: readonly unknown[] = [at, listOf(keys).map(textOf).join(', ') || []].flat()
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

/** Returns the error for an unexpected answer; `subject` names the requested object. */
export function errorOf(answer: Answer, subject: string): ClientError {
  const { status } = answer
  const advice = status >= 300 && status < 400 ? redirectAdvice(answer) : ''
  return new ClientError(codeOf(status), `${subject}: ${errorTextOf(answer)}${advice}`, { status })
}

function codeOf(status: number): ClientErrorCode {
  if (status === 401 || status === 403) return 'unauthorized'
  if (status === 404) return 'not-found'
  if (status === 409) return 'conflict'
  if (status === 429) return 'rate-limited'
  return status >= 500 ? 'service-failed' : 'refused'
}

/** Other servers have ids longer than a UUID; a longer text is no id. */
const JOB_ID = /^\w[\w.:~-]{0,199}$/

/**
 * Returns the outcome that an answer to the start of a crawl proves. Only a complete, well-formed success is `started`; only an
 * answer that rules a job out is `refused`; any other answer is `in-doubt`.
 */
export function classifyStart(
  answer: Answer,
  nowMs: number,
  statusUrl: (job: string) => string,
): StartOutcome {
  const { status } = answer
  if (status >= 200 && status < 300) return classifySuccess(answer, statusUrl)
  const message = errorTextOf(answer)
  if (status === 429 || status === 503) {
    const retryAfterMs = requestedDelayMs({ retryAfter: answer.retryAfter, errorText: message }, nowMs)
    const retry = retryAfterMs === undefined ? {} : { retryAfterMs }
    return { kind: 'refused', message, status, retryable: true, ...retry }
  }
  if (status >= 300 && status < 400) {
    return { kind: 'refused', message: `${message}${redirectAdvice(answer)}`, status, retryable: false }
  }
  // A 4xx rejects the request itself, with three exceptions. Proxies send 408 and 499 when a working service is too slow, and 409
  // means that this attempt's key was seen before, perhaps with success.
  const isRejected = status >= 400 && status < 499 && status !== 408 && status !== 409
  return isRejected
    ? { kind: 'refused', message, status, retryable: false }
    : { kind: 'in-doubt', message, status }
}

/** Returns the outcome when no complete answer came. */
export function classifyFailure(error: SendError): StartOutcome {
  return error.sent
    ? { kind: 'in-doubt', message: `${error.message}, after the request was sent` }
    : { kind: 'refused', message: error.message, retryable: false }
}

function classifySuccess(answer: Answer, statusUrl: (job: string) => string): StartOutcome {
  const body = jsonOf(answer)
  const id = body?.['id']
  // An explicit refusal without a job started nothing, whatever its HTTP status says.
  if (body?.['success'] === false && id === undefined)
    return { kind: 'refused', message: errorTextOf(answer), status: answer.status, retryable: false }
  if (body?.['success'] !== true || typeof id !== 'string' || !JOB_ID.test(id)) {
    const { status } = answer
    const problem = body?.['success'] === true ? 'has no usable "id" of a job' : undefined
    return { kind: 'in-doubt', message: `the answer (HTTP ${status}) ${unreadable(answer, problem)}`, status }
  }
  const url = body['url']
  const usable = typeof url === 'string' && url.length <= 2000 && canParseUrl(url)
  return { kind: 'started', job: id, url: usable ? url : statusUrl(id) }
}

const FIRST_MS = 1000
const LONGEST_BACKOFF_MS = 60_000
/** Longer delays are cut to this. The caller decides whether to wait even this long. */
const LONGEST_ASKED_MS = 86_400_000

/**
 * Returns the delay that the service asks for, in milliseconds. It is the Retry-After header. Without one, it is the seconds in the error text (`... retry after 21s ...`), where the real service puts
 * them.
 */
export function requestedDelayMs(
  answer: { readonly retryAfter?: string | undefined; readonly errorText?: string | undefined },
  nowMs: number,
): number | undefined {
  const delayMs = parseRetryAfter(answer.retryAfter ?? '', nowMs) ?? fromText(answer.errorText ?? '')
  return delayMs === undefined ? undefined : Math.min(delayMs, LONGEST_ASKED_MS)
}

interface RetryFacts {
  /** How often it has failed, counted from 1. */
  readonly failures: number
  readonly askedMs?: number | undefined
  /** Uniform in [0, 1). */
  readonly random: () => number
}

/**
 * Returns the milliseconds before the next attempt. A requested delay gets up to a second more, so that clients do not all
 * return at once. Otherwise the delay doubles from one second to one minute, and a random half of it is taken.
 */
export function retryDelayMs({ failures, askedMs, random }: RetryFacts): number {
  if (askedMs !== undefined) return Math.ceil(askedMs + random() * 1000)
  const backoffMs = Math.min(LONGEST_BACKOFF_MS, FIRST_MS * 2 ** (failures - 1))
  return Math.ceil(backoffMs * (0.5 + random() / 2))
}

function fromText(text: string): number | undefined {
  const match = /\b(?:retry|try again) (?:after|in) (\d{1,10}(?:\.\d{1,3})?) ?s(?:ec(?:ond)?s?)?\b/i.exec(
    text,
  )
  return match === null ? undefined : Number(match[1]) * 1000
}
