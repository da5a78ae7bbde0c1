import type { ScopeExplanation, ScopeStep } from '../scope/scope.ts'
import { printable } from '../util/printable.ts'
import { padCells } from '../util/text-width.ts'
import type { Style } from './style.ts'

/** Tells whether a URL belongs to a crawl, every rule's answer in order, and what would change it. */
export function renderScopeExplanationText(
  name: string,
  explanation: ScopeExplanation,
  style: Style,
): string {
  const { url, normalized, inScope, inResults, trace, flip } = explanation
  const verdict = inScope ? style.green('in scope') : style.red('out of scope')
  const width = Math.max(...trace.map(({ rule }) => rule.length))
  return [
    `${style.bold(printable(url))} is ${verdict} of ${printable(name)}.`,
    ...(inScope && !inResults ? ['It is fetched for its links, but it is not in the results.'] : []),
    ...(normalized === undefined || normalized === url ? [] : [`  taken as  ${printable(normalized)}`]),
    ...trace.map((step) => stepLine(step, width, style)),
    ...(flip === undefined ? [] : ['', printable(flip)]),
    '',
  ].join('\n')
}

function stepLine({ rule, passed, detail }: ScopeStep, width: number, style: Style): string {
  const mark = passed ? style.green('pass') : style.red('FAIL')
  return `  ${mark}  ${padCells(rule, width)}  ${printable(detail)}`
}

export function renderScopeExplanationJson(explanation: ScopeExplanation): string {
  const { url, normalized, inScope, inResults, decidedBy, trace, flip } = explanation
  const report = {
    formatVersion: 1,
    url,
    normalized: normalized ?? null,
    inScope,
    inResults,
    decidedBy,
    trace,
    flip,
  }
  return `${JSON.stringify(report, null, 2)}\n`
}
