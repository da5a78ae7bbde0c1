import type { Plan, PlanAction, PlannedChange, PlanSummary } from '../plan/plan.ts'
import { printable } from '../util/printable.ts'
import { shellQuote } from '../util/shell-quote.ts'
import { mostOfAll } from './describe-price.ts'

/** Each action's symbol and word, for readers without colour. */
export const actionWords: Readonly<Record<PlanAction, { readonly symbol: string; readonly word: string }>> = {
  submit: { symbol: '+', word: 'submit' },
  resubmit: { symbol: '~', word: 'submit again' },
  repeat: { symbol: '*', word: 'submit again' },
  'in-doubt': { symbol: '?', word: 'in doubt' },
  blocked: { symbol: '!', word: 'blocked' },
  forget: { symbol: '-', word: 'forget' },
  keep: { symbol: '=', word: 'unchanged' },
}

/** Counts actions in words: `2 to submit, 1 to submit again (changed), 4 unchanged`; only those that occur. */
export function planCounts(summary: PlanSummary): string {
  const counts: [number, string][] = [
    [summary.submit, 'to submit'],
    [summary.resubmit, 'to submit again (changed)'],
    [summary.repeat, 'to submit again (same request)'],
    [summary.inDoubt, 'in doubt'],
    [summary.blocked, 'blocked'],
    [summary.forget, 'to forget'],
    [summary.keep, 'unchanged'],
  ]
  const present = counts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`)
  return present.length === 0 ? 'no crawls' : present.join(', ')
}

/** Returns true when `apply` would submit something or write a record. */
export function hasWork({ summary }: Plan): boolean {
  return summary.submit + summary.resubmit + summary.repeat + summary.forget > 0
}

/** Returns the head line of a plan; `comparedWith` is the git revision of a comparison. */
export function planTitle({ environment }: Plan, comparedWith?: string): string {
  const where = `environment ${printable(environment)}`
  return comparedWith === undefined
    ? `Plan for ${where}`
    : `Compared with ${printable(comparedWith)}, ${where}`
}

/** Returns the action of a crawl and its reason. */
export function changeReason({ action, reason }: PlannedChange, comparedWith?: string): string {
  const { word } = actionWords[action]
  return comparedWith === undefined && word !== reason ? `${word}: ${reason}` : reason
}

/** Returns the closing sentence of a plan, without colour. */
export function planSentence(plan: Plan, comparedWith?: string): string {
  if (comparedWith !== undefined) return comparisonSentence(plan)
  const { summary } = plan
  const { submit, resubmit, repeat } = summary
  const counts = planCounts(summary)
  if (submit + resubmit + repeat + summary.blocked === 0) return `Nothing to submit: ${counts}.`
  return `Plan: ${counts}. At most ${mostOfAll(summary)}.`
}

/** Returns the sentence for a comparison. Crawls above the budget also count as added or changed. */
function comparisonSentence({ changes, summary }: Plan): string {
  const blocked = changes.flatMap((change) => (change.action === 'blocked' ? change.blocks : []))
  const added = summary.submit + blocked.filter((action) => action === 'submit').length
  const changed = summary.resubmit + blocked.filter((action) => action === 'resubmit').length
  const above = blocked.length === 0 ? '' : ', above the budget'
  const pages =
    summary.worstCasePages === 0 ? '' : ` Added and changed: at most ${mostOfAll(summary)}${above}.`
  return `${added} added, ${changed} changed, ${summary.forget} removed, ${summary.keep} the same.${pages}`
}

/** Returns the command that settles crawls in doubt. */
export function settleCommand({ environment }: Plan, program = 'crawlform'): string {
  return `${program} state reconcile --env ${shellQuote(environment)}`
}
