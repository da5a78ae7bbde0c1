import type { Plan, PlannedChange } from '../plan/plan.ts'
import { printable } from '../util/printable.ts'
import { columnWidth, padCells } from '../util/text-width.ts'
import { planBodyLines } from './plan-body-lines.ts'
import { lastRunText } from './last-run-text.ts'
import { mostOf } from './describe-price.ts'
import type { PlanDetail } from './plan-rows.ts'
import { actionWords, changeReason, hasWork, planSentence, planTitle, settleCommand } from './plan-words.ts'
import { shownChanges } from './shown-changes.ts'
import type { Style } from './render.ts'

export interface PlanTextOptions {
  readonly style: Style
  readonly detail: PlanDetail
  /** The command that submits exactly this plan, quoted for a shell; absent for a comparison. */
  readonly applyCommand?: string
  /** The program's name in proposed commands. */
  readonly program?: string
  /** The git revision that the plan compares with, for plans that cannot be applied. */
  readonly comparedWith?: string
}

/** Columns are aligned up to these widths; a longer text pushes only its own line. */
const NAME_CELLS = 40
const URL_CELLS = 56
const REASON_CELLS = 44
const PAGES_CELLS = 24

/**
 * Returns a plan as text: one line a crawl, below it the important settings with their origins. Then follow counts, the most
 * pages, the digest, and the command that applies exactly this plan.
 */
export function renderPlanText(plan: Plan, options: PlanTextOptions): string {
  const { style } = options
  const { changes, detail, note } = shownChanges(plan, options.detail)
  const heads = headLines(changes, options)
  const lines = [style.bold(planTitle(plan, options.comparedWith)), '']
  for (const [index, change] of changes.entries()) {
    const body = detail === 'summary' ? [] : planBodyLines(change, detail, style)
    lines.push(heads[index] ?? '', ...body)
    if (body.length > 0 && index < changes.length - 1) lines.push('')
  }
  if (note !== undefined) lines.push(style.dim(note))
  if (changes.length > 0) lines.push('')
  lines.push(style.bold(planSentence(plan, options.comparedWith)))
  if (options.comparedWith === undefined) lines.push(`Digest: ${plan.digest}`)
  if (plan.summary.inDoubt > 0)
    lines.push('Settle the submissions in doubt first:', `  ${settleCommand(plan, options.program)}`)
  // A command is alone on its line, so that it can be copied with one click.
  if (hasWork(plan) && options.applyCommand !== undefined) {
    lines.push('Apply exactly this:', `  ${options.applyCommand}`)
  }
  return `${lines.join('\n')}\n`
}

/** Returns symbol, name, start URL, action with reason, most pages and last run, aligned over the whole plan. */
function headLines(changes: readonly PlannedChange[], { style, comparedWith }: PlanTextOptions): string[] {
  const cells = changes.map((change) => ({
    name: printable(change.name),
    url: change.action === 'forget' ? '' : printable(change.request.url),
    reason: printable(changeReason(change, comparedWith)),
    pages: change.action === 'forget' ? '' : `up to ${mostOf(change)}`,
    last: printable(lastRunText(change)),
  }))
  const nameWidth = columnWidth(cells, 'name', NAME_CELLS)
  const urlWidth = columnWidth(cells, 'url', URL_CELLS)
  const reasonWidth = columnWidth(cells, 'reason', REASON_CELLS)
  const pagesWidth = columnWidth(cells, 'pages', PAGES_CELLS)
  return changes.map((change, index) => {
    const { name = '', url = '', reason = '', pages = '', last = '' } = cells[index] ?? {}
    const ran = last === '' ? '' : style.dim(`last run ${last}`)
    const text = `${style.bold(padCells(name, nameWidth))}  ${padCells(url, urlWidth)}  ${padCells(reason, reasonWidth)}  ${padCells(pages, pagesWidth)}  ${ran}`
    return `${tint(change.action, style)(actionWords[change.action].symbol)} ${text.trimEnd()}`
  })
}

function tint(action: PlannedChange['action'], style: Style): (text: string) => string {
  switch (action) {
    case 'submit':
      return style.green
    case 'resubmit':
    case 'repeat':
      return style.yellow
    case 'in-doubt':
    case 'blocked':
      return style.red
    case 'forget':
    case 'keep':
      return style.dim
  }
}
