import type { SubmittedJob } from './recorded-state.ts'

/** Tells whether a job has not ended, as far as is known of it. */
export function mayRun({ result }: { readonly result?: SubmittedJob['result'] | undefined }): boolean {
  return result === undefined || result.status === 'scraping'
}
