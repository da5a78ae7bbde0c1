import type { ScopeTestResult } from '../lint/run-scope-tests.ts'
import { renderJunit } from './render-junit.ts'
import { plural } from '../util/plural.ts'
import { printable } from '../util/printable.ts'
import type { Style } from './render.ts'

/** One crawl's tests. */
export interface TestedCrawl {
  readonly name: string
  readonly file: string
  readonly results: readonly ScopeTestResult[]
}

/** Returns failed tests with the reason, then counts; with `all` every test. */
export function renderScopeTestsText(crawls: readonly TestedCrawl[], all: boolean, style: Style): string {
  const results = crawls.flatMap((crawl) => crawl.results)
  const failed = results.filter((result) => !result.passed)
  const shown = all ? results : failed
  const lines = shown.map((result) => {
    const mark = result.passed ? style.green('pass') : style.red('FAIL')
    const why = result.why === undefined ? '' : ` (${printable(result.why)})`
    const head = `${mark}  ${printable(result.crawl)}  ${result.expected} ${printable(result.url)}${why}`
    return result.passed ? `${head}\n` : `${head}\n      ${reason(result)}\n`
  })
  const tested = crawls.filter((crawl) => crawl.results.length > 0).length
  const counts = `${plural(results.length, 'test')} of ${plural(tested, 'crawl')}: ${results.length - failed.length} passed, ${failed.length} failed\n`
  return `${lines.join('')}${lines.length === 0 ? '' : '\n'}${counts}`
}

function reason({ expected, explanation, diagnostic }: ScopeTestResult): string {
  // It belongs to the crawl, and is not reached as asked.
  if (expected === 'in' && explanation.inResults)
    return `${printable(diagnostic?.message ?? '')} ${printable(diagnostic?.help ?? '')}`.trim()
  const rule = explanation.trace.find(({ passed }) => !passed)
  const why = rule === undefined ? 'no rule excludes it' : printable(rule.detail)
  const flip = explanation.flip === undefined ? '' : ` ${printable(explanation.flip)}`
  return `It is ${expected === 'in' ? 'out' : 'in'}: ${why}.${flip}`
}

export function renderScopeTestsJson(crawls: readonly TestedCrawl[]): string {
  const tests = crawls.flatMap(({ file, results }) =>
    results.map(({ crawl, expected, url, why, passed, explanation }) => ({
      crawl,
      file,
      expected,
      url,
      why,
      passed,
      decidedBy: explanation.decidedBy,
      reached: explanation.reached,
    })),
  )
  const failed = tests.filter(({ passed }) => !passed).length
  const summary = { tests: tests.length, passed: tests.length - failed, failed }
  return `${JSON.stringify({ formatVersion: 1, tests, summary }, null, 2)}\n`
}

/** Returns JUnit XML: one suite for each crawl, one case for each test. */
export function renderScopeTestsJunit(crawls: readonly TestedCrawl[]): string {
  const suites = crawls.map(({ name, file, results }) => ({
    attributes: { name, file },
    cases: results.map((result) => ({
      attributes: { classname: result.crawl, name: `${result.expected} ${result.url}` },
      failure: result.passed ? undefined : { attributes: { message: reason(result) } },
    })),
  }))
  return renderJunit('crawlform test', suites)
}
