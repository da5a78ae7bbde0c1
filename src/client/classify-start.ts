import type { StartOutcome } from './crawl-client.ts'
import { errorTextOf, jsonOf, redirectAdvice } from './read-answer.ts'
import { askedDelayMs } from './retry-delay.ts'
import type { Answer, SendError } from './send-request.ts'
import { canParseUrl } from '../util/can-parse-url.ts'

/** Other servers have ids longer than a UUID; a text beyond this length is no id. */
const LONGEST_ID = 200

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
    const retryAfterMs = askedDelayMs({ retryAfter: answer.retryAfter, errorText: message }, nowMs)
    const asked = retryAfterMs === undefined ? {} : { retryAfterMs }
    return { kind: 'refused', message, status, retryable: true, ...asked }
  }
  if (status >= 300 && status < 400) {
    return { kind: 'refused', message: `${message}${redirectAdvice(answer)}`, status, retryable: false }
  }
  return rulesOutJob(status)
    ? { kind: 'refused', message, status, retryable: false }
    : { kind: 'in-doubt', message, status }
}

/** Returns the outcome when no complete answer came. */
export function classifyFailure(error: SendError): StartOutcome {
  return error.sent
    ? { kind: 'in-doubt', message: `${error.message}, after the request was sent` }
    : { kind: 'refused', message: error.message, retryable: false }
}

/**
 * Returns whether a status proves that no job was started. A 4xx rejects the request itself, with three exceptions. Proxies
 * send 408 and 499 when a working service is too slow, and 409 means that this attempt's key was seen before, perhaps with
 * success.
 */
function rulesOutJob(status: number): boolean {
  return status >= 400 && status < 499 && status !== 408 && status !== 409
}

function classifySuccess(answer: Answer, statusUrl: (job: string) => string): StartOutcome {
  const body = jsonOf(answer)
  const id = body?.['id']
  // An explicit refusal without a job started nothing, whatever its HTTP status says.
  if (body?.['success'] === false && id === undefined && typeof body['error'] === 'string')
    return { kind: 'refused', message: errorTextOf(answer), status: answer.status, retryable: false }
  if (body?.['success'] !== true || typeof id !== 'string' || !isJobId(id)) {
    const { status } = answer
    return { kind: 'in-doubt', message: `the answer (HTTP ${status}) could not be read`, status }
  }
  const url = body['url']
  const usable = typeof url === 'string' && url.length <= 2000 && canParseUrl(url)
  return { kind: 'started', job: id, url: usable ? url : statusUrl(id) }
}

function isJobId(id: string): boolean {
  return id.length <= LONGEST_ID && /^\w[\w.:~-]*$/.test(id)
}
