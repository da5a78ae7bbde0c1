import { type ChangedPage, kinds } from '../render/render-changes.ts'
import { parseUrl } from '../util/can-parse-url.ts'
import { html, type Markup, type MarkupPart } from '../util/markup.ts'
import { countWords } from '../util/text.ts'
import { shellQuote } from '../util/shell-quote.ts'
import { badge, boardPage, progressText, type BoardFile } from './board-page.ts'
import { isBriefBoard, STATES } from './board-model.ts'
import type {
  Board,
  BoardCrawl,
  BoardRun,
  CrawlDetail,
  GuardReading,
  KnownFailure,
  RunChanges,
} from './board-model.ts'
import { crawlFile } from './crawl-path.ts'
import { folderTree } from './folder-tree.ts'
import { tookText } from './overview.ts'
import { link } from './page-link.ts'
import { foundAt, pageList } from './page-list.ts'
import { chartText, largeChart, shortTime } from './run-chart.ts'

/** Returns the page of one crawl: how it is, its runs, what failed, and what changed in each run. */
export function crawlPage(board: Board, detail: CrawlDetail): BoardFile {
  const { crawl } = detail
  const { name, state, why, runs } = crawl
  const isBrief = isBriefBoard(board)
  const changes = isBrief ? detail.changes.slice(-1) : detail.changes
  const anchors = new Map(
    changes.flatMap(({ job, count }, index) => (count === 0 ? [] : [[job, `run-${index + 1}`]])),
  )
  const origin = parseUrl(crawl.startUrl ?? '')?.origin ?? ''
  const body = html`<h1>${name} ${badge(state)}</h1>
    ${why === undefined ? undefined : html`<p class="lead">${why}</p>`} ${progressText(crawl)}
    ${newest(crawl)} ${facts(detail, isBrief)}
    ${
      detail.notes.length === 0
        ? undefined
        : html`<ul>
            ${detail.notes.map((text) => html`<li>${text}`)}
          </ul>`
    }
    ${guardList(detail.guards)} ${history(runs, anchors)} ${failures(detail, origin)}
    ${changes.toReversed().flatMap((run, index) => runChanges(name, run, { anchor: anchors.get(run.job), isLast: index === 0, origin }) ?? [])}
    ${isBrief ? leftOut : pageList(name, detail.pages, { origin, isServed: board.isServed })}
    ${sitemapList(detail, origin)}`
  return boardPage(crawlFile(name), { title: name, up: '../', about: board, body })
}

const leftOut = html`<p><a href="../index.html#left-out">What these files leave out</a></p>`

/** Returns a list that the script of served pages fills while a crawl runs. */
function newest({ name, progress }: BoardCrawl): Markup | undefined {
  if (progress === undefined) return undefined
  return html`<section data-newest="${name}" aria-label="Newest pages" hidden>
    <h2>Newest pages</h2>
    <ul></ul>
  </section>`
}

function facts({ crawl, account }: CrawlDetail, isBrief: boolean): Markup {
  const { name, place, startUrl, plan, dueAt, runs } = crawl
  const last = runs.at(-1)
  const row = (title: string, value: MarkupPart): Markup | undefined =>
    value === undefined
      ? undefined
      : html`<dt>${title}
          <dd>${value}`
  return html`<dl>
    ${row('starts at', startUrl === undefined ? undefined : link(startUrl))}
    ${row('declared in', place && html`<code>${place}</code>${isBrief ? undefined : html`, its scope: <code>crawlform explore ${shellQuote(name)}</code>`}`)}
    ${row('plan now', plan && `${plan.action}: ${plan.reason}`)}
    ${row('due', dueAt && `${shortTime(dueAt)} UTC`)}
    ${row('last job', last && html`${account}${account === '' ? undefined : ', '}<code>${last.job}</code>`)}
  </dl>`
}

function guardList(guards: readonly GuardReading[]): Markup | undefined {
  if (guards.length === 0) return undefined
  const item = ({ guard, now, share }: GuardReading): Markup => {
    const name = html`<li><code>${guard}</code>`
    if (share === undefined)
      return html`${name}<span>${now === undefined ? 'not measured' : `now ${now}`}</span>`
    const used = Math.min(1, Math.round(share * 100) / 100)
    if (share > 1) return html`${name}<meter class="missed" value="1"></meter><b class="bad">now ${now} ✗</b>`
    const near = share > 0.8 ? html` class="near"` : undefined
    return html`${name}<meter${near} value="${used}"></meter><span>now ${now}</span>`
  }
  return html`<h2>Guards</h2>
    <ul class="guards">
      ${guards.map(item)}
    </ul>`
}

function history(runs: readonly BoardRun[], anchors: ReadonlyMap<string, string>): Markup {
  if (runs.length === 0)
    return html`<h2>Runs</h2>
      <p>No run yet. <code>crawlform apply</code> starts the first one.</p>`
  const linkOf = ({ job }: BoardRun): string | undefined => {
    const anchor = anchors.get(job)
    return anchor === undefined ? undefined : `#${anchor}`
  }
  const slots = Math.max(10, runs.length)
  return html`<h2>${chartText(runs)}</h2>
    ${largeChart(runs, slots, linkOf)}
    <table>
      <tr>
        ${COLUMNS.map((name) => html`<th>${name}`)}
        ${runs.toReversed().flatMap((run) => runRow(run, linkOf(run)))}
    </table>`
}

const COLUMNS = 'run pages added changed removed moved failed took credits end'.split(' ')

/** Returns a row without end tags and empty cells at its end, which HTML does not need: a board may have thousands. */
function runRow(run: BoardRun, link: string | undefined): readonly Markup[] {
  const { at, state, pages, failed, changes, credits, why } = run
  const when = link === undefined ? html`${shortTime(at)}` : html`<a href="${link}">${shortTime(at)}</a>`
  const { added, changed, removed, moved } = changes ?? {}
  const isPlain = state === 'published' && why === undefined
  const end = `${STATES[state].sign} ${state}${why === undefined ? '' : `: ${why}`}`
  const counts = [pages, ...[added, changed, removed, moved, failed].map((count) => count || undefined)]
  const cells = [when, ...counts, tookText(run), credits, isPlain ? undefined : end]
  const last = cells.findLastIndex((cell) => cell !== undefined)
  return [html`<tr>`, ...cells.slice(0, last + 1).map((cell) => html`<td>${cell}`)]
}

/** Failed pages that are shown of each kind. */
const MOST_FAILED = 200

/** Returns the pages that failed in the last run: new ones first, and those that failed before folded. */
function failures({ failed, unlisted }: CrawlDetail, origin: string): Markup | undefined {
  if (failed.length === 0 && unlisted === undefined) return undefined
  const known = failed.filter(({ runs = 1 }) => runs > 1)
  const fresh = failed.filter(({ runs = 1 }) => runs === 1)
  const list = (pages: readonly KnownFailure[]): Markup =>
    html`<ul>
        ${pages.slice(0, MOST_FAILED).map((page) => failure(page, origin))}
      </ul>
      ${more(pages.length - MOST_FAILED)}`
  const counts = countWords([
    [fresh.length, 'new'],
    [known.length, 'known'],
  ])
  return html`<h2>Failed pages: ${counts.join(', ')}</h2>
    ${unlisted === undefined ? undefined : html`<p class="alert">Not all are listed: ${unlisted}</p>`}
    ${fresh.length === 0 ? undefined : list(fresh)}
    ${
      known.length === 0
        ? undefined
        : html`<details>
            <summary>${known.length} failed in the run before too</summary>
            ${list(known)}
          </details>`
    }`
}

function failure({ url, error, runs, since, ...page }: KnownFailure, origin: string): Markup {
  const age =
    runs === undefined
      ? 'never delivered in a kept run'
      : runs === 1
        ? 'new'
        : `known for ${runs} runs${since === undefined ? '' : `, since ${shortTime(since)}`}`
  return html`<li><b class="bad">✗ ${error}</b> ${link(url, origin)} <i>${age}${foundAt(page, origin)}</i>`
}

function runChanges(
  crawl: string,
  { at, since, text, pages, count, notes }: RunChanges,
  { anchor, isLast, origin }: { anchor: string | undefined; isLast: boolean; origin: string },
): Markup | undefined {
  if (anchor === undefined) return undefined
  const head = `${shortTime(at)}, since ${shortTime(since)}: ${text}`
  const more = count - pages.length
  return html`${isLast ? html`<h2>What changed</h2>` : undefined}<details${isLast ? html` open` : undefined}><summary>${head}</summary>
    <div id="${anchor}">${notes.map((text) => html`<p>${text}</p>`)}${isLast ? folderTree(pages) : undefined}
    <ul>${pages.map((page) => changedItem(page, origin))}</ul>
    ${more > 0 ? html`<p class="quiet">and ${more} more: <code>crawlform changes ${shellQuote(crawl)}</code></p>` : undefined}</div></details>`
}

function changedItem({ change, page, from, about }: ChangedPage, origin: string): Markup {
  const { mark, words } = kinds[change]
  const before = from === undefined ? undefined : `${from} → `
  return html`<li>
    <b class="${change}">${mark} ${words}</b> ${before}${link(page.url, origin)} <i>${about}</i>
   `
}

function sitemapList({ sitemaps }: CrawlDetail, origin: string): Markup | undefined {
  if (sitemaps.length === 0) return undefined
  const items = sitemaps.map(({ url, text, isUnread, before }) => {
    const now = isUnread ? html`<b class="bad">✗ ${text}</b>` : html`${text}`
    return html`<li>
      ${link(url, origin)}
      ${now}${before === undefined ? undefined : html` <i>${before} in the run before</i>`}
     `
  })
  return html`<h2>Sitemaps</h2>
    <ul>
      ${items}
    </ul>`
}

function more(count: number): Markup | undefined {
  return count > 0 ? html`<p class="quiet">and ${count} more</p>` : undefined
}
