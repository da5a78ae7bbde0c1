import type { Engine } from '../engine/engine.ts'
import type { HostGate } from '../site/host-gate.ts'
import type { Visit } from './visit.ts'

/** A visit that the engine is at. */
export interface ActiveVisit extends Visit {
  /** Undefined for a page that comes from the cache: no host is asked for it. */
  readonly host: string | undefined
  readonly startedAt: number
}

/** The visits of one job that are under way, with the load that they are to their hosts. */
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

  /** Returns the visit of a task, which is over; undefined when it was dropped before. */
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
