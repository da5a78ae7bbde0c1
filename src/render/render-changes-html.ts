import { type Hunk, hunksOf } from '../util/diff.ts'
import { htmlText, reportPage } from './html-page.ts'
import { escapeXml } from '../util/escape-xml.ts'
import { heldBackText } from '../protocol/job-texts.ts'
import type { ManifestPage } from '../manifest/manifest.ts'
import { changedPages, changesNotes, countChanges } from './render-changes.ts'
import type { ChangedPage, ChangesView } from './render-changes.ts'

/** The text of a page in the two jobs of a comparison; absent where a service no longer has it. */
export interface PageTexts {
  readonly before?: string | undefined
  readonly after?: string | undefined
}

export interface ChangesHtmlOptions {
  readonly environment: string
  readonly textsOf: (crawl: string, url: string) => PageTexts
}

/** Returns the comparison as one HTML file without scripts or network access, with the differences of changed pages side by side. */
export function renderChangesHtml(views: readonly ChangesView[], options: ChangesHtmlOptions): string {
  return reportPage('changes', 'What changed on the site', [
    '<h1>What changed on the site</h1>',
    `<p class="quiet">Environment ${htmlText(options.environment)}</p>`,
    ...views.flatMap((view) => crawlSection(view, options)),
  ])
}

function crawlSection(view: ChangesView, { textsOf }: ChangesHtmlOptions): string[] {
  const head = `<h2>${htmlText(view.name)}</h2>`
  if ('because' in view) return [head, `<p>${htmlText(view.because)}</p>`]
  const { changes, name, heldBack } = view
  const pages = changedPages(changes)
  return [
    head,
    ...(heldBack === undefined ? [] : [`<p><strong>${htmlText(heldBackText(heldBack))}</strong></p>`]),
    `<p>${countChanges(changes)}</p>`,
    `<p class="quiet">Job ${htmlText(changes.after.job)} of ${changes.after.at}, compared with ${htmlText(changes.before.job)} of ${changes.before.at}</p>`,
    ...changesNotes(changes).map((note) => `<p>${htmlText(note)}</p>`),
    ...(pages.length === 0 ? [] : ['<ul>', ...pages.map(pageItem), '</ul>']),
    ...changes.changed.flatMap((page) =>
      pageDifference(page, textsOf(name, page.url), changes.changed.length <= MOST_OPEN),
    ),
  ]
}

/** Changed pages of a crawl whose differences are open at first. */
const MOST_OPEN = 50

function pageItem({ change, page, from, about }: ChangedPage): string {
  const where = from === undefined ? '' : `${htmlText(from)} → `
  const more = about === undefined ? '' : ` <span class="quiet">${htmlText(about)}</span>`
  return `<li><span class="kind">${change}</span> ${where}${htmlText(page.url)}${more}</li>`
}

function pageDifference({ url, title }: ManifestPage, { before, after }: PageTexts, isOpen: boolean) {
  const start = isOpen ? '<details open>' : '<details>'
  const head = `<summary><strong>${htmlText(title ?? url)}</strong> <span class="quiet">${htmlText(url)}</span></summary>`
  if (before === undefined || after === undefined) {
    const body = '<p class="quiet">The service no longer has the text of both jobs.</p>'
    return [`${start}${head}${body}</details>`]
  }
  return [`${start}${head}`, '<table>', ...tableRows(before, after), '</table>', '</details>']
}

const GAP = '<tr class="gap"><td>⋯</td><td>⋯</td></tr>'

/** Returns changed lines with their neighbours, and a gap for the lines that are left out. */
function tableRows(before: string, after: string): string[] {
  const hunks = hunksOf(`${before}\n`, `${after}\n`)
  const { oldStart = 1, oldLines = 0 } = hunks.at(-1) ?? {}
  const isCut = oldStart + oldLines <= before.split('\n').length
  return [
    ...hunks.flatMap((hunk, index) => [...(index > 0 || hunk.oldStart > 1 ? [GAP] : []), ...hunkRows(hunk)]),
    ...(isCut ? [GAP] : []),
  ]
}

/** Puts removed lines next to the added lines that follow them. */
function hunkRows({ lines }: Hunk): string[] {
  const rows: string[] = []
  const removed: string[] = []
  const added: string[] = []
  const flush = (): void => {
    for (let index = 0; index < Math.max(removed.length, added.length); index++) {
      const [old, now] = markDifference(removed[index], added[index])
      rows.push(`<tr>${cell('removed', old)}${cell('added', now)}</tr>`)
    }
    removed.length = added.length = 0
  }
  for (const line of lines) {
    const [mark, content] = [line.charAt(0), line.slice(1)]
    if (mark === '-') removed.push(content)
    else if (mark === '+') added.push(content)
    else {
      flush()
      const same = `<td>${escapeXml(content)}</td>`
      rows.push(`<tr class="same">${same}${same}</tr>`)
    }
  }
  flush()
  return rows
}

/** Lines longer than this have the part that differs marked. */
const LONG_LINE = 200

/** Returns two lines as HTML, without their escapes for terminals: tabs and marks of direction belong to the text. */
function markDifference(old: string | undefined, now: string | undefined): (string | undefined)[] {
  const isLong = old !== undefined && now !== undefined && Math.min(old.length, now.length) > LONG_LINE
  if (!isLong) return [old, now].map((line) => line && escapeXml(line))
  const [before, after] = [old.split(/(?<= )/), now.split(/(?<= )/)]
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start++
  let end = 0
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++
  return [before, after].map((words) => {
    const parts = [
      words.slice(0, start),
      words.slice(start, words.length - end),
      words.slice(words.length - end),
    ]
    const [head = '', middle = '', tail = ''] = parts.map((part) => escapeXml(part.join('')))
    return `${head}<mark>${middle}</mark>${tail}`
  })
}

function cell(kind: 'removed' | 'added', html: string | undefined): string {
  return html === undefined ? '<td></td>' : `<td class="${kind}">${html}</td>`
}
