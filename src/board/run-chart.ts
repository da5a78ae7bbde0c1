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

/** Returns the same bars with an axis of pages; `linkOf` gives the address that a bar leads to. */
export function largeChart(
  runs: readonly BoardRun[],
  { slots, width, height }: ChartSize,
  linkOf: (run: BoardRun) => string | undefined,
): Markup {
  const left = 48
  const size = { slots, width: width - left, height: height - 20 }
  const { x, y } = scalesOf(runs, size)
  const ticks = y.ticks(4).filter(Number.isInteger)
  const [first, last] = [runs[0], runs.at(-1)]
  const links = runs.flatMap((run, index) => {
    const link = linkOf(run)
    if (link === undefined) return []
    const at = x(slotOf(runs, size, index)) ?? 0
    return html`<a href="${link}"
      ><title>${runText(run)}</title
      ><rect x="${round(at)}" width="${round(x.bandwidth())}" height="${size.height}"
    /></a>`
  })
  return html`<svg
    class="runs large"
    role="img"
    viewBox="0 0 ${width} ${height}"
    aria-label="${chartText(runs)}"
  >
    ${ticks.map((tick) => html`<path class="grid" d="M${left} ${round(y(tick))}H${width}" /><text x="${left - 6}" y="${round(y(tick) + 4)}" text-anchor="end">${tick}</text>`)}
    <svg x="${left}" width="${size.width}" height="${size.height}">${bars(runs, size)}${links}</svg>
    <text x="${round(left + (x(slotOf(runs, size, 0)) ?? 0))}" y="${height - 4}">
      ${first && shortDate(first.at)}
    </text>
    ${runs.length > 1 ? html`<text x="${width}" y="${height - 4}" text-anchor="end">${last && shortDate(last.at)}</text>` : undefined}
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

/** Says what is known of a run: `29 Nov 03:00: held back, 412 pages, 3 failed, +1 ~2 -0`. */
function runText(run: BoardRun): string {
  const { at, state, pages, failed = 0, changes } = run
  const parts = [
    state,
    ...(pages === undefined ? [] : [plural(pages, 'page')]),
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(changes === undefined
      ? []
      : [`${changes.added} added, ${changes.changed} changed, ${changes.removed} removed`]),
  ]
  return `${shortTime(at)}: ${parts.join(', ')}`
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
