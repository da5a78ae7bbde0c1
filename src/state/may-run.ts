import type { SubmittedJob } from './recorded-state.ts'

/** Returns whether a job may still run, by its last known state. */
export function mayRun({ result }: { readonly result?: SubmittedJob['result'] | undefined }): boolean {
  return result === undefined || result.status === 'scraping'
}
