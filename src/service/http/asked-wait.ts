import type { Clock } from '../../util/clock.ts'
import { parseRetryAfter } from '../../util/retry-after.ts'
import type { NamedAnswer } from './media-type.ts'

/** Returns the wait that an answer asks for: `Retry-After` of a 429 or 503. */
export function retryAfterOf({ headers }: Pick<NamedAnswer, 'headers'>, clock: Clock): number | undefined {
  const value = headers['retry-after']
  return value === undefined ? undefined : parseRetryAfter(value, clock.now())
}
