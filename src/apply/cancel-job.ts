import { type CancelOutcome, ClientError } from '../client/crawl-client.ts'
import type { CrawlClient } from '../client/client.ts'
import type { PlannedChange } from '../plan/plan.ts'
import { mayRun, type SubmittedJob } from '../state/state.ts'

/**
 * Cancels a job that has not ended. Asks for its status first, because one release of Firecrawl marks a finished job as
 * cancelled.
 * @throws {ClientError}
 */
export async function cancelJob(client: CrawlClient, job: string): Promise<CancelOutcome> {
  try {
    const { status } = await client.status(job)
    return status === 'scraping' ? await client.cancel(job) : 'already-finished'
  } catch (error) {
    if (error instanceof ClientError && error.code === 'not-found') return 'not-found'
    throw error
  }
}

/** Returns the job of the crawl that may still run when `change` is submitted. With `--replace` it is cancelled first. */
export function replacedJob(change: PlannedChange): SubmittedJob | undefined {
  const old = 'replaces' in change ? change.replaces : undefined
  return old !== undefined && mayRun(old) ? old : undefined
}
