import type { JobResult } from '../state/recorded-state.ts'
import type { JsonObject } from '../util/json.ts'
import { plural } from '../util/plural.ts'

/**
 * Returns the unmet parts of the crawl's `expect` for a completed job; empty if all are met. `maxDrop` is a percentage of the
 * pages of the crawl's last completed job. Without `minPages: 0`, at least one page is expected. A failed start page is always a
 * problem, because other pages are usually found from it.
 */
export function checkExpectations(
  expect: JsonObject | undefined,
  result: JobResult,
  before: JobResult | undefined,
): string[] {
  const { completed, error } = result
  const startError = result.summary?.startError
  const { minPages, maxDrop } = expect ?? {}
  if (completed === 0 && (minPages !== 0 || startError !== undefined || isUnknownHost(error))) {
    return [`no page${error === undefined ? '' : `: ${error}`}`]
  }
  const problems = startError === undefined ? [] : [`the start page failed: ${startError}`]
  if (typeof minPages === 'number' && completed < minPages) {
    problems.push(`${plural(completed, 'page')}, at least ${minPages} are expected`)
  }
  if (typeof maxDrop === 'string' && before?.status === 'completed') {
    const least = before.completed * (1 - Number.parseFloat(maxDrop) / 100)
    if (completed < least) {
      problems.push(
        `${plural(completed, 'page')}, ${before.completed} the last time: a drop of more than ${maxDrop}`,
      )
    }
  }
  return problems
}

/** Returns whether a service reports an unknown host. That is a typo, even if the crawl expects no pages. */
function isUnknownHost(error = ''): boolean {
  return /\bDNS\b|ENOTFOUND/.test(error)
}
