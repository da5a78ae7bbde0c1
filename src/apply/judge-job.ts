import type { JobResult } from '../state/recorded-state.ts'
import type { JsonObject } from '../util/json.ts'
import { plural } from '../util/plural.ts'
import { hasUnreadSitemap } from '../util/sitemap-text.ts'
import { stoppedText } from '../util/stopped-text.ts'

/** What a crawl expects of its job. */
export interface Expected {
  /** The crawl's `expect`. */
  readonly expect: JsonObject | undefined
  /** The result of the crawl's job before this one. */
  readonly before: JobResult | undefined
}

/**
 * Returns why an ended job is not a success; empty for a success. This is the only judge: with any problem the command ends
 * with status 5, and pages that were written before stay as they are.
 */
export function judgeJob(result: JobResult, expected: Expected): readonly string[] {
  const { status, error } = result
  if (status === 'completed') return unmet(result, expected)
  const because = error === undefined ? '' : `: ${error}`
  return [`the job ${status === 'failed' ? 'failed' : 'was cancelled'}${because}`]
}

/**
 * Returns the unmet parts of `expect` for a completed job. `maxDrop` is a percentage of the pages of the crawl's last completed
 * job. Without `minPages: 0`, at least one page is expected. A failed start page is always a problem, because other pages are usually
 * found from it.
 */
function unmet(result: JobResult, { expect, before }: Expected): readonly string[] {
  const { completed, error } = result
  const startError = result.summary?.startError
  const { minPages, maxDrop, complete } = expect ?? {}
  if (completed === 0 && (minPages !== 0 || startError !== undefined || isUnknownHost(error))) {
    return [`no page${error === undefined ? '' : `: ${error}`}`]
  }
  const problems = startError === undefined ? [] : [`the start page failed: ${startError}`]
  if (typeof minPages === 'number' && completed < minPages) {
    problems.push(`${plural(completed, 'page')}, at least ${minPages} expected`)
  }
  if (typeof maxDrop === 'string' && before?.status === 'completed') {
    const least = before.completed * (1 - Number.parseFloat(maxDrop) / 100)
    if (completed < least) {
      problems.push(
        `${plural(completed, 'page')}, down from ${before.completed}: a drop of more than ${maxDrop}`,
      )
    }
  }
  const stopped = stoppedText(result)
  if (complete === true && stopped !== undefined) problems.push(`not complete: ${stopped}`)
  if (complete === true && hasUnreadSitemap(result))
    problems.push('not complete: could not read every sitemap')
  return problems
}

/** Returns whether a service reports an unknown host. That is a typo, even if the crawl expects no pages. */
function isUnknownHost(error = ''): boolean {
  return /\bDNS\b|ENOTFOUND/.test(error)
}
