import type { FrontierPage } from '../../frontier/frontier.ts'
import { hostOf } from '../http/origin-of.ts'

/** One request for a page: for its own URL, or for the target of a redirect, perhaps repeated. */
export interface Visit {
  readonly page: FrontierPage
  readonly url: string
  /** The URLs that redirected so far, in order. */
  readonly hops: readonly string[]
  /** The sender of the request to each of `hops`; see `senderOf`. */
  readonly senders: readonly string[]
  /** Counts the attempts at `url`, from 1. */
  readonly attempt: number
}

/** A visit in progress. */
export interface ActiveVisit extends Visit {
  /** The sender of the request to `url`. */
  readonly sender: string
  /** Undefined for a page from the cache. */
  readonly host: string | undefined
  readonly startedAt: number
}

interface WaitingVisit extends Visit {
  readonly dueAt: number
}

/** Pages of one job that wait for their hosts while pages of others start. */
const MOST_PARKED = 500
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 60_000

/** Returns the wait in milliseconds: doubled from half a second, or as the site asks, but at most a minute. */
export function retryDelayMs(attempt: number, retryAfterMs: number | undefined): number {
  return Math.min(retryAfterMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS)
}

/** The visits of one job that have begun and wait. Times are milliseconds since the epoch. */
export class WaitingVisits {
  /** Other attempts and the next hops of redirects, in the order in which they are due. */
  readonly #retries: WaitingVisit[] = []
  /** Pages whose hosts must wait. */
  readonly #parked: WaitingVisit[] = []

  get size(): number {
    return this.#retries.length + this.#parked.length
  }

  get first(): Visit | undefined {
    return this.#parked[0] ?? this.#retries[0]
  }

  /** Whether no further page may wait for its host. */
  get isFull(): boolean {
    return this.#parked.length >= MOST_PARKED
  }

  /** Adds a visit after those that are due earlier or at the same time. */
  retry({ page, url, hops, senders, attempt }: Visit, dueAt: number): void {
    const later = this.#retries.findIndex((entry) => entry.dueAt > dueAt)
    const place = later < 0 ? this.#retries.length : later
    this.#retries.splice(place, 0, { page, url, hops, senders, attempt, dueAt })
  }

  park(visit: Visit, now: number): void {
    this.#parked.push({ ...visit, dueAt: now })
  }

  /**
   * Removes and returns the first visit that may start. If none may, returns the milliseconds until one may, which is Infinity
   * if something else must happen first.
   * @param waitMs returns the milliseconds until a visit may start that is due
   */
  take(now: number, waitMs: (visit: Visit) => number): Visit | number {
    const waits = new Map<string, number>()
    let soonest = Infinity
    for (const list of [this.#retries, this.#parked]) {
      for (const [index, visit] of list.entries()) {
        const host = hostOf(visit.url)
        const isDue = visit.dueAt <= now
        const wait = isDue ? (waits.get(host) ?? waitMs(visit)) : visit.dueAt - now
        if (wait === 0) {
          list.splice(index, 1)
          return visit
        }
        soonest = Math.min(soonest, wait)
        if (!isDue) break
        waits.set(host, wait)
      }
    }
    return soonest
  }
}
