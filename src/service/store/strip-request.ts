import type { RowWriter } from './row-writer.ts'

/**
 * Removes secrets from a finished job's request when they are no longer needed: headers and actions, and the webhook once
 * all its events are sent.
 */
export function requestStripper(rows: RowWriter): (job: number) => void {
  const strip = rows.prepare(
    `UPDATE job SET request = json_remove(request, '$.scrapeOptions.headers', '$.scrapeOptions.actions')
     WHERE number = ? AND status <> 'scraping'`,
  )
  const stripWebhook = rows.prepare(
    `UPDATE job SET request = json_remove(request, '$.webhook') WHERE number = ? AND status <> 'scraping'
     AND NOT EXISTS (SELECT 1 FROM delivery WHERE delivery.job = job.number)`,
  )
  return (job) => {
    strip(job)
    stripWebhook(job)
  }
}
