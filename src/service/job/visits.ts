import type { FrontierPage } from '../../frontier/frontier.ts'

/** One request for a page: for its own URL, or for the target of a redirect, perhaps repeated. */
export interface Visit {
  readonly page: FrontierPage
  readonly url: string
  /** The URLs that redirected so far, in order. */
  readonly hops: readonly string[]
  /** Counts the attempts at `url`, from 1. */
  readonly attempt: number
}

/** A visit that is due later: another attempt, the next hop of a redirect, or a page whose host must wait. */
export interface Retry extends Visit {
  readonly dueAt: number
}

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 60_000

/** Returns the wait in milliseconds: doubled from half a second, or as the site asks, but at most a minute. */
export function retryDelayMs(attempt: number, retryAfterMs: number | undefined): number {
  return Math.min(retryAfterMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS)
}

/** Adds a visit to those that are due earlier or at the same time, and before the others. */
export function addInTurn(waiting: Retry[], retry: Retry): void {
  const later = waiting.findIndex((entry) => entry.dueAt > retry.dueAt)
  waiting.splice(later < 0 ? waiting.length : later, 0, retry)
}

export interface ActiveVisit extends Visit {
  /** Undefined for a page from the cache. */
  readonly host: string | undefined
  readonly startedAt: number
}
