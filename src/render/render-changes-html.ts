import { diffLists } from '../util/diff.ts'
import { escapeXml } from '../util/escape-xml.ts'
import { reportPage } from './report-page.ts'
import { pageStyle } from '../util/page-style.ts'
import { printable } from '../util/printable.ts'
import {
  changedPages,
  countChanges,
  settingsNote,
  type ChangedPage,
  type ChangesView,
} from './render-changes.ts'

/** The text of a page in the two jobs of a comparison; absent where a service no longer has it. */
export interface PageTexts {
  readonly before?: string | undefined
  readonly after?: string | undefined
}

export interface ChangesHtmlOptions {
  readonly environment: string
  /** Returns the texts of a changed page. */
  readonly textsOf: (crawl: string, url: string) => PageTexts
}

const style = `${pageStyle}
table { border-collapse: collapse; width: 100%; table-layout: fixed; margin: .5rem 0 1.5rem; border: 1px solid var(--line); }
td { vertical-align: top; width: 50%; padding: .1rem .5rem; white-space: pre-wrap; border-left: 1px solid var(--line);
  font: .85em/1.5 ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; }
td.removed { background: var(--bad-ground); } td.added { background: var(--good-ground); }
tr.gap td { background: var(--panel); color: var(--quiet); }
td.removed::before { content: "- "; } td.added::before { content: "+ "; }
ul { padding-left: 1.2rem; } li { margin: .15rem 0; } summary { cursor: pointer; }
.kind { display: inline-block; min-width: 6.5rem; color: var(--quiet); }
@media (max-width: 40rem) { table, tbody, tr, td { display: block; width: 100%; } td { border-left: 0; }
  td:empty, tr.same td + td, tr.gap td + td { display: none; } }`

/** Returns the comparison as one HTML file without scripts or network access, with the differences of changed pages side by side. */
export function renderChangesHtml(views: readonly ChangesView[], options: ChangesHtmlOptions): string {
  return reportPage('What changed on the site', style, [
    '<h1>What changed on the site</h1>',
    `<p class="quiet">Environment ${text(options.environment)}</p>`,
    ...views.flatMap((view) => crawlSection(view, options)),
  ])
}

function crawlSection(view: ChangesView, { textsOf }: ChangesHtmlOptions): string[] {
  const head = `<h2>${text(view.name)}</h2>`
  if ('because' in view) return [head, `<p>${text(view.because)}</p>`]
  const { changes, name } = view
  const note = settingsNote(changes)
  const pages = changedPages(changes)
  return [
    head,
    `<p>${countChanges(changes)}</p>`,
    `<p class="quiet">Job ${text(changes.after.job)} of ${changes.after.at}, compared with ${text(changes.before.job)} of ${changes.before.at}</p>`,
    ...(note === undefined ? [] : [`<p>${text(note)}</p>`]),
    ...(pages.length === 0 ? [] : ['<ul>', ...pages.map(pageItem), '</ul>']),
    ...changes.changed.flatMap(({ url, title }) => pageDifference({ url, title }, textsOf(name, url))),
  ]
}

function pageItem({ change, page, from }: ChangedPage): string {
  const where = from === undefined ? '' : `${text(from)} → `
  const about = page.missing === 'failing' ? page.error : page.title
  const more = about === undefined ? '' : ` <span class="quiet">${text(about)}</span>`
  return `<li><span class="kind">${change}</span> ${where}${text(page.url)}${more}</li>`
}

interface Row {
  readonly before?: string
  readonly after?: string
  readonly isSame: boolean
}

function pageDifference(
  { url, title }: { readonly url: string; readonly title?: string | undefined },
  { before, after }: PageTexts,
): string[] {
  const head = `<summary><strong>${text(title ?? url)}</strong> <span class="quiet">${text(url)}</span></summary>`
  if (before === undefined || after === undefined) {
    const body = '<p class="quiet">The service no longer has the text of both jobs.</p>'
    return [`<details open>${head}${body}</details>`]
  }
  return [`<details open>${head}`, '<table>', ...withContext(rowsOf(before, after)), '</table>', '</details>']
}

/** Puts removed lines next to the added lines that follow them. */
function rowsOf(before: string, after: string): readonly Row[] {
  const rows: Row[] = []
  let removed: string[] = []
  let added: string[] = []
  const flush = (): void => {
    for (let index = 0; index < Math.max(removed.length, added.length); index++) {
      const [one, other] = [removed[index], added[index]]
      rows.push({
        isSame: false,
        ...(one === undefined ? {} : { before: one }),
        ...(other === undefined ? {} : { after: other }),
      })
    }
    removed = []
    added = []
  }
  for (const { kind, item } of diffLists(before.split('\n'), after.split('\n'), (line) => line)) {
    if (kind === 'removed') removed.push(item)
    else if (kind === 'added') added.push(item)
    else {
      flush()
      rows.push({ before: item, after: item, isSame: true })
    }
  }
  flush()
  return rows
}

/** Unchanged lines shown around a change. */
const CONTEXT = 3

function withContext(rows: readonly Row[]): string[] {
  const shown = new Set<number>()
  for (const [index, { isSame }] of rows.entries()) {
    if (isSame) continue
    for (let near = index - CONTEXT; near <= index + CONTEXT; near++) shown.add(near)
  }
  return rows.flatMap((row, index) => {
    if (shown.has(index)) return [tableRow(row)]
    const isFirst = index === 0 || shown.has(index - 1)
    return isFirst ? ['<tr class="gap"><td>⋯</td><td>⋯</td></tr>'] : []
  })
}

function tableRow({ before, after, isSame }: Row): string {
  const cell = (line: string | undefined, kind: string): string =>
    line === undefined ? '<td></td>' : `<td${isSame ? '' : ` class="${kind}"`}>${text(line)}</td>`
  const row = isSame ? '<tr class="same">' : '<tr>'
  return `${row}${cell(before, 'removed')}${cell(after, 'added')}</tr>`
}

function text(value: string): string {
  return escapeXml(printable(value))
}
