import { scaleLinear } from 'd3-scale'
import { plural } from '../util/text.ts'
import { html, type Markup } from '../util/markup.ts'
import type { BoardRun } from './board-model.ts'

/** The height of a small chart, and the size of the bars of a large one, without its axes. */
const SMALL_HEIGHT = 36
const [LARGE_WIDTH, LARGE_HEIGHT] = [852, 200]
/** Room for numbers at the left of a large chart and above it, and for dates below it. */
const [LEFT, ABOVE, BELOW] = [48, 8, 20]

/** Returns bars of runs as SVG, oldest first, without axes. Its text alternative says the same in words. */
export function smallChart(runs: readonly BoardRun[], slots: number): Markup {
  if (runs.length === 0) return html`<span class="runs quiet">no run yet</span>`
  return html`<svg
    class="runs"
    role="img"
    viewBox="0 -${SMALL_HEIGHT} ${slots} ${SMALL_HEIGHT}"
    preserveAspectRatio="none"
    aria-label="${chartText(runs)}"
  >
    ${bars(runs, slots, SMALL_HEIGHT)}
  </svg>`
}

/**
 * Returns the same bars with an axis of pages, for a table that says the same; `linkOf` gives the address that a bar leads to.
 */
export function largeChart(
  runs: readonly BoardRun[],
  slots: number,
  linkOf: (run: BoardRun) => string | undefined,
): Markup {
  const y = heightsOf(runs, LARGE_HEIGHT)
  const step = LARGE_WIDTH / slots
  const xOf = (index: number): number => round(LEFT + (slots - runs.length + index) * step)
  const [first, last] = [runs[0], runs.at(-1)]
  const links = runs.flatMap((run, index) => {
    const link = linkOf(run)
    if (link === undefined) return []
    return html`<a href="${link}"
      ><title>${runText(run)}</title><rect x="${xOf(index)}" width="${round(step)}" height="${LARGE_HEIGHT}"
    /></a>`
  })
  const ticks = y.ticks(3).filter(Number.isInteger)
  const grid = ticks.map((tick) => `M${LEFT} ${round(LARGE_HEIGHT - y(tick))}h${LARGE_WIDTH}`).join('')
  return html`<svg
    class="runs large"
    ${links.length === 0 ? html`aria-hidden="true"` : html`role="group" aria-label="Runs with changes"`}
    viewBox="0 -${ABOVE} ${LEFT + LARGE_WIDTH} ${ABOVE + LARGE_HEIGHT + BELOW}"
  >
    <g text-anchor="end">
      ${ticks.map((tick) => html`<text x="42" y="${round(LARGE_HEIGHT - y(tick) + 4)}">${tick}</text>`)}
      ${runs.length > 1 ? html`<text x="${LEFT + LARGE_WIDTH}" y="216">${last && shortDate(last.at)}</text>` : undefined}
    </g>
    <text x="${xOf(0)}" y="216">${first && shortDate(first.at)}</text>
    <g transform="translate(${LEFT} ${LARGE_HEIGHT})scale(${round(LARGE_WIDTH / slots)} 2)">
      ${bars(runs, slots, LARGE_HEIGHT / 2)}
    </g>
    <path class="grid" d="${grid}" />
    ${links}
  </svg>`
}

function heightsOf(runs: readonly BoardRun[], height: number) {
  const most = Math.max(1, ...runs.map(({ pages = 0, failed = 0 }) => pages + failed))
  return scaleLinear()
    .domain([0, most])
    .rangeRound([0, height - 2])
}

/**
 * Returns one area of steps for each part of the bars, each drawn from the ground over the one before: failed pages at the top,
 * then pages as before, then new and changed ones, and the gaps between runs last. The ground is at 0, a slot is one unit wide, and
 * heights are whole numbers, so that a chart is a short text.
 */
function bars(runs: readonly BoardRun[], slots: number, height: number): Markup {
  const y = heightsOf(runs, height)
  const tops = runs.map(({ state, pages, failed = 0, changes }) => {
    const different = changes === undefined ? 0 : changes.added + changes.changed + changes.moved
    const same = y(pages ?? 0)
    const least = state === 'failed' ? 4 : 0
    return {
      // A part is never too small to be seen.
      failed: failed > 0 ? Math.max(y((pages ?? 0) + failed), same + 1, least) : least,
      same,
      changed: different > 0 ? Math.max(1, y(Math.min(different, pages ?? 0))) : 0,
      held: state === 'held back' ? same : 0,
    }
  })
  const first = slots - runs.length
  const held = tops.flatMap((top, index) => (top.held > 0 ? `M${first + index + 0.35} 0v${-top.held}` : []))
  const paths = (['failed', 'same', 'changed'] as const).map((part) => {
    const line = steps(tops.map((top) => top[part]))
    return line === '' ? html`` : html`<path class="${part}" d="M${first} 0${line}" />`
  })
  return html`${paths}${held.length === 0 ? undefined : html`<path class="held" d="${held.join('')}" />`}<path
      class="gaps"
      d="M.7-${height / 2}H${slots}"
    />`
}

/** Returns a line over steps of these heights, each one unit wide, back to the ground. */
function steps(heights: readonly number[]): string {
  let [line, at, flat] = ['', 0, 0]
  for (const height of [...heights.slice(0, heights.findLastIndex((one) => one > 0) + 1), 0]) {
    if (height !== at) {
      line += `${flat === 0 ? '' : `h${flat}`}v${at - height}`
      flat = 0
    }
    at = height
    flat++
  }
  return line
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** Says what a chart shows: `10 runs, 398 to 412 pages, 1 held back, 1 failed`. */
export function chartText(runs: readonly BoardRun[]): string {
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
