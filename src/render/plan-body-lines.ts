import type { PlannedChange, PlannedNote, PlannedPrice } from '../plan/plan.ts'
import { isJsonList, type Json } from '../util/json.ts'
import { plural } from '../util/plural.ts'
import { printable } from '../util/printable.ts'
import { columnWidth, fittingWidth, padCells, textWidth } from '../util/text-width.ts'
import { describeOrigin } from './describe-origin.ts'
import { describePrice } from './describe-price.ts'
import { formatValue, settingName } from './format-value.ts'
import { listDifference } from './list-difference.ts'
import { planRows, type PlanDetail, type SettingRow } from './plan-rows.ts'
import type { Style } from './render.ts'

/** Columns are aligned up to these widths; a longer text pushes only its own line. */
const SETTING_CELLS = 44
const VALUE_CELLS = 48
const ORIGIN_CELLS = 24
/** A value longer than this gets lines of its own. */
const INLINE_CELLS = 72

/** Returns the lines below a crawl's own: its settings with their origins, how many are hidden, notes. */
export function planBodyLines(change: PlannedChange, detail: PlanDetail, style: Style): string[] {
  const { rows, hidden } = planRows(change, detail)
  const lines = settingLines(rows, style)
  if (rows.length > 0 && hidden > 0)
    lines.push(style.dim(`    (${plural(hidden, 'more setting')} not shown)`))
  if (change.action === 'forget' || (change.action === 'keep' && detail !== 'full')) return lines
  lines.push(...noteLines(change.notes, style))
  // A crawl may be blocked for its cost.
  if (rows.length > 0 || change.action === 'blocked') lines.push(...costLines(change.price, style))
  return lines
}

function costLines(price: PlannedPrice | undefined, style: Style): string[] {
  return price === undefined ? [] : [`    ${style.blue('cost:')} ${describePrice(price)}`]
}

function noteLines(notes: readonly PlannedNote[], style: Style): string[] {
  return notes.map(({ pointer, text }) => {
    const about = pointer === '' ? '' : `${settingName(pointer)}: `
    return `    ${style.blue('note:')} ${about}${printable(text)}`
  })
}

interface RowCells {
  readonly mark: string
  readonly name: string
  readonly value: string
  readonly origin: string
  /** Lines below, if the value does not fit next to its name. */
  readonly below: readonly string[]
}

function settingLines(rows: readonly SettingRow[], style: Style): string[] {
  const cells = rows.map((row) => rowCells(row, style))
  const nameWidth = columnWidth(cells, 'name', SETTING_CELLS)
  const originWidth = columnWidth(cells, 'origin', ORIGIN_CELLS)
  // Mark and gaps take eight cells.
  const most = fittingWidth(VALUE_CELLS, style.columns, nameWidth + originWidth + 8)
  const valueWidth = columnWidth(cells, 'value', most)
  return cells.flatMap(({ mark, name, value, origin, below }) => {
    const text = `${padCells(name, nameWidth)}  ${padCells(value, valueWidth)}  ${style.dim(origin)}`
    return [`  ${mark} ${text.trimEnd()}`, ...below]
  })
}

function rowCells(row: SettingRow, style: Style): RowCells {
  const { before, after } = row
  const head = {
    mark: markOf(row.kind, style),
    name: settingName(row.pointer),
    origin: row.origin === undefined ? '' : describeOrigin(row.origin),
  }
  if (row.kind === 'same' || before === undefined || after === undefined) {
    return { ...head, ...valueCells(after ?? before) }
  }
  if (row.kind === 'changed' && isJsonList(before) && isJsonList(after)) {
    const lines = listDifference(before, after).map(({ mark, text }) => `${mark} ${text}`)
    return { ...head, value: '', below: lines.map((line) => `      ${coloured(line, style)}`) }
  }
  const byDefault = row.kind === 'added' ? ' (default)' : ''
  return { ...head, ...changedCells(formatValue(before) + byDefault, formatValue(after), style) }
}

function changedCells(before: string, after: string, style: Style): Pick<RowCells, 'value' | 'below'> {
  const inline = `${before} -> ${after}`
  if (textWidth(inline) <= INLINE_CELLS) return { value: inline, below: [] }
  return { value: '', below: [`      ${style.red(`- ${before}`)}`, `      ${style.green(`+ ${after}`)}`] }
}

function valueCells(value: Json | undefined): Pick<RowCells, 'value' | 'below'> {
  if (value === undefined) return { value: '(not set)', below: [] }
  const inline = formatValue(value)
  if (!isJsonList(value) || textWidth(inline) <= INLINE_CELLS) return { value: inline, below: [] }
  return { value: '', below: value.map((item) => `        ${formatValue(item)}`) }
}

function coloured(line: string, style: Style): string {
  if (line.startsWith('+')) return style.green(line)
  return line.startsWith('-') ? style.red(line) : line
}

function markOf(kind: SettingRow['kind'], style: Style): string {
  if (kind === 'added') return style.green('+')
  if (kind === 'removed') return style.red('-')
  return kind === 'changed' ? style.yellow('~') : ' '
}
