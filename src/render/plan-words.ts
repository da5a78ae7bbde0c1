import type { Plan, PlanAction, PlanSummary } from '../plan/plan.ts'
import { plural } from '../util/plural.ts'

/** Each action's symbol and word: what a reader without colour goes by. */
export const actionWords: Readonly<Record<PlanAction, { readonly symbol: string; readonly word: string }>> = {
  submit: { symbol: '+', word: 'submit' },
  resubmit: { symbol: '~', word: 'submit again' },
  repeat: { symbol: '*', word: 'submit again' },
  'in-doubt': { symbol: '?', word: 'in doubt' },
  blocked: { symbol: '!', word: 'blocked' },
  forget: { symbol: '-', word: 'forget' },
  keep: { symbol: '=', word: 'unchanged' },
}

/** `2 to submit, 1 to submit again (changed), 4 unchanged`; only what there is. */
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

/** True when `apply` would submit something or write a record. */
export function hasWork({ summary }: Plan): boolean {
  return summary.submit + summary.resubmit + summary.repeat + summary.forget > 0
}

/** The closing sentence of a plan, without colour. */
export function planSentence(plan: Plan): string {
  const { summary } = plan
  const submissions = summary.submit + summary.resubmit + summary.repeat
  const counts = planCounts(summary)
  if (submissions === 0) return `Nothing to submit: ${counts}.`
  return `Plan: ${counts}. At most ${plural(summary.worstCasePages, 'page')}.`
}
