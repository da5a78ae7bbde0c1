import { ClientError } from '../client/client-error.ts'
import type { CancelOutcome, CrawlClient } from '../client/crawl-client.ts'

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
