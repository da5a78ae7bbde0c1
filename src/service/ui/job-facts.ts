import type { Clock } from '../../util/clock.ts'
import { stoppedText } from '../../util/stopped-text.ts'
import { leftover } from '../api/status-answer.ts'
import type { FoundJob, Jobs } from '../job/job.ts'
import { perSecond, type Speeds } from './speeds.ts'
import type { JobState } from './words.ts'

/** The facts that pages show. */
export interface Shown {
  readonly jobs: Jobs
  readonly speeds: Speeds
  readonly clock: Clock
  readonly isSignedIn: boolean
}

/** The shown state of a job at one moment. */
export interface JobFacts {
  readonly id: string
  readonly url: string
  /** The name of its crawl, or the start URL. */
  readonly title: string
  readonly state: JobState
  readonly completed: number
  /** Pages known so far: done, running and waiting. */
  readonly total: number
  readonly failed: number
  readonly cached: number
  /** Where the job stopped before it had fetched every URL, as a clause. */
  readonly stopped: string | undefined
  readonly perSecond: number
  readonly createdAt: number
  readonly lastedMs: number
}

export function factsOf({ record, counts }: FoundJob, { jobs, speeds, clock }: Shown): JobFacts {
  const { id, url, name, failed, cached, createdAt } = record
  const completed = counts?.completed ?? record.completed
  const state = stateOf(record, jobs)
  const lastedMs = (record.finishedAt ?? clock.now()) - createdAt
  const isRunning = state === 'running'
  if (!isRunning) speeds.forget(id)
  return {
    id,
    url,
    title: name ?? url,
    state,
    completed,
    total: counts?.total ?? record.completed,
    failed,
    cached,
    stopped: stoppedText(leftover(record)),
    perSecond: isRunning ? speeds.measure(id, completed, createdAt) : perSecond(completed, lastedMs),
    createdAt,
    lastedMs,
  }
}

function stateOf({ id, status }: FoundJob['record'], jobs: Jobs): JobState {
  if (status !== 'scraping') return status
  return jobs.isWaiting(id) ? 'waiting' : 'running'
}
