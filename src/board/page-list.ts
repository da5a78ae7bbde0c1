import { kinds } from '../render/render-changes.ts'
import { groupBy } from '../util/group-by.ts'
import { html, type Markup } from '../util/markup.ts'
import { plural } from '../util/text.ts'
import { type BoardPage, MOST_NOTABLE } from './board-model.ts'
import { pagePath } from './crawl-path.ts'
import { link } from './page-link.ts'

/** Pages that are listed, those that are missing first. */
const MOST_LISTED = 500
/** Values of one kind that have a bar of their own. The style sheet has as many rules. */
const MOST_BARS = 9

/** What tells pages apart: its letter in the style sheet, its name, and the value of a page. */
const DIMENSIONS = [
  [
    's',
    'status',
    ({ missing, status }: BoardPage) => (missing ? kinds[missing].words : String(status ?? 'failed')),
  ],
  ['d', 'depth', ({ depth }: BoardPage) => depth],
  ['t', 'type', ({ type }: BoardPage) => type],
  [
    'z',
    'characters',
    ({ size }: BoardPage) => (size === undefined ? undefined : Math.min(5, String(size).length)),
  ],
] as const

/** Sizes have names by their digits, at most five. */
const SIZES = ['up to 9', 'up to 99', 'up to 999', 'up to 9,999', 'more']

/** A bar: pages with one value, which are found by a class. */
interface Bar {
  readonly id: string
  readonly name: string
  readonly pages: readonly BoardPage[]
}

/** Returns bars of the pages by status, depth, type and size, which filter a list of the pages without a script. */
export function pageList(
  crawl: string,
  pages: readonly BoardPage[],
  { origin, isServed }: { readonly origin: string; readonly isServed: boolean },
): Markup | undefined {
  if (pages.length === 0) return undefined
  const dimensions = DIMENSIONS.map(([letter, name, valueOf]) => ({
    name,
    letter,
    bars: barsOf(letter, pages, valueOf),
  })).filter(({ bars }) => bars.length > 0)
  const classes = new Map<BoardPage, string>()
  for (const { bars } of dimensions)
    for (const { id, pages: own } of bars)
      for (const page of own) classes.set(page, `${classes.get(page) ?? ''} ${id}`)
  const listed = [
    ...pages.filter(({ missing }) => missing !== undefined),
    ...pages.filter(({ missing }) => missing === undefined),
  ].slice(0, MOST_LISTED)
  const rest = pages.length - listed.length
  return html`<h2>Pages</h2>
    <div class="filters">
      ${dimensions.map(({ letter, name, bars }) => filter(letter, name, bars, pages.length))}
    </div>
    ${listed.every(({ depth }) => depth === undefined) ? html`<p>The service does not tell at which depth it found a page, or which page links to it.</p>` : undefined}
    ${isServed ? undefined : html`<p>"runs" leads to the history of a page: in files only of pages that changed or fail, at most ${MOST_NOTABLE}. <code>crawlform board</code> shows it for all.</p>`}
    ${rest > 0 ? html`<p>The first ${listed.length} of ${plural(pages.length, 'page')}:</p>` : undefined}
    <ul class="pages">
      ${listed.map((page) => item(page, crawl, { classes: classes.get(page) ?? '', origin }))}
    </ul>`
}

/** Returns a bar for each value, the most frequent first; numbers in their order. Rare ones share the last bar. */
function barsOf(
  letter: string,
  pages: readonly BoardPage[],
  valueOf: (page: BoardPage) => string | number | undefined,
): readonly Bar[] {
  const groups = [...groupBy(pages, valueOf)].filter(([value]) => value !== undefined)
  const sorted = groups.toSorted(([a, one], [b, other]) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : other.length - one.length,
  )
  const rest = sorted.slice(MOST_BARS)
  const nameOf = (value: unknown): string => (letter === 'z' && SIZES[Number(value) - 1]) || String(value)
  const bars = sorted.slice(0, MOST_BARS).map(([value, own]) => [nameOf(value), own] as const)
  const others = rest.length === 0 ? [] : [['others', rest.flatMap(([, own]) => own)] as const]
  return [...bars, ...others].map(([name, own], index) => ({ id: `${letter}${index}`, name, pages: own }))
}

function filter(letter: string, name: string, bars: readonly Bar[], all: number): Markup {
  const choice = (id: string, text: string, count: number, isChosen: boolean): Markup =>
    html`<label>
      <input type="radio" name="${letter}" id="${id}" ${isChosen ? html` checked` : undefined} />
      <span>${text}</span><progress value="${count}" max="${all}" aria-hidden="true"></progress>${count}
    </label>`
  return html`<fieldset>
    <legend>${name}</legend>
    ${choice(`${letter}-all`, 'all', all, true)}
    ${bars.map(({ id, name: value, pages }) => choice(id, value, pages.length, false))}
  </fieldset>`
}

function item(
  { id, url, title, status, missing, error, ...page }: BoardPage,
  crawl: string,
  { classes, origin }: { readonly classes: string; readonly origin: string },
): Markup {
  const more = id === undefined ? undefined : html` <a href="${pagePath(crawl, id)}">runs</a>`
  const state =
    missing === undefined
      ? html`${status}`
      : html`<b class="${missing}">${kinds[missing].mark} ${kinds[missing].words}</b>`
  return html`<li class="p${classes}">
    ${state} ${link(url, origin)} <i>${error ?? title}${foundAt(page, origin)}</i>${more}
  </li>`
}

/** Says where a page was found: `, depth 2, from /docs/`. */
export function foundAt(
  { depth, from }: Pick<BoardPage, 'depth' | 'from'>,
  origin: string,
): Markup | undefined {
  if (depth === undefined && from === undefined) return undefined
  const at = depth === undefined ? undefined : `, depth ${depth}`
  if (from === undefined) return html`${at}`
  return html`${at}, ${from === 'sitemap' ? 'in a sitemap' : html`from ${link(from, origin)}`}`
}
