import type { JobResult } from '../state/recorded-state.ts'
import type { JsonObject } from '../util/json.ts'
import { plural } from '../util/plural.ts'

/**
 * Returns what a completed job lacks of its crawl's `expect`: `minPages`, and `maxDrop` as a percentage fewer than the
 * last completed job of the crawl had. A job without pages misses one, unless `minPages` is 0. Empty when all is there.
 */
export function checkExpectations(
  expect: JsonObject | undefined,
  result: JobResult,
  before: JobResult | undefined,
): string[] {
  const { completed, error } = result
  const { minPages, maxDrop } = expect ?? {}
  if (completed === 0 && (minPages !== 0 || isUnknownHost(error))) {
    return [`no page${error === undefined ? '' : `: ${error}`}`]
  }
  const problems: string[] = []
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

/** Returns whether a service says that nobody knows the host: a typo, whatever is expected of the crawl. */
function isUnknownHost(error = ''): boolean {
  return /\bDNS\b|ENOTFOUND/.test(error)
}
