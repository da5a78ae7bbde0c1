import type { PlannedChange, PlannedPrice, PlanSummary } from '../plan/plan.ts'
import { plural } from '../util/plural.ts'
import { describeOrigin } from './describe-origin.ts'

/**
 * Describes the highest cost of a crawl, with the prices: `up to 500 credits; a page costs page 1 (default) + json 4
 * (default)`.
 */
export function describePrice({ credits, parts, unboundedPdf }: PlannedPrice): string {
  const sum = parts.map(
    ({ what, credits: each, origin }) =>
      `${what === 'page' && parts.length === 1 ? '' : `${what} `}${each} (${describeOrigin(origin)})`,
  )
  return [
    `up to ${plural(credits, 'credit')}`,
    ...(sum.length === 0 ? [] : [`a page costs ${sum.join(' + ')}`]),
    ...(unboundedPdf === undefined
      ? []
      : [`each further page of a PDF costs ${unboundedPdf} more, as no parser sets "maxPages"`]),
  ].join('; ')
}

/** Returns the most pages and credits of one change; empty if it only forgets. */
export function mostOf(change: PlannedChange): string {
  return change.action === 'forget' ? '' : pagesAndCredits(change.worstCasePages, change.price?.credits ?? 0)
}

/** Returns the same of a whole plan. */
export function mostOfAll({ worstCasePages, worstCaseCredits }: PlanSummary): string {
  return pagesAndCredits(worstCasePages, worstCaseCredits)
}

/** Returns `20 pages`, or `20 pages, 100 credits` if the service charges credits. */
export function pagesAndCredits(pages: number, credits: number): string {
  return credits === 0 ? plural(pages, 'page') : `${plural(pages, 'page')}, ${plural(credits, 'credit')}`
}
