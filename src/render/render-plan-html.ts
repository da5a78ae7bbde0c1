import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { DeclaredChange, Plan, PlannedChange } from '../plan/plan.ts'
import { toIsoTime } from '../util/clock.ts'
import { isJsonList, type Json } from '../util/json.ts'
import { plural } from '../util/text.ts'
import { describeOrigin, describePrice, formatValue, listDifference, settingName } from './format-value.ts'
import { htmlText, reportPage } from './html-page.ts'
import {
  actionWords,
  lastRunText,
  nextCommands,
  type PlanOptions,
  planRows,
  planSentence,
  planTitle,
  type SettingRow,
  shownChanges,
} from './plan-view.ts'

export interface PlanHtmlOptions extends PlanOptions {
  /** When, from which commit and by which command the plan was made. */
  readonly made?: PlanMade
}

export interface PlanMade {
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Undefined outside a git repository. */
  readonly commit: string | undefined
  /** As it can be pasted into a shell. */
  readonly command: string
}

/**
 * Returns a plan as one self-contained HTML file, without scripts or network access. It is readable in light and dark, on
 * paper, and without colours. Texts from files and services are escaped.
 */
export function renderPlanHtml(plan: Plan, options: PlanHtmlOptions): string {
  const { comparedWith } = options
  const { changes, detail, note } = shownChanges(plan, options.detail)
  const title = htmlText(planTitle(plan, comparedWith))
  const hasSections = detail !== 'summary'
  return reportPage('plan', title, [
    `<h1>${title}</h1>`,
    `<p class="sentence">${htmlText(planSentence(plan, comparedWith))}</p>`,
    ...madeBy(options.made),
    ...budget(plan),
    ...warnings(options.warnings ?? []),
    ...(changes.length === 0 ? [] : overview(changes, { comparedWith, hasSections })),
    ...(hasSections
      ? changes.flatMap((change, index) => section(change, index, { ...options, detail }))
      : []),
    ...(note === undefined ? [] : [`<p class="quiet">${htmlText(note)}</p>`]),
    ...closing(plan, options),
  ])
}

function madeBy(made: PlanMade | undefined): string[] {
  if (made === undefined) return []
  const iso = toIsoTime(made.at)
  const time = `<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`
  const commit = made.commit === undefined ? '' : ` · commit <code>${htmlText(made.commit)}</code>`
  return [
    `<p class="quiet">${time}${commit}</p>`,
    `<p class="quiet"><code>${htmlText(made.command)}</code></p>`,
  ]
}

function budget({ budgetPages, budgetCredits, summary }: Plan): string[] {
  return [
    ...meter(summary.worstCasePages, budgetPages, 'page'),
    ...meter(summary.worstCaseCredits, budgetCredits, 'credit'),
  ]
}

function meter(amount: number, most: number | undefined, unit: string): string[] {
  if (most === undefined) return []
  const isOver = amount > most
  const label = `${amount} of ${plural(most, unit)} of the budget${isOver ? ', too many' : ''}`
  const bar = `<meter min="0" max="${most}" high="${most * 0.9}" optimum="0" value="${Math.min(amount, most)}">${label}</meter>`
  return [`<p class="budget">${bar}<span${isOver ? ' class="over"' : ''}>${label}</span></p>`]
}

function warnings(found: readonly Diagnostic[]): string[] {
  if (found.length === 0) return []
  return [
    `<h2>${plural(found.length, 'warning')} about the files</h2>`,
    ...found.map(({ file, line, message, help, rule }) => {
      const place = `<code>${htmlText(`${file}:${line}`)}</code>`
      const more = help === undefined ? '' : `<br>${lines(help)}`
      return `<p class="warning">${place} ${lines(message)} <span class="quiet">${htmlText(rule)}</span>${more}</p>`
    }),
  ]
}

/** Returns the action. A comparison submits nothing, and its reason says everything. */
function badge({ action }: PlannedChange, comparedWith: string | undefined): string {
  const { symbol, word } = actionWords[action]
  const words = comparedWith === undefined ? `${symbol} ${word}` : symbol
  return `<span class="badge ${action}">${htmlText(words)}</span>`
}

function overview(
  changes: readonly PlannedChange[],
  { comparedWith, hasSections }: { comparedWith: string | undefined; hasSections: boolean },
): string[] {
  const hasCredits = changes.some((change) => 'price' in change && change.price !== undefined)
  const hasRun = changes.some(({ last }) => last !== undefined)
  return [
    '<table class="overview">',
    '<thead><tr><th>Action</th><th>Crawl</th><th>Starts at</th><th>Why</th><th class="number">Pages at most</th>' +
      `${hasCredits ? '<th class="number credits">Credits at most</th>' : ''}${hasRun ? '<th class="run">Last run</th>' : ''}</tr></thead>`,
    '<tbody>',
    ...changes.map((change, index) => {
      const declared = change.action === 'forget' ? undefined : change
      const cells = [
        `<td>${badge(change, comparedWith)}</td>`,
        `<td>${hasSections ? `<a href="#crawl-${index}">${htmlText(change.name)}</a>` : htmlText(change.name)}</td>`,
        `<td>${htmlText(declared?.request.url ?? '')}</td>`,
        `<td>${htmlText(change.reason)}</td>`,
        `<td class="number">${declared?.worstCasePages ?? ''}</td>`,
        ...(hasCredits ? [`<td class="number credits">${declared?.price?.credits ?? ''}</td>`] : []),
        ...(hasRun ? [`<td class="run">${htmlText(lastRunText(change))}</td>`] : []),
      ]
      return `<tr>${cells.join('')}</tr>`
    }),
    '</tbody>',
    '</table>',
  ]
}

function section(change: PlannedChange, index: number, { detail, comparedWith }: PlanHtmlOptions): string[] {
  const { rows, hidden } = planRows(change, detail)
  const notes = change.action === 'forget' ? [] : change.notes
  const price = change.action === 'forget' ? undefined : change.price
  return [
    `<section id="crawl-${index}">`,
    '<header>',
    `<h3>${htmlText(change.name)}</h3>`,
    badge(change, comparedWith),
    `<span>${htmlText(change.reason)}</span>`,
    ...(change.action === 'forget' ? [] : [`<span class="quiet">${aboutCrawl(change)}</span>`]),
    '</header>',
    ...(rows.length === 0 ? [] : settings(rows)),
    ...(rows.length > 0 && hidden > 0
      ? [`<p class="quiet">${plural(hidden, 'more setting')} not shown</p>`]
      : []),
    ...notes.map(({ pointer, text: note }) => {
      const about = pointer === '' ? '' : `<code>${htmlText(settingName(pointer))}</code>: `
      return `<p class="note">${about}${htmlText(note)}</p>`
    }),
    ...(price === undefined ? [] : [`<p class="note">Cost: ${htmlText(describePrice(price))}</p>`]),
    '</section>',
  ]
}

function aboutCrawl({ request, file, line, worstCasePages }: DeclaredChange): string {
  return htmlText([request.url, `at most ${plural(worstCasePages, 'page')}`, `${file}:${line}`].join(' · '))
}

function settings(rows: readonly SettingRow[]): string[] {
  return [
    '<table class="settings">',
    '<thead><tr><th></th><th>Setting</th><th>Value</th><th>From</th></tr></thead>',
    '<tbody>',
    ...rows.map((row) => {
      const { kind, origin } = row
      const from = origin === undefined ? '' : describeOrigin(origin)
      const style = kind === 'same' && origin?.kind === 'default' ? 'default' : kind
      return `<tr class="${style}"><td class="mark">${marks[kind]}</td><td><code>${htmlText(settingName(row.pointer))}</code></td><td>${value(row)}</td><td>${htmlText(from)}</td></tr>`
    }),
    '</tbody>',
    '</table>',
  ]
}

const marks = { same: '', added: '+', removed: '-', changed: '~' } as const
/** Two values longer than this are shown below each other. */
const INLINE_CHARACTERS = 60

function value({ kind, before, after }: SettingRow): string {
  if (kind === 'changed' && isJsonList(before) && isJsonList(after)) {
    return itemList(listDifference(before, after).map(({ mark, text: item }) => marked(mark, item)))
  }
  if (kind === 'same') return plainValue(after)
  if (before === undefined) return `<ins>${plainValue(after)}</ins>`
  if (after === undefined) return `<del>${plainValue(before)}</del>`
  const old = formatValue(before) + (kind === 'added' ? ' (default)' : '')
  const next = formatValue(after)
  return old.length + next.length > INLINE_CHARACTERS
    ? itemList([marked('-', old), marked('+', next)])
    : `<del><code>${htmlText(old)}</code></del> → <ins><code>${htmlText(next)}</code></ins>`
}

function marked(mark: '+' | '-' | ' ', item: string): string {
  if (mark === ' ') return `<code>${htmlText(item)}</code>`
  return mark === '+'
    ? `<ins><code>+ ${htmlText(item)}</code></ins>`
    : `<del><code>- ${htmlText(item)}</code></del>`
}

function itemList(items: readonly string[]): string {
  return `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`
}

function plainValue(shown: Json | undefined): string {
  if (shown === undefined) return '<span class="quiet">not set</span>'
  if (isJsonList(shown) && shown.length > 1) {
    return itemList(shown.map((item) => marked(' ', formatValue(item))))
  }
  return `<code>${htmlText(formatValue(shown))}</code>`
}

function closing(plan: Plan, options: PlanHtmlOptions): string[] {
  const lines = [
    ...(options.comparedWith === undefined ? [`<p>Digest <code>${htmlText(plan.digest)}</code></p>`] : []),
    ...nextCommands(plan, options).flatMap(({ title, command }) => [
      `<p>${title}</p>`,
      `<pre><code>${htmlText(command)}</code></pre>`,
    ]),
  ]
  return lines.length === 0 ? [] : ['<footer>', ...lines, '</footer>']
}

/** Returns text whose line breaks stay. */
function lines(raw: string): string {
  return raw
    .split('\n')
    .map((line) => htmlText(line))
    .join('<br>')
}
