import { hasChanges, type Changes, MANY_RUNS } from '../changes/changes.ts'
import type { ManifestPage } from '../manifest/manifest.ts'
import { fittingLines, markdownCode, markdownText, MOST_CHARACTERS } from '../util/markdown-text.ts'
import { heldBackText, unlinkedTexts } from '../protocol/job-texts.ts'
import { shellQuote } from '../util/shell-quote.ts'
import { countWords, plural, printable } from '../util/text.ts'
import { jsonReport, type Style } from './render.ts'

/** The changes of one crawl, or why there is nothing to show. */
export type ChangesView =
  | {
      readonly name: string
      readonly changes: Changes
      /** Why the pages of the last job are not published. */
      readonly heldBack?: readonly string[] | undefined
    }
  | { readonly name: string; readonly because: string }

/** One page of a comparison, in the order in which formats show the kinds. */
export interface ChangedPage {
  readonly change: ChangeKind
  readonly page: ManifestPage
  /** For a moved page: where it was. */
  readonly from?: string
  /** Its error or title. */
  readonly about: string | undefined
}

export const kinds = {
  added: { mark: '+', words: 'added', tint: 'green' },
  removed: { mark: '-', words: 'removed', tint: 'red' },
  changed: { mark: '~', words: 'changed', tint: 'yellow' },
  moved: { mark: '>', words: 'moved', tint: 'yellow' },
  failing: { mark: '!', words: 'failing now', tint: 'red' },
  'not-reached': { mark: '?', words: 'not reached', tint: 'yellow' },
  unlinked: { mark: '?', words: 'no longer linked', tint: 'yellow' },
} as const

export type ChangeKind = keyof typeof kinds

/** Returns every page that is not unchanged, kind by kind. */
export function changedPages(changes: Changes): readonly ChangedPage[] {
  const one = (change: ChangeKind, page: ManifestPage) => {
    return { change, page, about: page.error ?? page.title }
  }
  const all = (change: ChangeKind, pages: readonly ManifestPage[]): ChangedPage[] =>
    pages.map((page) => one(change, page))
  return [
    ...all('added', changes.added),
    ...all('removed', changes.removed),
    ...all('changed', changes.changed),
    ...changes.moved.map(({ from, to }) => ({ ...one('moved', to), from: from.url })),
    ...all('failing', changes.failing),
    ...all('not-reached', changes.notReached),
    ...all('unlinked', changes.unlinked),
  ]
}

/** Returns the counts: `3 added, 1 removed, 40 unchanged`. */
export function countChanges(changes: Changes): string {
  const pages = changedPages(changes)
  const counts = Object.entries(kinds).map(
    ([kind, { words }]) => [pages.filter(({ change }) => change === kind).length, words] as const,
  )
  return [...countWords(counts), `${changes.unchanged} unchanged`].join(', ')
}

/** Returns sentences about a comparison: why pages may differ although the site did not change, and which stay without a link. */
export function changesNotes({ crawl, settings, unlinked, always = [] }: Changes): readonly string[] {
  const names = settings.map((name) => name.replace(/^scrapeOptions\./, '')).join(', ')
  const note =
    names === '' ? [] : [`The settings changed too: ${names}. Pages may differ only because of that.`]
  return [...note, ...unlinkedTexts(unlinked), ...alwaysTexts(crawl, always)]
}

/** Pages that a note names. */
const NAMED = 3

function alwaysTexts(crawl: string, urls: readonly string[]): readonly string[] {
  const [url] = urls
  if (url === undefined) return []
  const more = urls.length > NAMED ? ` and ${urls.length - NAMED} more` : ''
  return [
    `${plural(urls.length, 'page')} changed in each of the last ${MANY_RUNS} runs: ${urls.slice(0, NAMED).join(', ')}${more}.`,
    `If that is noise, leave it out with changes.ignore. To see what differs: crawlform changes ${shellQuote(crawl)} --diff ${shellQuote(url)}`,
  ]
}

/** Returns one line for each crawl and, below it, one for each page that changed. */
export function renderChangesText(views: readonly ChangesView[], style: Style): string {
  if (views.length === 0) return 'No crawls.\n'
  return views
    .map((view) => {
      if ('because' in view) return `${printable(view.name)}: ${printable(view.because)}\n`
      const { name, changes, heldBack } = view
      const lines = changedPages(changes).map((page) => `  ${pageLine(page, style)}\n`)
      return [
        `${style.bold(printable(name))}: ${countChanges(changes)}\n`,
        `  ${style.dim(`job ${printable(changes.after.job)} of ${changes.after.at}, compared with ${printable(changes.before.job)} of ${changes.before.at}`)}\n`,
        ...(heldBack === undefined ? [] : [`  ${style.red(printable(heldBackText(heldBack)))}\n`]),
        ...changesNotes(changes).map((note) => `  ${printable(note)}\n`),
        ...lines,
      ].join('')
    })
    .join('')
}

function pageLine({ change, page, from, about = '' }: ChangedPage, style: Style): string {
  const { mark, tint } = kinds[change]
  const way = from === undefined ? printable(page.url) : `${printable(from)} -> ${printable(page.url)}`
  return `${style[tint](mark)} ${way}  ${style.dim(printable(about))}`.trimEnd()
}

/** Returns the comparison as JSON; lists of pages hold URL, title, status and hash. */
export function renderChangesJson(environment: string, views: readonly ChangesView[]): string {
  const crawls = views.map((view) => {
    if ('because' in view) return { name: view.name, because: view.because }
    const { name, changes, heldBack } = view
    const { crawl: _crawl, ...rest } = changes
    return { name, hasChanges: hasChanges(changes), ...rest, heldBack }
  })
  return jsonReport({ environment, crawls })
}

/** Returns one JSON line for each page that changed. */
export function renderChangesNdjson(views: readonly ChangesView[]): string {
  return views
    .flatMap((view) =>
      'because' in view ? [] : changedPages(view.changes).map((page) => ({ view, ...page })),
    )
    .map(({ view, change, page, from }) => {
      const { url, title, status, hash, error } = page
      return `${JSON.stringify({ crawl: view.name, change, url, from, title, status, hash, error })}\n`
    })
    .join('')
}

/** Pages of each crawl that Markdown lists: a comment or summary is read by people. */
const MOST_LISTED = 100
/** Kept free for the counts of what is left out. */
const RESERVE = 1_000

/** Returns the comparison for a pull request, an issue or a job summary, with about `most` characters. */
export function renderChangesMarkdown(views: readonly ChangesView[], most = MOST_CHARACTERS): string {
  const lines = ['### What changed on the site', '']
  let room = most - RESERVE
  for (const [index, view] of views.entries()) {
    if (room <= 0) {
      lines.push(`and ${plural(views.length - index, 'more crawl')}`)
      break
    }
    const part = markdownPart(view, room)
    lines.push(...part)
    room -= part.join('\n').length + 1
  }
  return `${lines.join('\n').trimEnd()}\n`
}

/** Returns the part of one crawl, with as many pages as fit into about `room` characters. */
function markdownPart(view: ChangesView, room: number): string[] {
  const head = [`#### ${markdownText(view.name)}`, '']
  if ('because' in view) return [...head, markdownText(view.because), '']
  const { changes, heldBack } = view
  head.push(`${countChanges(changes)} (since ${markdownText(changes.before.at)}).`, '')
  if (heldBack !== undefined) head.push(`**${markdownText(heldBackText(heldBack))}**`, '')
  for (const note of changesNotes(changes)) head.push(markdownText(note), '')
  const pages = changedPages(changes)
  const { lines } = fittingLines(pages.slice(0, MOST_LISTED).map(pageItem), room - head.join('\n').length)
  const left = pages.length - lines.length
  const more = left === 0 ? [] : [`- and ${plural(left, 'more page')}`]
  return [...head, ...lines, ...more, ...(pages.length === 0 ? [] : [''])]
}

function pageItem({ change, page, from, about }: ChangedPage): string {
  const where = from === undefined ? '' : `${markdownCode(from)} → `
  return `- ${kinds[change].words}: ${where}${markdownCode(page.url)}${about === undefined ? '' : ` ${markdownText(about)}`}`
}
