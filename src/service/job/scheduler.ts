import { type Clock, createAlarm, type Alarm } from '../../util/clock.ts'

export interface ScheduledJob {
  readonly inFlight: number
  /** Starts one scrape if one may start now; else says when to ask again. */
  tryStart(now: number): StartAnswer
}

/** `later` waits for an event of the job itself; a number is the least milliseconds to wait. */
export type StartAnswer = 'started' | 'later' | number

/** Shares `concurrency` simultaneous scrapes fairly between jobs: the job with the fewest in progress goes next. */
export class Scheduler {
  readonly #concurrency: number
  readonly #clock: Clock
  readonly #alarm: Alarm
  /** In order of their last start, longest ago first, which settles ties. */
  #jobs: ScheduledJob[] = []
  #isClosed = false
  #isStarting = false

  constructor(concurrency: number, clock: Clock) {
    this.#concurrency = concurrency
    this.#clock = clock
    this.#alarm = createAlarm(clock, () => this.wake())
  }

  add(job: ScheduledJob): void {
    this.#jobs.push(job)
  }

  remove(job: ScheduledJob): void {
    this.#jobs = this.#jobs.filter((other) => other !== job)
  }

  wake(): void {
    // A job that ends while it is asked calls this again. The loop that runs already sees that.
    if (this.#isClosed || this.#isStarting) return
    this.#isStarting = true
    try {
      while (this.#inFlight() < this.#concurrency && this.#startOne(this.#clock.now()));
    } finally {
      this.#isStarting = false
    }
  }

  close(): void {
    this.#isClosed = true
    this.#alarm.cancel()
  }

  #inFlight(): number {
    return this.#jobs.reduce((sum, job) => sum + job.inFlight, 0)
  }

  #startOne(now: number): boolean {
    let soonest = Infinity
    for (const job of this.#jobs.toSorted((a, b) => a.inFlight - b.inFlight)) {
      const answer = job.tryStart(now)
      if (answer === 'started') {
        if (this.#jobs.includes(job)) this.#jobs = [...this.#jobs.filter((other) => other !== job), job]
        return true
      }
      if (typeof answer === 'number') soonest = Math.min(soonest, now + answer)
    }
    this.#alarm.setFor(soonest)
    return false
  }
}
