import type { Plan, PlannedChange, PlannedNote } from '../plan/plan.ts'
import { isJsonList, type Json } from '../util/json.ts'
import { padColumns, plural, printable, textWidth } from '../util/text.ts'
import {
  describeOrigin,
  describePrice,
  formatValue,
  listDifference,
  pagesAndCredits,
  settingName,
} from './format-value.ts'
import {
  actionWords,
  changeReason,
  lastRunText,
  nextCommands,
  type PlanDetail,
  type PlanOptions,
  planRows,
  planSentence,
  planTitle,
  type SettingRow,
  shownChanges,
} from './plan-view.ts'
import { colourDiff, type Style } from './render.ts'

export interface PlanTextOptions extends Omit<PlanOptions, 'warnings'> {
  readonly style: Style
}

/** Columns are aligned up to these widths; a longer text pushes only its own line. */
const HEAD_CELLS = [40, 56, 44, 24]

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
  // A command is alone on its line, so that it can be copied with one click.
  for (const { title, command } of nextCommands(plan, options)) lines.push(title, `  ${command}`)
  return `${lines.join('\n')}\n`
}

/** Returns symbol, name, start URL, action with reason, most pages and last run, aligned over the whole plan. */
function headLines(changes: readonly PlannedChange[], { style, comparedWith }: PlanTextOptions): string[] {
  const rows = changes.map((change) => [
    printable(change.name),
    change.action === 'forget' ? '' : printable(change.request.url),
    printable(changeReason(change, comparedWith)),
    change.action === 'forget'
      ? ''
      : `up to ${pagesAndCredits(change.worstCasePages, change.price?.credits ?? 0)}`,
  ])
  const padded = padColumns(rows, HEAD_CELLS)
  return changes.map((change, index) => {
    const [name = '', ...others] = padded[index] ?? []
    const last = printable(lastRunText(change))
    // A line names the last job once.
    const named = change.reason.includes('the last job') ? 'it ran' : 'last run'
    const cells = [style.bold(name), ...others, last === '' ? '' : style.dim(`${named} ${last}`)]
    const { symbol, tint } = actionWords[change.action]
    return `${style[tint](symbol)} ${cells.join('  ').trimEnd()}`
  })
}

/** The same for name, value and origin of a setting. */
const SETTING_CELLS = [44, 48, 24]
/** A value longer than this gets lines of its own. */
const INLINE_CELLS = 72

/** Returns the lines below a crawl's own: its settings with their origins, how many are hidden, notes. */
export function planBodyLines(change: PlannedChange, detail: PlanDetail, style: Style): string[] {
  const { rows, hidden } = planRows(change, detail)
  const lines = settingLines(rows, style)
  if (rows.length > 0 && hidden > 0)
    lines.push(style.dim(`    (${plural(hidden, 'more setting')} not shown)`))
  if (change.action === 'forget' || (change.action === 'keep' && detail !== 'full')) return lines
  lines.push(...change.notes.map((note) => `    ${noteLine(note, style)}`))
  // A crawl may be blocked for its cost.
  if (change.price !== undefined && (rows.length > 0 || change.action === 'blocked'))
    lines.push(`    ${style.blue('cost:')} ${describePrice(change.price)}`)
  return lines
}

export function noteLine({ pointer, text }: PlannedNote, style: Style): string {
  const about = pointer === '' ? '' : `${settingName(pointer)}: `
  return `${style.blue('note:')} ${about}${printable(text)}`
}

interface RowValue {
  readonly value: string
  /** Lines below, if the value does not fit next to its name. */
  readonly below: readonly string[]
}

/** Returns a line for each setting: its mark, name, value or change, and origin. Long values have lines below. */
export function settingLines(rows: readonly SettingRow[], style: Style): string[] {
  const values = rows.map((row) => rowValue(row, style))
  const cells = rows.map(({ pointer, origin }, index) => [
    settingName(pointer),
    values[index]?.value ?? '',
    origin === undefined ? '' : describeOrigin(origin),
  ])
  const padded = padColumns(cells, SETTING_CELLS, { index: 1, columns: style.columns, gaps: 8 })
  return rows.flatMap(({ kind }, index) => {
    const [name, value, origin = ''] = padded[index] ?? []
    const text = `${name}  ${value}  ${style.dim(origin.trimEnd())}`
    return [`  ${markOf(kind, style)} ${text.trimEnd()}`, ...(values[index]?.below ?? [])]
  })
}

function rowValue({ kind, before, after }: SettingRow, style: Style): RowValue {
  if (kind === 'same' || before === undefined || after === undefined) return valueCells(after ?? before)
  if (kind === 'changed' && isJsonList(before) && isJsonList(after)) {
    const lines = listDifference(before, after).map(({ mark, text }) => `${mark} ${text}`)
    return { value: '', below: lines.map((line) => `      ${colourDiff(line, style)}`) }
  }
  const byDefault = kind === 'added' ? ' (default)' : ''
  return changedCells(formatValue(before) + byDefault, formatValue(after), style)
}

function changedCells(before: string, after: string, style: Style): RowValue {
  const inline = `${before} -> ${after}`
  if (textWidth(inline) <= INLINE_CELLS) return { value: inline, below: [] }
  return { value: '', below: [`      ${style.red(`- ${before}`)}`, `      ${style.green(`+ ${after}`)}`] }
}

function valueCells(value: Json | undefined): RowValue {
  if (value === undefined) return { value: '(not set)', below: [] }
  const inline = formatValue(value)
  if (!isJsonList(value) || textWidth(inline) <= INLINE_CELLS) return { value: inline, below: [] }
  return { value: '', below: value.map((item) => `        ${formatValue(item)}`) }
}

function markOf(kind: SettingRow['kind'], style: Style): string {
  if (kind === 'added') return style.green('+')
  if (kind === 'removed') return style.red('-')
  return kind === 'changed' ? style.yellow('~') : ' '
}
