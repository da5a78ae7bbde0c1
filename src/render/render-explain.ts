import type { SettingExplanation } from '../plan/planned-origin.ts'
import type { PlannedNote } from '../plan/plan.ts'
import { printable } from '../util/text.ts'
import { padColumns } from '../util/text-width.ts'
import { describeOrigin, formatValue, settingName } from './format-value.ts'
import { noteLine } from './render-plan-text.ts'
import type { Style } from './render.ts'

export interface ExplainedCrawl {
  readonly name: string
  readonly environment: string
  readonly file: string
  readonly line: number
  readonly settings: readonly SettingExplanation[]
  readonly notes: readonly PlannedNote[]
}

/** The widest columns: name, value and origin. */
const CELLS = [40, 40, 40]

/** Returns every setting of a crawl with its origin and the candidates it beat. */
export function renderExplainText(crawl: ExplainedCrawl, style: Style): string {
  const { name, environment, file, line, settings, notes } = crawl
  const rows = settings.flatMap((setting) => [
    { beats: false, cells: [settingName(setting.pointer), ...valueCells(setting)] },
    ...setting.beaten.map((loser) => ({ beats: true, cells: ['', ...valueCells(loser)] })),
  ])
  // Indent, "not" and gaps take ten cells.
  const padded = padColumns(
    rows.map(({ cells }) => cells),
    CELLS,
    { index: 1, columns: style.columns, gaps: 10 },
  )
  return [
    style.bold(`${printable(name)} (${printable(file)}:${line}), environment ${printable(environment)}`),
    '',
    ...rows.map(({ beats }, index) => {
      const [setting, value, origin] = padded[index] ?? []
      const text = `${setting}  ${beats ? 'not ' : '    '}${value}  ${origin}`.trimEnd()
      return `  ${beats ? style.dim(text) : text}`
    }),
    ...(notes.length === 0 ? [] : ['']),
    ...notes.map((note) => `  ${noteLine(note, style)}`),
    '',
  ].join('\n')
}

function valueCells({ value, origin }: Pick<SettingExplanation, 'value' | 'origin'>): string[] {
  return [formatValue(value), describeOrigin(origin)]
}

export function renderExplainJson(crawl: ExplainedCrawl): string {
  return `${JSON.stringify({ formatVersion: 1, ...crawl }, null, 2)}\n`
}
