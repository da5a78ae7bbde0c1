import type { Plan, PlannedChange } from '../plan/plan.ts'
import { escapeXml } from '../util/escape-xml.ts'
import type { Json } from '../util/json.ts'
import { plural } from '../util/plural.ts'
import { printable } from '../util/printable.ts'
import { describeOrigin } from './describe-origin.ts'
import { formatValue, settingName } from './format-value.ts'
import { listDifference } from './list-difference.ts'
import { reportStyle } from './plan-html-style.ts'
import { planRows, type PlanDetail, type SettingRow } from './plan-rows.ts'
import { actionWords, changeReason, hasWork, planSentence, planTitle } from './plan-words.ts'

export interface PlanHtmlOptions {
  readonly detail: PlanDetail
  readonly applyCommand?: string
  readonly comparedWith?: string
}

/**
 * A plan as one HTML file that needs nothing else: no script, no network, readable in light and dark, on paper, and
 * without colours. Everything that comes from files and services is text in it.
 */
export function renderPlanHtml(plan: Plan, options: PlanHtmlOptions): string {
  const { comparedWith, detail } = options
  const changes = plan.changes.filter((change) => detail === 'full' || change.action !== 'keep')
  const title = text(planTitle(plan, comparedWith))
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>${title}</title>`,
    `<style>${reportStyle}</style>`,
    '</head>',
    '<body>',
    '<main>',
    `<h1>${title}</h1>`,
    `<p class="sentence">${text(planSentence(plan, comparedWith))}</p>`,
    ...budget(plan),
    ...(changes.length === 0 ? [] : overview(changes, comparedWith)),
    ...changes.flatMap((change, index) => section(change, index, options)),
    ...closing(plan, options),
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

function budget({ budgetPages, summary }: Plan): string[] {
  if (budgetPages === undefined) return []
  const { worstCasePages } = summary
  const label = `${worstCasePages} of ${plural(budgetPages, 'page')} of the budget`
  const value = Math.min(worstCasePages, budgetPages)
  return [`<p><meter min="0" max="${budgetPages}" value="${value}">${label}</meter> ${label}</p>`]
}

function overview(changes: readonly PlannedChange[], comparedWith: string | undefined): string[] {
  return [
    '<div class="scroll"><table>',
    '<thead><tr><th></th><th>Crawl</th><th>Starts at</th><th>What and why</th><th class="number">Pages at most</th></tr></thead>',
    '<tbody>',
    ...changes.map((change, index) => {
      const declared = change.action === 'forget' ? undefined : change
      const cells = [
        `<td class="mark">${text(actionWords[change.action].symbol)}</td>`,
        `<td><a href="#crawl-${index}">${text(change.name)}</a></td>`,
        `<td class="url">${text(declared?.request.url ?? '')}</td>`,
        `<td>${text(changeReason(change, comparedWith))}</td>`,
        `<td class="number">${declared?.worstCasePages ?? ''}</td>`,
      ]
      return `<tr class="${change.action}">${cells.join('')}</tr>`
    }),
    '</tbody>',
    '</table></div>',
  ]
}

function section(change: PlannedChange, index: number, { detail, comparedWith }: PlanHtmlOptions): string[] {
  const { rows, hidden } = planRows(change, detail)
  const notes = change.action === 'forget' ? [] : change.notes
  return [
    `<section class="${change.action}" id="crawl-${index}">`,
    `<h2><span class="mark">${text(actionWords[change.action].symbol)}</span> ${text(change.name)}</h2>`,
    `<p>${text(changeReason(change, comparedWith))}</p>`,
    ...(rows.length === 0 ? [] : settings(rows)),
    ...(rows.length > 0 && hidden > 0
      ? [`<p class="quiet">${plural(hidden, 'more setting')} not shown</p>`]
      : []),
    ...notes.map(({ pointer, text: note }) => {
      const about = pointer === '' ? '' : `<code>${text(settingName(pointer))}</code>: `
      return `<p class="note">${about}${text(note)}</p>`
    }),
    '</section>',
  ]
}

function settings(rows: readonly SettingRow[]): string[] {
  return [
    '<div class="scroll"><table class="settings">',
    '<thead><tr><th></th><th>Setting</th><th>Value</th><th>From</th></tr></thead>',
    '<tbody>',
    ...rows.map((row) => {
      const origin = row.origin === undefined ? '' : describeOrigin(row.origin)
      return `<tr class="${row.kind}"><td class="mark">${marks[row.kind]}</td><td><code>${text(settingName(row.pointer))}</code></td><td>${value(row)}</td><td>${text(origin)}</td></tr>`
    }),
    '</tbody>',
    '</table></div>',
  ]
}

const marks = { same: '', added: '+', removed: '-', changed: '~' } as const

function value({ kind, before, after }: SettingRow): string {
  if (kind === 'changed' && isList(before) && isList(after)) {
    const items = listDifference(before, after).map(({ mark, text: item }) => {
      if (mark === '+') return `<li><ins>+ ${text(item)}</ins></li>`
      return mark === '-' ? `<li><del>- ${text(item)}</del></li>` : `<li>${text(item)}</li>`
    })
    return `<ul>${items.join('')}</ul>`
  }
  if (kind === 'same' || before === undefined || after === undefined) return plainValue(after ?? before)
  const byDefault = kind === 'added' ? ' (default)' : ''
  return `<del>${text(formatValue(before) + byDefault)}</del> → <ins>${text(formatValue(after))}</ins>`
}

function plainValue(shown: Json | undefined): string {
  if (shown === undefined) return '<span class="quiet">not set</span>'
  if (isList(shown) && shown.length > 1) {
    return `<ul>${shown.map((item) => `<li><code>${text(formatValue(item))}</code></li>`).join('')}</ul>`
  }
  return `<code>${text(formatValue(shown))}</code>`
}

function closing(plan: Plan, { applyCommand, comparedWith }: PlanHtmlOptions): string[] {
  return [
    '<footer>',
    ...(comparedWith === undefined ? [`<p>Digest <code>${text(plan.digest)}</code></p>`] : []),
    ...(hasWork(plan) && applyCommand !== undefined
      ? ['<p>Apply exactly this:</p>', `<pre><code>${text(applyCommand)}</code></pre>`]
      : []),
    '</footer>',
  ]
}

function text(raw: string): string {
  return escapeXml(printable(raw))
}

function isList(candidate: Json | undefined): candidate is readonly Json[] {
  return Array.isArray(candidate)
}
