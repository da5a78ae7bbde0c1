import type { PlannedNote, PlannedOrigin } from '../plan/plan.ts'
import type { Json } from '../util/json.ts'
import { printable } from '../util/printable.ts'
import { columnWidth, fittingWidth, padCells } from '../util/text-width.ts'
import { describeOrigin } from './describe-origin.ts'
import { formatValue, settingName } from './format-value.ts'
import type { Style } from './render.ts'

export interface ExplainedValue {
  readonly value: Json
  readonly origin: PlannedOrigin
}

export interface ExplainedSetting extends ExplainedValue {
  readonly pointer: string
  /** The candidates that lost, nearest first. */
  readonly beaten: readonly ExplainedValue[]
}

export interface ExplainedCrawl {
  readonly name: string
  readonly environment: string
  readonly file: string
  readonly line: number
  readonly settings: readonly ExplainedSetting[]
  readonly notes: readonly PlannedNote[]
}

const NAME_CELLS = 40
const VALUE_CELLS = 40

/** Returns every setting of a crawl with its origin and the candidates it beat. */
export function renderExplainText(crawl: ExplainedCrawl, style: Style): string {
  const { name, environment, file, line, settings, notes } = crawl
  const rows = settings.flatMap((setting) => [
    { name: settingName(setting.pointer), ...valueCells(setting), beats: false },
    ...setting.beaten.map((loser) => ({ name: '', ...valueCells(loser), beats: true })),
  ])
  const nameWidth = columnWidth(rows, 'name', NAME_CELLS)
  const originWidth = columnWidth(rows, 'origin', VALUE_CELLS)
  // Indent, "not" and gaps take ten cells.
  const most = fittingWidth(VALUE_CELLS, style.columns, nameWidth + originWidth + 10)
  const valueWidth = columnWidth(rows, 'value', most)
  return [
    style.bold(`${printable(name)} (${printable(file)}:${line}), environment ${printable(environment)}`),
    '',
    ...rows.map((row) => {
      const cells = `${padCells(row.name, nameWidth)}  ${row.beats ? 'not ' : '    '}${padCells(row.value, valueWidth)}  ${row.origin}`
      return `  ${row.beats ? style.dim(cells) : cells}`.trimEnd()
    }),
    ...(notes.length === 0 ? [] : ['']),
    ...notes.map((note) => {
      const about = note.pointer === '' ? '' : `${settingName(note.pointer)}: `
      return `  ${style.blue('note:')} ${about}${printable(note.text)}`
    }),
    '',
  ].join('\n')
}

function valueCells({ value, origin }: ExplainedValue): { value: string; origin: string } {
  return { value: formatValue(value), origin: describeOrigin(origin) }
}

export function renderExplainJson(crawl: ExplainedCrawl): string {
  return `${JSON.stringify({ formatVersion: 1, ...crawl }, null, 2)}\n`
}
