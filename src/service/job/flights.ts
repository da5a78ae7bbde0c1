import type { Engine } from '../engine/engine.ts'
import type { HostGate } from '../site/host-gate.ts'
import type { Visit } from './visit.ts'

/** A visit that the engine is at. */
export interface Flight extends Visit {
  /** Undefined for a page that comes from the cache: no host is asked for it. */
  readonly host: string | undefined
  readonly startedAt: number
}

/** The visits of one job that are under way, with the load that they are to their hosts. */
export class Flights {
  readonly #engine: Engine
  readonly #hostGate: HostGate
  readonly #byTask = new Map<number, Flight>()

  constructor({ engine, hostGate }: { engine: Engine; hostGate: HostGate }) {
    this.#engine = engine
    this.#hostGate = hostGate
  }

  get size(): number {
    return this.#byTask.size
  }

  begin(task: number, flight: Flight): void {
    this.#byTask.set(task, flight)
    if (flight.host !== undefined) this.#hostGate.begin(flight.host)
  }

  /** Returns the flight of a task, which is over; undefined when it was dropped before. */
  end(task: number, now: number): Flight | undefined {
    const flight = this.#byTask.get(task)
    this.#byTask.delete(task)
    if (flight?.host !== undefined) this.#hostGate.end(flight.host, now)
    return flight
  }

  dropAll(now: number): void {
    for (const task of this.#byTask.keys()) {
      this.#engine.abort(task)
      this.end(task, now)
    }
  }
}
