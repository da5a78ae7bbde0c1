import { parseRetryAfter } from '../util/clock.ts'

const FIRST_MS = 1000
const LONGEST_BACKOFF_MS = 60_000
/** Longer delays are cut to this. The caller decides whether to wait even this long. */
const LONGEST_ASKED_MS = 86_400_000

/**
 * Returns the delay that the service asks for, in milliseconds. It is the Retry-After header. Without one, it is the seconds in the error text (`... retry after 21s ...`), where the real service puts
 * them.
 */
export function askedDelayMs(
  answer: { readonly retryAfter?: string | undefined; readonly errorText?: string | undefined },
  nowMs: number,
): number | undefined {
  const delayMs = parseRetryAfter(answer.retryAfter ?? '', nowMs) ?? fromText(answer.errorText ?? '')
  return delayMs === undefined ? undefined : Math.min(delayMs, LONGEST_ASKED_MS)
}

export interface RetryFacts {
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
