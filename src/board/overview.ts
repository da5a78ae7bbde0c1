import { formatDuration, fromTimeText } from '../util/clock.ts'
import { groupBy } from '../util/group-by.ts'
import { html, type Markup } from '../util/markup.ts'
import { countWords, plural } from '../util/text.ts'
import { badge, boardPage, progressText, type BoardFile } from './board-page.ts'
import {
  isBriefBoard,
  MOST_FULL,
  rankOf,
  STATES,
  type Board,
  type BoardCrawl,
  type BoardRun,
  type CrawlState,
} from './board-model.ts'
import { crawlPath } from './crawl-path.ts'
import { shortTime, smallChart } from './run-chart.ts'

/** Runs that a row shows, and has room for at least. */
const [MOST_RUNS, LEAST_ROOM] = [30, 10]

/** Returns the first page: a row for each crawl, worst first. The crawls of a matrix are folded into one row. */
export function overview(board: Board): BoardFile {
  const rows = rowsOf(board.crawls)
  const counts = countStates(board.crawls)
  // All rows have the same room, so that bars of one width are runs.
  const longest = board.crawls.reduce((most, { runs }) => Math.max(most, runs.length), LEAST_ROOM)
  const slots = Math.min(longest, MOST_RUNS)
  const body = html` <h1>${headline(board.crawls)}</h1>
    ${firstStep(board.crawls)}
    ${board.problem === undefined ? undefined : html`<p class="alert">${board.problem}</p>`}
    ${board.isOffline ? html`<p>Read with <code>--offline</code>, so the service was not asked. Jobs are shown as <code>crawlform wait</code>, <code>apply</code> or <code>status</code> last saw them.</p>` : undefined}
    <ul class="states" aria-label="States">
      ${[...counts].map(([state, count]) => html`<li><a href="#${anchorOf(state)}">${badge(state)} ${count}</a></li>`)}
    </ul>
    <p class="find" hidden>
      <label
        >Filter <input type="search" id="find" placeholder="name, state or reason" autocomplete="off"
      /></label>
      <span id="found" role="status"></span>
    </p>
    <ul class="crawls" id="crawls">
      ${rows.map((row, index) => rowItem(row, slots, isFirstOf(rows, index)))}
    </ul>
    ${isBriefBoard(board) ? leftOut : undefined} ${legend}`
  return boardPage('index.html', {
    title: `Board of ${board.environment}`,
    about: board,
    body,
    hasScript: true,
  })
}

/** What is missing from the files of so many crawls, and how to get it. Pages of crawls lead here. */
const leftOut = html`<p id="left-out">
  Files of more than ${MOST_FULL} crawls leave out what would make them hundreds of MB: lists of pages, pages
  of single pages, and changes of earlier runs than the last. <code>crawlform board</code> shows them, and
  <code>crawlform board NAME --out DIR</code> writes them for one crawl.
</p>`

/** One crawl, or all those of a matrix. */
interface Row {
  readonly name: string
  readonly state: CrawlState
  /** Worst first. */
  readonly crawls: readonly BoardCrawl[]
}

/** Compares names as people count: `site-9` is before `site-10`. */
const byName = new Intl.Collator('en', { numeric: true })

function rowsOf(crawls: readonly BoardCrawl[]): readonly Row[] {
  const worstFirst = crawls.toSorted(
    (a, b) => rankOf(a.state) - rankOf(b.state) || byName.compare(a.name, b.name),
  )
  const groups = groupBy(worstFirst, ({ matrix, name }) => matrix ?? `\n${name}`)
  return [...groups.values()].flatMap((group) => {
    const [worst] = group
    if (worst === undefined) return []
    const name = group.length === 1 ? worst.name : (worst.matrix ?? '')
    return { name, state: worst.state, crawls: group }
  })
}

function isFirstOf(rows: readonly Row[], index: number): boolean {
  return rows[index]?.state !== rows[index - 1]?.state
}

function rowItem({ name, state, crawls }: Row, slots: number, isFirst: boolean): Markup {
  const id = isFirst ? html` id="${anchorOf(state)}"` : undefined
  const [crawl, ...others] = crawls
  if (crawl === undefined || others.length === 0)
    return crawl === undefined ? html`` : crawlRow(crawl, slots, id)
  const states = [...countStates(crawls)]
  const counts = states.length === 1 ? [] : countWords(states.map(([of, count]) => [count, of]))
  const pages = crawls.flatMap(({ runs }) => runs.at(-1)?.pages ?? [])
  const sum = pages.reduce((all, one) => all + one, 0)
  return html`<li class="fold" ${id}>
    <details>
      <summary class="row">
        ${badge(state)}
        <span class="name"
          ><b>${name}</b>
          <span class="quiet">${[plural(crawls.length, 'crawl'), ...counts].join(', ')}</span
          >${whyOf(crawl)}</span
        >
        <span>${plural(sum, 'page')}</span>
      </summary>
      <ul class="crawls">
        ${crawls.map((one) => crawlRow(one, slots))}
      </ul>
    </details>
   `
}

/** Returns a list item without the end tags that HTML does not need: a board may have thousands. */
function crawlRow(crawl: BoardCrawl, slots: number, id?: Markup): Markup {
  const { name, state, runs } = crawl
  return html`<li${id}>
    ${badge(state)}<span class="name"><a href="${crawlPath(name)}">${name}</a>${whyOf(crawl)}</span
    >${smallChart(runs.slice(-slots), slots)}${lastRun(runs.at(-1))}${dueText(crawl)}
   `
}

function whyOf({ why, ...crawl }: BoardCrawl): Markup | undefined {
  const now = progressText(crawl)
  return why === undefined ? now : html`<span class="why">${why}</span>${now}`
}

/** Returns the counts of the last run, when it ran, how long, and what it cost. */
function lastRun(run: BoardRun | undefined): Markup | undefined {
  if (run === undefined) return undefined
  const { pages, failed = 0, changes, at, credits = 0 } = run
  // How far it is stands next to its name.
  if (run.state === 'running')
    return html`<div></div>
      <i>since ${shortTime(at)}</i>`
  const took = tookText(run)
  const count = pages === undefined ? 'pages unknown' : plural(pages, 'page')
  const bad = failed === 0 ? undefined : html` <b class="bad">${failed} failed</b>`
  const cost = `${took === undefined ? '' : ` in ${took}`}${credits === 0 ? '' : `, ${plural(credits, 'credit')}`}`
  return html`<div>${count}${bad}${changes && changeCounts(changes)}</div>
    <i>ran ${shortTime(at)}${cost}</i>`
}

/** Returns counts with their signs, without those that are zero. */
function changeCounts({ added, removed, changed, moved }: NonNullable<BoardRun['changes']>): Markup {
  const parts = (
    [
      ['added', '+', added],
      ['removed', '−', removed],
      ['changed', '~', changed],
      ['moved', '>', moved],
    ] as const
  ).filter(([, , count]) => count > 0)
  if (parts.length === 0) return html` <span class="quiet">nothing changed</span>`
  return html`${parts.map(([kind, sign, count]) => html` <span class="${kind}">${sign}${count}</span>`)}`
}

/** Returns how long a run took until its end was seen; undefined if that is not known. */
export function tookText({ at, endedAt }: BoardRun): string | undefined {
  const [begin, end] = [fromTimeText(at), endedAt === undefined ? undefined : fromTimeText(endedAt)]
  if (begin === undefined || end === undefined || end < begin) return undefined
  return formatDuration(Math.round((end - begin) / 1000) * 1000)
}

function dueText({ dueAt, state }: BoardCrawl): Markup | undefined {
  if (state === 'running' || (state !== 'due' && dueAt === undefined)) return undefined
  return html`<i>due ${state === 'due' || dueAt === undefined ? 'now' : shortTime(dueAt)}</i>`
}

/** Says in a sentence what a person has to know first. */
function headline(crawls: readonly BoardCrawl[]): string {
  const bad = crawls.filter(({ state }) => STATES[state].tone === 'bad').length
  const all = crawls.length
  if (all === 0) return 'No crawl is declared yet'
  if (bad > 0) return `${bad} of ${plural(all, 'crawl')} ${bad === 1 ? 'needs' : 'need'} attention`
  if (crawls.every(({ state }) => state === 'never')) return 'No crawl has run yet'
  const running = crawls.filter(({ state }) => state === 'running').length
  if (running > 0) return `Nothing is wrong: ${running} of ${plural(all, 'crawl')} running`
  const published = crawls.filter(({ state }) => state === 'published').length
  if (published < all) return `Nothing is wrong: ${published} of ${plural(all, 'crawl')} published`
  return all === 1 ? 'The crawl is published' : `All ${all} crawls are published`
}

/** Says what to do on a board without any run. */
function firstStep(crawls: readonly BoardCrawl[]): Markup | undefined {
  if (crawls.length === 0) return html`<p>Write a crawl file, then run <code>crawlform apply</code>.</p>`
  if (crawls.some(({ state }) => state !== 'never')) return undefined
  return html`<p><code>crawlform apply</code> starts ${crawls.length === 1 ? 'it' : 'them'}.</p>`
}

/** Returns the number of crawls in each state that occurs, worst first. */
function countStates(crawls: readonly BoardCrawl[]): ReadonlyMap<CrawlState, number> {
  const groups = groupBy(crawls, ({ state }) => state)
  const counts = [...groups].map(([state, group]) => [state, group.length] as const)
  return new Map(counts.toSorted(([a], [b]) => rankOf(a) - rankOf(b)))
}

function anchorOf(state: CrawlState): string {
  return `state-${state.replaceAll(' ', '-')}`
}

const legend = html`<p class="legend quiet">
  A bar is a run, the newest at the right: <span class="key same"></span> pages as before,
  <span class="key changed"></span> new or changed pages (at the bottom),
  <span class="key failed"></span> failed pages (at the top), <span class="key held"></span> hatched: held
  back. + added, − removed, ~ changed, &gt; moved. All times are UTC.
</p>`
