import { diagnose } from '../../diagnostics/catalogue.ts'
import { leavesNothing } from '../leaves-nothing.ts'
import type { CrawlRule } from '../lint-rule.ts'
import { patternPlace } from '../report-pattern.ts'

/** Patterns that leave the start URL itself out of the results, unless a scope test says that this is meant. */
export const startUrlShutOut: CrawlRule = function* startUrlShutOut(facts, reported) {
  const { crawl, scope, start } = facts
  if (scope === undefined || start === undefined) return
  if (facts.includes.length === 0 && facts.excludes.length === 0) return
  if (scope.inResults(start.href, { depth: 0, via: 'start' })) return
  const key = scope.dedupeKey(start.href)
  const isMeant = crawl.tests?.out.some(({ url }) => {
    return URL.canParse(url, start.href) && scope.dedupeKey(new URL(url, start.href).href) === key
  })
  if (isMeant === true) return
  if (leavesNothing(facts)) return
  const { trace } = scope.explain(start.href, { depth: 0, via: 'start' })
  const step = trace.find(({ passed }) => !passed)
  const exclude = facts.excludes.find(({ source }) => source === step?.pattern)
  // Includes that match nothing have been reported one by one.
  if (exclude === undefined && facts.includes.every((use) => reported.has(use))) return
  const place = exclude === undefined ? crawl.locate('/includePaths', 'key') : patternPlace(facts, exclude)
  const args = { url: start.href, because: step?.detail ?? 'the patterns refuse it' }
  const list = exclude === undefined ? 'includePaths' : 'excludePaths'
  yield diagnose('scope/start-url-shut-out', args, place, { pointer: `/request/${list}` })
}
