import type { Reach, ScopeExplanation, ScopeStep } from '../scope/scope.ts'
import { printable } from '../util/printable.ts'
import { padCells } from '../util/text-width.ts'
import type { Style } from './render.ts'

const REACHED: Readonly<Record<Reach, string>> = {
  start: 'always, as the start URL',
  sitemap: 'if the sitemap lists it',
  'sitemap-or-link': 'if the sitemap lists it or a page links to it',
  link: 'only if a page links to it',
  never: 'never, because the crawl fetches its start URL alone',
}

/** Returns whether a URL belongs to a crawl, every rule's answer in order, and the change that would reverse the result. */
export function renderScopeExplanationText(
  name: string,
  explanation: ScopeExplanation,
  style: Style,
): string {
  const { url, normalized, inScope, inResults, reached, trace, flip } = explanation
  const verdict = inScope ? style.green('in scope') : style.red('out of scope')
  const width = Math.max(...trace.map(({ rule }) => rule.length))
  return [
    `${style.bold(printable(url))} is ${verdict} of ${printable(name)}.`,
    ...(inScope && !inResults ? ['It is fetched for its links, but it is not in the results.'] : []),
    ...(normalized === undefined || normalized === url ? [] : [`  taken as  ${printable(normalized)}`]),
    ...trace.map((step) => stepLine(step, width, style)),
    ...(inScope ? [`  Reached: ${REACHED[reached]}.`] : []),
    ...(flip === undefined ? [] : ['', printable(flip)]),
    '',
  ].join('\n')
}

function stepLine({ rule, passed, detail }: ScopeStep, width: number, style: Style): string {
  const mark = passed ? style.green('pass') : style.red('FAIL')
  return `  ${mark}  ${padCells(rule, width)}  ${printable(detail)}`
}

export function renderScopeExplanationJson(explanation: ScopeExplanation): string {
  const { url, normalized, inScope, inResults, decidedBy, reached, trace, flip } = explanation
  const report = {
    formatVersion: 1,
    url,
    normalized: normalized ?? null,
    inScope,
    inResults,
    decidedBy,
    reached,
    trace,
    flip,
  }
  return `${JSON.stringify(report, null, 2)}\n`
}
