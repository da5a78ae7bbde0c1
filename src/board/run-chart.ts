import { scaleBand, scaleLinear } from 'd3-scale'
import { stack } from 'd3-shape'
import { plural } from '../util/text.ts'
import { html, type Markup } from '../util/markup.ts'
import type { BoardRun } from './board-model.ts'

/** The parts of a bar, from below: pages that are new or differ, pages as before, and pages that failed. */
const PARTS = ['changed', 'same', 'failed'] as const

type Part = (typeof PARTS)[number]

/** Defines the pattern of runs that were held back, once for each page. */
export const chartPatterns = html`<svg class="patterns" aria-hidden="true">
  <pattern id="held" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <path d="M0 0V5" />
  </pattern>
</svg>`

interface ChartSize {
  /** Places for bars. Fewer runs leave room at the left. */
  readonly slots: number
  readonly width: number
  readonly height: number
}

/** Returns bars of runs as SVG, oldest first, without axes. Its text alternative says the same in words. */
export function smallChart(runs: readonly BoardRun[], size: ChartSize): Markup {
  if (runs.length === 0) return html`<span class="quiet">no run yet</span>`
  return html`<svg
    class="runs"
    role="img"
    viewBox="0 0 ${size.width} ${size.height}"
    aria-label="${chartText(runs)}"
  >
    ${bars(runs, size)}
  </svg>`
}

/** The bar of a run takes one of the last slots. */
function slotOf(runs: readonly BoardRun[], { slots }: ChartSize, index: number): number {
  return slots - runs.length + index
}

function scalesOf(runs: readonly BoardRun[], { slots, width, height }: ChartSize) {
  const most = Math.max(1, ...runs.map(({ pages = 0, failed = 0 }) => pages + failed))
  return {
    x: scaleBand<number>()
      .domain(Array.from({ length: slots }, (_, index) => index))
      .range([0, width])
      .paddingInner(0.3),
    y: scaleLinear().domain([0, most]).range([height, 2]),
  }
}

/** Returns one path for each part of the bars, so that a chart of many runs is a short text. */
function bars(runs: readonly BoardRun[], size: ChartSize): Markup {
  const { x, y } = scalesOf(runs, size)
  const width = round(x.bandwidth())
  const xOf = (index: number): number => round((x(slotOf(runs, size, index)) ?? 0) + x.bandwidth() / 2)
  const lines = new Map<Part | 'held' | 'none', string>()
  const draw = (kind: Part | 'held' | 'none', index: number, from: number, to: number): void => {
    lines.set(kind, `${lines.get(kind) ?? ''}M${xOf(index)} ${round(from)}V${round(to)}`)
  }
  const series = stack<BoardRun, Part>()
    .keys(PARTS)
    .value((run, part) => partsOf(run)[part])(runs)
  for (const points of series)
    for (const [index, [from, to]] of points.entries())
      // A part is never too small to be seen.
      if (to > from) draw(points.key, index, y(from), Math.min(y(to), y(from) - 1))
  for (const [index, run] of runs.entries()) {
    if (run.state === 'held back') draw('held', index, size.height, y((run.pages ?? 0) + (run.failed ?? 0)))
    if (run.state === 'failed' || run.pages === undefined) draw('none', index, size.height, size.height - 4)
  }
  const order = ['same', 'changed', 'failed', 'held', 'none'] as const
  const paths = order.flatMap((kind) => {
    const line = lines.get(kind)
    return line === undefined ? [] : html`<path class="${kind}" stroke-width="${width}" d="${line}" />`
  })
  return html`${paths}`
}

function partsOf({ pages = 0, failed = 0, changes }: BoardRun): Readonly<Record<Part, number>> {
  const different = changes === undefined ? 0 : changes.added + changes.changed + changes.moved
  const changed = Math.min(pages, different)
  return { changed, same: pages - changed, failed }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** Says what a chart shows: `10 runs, 398 to 412 pages; last: 412 pages, 3 failed; 1 held back, 1 failed`. */
function chartText(runs: readonly BoardRun[]): string {
  const counts = runs.flatMap(({ pages }) => pages ?? [])
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  const range =
    counts.length === 0 ? 'pages unknown' : `${least === most ? '' : `${least} to `}${plural(most, 'page')}`
  const count = (state: BoardRun['state']): string[] => {
    const found = runs.filter((run) => run.state === state).length
    return found === 0 ? [] : [`${found} ${state}`]
  }
  return [plural(runs.length, 'run'), range, ...count('held back'), ...count('failed')].join(', ')
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Returns `29 Nov` of an ISO 8601 time, in UTC. */
function shortDate(at: string): string {
  const [, month = '', day = ''] = at.slice(0, 10).split('-')
  return `${Number(day)} ${MONTHS[Number(month) - 1] ?? month}`
}

/** Returns `29 Nov 03:00` of an ISO 8601 time, in UTC. */
export function shortTime(at: string): string {
  return `${shortDate(at)} ${at.slice(11, 16)}`
}
