import { shellQuote } from './shell-quote.ts'

/** Returns how far a job is that no process runs, and the command that resumes it. */
export function pausedText(
  crawl: string,
  { completed, total }: { completed: number; total: number },
): string {
  const resumes = `"crawlform wait ${shellQuote(crawl)}" resumes it`
  return total === 0
    ? `paused before its first page; ${resumes}`
    : `paused at ${completed} of ${total}; ${resumes}`
}
