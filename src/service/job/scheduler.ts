import type { Clock } from '../../util/clock.ts'
import { createAlarm } from '../../util/alarm.ts'

/** One running job, as the scheduler sees it. */
export interface ScheduledJob {
  /** Scrapes under way. */
  readonly inFlight: number
  /** Starts one scrape if one may start now; else says when to ask again. */
  tryStart(now: number): StartAnswer
}

/** `later` waits for an event of the job's own; a number is the milliseconds to wait at least. */
export type StartAnswer = 'started' | 'later' | number

/** Shares a number of simultaneous scrapes fairly between jobs: the job with the fewest under way goes next. */
export interface Scheduler {
  add(job: ScheduledJob): void
  remove(job: ScheduledJob): void
  /** Something may be able to start now. */
  wake(): void
  close(): void
}

/** Returns a scheduler that never lets more than `concurrency` scrapes run at once. */
export function createScheduler(concurrency: number, clock: Clock): Scheduler {
  // In order of their last start, longest ago first, which settles ties.
  const jobs: ScheduledJob[] = []
  let closed = false
  let pumping = false

  const startOne = (now: number): boolean => {
    let soonest = Infinity
    for (const job of jobs.toSorted((a, b) => a.inFlight - b.inFlight)) {
      const answer = job.tryStart(now)
      if (answer === 'started') {
        const place = jobs.indexOf(job)
        if (place >= 0) jobs.push(...jobs.splice(place, 1))
        return true
      }
      if (typeof answer === 'number') soonest = Math.min(soonest, now + answer)
    }
    alarm.setFor(soonest)
    return false
  }
  const total = (): number => jobs.reduce((sum, job) => sum + job.inFlight, 0)
  const wake = (): void => {
    // A job that ends while it is asked wakes this again: the loop that runs already sees that.
    if (closed || pumping) return
    pumping = true
    try {
      while (total() < concurrency && startOne(clock.now()));
    } finally {
      pumping = false
    }
  }
  const alarm = createAlarm(clock, wake)
  return {
    add: (job) => void jobs.push(job),
    remove: (job) => {
      const place = jobs.indexOf(job)
      if (place >= 0) jobs.splice(place, 1)
    },
    wake,
    close: () => {
      closed = true
      alarm.cancel()
    },
  }
}
