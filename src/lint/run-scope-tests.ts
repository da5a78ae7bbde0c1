import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import { compileScope } from '../scope/compile-scope.ts'
import { absoluteUrl, type PageUrl, parseStartUrl } from '../scope/page-url.ts'
import type { Reach, Scope, ScopeExplanation } from '../scope/scope.ts'
import { isJsonObject, joinPointer, valueAt } from '../util/json.ts'
import type { ScopeTest } from '../validate/crawl-spec.ts'
import { canParseUrl, parseUrl } from '../util/can-parse-url.ts'

/** One line of a crawl file's `tests`, with the verdict of the scope rules. */
export interface ScopeTestResult {
  readonly crawl: string
  readonly expected: 'in' | 'out'
  /** As written. */
  readonly url: string
  readonly why: string | undefined
  readonly passed: boolean
  readonly explanation: ScopeExplanation
  readonly diagnostic?: Diagnostic
}

/** Checks a crawl's `tests` by the rules of the service. Paths are relative to the start URL's host. */
export function runScopeTests(crawl: ResolvedCrawl): readonly ScopeTestResult[] {
  if (crawl.tests === undefined) return []
  const start = parseStartUrl(crawl.scope.url)
  if (start === undefined) return []
  const setting = { crawl, start, scope: compileScope(crawl.scope) }
  return [
    ...crawl.tests.in.map((test) => runTest(setting, 'in', test)),
    ...crawl.tests.out.map((test) => runTest(setting, 'out', test)),
  ]
}

interface Setting {
  readonly crawl: ResolvedCrawl
  readonly start: PageUrl
  readonly scope: Scope
}

function runTest({ crawl, start, scope }: Setting, expected: 'in' | 'out', test: ScopeTest): ScopeTestResult {
  const explanation = scope.explain(namedUrl(test.url, start.href))
  const { inResults, reached, flip } = explanation
  const isPlaced = inResults === (expected === 'in')
  const passed = isPlaced && (expected === 'out' || isReached(test.reached, reached))
  const result = { crawl: crawl.name, expected, url: test.url, why: test.why, passed, explanation }
  if (passed) return result
  const { document } = crawl
  const isMapping = isJsonObject(valueAt(document.value, test.pointer))
  const place = document.locate(isMapping ? joinPointer(test.pointer, 'url') : test.pointer)
  const diagnostic =
    isPlaced && reached !== 'start'
      ? diagnose('tests/not-reached', { url: test.url, expected: test.reached, reached }, place)
      : diagnose(`tests/not-${expected}`, { url: test.url, because: because(explanation), flip }, place)
  return { ...result, diagnostic }
}

/** Returns the URL that a person names by a path on the start URL's host, or by a URL, perhaps without scheme; else as typed. */
export function namedUrl(typed: string, start: string): string {
  const base = parseUrl('/', absoluteUrl(start))
  if (base === undefined) return typed
  if (`${typed}/`.startsWith(`${base.host}/`)) return `${base.protocol}//${typed}`
  return canParseUrl(typed) ? typed : (parseUrl(typed, base)?.href ?? typed)
}

/** Returns whether a page is reached as surely as the test demands; in any way, if it demands nothing. */
function isReached(expected: ScopeTest['reached'], reached: Reach): boolean {
  if (reached === 'start' || reached === 'never') return reached === 'start'
  if (expected === 'sitemap') return reached !== 'link'
  return expected !== 'start'
}

function because({ trace, decidedBy, inResults }: ScopeExplanation): string {
  if (inResults) return decidedBy === 'start-url' ? 'it is the start URL' : 'no rule excludes it'
  return trace.find(({ passed }) => !passed)?.detail ?? 'no rule admits it'
}
