import { type Clock, createAlarm } from '../../util/clock.ts'

export interface ScheduledJob {
  readonly inFlight: number
  /** Starts one scrape if one may start now; else says when to ask again. */
  tryStart(now: number): StartAnswer
}

/** `later` waits for an event of the job itself; a number is the least milliseconds to wait. */
export type StartAnswer = 'started' | 'later' | number

export type Scheduler = ReturnType<typeof createScheduler>

/** Shares `concurrency` simultaneous scrapes fairly between jobs: the job with the fewest in progress goes next. */
export function createScheduler(concurrency: number, clock: Clock) {
  /** In order of their last start, longest ago first, which settles ties. */
  let jobs: ScheduledJob[] = []
  let isClosed = false
  let isStarting = false
  const remove = (job: ScheduledJob): void => {
    jobs = jobs.filter((other) => other !== job)
  }
  const inFlight = (): number => jobs.reduce((sum, job) => sum + job.inFlight, 0)
  const startOne = (now: number): boolean => {
    let soonest = Infinity
    for (const job of jobs.toSorted((a, b) => a.inFlight - b.inFlight)) {
      const answer = job.tryStart(now)
      if (answer === 'started') {
        if (jobs.includes(job)) jobs = [...jobs.filter((other) => other !== job), job]
        return true
      }
      if (typeof answer === 'number') soonest = Math.min(soonest, now + answer)
    }
    alarm.setFor(soonest)
    return false
  }
  const wake = (): void => {
    // A job that ends while it is asked calls this again. The loop that runs already sees that.
    if (isClosed || isStarting) return
    isStarting = true
    try {
      while (inFlight() < concurrency && startOne(clock.now()));
    } finally {
      isStarting = false
    }
  }
  const alarm = createAlarm(clock, wake)
  return {
    add: (job: ScheduledJob) => void jobs.push(job),
    remove,
    wake,
    close: () => {
      isClosed = true
      alarm.cancel()
    },
  }
}
