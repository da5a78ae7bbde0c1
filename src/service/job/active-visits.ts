import type { Engine } from '../engine/engine.ts'
import type { HostGate } from '../site/host-gate.ts'
import type { Visit } from './visit.ts'

/** A visit that is in progress. */
export interface ActiveVisit extends Visit {
  /** Undefined for a page from the cache. */
  readonly host: string | undefined
  readonly startedAt: number
}

/** The visits of one job that are in progress. They count as load of their hosts. */
export class ActiveVisits {
  readonly #engine: Engine
  readonly #hostGate: HostGate
  readonly #byTask = new Map<number, ActiveVisit>()

  constructor({ engine, hostGate }: { engine: Engine; hostGate: HostGate }) {
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
