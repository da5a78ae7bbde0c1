import type { FrontierPage } from '../../frontier/frontier.ts'
import type { PageEngine } from '../engine/page-engine.ts'
import type { HostGate } from '../site/host-gate.ts'

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

/**
 * Returns the milliseconds before the attempt after `attempt`. They double from half a second, unless the site asks for
 * another wait. They are never more than a minute, so that no site can hold a job open.
 */
export function retryDelayMs(attempt: number, retryAfterMs: number | undefined): number {
  return Math.min(retryAfterMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS)
}

/** Visits of one job that wait, soonest first. */
export class VisitList {
  readonly entries: Retry[] = []

  add(retry: Retry): void {
    const later = this.entries.findIndex((entry) => entry.dueAt > retry.dueAt)
    this.entries.splice(later < 0 ? this.entries.length : later, 0, retry)
  }

  remove(retry: Retry): void {
    this.entries.splice(this.entries.indexOf(retry), 1)
  }
}

export interface ActiveVisit extends Visit {
  /** Undefined for a page from the cache. */
  readonly host: string | undefined
  readonly startedAt: number
}

/** The visits of one job that are in progress. They count as load of their hosts. */
export class ActiveVisits {
  readonly #engine: PageEngine
  readonly #hostGate: HostGate
  readonly #byTask = new Map<number, ActiveVisit>()

  constructor({ engine, hostGate }: { engine: PageEngine; hostGate: HostGate }) {
    this.#engine = engine
    this.#hostGate = hostGate
  }

  get size(): number {
    return this.#byTask.size
  }

  begin(task: number, visit: ActiveVisit): void {
    this.#byTask.set(task, visit)
    if (visit.host !== undefined) this.#hostGate.begin(visit.host)
  }

  /** Ends the visit of a task and returns it; undefined if it was dropped before. */
  end(task: number, now: number): ActiveVisit | undefined {
    const visit = this.#byTask.get(task)
    this.#byTask.delete(task)
    if (visit?.host !== undefined) this.#hostGate.end(visit.host, now)
    return visit
  }

  dropAll(now: number): void {
    for (const task of this.#byTask.keys()) {
      this.#engine.abort(task)
      this.end(task, now)
    }
  }
}
