import type { Clock } from '../../util/clock.ts'
import { createAlarm } from '../../util/alarm.ts'

/** One running job, as the scheduler sees it. */
export interface Lane {
  /** Scrapes under way. */
  readonly inFlight: number
  /** Starts one scrape if one may start now; else says when to ask again. */
  tryStart(now: number): StartAnswer
}

/** `later` waits for an event of the lane's own; a number is the milliseconds to wait at least. */
export type StartAnswer = 'started' | 'later' | number

/** Shares a number of simultaneous scrapes fairly between jobs: the job with the fewest under way goes next. */
export interface Scheduler {
  add(lane: Lane): void
  remove(lane: Lane): void
  /** Something may be able to start now. */
  poke(): void
  close(): void
}

/** Returns a scheduler that never lets more than `concurrency` scrapes run at once. */
export function createScheduler(concurrency: number, clock: Clock): Scheduler {
  // In order of their last start, longest ago first, which settles ties.
  const lanes: Lane[] = []
  let closed = false
  let pumping = false

  const startOne = (now: number): boolean => {
    let soonest = Infinity
    for (const lane of lanes.toSorted((a, b) => a.inFlight - b.inFlight)) {
      const answer = lane.tryStart(now)
      if (answer === 'started') {
        const place = lanes.indexOf(lane)
        if (place >= 0) lanes.push(...lanes.splice(place, 1))
        return true
      }
      if (typeof answer === 'number') soonest = Math.min(soonest, now + answer)
    }
    alarm.setFor(soonest)
    return false
  }
  const total = (): number => lanes.reduce((sum, lane) => sum + lane.inFlight, 0)
  const poke = (): void => {
    // A lane that ends while it is asked pokes again: the loop under way sees what it did.
    if (closed || pumping) return
    pumping = true
    try {
      while (total() < concurrency && startOne(clock.now()));
    } finally {
      pumping = false
    }
  }
  const alarm = createAlarm(clock, poke)
  return {
    add: (lane) => void lanes.push(lane),
    remove: (lane) => {
      const place = lanes.indexOf(lane)
      if (place >= 0) lanes.splice(place, 1)
    },
    poke,
    close: () => {
      closed = true
      alarm.cancel()
    },
  }
}
