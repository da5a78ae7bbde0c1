import { diagnose } from '../diagnostics/catalogue.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import { compileScope } from '../scope/compile-scope.ts'
import type { PageUrl } from '../scope/page-url.ts'
import type { Scope, ScopeExplanation } from '../scope/scope.ts'
import { joinPointer, valueAt } from '../util/json-pointer.ts'
import { isJsonObject } from '../util/json.ts'
import type { ScopeTest } from '../validate/crawl-spec.ts'
import { crawlFacts } from './crawl-facts.ts'
import { canParseUrl } from '../util/can-parse-url.ts'

/** One line of a crawl file's `tests`, and what the scope rules say of it. */
export interface ScopeTestResult {
  readonly crawl: string
  readonly expected: 'in' | 'out'
  /** As written. */
  readonly url: string
  readonly why: string | undefined
  readonly passed: boolean
  readonly explanation: ScopeExplanation
  /** Present when the test failed. */
  readonly diagnostic?: Diagnostic
}

export interface ScopeTestRun {
  readonly results: readonly ScopeTestResult[]
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Checks a crawl file's `tests` by the rules that the service uses: `in` lists pages that belong in the results, `out`
 * pages that do not. Paths are relative to the start URL's host.
 */
export function runScopeTests(crawl: ResolvedCrawl): ScopeTestRun {
  if (crawl.tests === undefined) return { results: [], diagnostics: [] }
  const { settings, start } = crawlFacts(crawl)
  if (start === undefined) return { results: [], diagnostics: [] }
  const setting = { crawl, start, scope: compileScope(settings) }
  const results = [
    ...crawl.tests.in.map((test) => runTest(setting, 'in', test)),
    ...crawl.tests.out.map((test) => runTest(setting, 'out', test)),
  ]
  return { results, diagnostics: results.flatMap(({ diagnostic }) => diagnostic ?? []) }
}

interface Setting {
  readonly crawl: ResolvedCrawl
  readonly start: PageUrl
  readonly scope: Scope
}

function runTest({ crawl, start, scope }: Setting, expected: 'in' | 'out', test: ScopeTest): ScopeTestResult {
  const url = canParseUrl(test.url, start.href) ? new URL(test.url, new URL('/', start.href)).href : test.url
  const explanation = scope.explain(url)
  const passed = explanation.inResults === (expected === 'in')
  const result = { crawl: crawl.name, expected, url: test.url, why: test.why, passed, explanation }
  return passed ? result : { ...result, diagnostic: report(crawl, test, { expected, explanation }) }
}

function report(
  crawl: ResolvedCrawl,
  test: ScopeTest,
  { expected, explanation }: { expected: 'in' | 'out'; explanation: ScopeExplanation },
): Diagnostic {
  const isMapping = isJsonObject(valueAt(crawl.document.value, test.pointer))
  const pointer = isMapping ? joinPointer(test.pointer, 'url') : test.pointer
  const args = { url: test.url, because: because(explanation), flip: explanation.flip }
  return diagnose(`tests/not-${expected}`, args, crawl.document.locate(pointer), { pointer })
}

function because({ trace, decidedBy, inResults }: ScopeExplanation): string {
  if (inResults) return decidedBy === 'start-url' ? 'it is the start URL' : 'no rule keeps it out'
  return trace.find(({ passed }) => !passed)?.detail ?? 'no rule admits it'
}
