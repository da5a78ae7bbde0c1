import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import { leaveOut, noiseProblem } from '../scope/pattern/leave-out.ts'
import type { ScopeTest } from '../validate/crawl-spec.ts'

/** One text of `tests.ignored` or `tests.counted`, and what `changes.ignore` does with it. */
export interface NoiseTestResult {
  readonly crawl: string
  readonly expected: 'ignored' | 'counted'
  readonly text: string
  readonly passed: boolean
  readonly diagnostic?: Diagnostic
}

/** Checks the texts in a crawl's `tests` by its patterns of `changes.ignore`, unless one of these is wrong. */
export function runNoiseTests({ name, ignore, tests, document }: ResolvedCrawl): readonly NoiseTestResult[] {
  if (tests === undefined || ignore.some((pattern) => noiseProblem(pattern) !== undefined)) return []
  const run = (expected: 'ignored' | 'counted', { url: text, pointer }: ScopeTest): NoiseTestResult => {
    const left = leaveOut(text, ignore)
    const passed = expected === 'ignored' ? left.trim() === '' : left === text
    const result = { crawl: name, expected, text, passed }
    if (passed) return result
    const place = document.locate(pointer)
    return { ...result, diagnostic: diagnose(`tests/not-${expected}`, { text, left: left.trim() }, place) }
  }
  return [
    ...tests.ignored.map((test) => run('ignored', test)),
    ...tests.counted.map((test) => run('counted', test)),
  ]
}

/** Reports patterns of `changes.ignore` that cannot be used, where they are written. */
export function checkNoisePatterns({ ignore, beside }: ResolvedCrawl): readonly Diagnostic[] {
  return ignore.flatMap((pattern, index) => {
    const because = noiseProblem(pattern)
    if (because === undefined) return []
    return [
      diagnose('changes/invalid-pattern', { pattern, because }, beside.locate(`/changes/ignore/${index}`)),
    ]
  })
}
