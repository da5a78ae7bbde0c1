import { type ChangedPage, kinds } from '../render/render-changes.ts'
import { html, type Markup, type MarkupPart } from '../util/markup.ts'
import { plural } from '../util/text.ts'
import { shellQuote } from '../util/shell-quote.ts'
import { badge, boardPage, type BoardFile } from './board-page.ts'
import { STATES } from './board-model.ts'
import type { Board, BoardRun, CrawlDetail, GuardReading, KnownFailure, RunChanges } from './board-model.ts'
import { crawlFile } from './crawl-path.ts'
import { folderTree } from './folder-tree.ts'
import { tookText } from './overview.ts'
import { largeChart, shortTime } from './run-chart.ts'

/** Returns the page of one crawl: how it is, its runs, what failed, and what changed in each run. */
export function crawlPage(board: Board, detail: CrawlDetail): BoardFile {
  const { crawl } = detail
  const { name, state, why, runs } = crawl
  const anchors = new Map(
    detail.changes.flatMap(({ job, count }, index) => (count === 0 ? [] : [[job, `run-${index + 1}`]])),
  )
  const body = html`<h1>${name} ${badge(state)}</h1>
    ${why === undefined ? undefined : html`<p class="lead">${why}</p>`} ${facts(detail)}
    ${guardList(detail.guards)} ${history(runs, anchors)} ${failures(detail)}
    ${detail.changes.toReversed().flatMap((run, index) => runChanges(name, run, anchors.get(run.job), index === 0) ?? [])}
    ${sitemapTable(detail)}
    <p class="legend quiet">
      Bars: new and changed pages at the bottom, failed ones at the top, hatched if held back. Not known here:
      which pages link to a page, and at which depth it was found. Of runs before the last two, failed pages
      count only where an earlier run had delivered them.
    </p>`
  return boardPage(crawlFile(name), { title: name, up: '../', about: board, body, hasScript: false })
}

function facts({ crawl }: CrawlDetail): Markup {
  const { name, place, startUrl, plan, dueAt, runs } = crawl
  const last = runs.at(-1)
  const row = (title: string, value: MarkupPart): Markup | undefined =>
    value === undefined
      ? undefined
      : html`<dt>${title}</dt>
          <dd>${value}</dd>`
  return html`<dl>
    ${row('starts at', startUrl === undefined ? undefined : link(startUrl))}
    ${row('declared in', place && html`<code>${place}</code>, its scope: <code>crawlform explore ${shellQuote(name)}</code>`)}
    ${row('plan now', plan && `${plan.action}: ${plan.reason}`)}
    ${row('due', dueAt && `${shortTime(dueAt)} UTC`)}
    ${row('last job', last && html`<code>${last.job}</code>`)}
  </dl>`
}

/** The share of a limit from which on a guard is near. */
const NEAR = 0.8

function guardList(guards: readonly GuardReading[]): Markup | undefined {
  if (guards.length === 0) return undefined
  const item = ({ guard, now, share }: GuardReading): Markup => {
    const isMissed = share !== undefined && share > 1
    const width = Math.round(Math.min(1, share ?? 0) * 100)
    const bar =
      share === undefined
        ? undefined
        : html`<svg class="guard" viewBox="0 0 100 8" aria-hidden="true">
            <rect class="room" width="100" height="8" />
            <rect
              class="${isMissed ? 'failed' : (share ?? 0) > NEAR ? 'near' : 'used'}"
              width="${width}"
              height="8"
            />
          </svg>`
    return html`<li><code>${guard}</code>${bar}<span${isMissed ? html` class="bad"` : undefined}>${now === undefined ? 'not measured' : `now ${now}`}${isMissed ? ' ✗' : ''}</span></li>`
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
  return html`<h2>Runs</h2>
    <div class="wide">${largeChart(runs, { slots, width: 900, height: 220 }, linkOf)}</div>
    <div class="scroll">
      <table class="counts">
        <thead>
          <tr>
            <th>run
            <th>state
            <th>pages
            <th>failed
            <th>added
            <th>changed
            <th>removed
            <th>moved
            <th>took
            <th>credits

        <tbody>
          ${runs.toReversed().map((run) => runRow(run, linkOf(run)))}
      </table>
    </div>`
}

/** Returns a row without end tags and empty cells at its end, which HTML does not need: a board may have thousands. */
function runRow(run: BoardRun, link: string | undefined): Markup {
  const { at, state, pages, failed, changes, credits, why } = run
  const when = link === undefined ? html`${shortTime(at)}` : html`<a href="${link}">${shortTime(at)}</a>`
  const { added, changed, removed, moved } = changes ?? {}
  const how = `${STATES[state].sign} ${state}${why === undefined ? '' : `: ${why}`}`
  const counts = [pages, ...[failed, added, changed, removed, moved].map((count) => count || undefined)]
  const cells = [html`${how}`, ...counts, tookText(run), credits]
  const last = cells.findLastIndex((cell) => cell !== undefined)
  return html`<tr>
    <td>${when}${cells.slice(0, last + 1).map((cell) => html`<td>${cell}`)}
   `
}

/** Failed pages that are shown of each kind. */
const MOST_FAILED = 200

/** Returns the pages that failed in the last run: new ones first, and those that failed before folded. */
function failures({ failed, unlisted }: CrawlDetail): Markup | undefined {
  if (failed.length === 0 && unlisted === undefined) return undefined
  const known = failed.filter(({ runs = 1 }) => runs > 1)
  const fresh = failed.filter(({ runs = 1 }) => runs === 1)
  const list = (pages: readonly KnownFailure[]): Markup =>
    html`<ul class="pages-list">
        ${pages.slice(0, MOST_FAILED).map(failure)}
      </ul>
      ${more(pages.length - MOST_FAILED)}`
  return html`<h2>Failed pages</h2>
    ${unlisted === undefined ? undefined : html`<p class="alert">Not all are known: ${unlisted}</p>`}
    ${
      fresh.length === 0
        ? html`<p>None is new.</p>`
        : html`<p>${plural(fresh.length, 'page')} did not fail in the run before:</p>
            ${list(fresh)}`
    }
    ${
      known.length === 0
        ? undefined
        : html`<details>
            <summary><span class="name">${plural(known.length, 'page')} failed before too</span></summary>
            ${list(known)}
          </details>`
    }`
}

function failure({ url, error, runs, since }: KnownFailure): Markup {
  const age =
    runs === undefined
      ? 'never delivered in a kept run'
      : runs === 1
        ? 'new'
        : `known for ${runs} runs${since === undefined ? '' : `, since ${shortTime(since)}`}`
  return html`<li><span class="bad">✗ ${error}</span> ${link(url)} <span class="quiet">${age}</span></li>`
}

function runChanges(
  crawl: string,
  { at, since, text, pages, count, notes }: RunChanges,
  anchor: string | undefined,
  isLast: boolean,
): Markup | undefined {
  if (anchor === undefined) return undefined
  const head = `${shortTime(at)}, since ${shortTime(since)}: ${text}`
  return html`${isLast ? html`<h2>What changed</h2>` : undefined}<details${isLast ? html` open` : undefined}><summary><span class="name">${head}</span></summary>
    <div id="${anchor}">${notes.map((text) => html`<p>${text}</p>`)}${folderTree(pages)}
    <ul class="pages-list">${pages.map(changedItem)}</ul>
    ${count > pages.length ? html`<p class="quiet">and ${count - pages.length} more: <code>crawlform changes ${shellQuote(crawl)}</code></p>` : undefined}</div></details>`
}

function changedItem({ change, page, from, about }: ChangedPage): Markup {
  const { mark, words } = kinds[change]
  return html`<li>
    <span class="${change}"><b>${mark}</b> ${words}</span>
    ${from === undefined ? undefined : html`${from} → `}${link(page.url)} <span class="quiet">${about}</span>
  </li>`
}

function sitemapTable({ sitemaps }: CrawlDetail): Markup | undefined {
  if (sitemaps.length === 0) return undefined
  const rows = sitemaps.map(
    ({ url, text, isUnread, before }) =>
      html`<tr><td>${link(url)}</td><td${isUnread ? html` class="bad"` : undefined}>${isUnread ? '✗ ' : ''}${text}</td><td>${before}</td></tr>`,
  )
  return html`<h2>Sitemaps</h2>
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th>sitemap</th>
            <th>last run</th>
            <th>URLs in the run before</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>`
}

function more(count: number): Markup | undefined {
  return count > 0 ? html`<p class="quiet">and ${count} more</p>` : undefined
}

/** Returns an address of the web as a link, and any other as text. */
function link(url: string): Markup {
  return /^https?:\/\//i.test(url) ? html`<a href="${url}">${url}</a>` : html`${url}`
}
