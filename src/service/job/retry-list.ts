import type { Visit } from './visit.ts'

/** A visit that is due later: another attempt, or the next hop of a redirect. */
export interface Retry extends Visit {
  readonly dueAt: number
}

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 60_000

/**
 * Returns the milliseconds before the attempt after `attempt`. They double from half a second, unless the site asks for
 * another wait. They are never more than a minute, so that no site can hold a job open.
 */
export function retryDelayMs(attempt: number, retryAfterMs: number | undefined): number {
  return Math.min(retryAfterMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS)
}

/** Retries of one job, soonest first. */
export class RetryList {
  readonly #entries: Retry[] = []

  get length(): number {
    return this.#entries.length
  }

  add(retry: Retry): void {
    const later = this.#entries.findIndex((entry) => entry.dueAt > retry.dueAt)
    this.#entries.splice(later < 0 ? this.#entries.length : later, 0, retry)
  }

  soonest(): Retry | undefined {
    return this.#entries[0]
  }

  takeSoonest(): Retry | undefined {
    return this.#entries.shift()
  }
}
