import type { Clock } from '../../util/clock.ts'
import { parseRetryAfter } from '../../util/retry-after.ts'
import type { Answer } from './receive-answer.ts'

/** Tells how long an answer asks to be left alone: `Retry-After` of a 429 or 503. */
export function retryAfterOf(answer: Answer, clock: Clock): number | undefined {
  const value = answer.headers['retry-after']
  return value === undefined ? undefined : parseRetryAfter(value, clock.now())
}
