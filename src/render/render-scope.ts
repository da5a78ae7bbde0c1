import type { NoiseTestResult } from '../lint/noise-tests.ts'
import type { ScopeTestResult } from '../lint/run-scope-tests.ts'
import type { Reach, ScopeExplanation, ScopeStep } from '../scope/scope.ts'
import { shellQuote } from '../util/shell-quote.ts'
import { padCells, padColumns, plural, printable } from '../util/text.ts'
import { renderJunit } from './render-junit.ts'
import { jsonReport, type Style } from './render.ts'
import type { SettingExplanation } from '../plan/diff-requests.ts'
import type { PlannedNote } from '../plan/plan.ts'
import { describeOrigin, formatValue, settingName } from './format-value.ts'
import { noteLine } from './render-plan-text.ts'

const REACHED: Readonly<Record<Reach, string>> = {
  start: 'always, as the start URL',
  sitemap: 'if the sitemap lists it',
  'sitemap-or-link': 'if the sitemap lists it or a page links to it',
  link: 'only if a page links to it',
  never: 'never, because the crawl fetches only its start URL',
}

/** A URL and the scope of a crawl. */
export interface ExplainedUrl {
  readonly name: string
  readonly explanation: ScopeExplanation
  /** Whether the crawl keeps pages that are answered with 4xx or 5xx. */
  readonly keepsErrorPages: boolean
}

/** Returns whether a URL belongs to a crawl, every rule's answer in order, and the change that would reverse the result. */
export function renderScopeExplanationText(
  { name, explanation, keepsErrorPages }: ExplainedUrl,
  style: Style,
): string {
  const { url, normalized, inScope, inResults, onlyByRedirect, reached, trace, flip } = explanation
  const width = Math.max(...trace.map(({ rule }) => rule.length))
  return [
    `${style.bold(printable(url))} is ${verdictOn(explanation, style)} of ${printable(name)}${onlyByRedirect ? ' only if a page in scope redirects to it' : ''}.`,
    ...(inScope && !inResults ? ['It is fetched for its links, but it is not in the results.'] : []),
    ...(normalized === undefined || normalized === url ? [] : [`  taken as  ${printable(normalized)}`]),
    ...trace.map((step) => stepLine(step, width, style)),
    ...(inScope ? [`  Reached: ${REACHED[reached]}.`] : []),
    ...(inResults ? [`  ${errorPagesText(name, keepsErrorPages)}`] : []),
    ...(flip === undefined ? [] : ['', printable(flip)]),
    '',
  ].join('\n')
}

function errorPagesText(name: string, keepsErrorPages: boolean): string {
  return keepsErrorPages
    ? 'Kept even if the site answers 4xx or 5xx: "expect.errorPages" is "keep".'
    : `Failed if the site answers 4xx or 5xx: crawlform status ${shellQuote(name)} lists such pages.`
}

function verdictOn({ inScope, onlyByRedirect }: ScopeExplanation, style: Style): string {
  if (inScope) return style.green('in scope')
  return onlyByRedirect ? style.yellow('in scope') : style.red('out of scope')
}

function stepLine({ rule, passed, detail }: ScopeStep, width: number, style: Style): string {
  const mark = passed ? style.green('pass') : style.red('FAIL')
  return `  ${mark}  ${padCells(rule, width)}  ${printable(detail)}`
}

export function renderScopeExplanationJson({ explanation, keepsErrorPages }: ExplainedUrl): string {
  const { url, normalized = null, trace, flip, ...answers } = explanation
  const errorPages = keepsErrorPages ? 'keep' : 'fail'
  return jsonReport({ url, normalized, ...answers, errorPages, trace, flip })
}

type TestResult = ScopeTestResult | NoiseTestResult

export interface TestedCrawl {
  readonly name: string
  readonly file: string
  readonly results: readonly TestResult[]
}

/** Returns failed tests with the reason, then counts; with `all` every test. */
export function renderScopeTestsText(crawls: readonly TestedCrawl[], all: boolean, style: Style): string {
  const results = crawls.flatMap((crawl) => crawl.results)
  const failed = results.filter((result) => !result.passed)
  const shown = all ? results : failed
  const lines = shown.map((result) => {
    const mark = result.passed ? style.green('pass') : style.red('FAIL')
    const why = 'why' in result && result.why !== undefined ? ` (${printable(result.why)})` : ''
    const head = `${mark}  ${printable(result.crawl)}  ${printable(nameOf(result))}${why}`
    return result.passed ? `${head}\n` : `${head}\n      ${reason(result)}\n`
  })
  const tested = crawls.filter((crawl) => crawl.results.length > 0).length
  const counts = `${plural(results.length, 'test')} of ${plural(tested, 'crawl')}: ${results.length - failed.length} passed, ${failed.length} failed\n`
  return `${lines.join('')}${lines.length === 0 ? '' : '\n'}${counts}`
}

function nameOf(result: TestResult): string {
  return `${result.expected} ${'text' in result ? result.text : result.url}`
}

function reason(result: TestResult): string {
  const { expected, diagnostic } = result
  // It belongs to the crawl, and is not reached as asked.
  if ('text' in result || (expected === 'in' && result.explanation.inResults))
    return `${printable(diagnostic?.message ?? '')} ${printable(diagnostic?.help ?? '')}`.trim()
  const { explanation } = result
  const rule = explanation.trace.find(({ passed }) => !passed)
  const why = rule === undefined ? 'no rule excludes it' : printable(rule.detail)
  const flip = explanation.flip === undefined ? '' : ` ${printable(explanation.flip)}`
  return `It is ${expected === 'in' ? 'out' : 'in'}: ${why}.${flip}`
}

export function renderScopeTestsJson(crawls: readonly TestedCrawl[]): string {
  const tests = crawls.flatMap(({ file, results }) =>
    results.map((result) => {
      const { crawl, expected, passed } = result
      if ('text' in result) return { crawl, file, expected, text: result.text, passed }
      const { url, why, explanation } = result
      const { decidedBy, reached } = explanation
      return { crawl, file, expected, url, why, passed, decidedBy, reached }
    }),
  )
  const failed = tests.filter(({ passed }) => !passed).length
  const summary = { tests: tests.length, passed: tests.length - failed, failed }
  return jsonReport({ tests, summary })
}

/** Returns JUnit XML: one suite for each crawl, one case for each test. */
export function renderScopeTestsJunit(crawls: readonly TestedCrawl[]): string {
  const suites = crawls.map(({ name, file, results }) => ({
    attributes: { name, file },
    cases: results.map((result) => ({
      attributes: { classname: result.crawl, name: nameOf(result) },
      failure: result.passed ? undefined : { attributes: { message: reason(result) } },
    })),
  }))
  return renderJunit('crawlform test', suites)
}

export interface ExplainedCrawl {
  readonly name: string
  readonly environment: string
  readonly file: string
  readonly line: number
  readonly settings: readonly SettingExplanation[]
  readonly notes: readonly PlannedNote[]
}

/** The widest columns: name, value and origin. */
const CELLS = [40, 40, 40]

/** Returns every setting of a crawl with its origin and the candidates it beat. */
export function renderExplainText(crawl: ExplainedCrawl, style: Style): string {
  const { name, environment, file, line, settings, notes } = crawl
  const rows = settings.flatMap((setting) => [
    { beats: false, cells: [settingName(setting.pointer), ...valueCells(setting)] },
    ...setting.beaten.map((loser) => ({ beats: true, cells: ['', ...valueCells(loser)] })),
  ])
  // Indent, "not" and gaps take ten cells.
  const padded = padColumns(
    rows.map(({ cells }) => cells),
    CELLS,
    { index: 1, columns: style.columns, gaps: 10 },
  )
  return [
    style.bold(`${printable(name)} (${printable(file)}:${line}), environment ${printable(environment)}`),
    '',
    ...rows.map(({ beats }, index) => {
      const [setting, value, origin] = padded[index] ?? []
      const text = `${setting}  ${beats ? 'not ' : '    '}${value}  ${origin}`.trimEnd()
      return `  ${beats ? style.dim(text) : text}`
    }),
    ...(notes.length === 0 ? [] : ['']),
    ...notes.map((note) => `  ${noteLine(note, style)}`),
    '',
  ].join('\n')
}

function valueCells({ value, origin }: Pick<SettingExplanation, 'value' | 'origin'>): string[] {
  return [formatValue(value), describeOrigin(origin)]
}
