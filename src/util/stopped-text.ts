import { plural } from './plural.ts'

/** How a job was stopped before it had fetched every URL that it found. */
export interface Stopped {
  /** The crawl's limit, where that stopped the job. */
  readonly stoppedAtLimit?: number
  /** URLs that were found and not fetched: at least so many, or 0 for certain. Absent where the service does not count them. */
  readonly urlsLeft?: number
}

/** Returns where a job was stopped, as in `stopped at limit 12; at least 53 more URLs were found`; undefined if it was not. */
export function stoppedText({ stoppedAtLimit, urlsLeft }: Stopped): string | undefined {
  if (urlsLeft === 0 || (stoppedAtLimit === undefined && urlsLeft === undefined)) return undefined
  const where =
    stoppedAtLimit === undefined
      ? 'stopped: the service remembers no more URLs'
      : `stopped at limit ${stoppedAtLimit}`
  if (urlsLeft === undefined) return `${where}; more URLs may exist`
  return `${where}; at least ${plural(urlsLeft, 'more URL')} ${urlsLeft === 1 ? 'was' : 'were'} found`
}
