import { ClientError } from '../client/client-error.ts'
import type { LoadedProject } from '../load/load.ts'
import { lastJob } from '../plan/last-job.ts'
import type { PausedJobs } from '../plan/make-plan.ts'
import { type JobRecord, mayRun } from '../state/recorded-state.ts'
import { openService } from './open-service.ts'
import type { SessionDependencies } from './session-dependencies.ts'

/**
 * Returns the unfinished jobs of the project's own service if no process runs it, with their counts. Looks only if the record
 * has such a job, and starts none. A service that cannot be opened has no answer: commands that need it report why.
 */
export async function pausedJobs(
  around: Pick<SessionDependencies, 'env' | 'clock'>,
  loaded: LoadedProject,
  records: readonly JobRecord[],
): Promise<PausedJobs> {
  const paused = new Map<string, { completed: number; total: number }>()
  if (loaded.environment.baseUrl !== undefined) return paused
  const jobs = records.flatMap((record) => {
    const last = record.phase === 'forgotten' ? undefined : lastJob(record)
    return last !== undefined && mayRun(last) ? [last.job] : []
  })
  if (jobs.length === 0) return paused
  const service = await openService(around, loaded, { records, isIdle: true }).catch(() => undefined)
  try {
    if (service?.isInProcess !== true) return paused
    for (const job of jobs) {
      const answer = await service.client.status(job).catch(noAnswer)
      if (answer?.status === 'scraping') paused.set(job, answer)
    }
    return paused
  } finally {
    await service?.close()
  }
}

function noAnswer(error: unknown): undefined {
  if (!(error instanceof ClientError)) throw error
}
