import type { JobResult } from '../state/recorded-state.ts'
import type { JsonObject } from '../util/json.ts'
import { plural } from '../util/plural.ts'

/**
 * Returns what a finished job lacks of its crawl's `expect`: `minPages`, and `maxDrop` as a percentage fewer than the
 * last completed job of the crawl had. Empty when nothing.
 */
export function checkExpectations(
  expect: JsonObject | undefined,
  result: JobResult,
  before: JobResult | undefined,
): string[] {
  const problems: string[] = []
  const { minPages, maxDrop } = expect ?? {}
  if (typeof minPages === 'number' && result.completed < minPages) {
    problems.push(`${plural(result.completed, 'page')}, at least ${minPages} are expected`)
  }
  if (typeof maxDrop === 'string' && before?.status === 'completed') {
    const least = before.completed * (1 - Number.parseFloat(maxDrop) / 100)
    if (result.completed < least) {
      problems.push(
        `${plural(result.completed, 'page')}, ${before.completed} the last time: a drop of more than ${maxDrop}`,
      )
    }
  }
  return problems
}
