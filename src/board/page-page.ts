import { parseUrl } from '../util/can-parse-url.ts'
import { html, lines, type Markup } from '../util/markup.ts'
import type { Board, LinkedPage, PageDetail, PageLinks, PageRun } from './board-model.ts'
import { boardPage, type BoardFile } from './board-page.ts'
import { crawlPath, pageFile } from './crawl-path.ts'
import { link } from './page-link.ts'
import { foundAt } from './page-list.ts'
import { shortTime } from './run-chart.ts'

/** Returns the page of a page of a crawl: what is known of it now, its runs, what differs, and why it is in. */
export function pagePage(board: Board, detail: PageDetail): BoardFile {
  const { crawl, page, runs, leadsTo, links, scope, difference } = detail
  const { url, title, status, missing, error, type, size } = page
  const origin = parseUrl(url)?.origin ?? ''
  const known = [status === undefined ? undefined : `HTTP ${status}`, type, size && `${size} characters`]
  const changed = runs.findLast(({ end }) => end === 'changed' || end === 'first kept run')
  const body = html`<p><a href="../../${crawlPath(crawl)}">${crawl}</a></p>
    <h1>${title ?? url}</h1>
    <p class="lead">${link(url)}</p>
    <p>
      ${missing === undefined ? undefined : html`<b class="bad">✗ ${error ?? missing}</b> `}${known
        .filter(Boolean)
        .join(', ')}${foundAt(page, origin)}
    </p>
    <h2>Runs${changed === undefined ? undefined : html` <i>content of ${shortTime(changed.at)}</i>`}</h2>
    <table>
      <tr>
        <th>run</th>
        <th>content</th>
        <th>status</th>
        <th>characters</th>
      </tr>
      ${runs.toReversed().map(runRow)}
    </table>
    ${section('Difference between the last two runs', difference)}
    ${
      typeof links === 'string'
        ? html`<h2>Links</h2>
            <p>${links}</p>`
        : linkLists(links, origin)
    }
    ${section('Scope', scope)}
    ${
      leadsTo.length === 0
        ? undefined
        : html`<h2>Pages that were found here first</h2>
            <ul>
              ${leadsTo.map((to) => html`<li>${link(to, origin)}</li>`)}
            </ul>`
    }`
  return boardPage(pageFile(crawl, page.id ?? ''), { title: title ?? url, up: '../../', about: board, body })
}

function linkLists({ out, in: into, isWhole }: PageLinks, origin: string): Markup {
  const list = (title: string, { count, first }: PageLinks['out']): Markup =>
    html`<h2>${title}: ${count}</h2>
      ${
        count === 0
          ? undefined
          : html`<ul>
              ${first.map((one) => linked(one, origin))}
            </ul>`
      }
      ${count > first.length ? html`<p class="quiet">and ${count - first.length} more</p>` : undefined}`
  return html`${list('Links out', out)} ${list('Links in', into)}
  ${isWhole ? undefined : html`<p class="quiet">These are links of the delivered texts. Menus and other parts that the crawl leaves out may have more.</p>`}`
}

/** Says of a link whether it leads to a failed page, to a page of the crawl, or out of it. */
function linked({ url, status, id, isFailed }: LinkedPage, origin: string): Markup {
  const state = isFailed ? html`<b class="bad">✗ failed</b>` : html`${status}`
  const about =
    id === undefined
      ? isFailed
        ? undefined
        : html`<i>not in this crawl</i>`
      : html`<a href="${id}.html">runs</a>`
  return html`<li>${state} ${link(url, origin)} ${about}</li>`
}

function runRow({ at, end, status, size }: PageRun): Markup {
  return html`<tr>
    <td>${shortTime(at)}</td>
    <td>${end}</td>
    <td>${status}</td>
    <td>${size}</td>
  </tr>`
}

function section(title: string, text: string | undefined): Markup | undefined {
  if (text === undefined) return undefined
  return html`<h2>${title}</h2>
    <pre tabindex="0">${lines(text)}</pre>`
}
