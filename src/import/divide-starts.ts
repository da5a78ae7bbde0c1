import { childPath } from '../scope/rules.ts'
import { dedupeKey, parsePageUrl } from '../scope/page-url.ts'
import { checkPattern } from '../scope/pattern/check-pattern.ts'
import { compilePattern } from '../scope/pattern/compile-pattern.ts'
import { quotePattern } from '../scope/pattern/pattern-texts.ts'
import { canParseUrl } from '../util/can-parse-url.ts'
import { CrawlDraft, literalText } from './crawl-draft.ts'
import { bareHost, nameCrawls } from './name-crawls.ts'

/** The paths of a host that a source means by one of its starts. */
export interface Area {
  /** The common prefix of the paths. */
  readonly prefix: string
  /** Matches them. */
  readonly pattern: string
}

/** A place where a source starts. */
export interface Divisible {
  /** What messages call it. */
  readonly field: string
  /** The address; for several addresses, one of them or their common beginning. */
  readonly url: string
  readonly area: Area
  /**
   * `template`: one address for each value of a matrix; equal ones have equal texts in `area.prefix`. `expression`: no page
   * that can be fetched.
   */
  readonly shape?: 'template' | 'expression'
}

export type DividedStart<Start> =
  | {
      readonly kind: 'area'
      readonly start: Start
      /** The widest start of its host: it gets the pages that belong to no other start. */
      readonly isMain: boolean
      /** Areas that other starts of its host fetch, which the crawl of this one excludes. */
      readonly others: readonly { readonly field: string; readonly pattern: string }[]
    }
  /** A file in the area of another start: a crawl of this page alone. */
  | { readonly kind: 'page'; readonly start: Start; readonly within: Start }
  | SameStart<Start>

/** A start whose pages the crawl of another start fetches. */
export interface SameStart<Start> {
  readonly kind: 'same'
  readonly start: Start
  readonly as: Start
}

/**
 * Returns the area that a crawl from `url` on has without further settings: its directory, or it and what is below. A text that
 * is not an address is refused later.
 */
export function areaBelow(url: string): Area {
  if (!canParseUrl(url)) return { prefix: '/', pattern: '^/' }
  const { prefix, exact } = childPath(new URL(url).pathname)
  if (exact === undefined) return { prefix, pattern: directoryPattern(`^${quotePattern(prefix)}`) }
  return { prefix, pattern: `^${quotePattern(exact)}(/|$)` }
}

/** Returns a pattern for a directory that matches it without its slash too, as links often spell it. */
export function directoryPattern(pattern: string): string {
  return pattern.length > 2 && pattern.endsWith('/') ? `${pattern.slice(0, -1)}(/|$)` : pattern
}

/**
 * Decides the crawl of each start. A crawl reaches other starts only if pages link to them, so each start gets its own crawl,
 * without the pages of other crawls. Only a page in another start's directory may be fetched twice: excluded there, its links
 * would not be followed. With `mainTakesRest`, the widest start of a host gets all pages of the host that belong to no other.
 */
export function divideStarts<Start extends Divisible>(
  starts: readonly Start[],
  { mainTakesRest }: { readonly mainTakesRest: boolean },
): readonly DividedStart<Start>[] {
  const hosts = new Map<string, Start[]>()
  for (const start of starts) {
    const host = bareHost(start.url)
    const group = hosts.get(host)
    if (group === undefined) hosts.set(host, [start])
    else group.push(start)
  }
  const divided = new Map(
    [...hosts.values()]
      .flatMap((group) => divideGroup(group, mainTakesRest))
      .map((part): [Start, DividedStart<Start>] => [part.start, part]),
  )
  return starts.flatMap((start) => divided.get(start) ?? [])
}

function divideGroup<Start extends Divisible>(
  group: readonly Start[],
  mainTakesRest: boolean,
): readonly DividedStart<Start>[] {
  const same = sameStarts(group)
  const distinct = group.filter((start) => !same.has(start))
  const within = new Map<Start, Start>()
  for (const start of distinct) {
    const owner = ownerOf(start, distinct)
    if (owner !== undefined) within.set(start, owner)
  }
  const owners = distinct.filter((start) => !within.has(start))
  const main = first(owners, (one, other) => one.area.prefix.length - other.area.prefix.length)
  return group.map((start): DividedStart<Start> => {
    const as = same.get(start)
    if (as !== undefined) return { kind: 'same', start, as }
    const owner = within.get(start)
    if (owner !== undefined) return { kind: 'page', start, within: owner }
    const isMain = start === main
    const isLeft = (other: Start, at: number): boolean =>
      (isMain && mainTakesRest) || leaves(start, other, at < owners.indexOf(start))
    const others = owners.filter((other, at) => other !== start && isLeft(other, at))
    return {
      kind: 'area',
      start,
      isMain,
      others: others.map(({ field, area }) => ({ field, pattern: area.pattern })),
    }
  })
}

/** Returns whether `other` gets the pages that both starts mean: the narrower one does. */
function leaves(start: Divisible, other: Divisible, otherIsEarlier: boolean): boolean {
  return isInside(other, start) && (!isInside(start, other) || otherIsEarlier)
}

/** Returns whether the pages of `inner` are among those of `outer`, judged by their texts. */
function isInside(inner: Divisible, outer: Divisible): boolean {
  if (inner.area.prefix.startsWith(outer.area.prefix)) return true
  return inner.shape === undefined && outer.shape !== undefined && admits(outer, inner)
}

function admits({ area: { pattern } }: Divisible, { area: { prefix } }: Divisible): boolean {
  return checkPattern(pattern) === undefined && compilePattern(pattern).test(prefix)
}

/** Returns the starts that need no crawl of their own, each with the one that has its pages. */
function sameStarts<Start extends Divisible>(group: readonly Start[]): ReadonlyMap<Start, Start> {
  const pages = new Map<string, Start>()
  const keys = new Map(group.map((start): [Start, string] => [start, pageKey(start)]))
  for (const start of group) {
    if (start.shape === 'expression') continue
    const key = keys.get(start) ?? ''
    const known = pages.get(key)
    // The start with the widest area gets the page.
    if (known === undefined || start.area.prefix.length < known.area.prefix.length) pages.set(key, start)
  }
  const same = new Map<Start, Start>()
  for (const start of group) {
    const page = pages.get(keys.get(start) ?? '')
    if (page === undefined || page === start) continue
    if (start.shape !== 'expression' || start.area.prefix.startsWith(page.area.prefix)) same.set(start, page)
  }
  return same
}

/** Returns the start whose crawl covers the directory of the file `start`; undefined if no other does. */
function ownerOf<Start extends Divisible>(start: Start, group: readonly Start[]): Start | undefined {
  if (start.shape === 'expression' || !canParseUrl(start.url)) return undefined
  const { pathname } = new URL(start.url)
  const { prefix } = start.area
  const others = group.filter((other) => other !== start && other.shape !== 'expression')
  const isFile = !pathname.endsWith('/') && areaBelow(start.url).prefix.length <= pathname.length
  const wider = isFile
    ? others.filter(({ area }) => area.prefix.length < prefix.length && prefix.startsWith(area.prefix))
    : []
  if (wider.length > 0) return first(wider, (one, other) => other.area.prefix.length - one.area.prefix.length)
  // If several are in one directory, the directory itself gets it, or else the first.
  const rivals = group.filter((other) => other.shape !== 'expression' && other.area.prefix === prefix)
  const owner = rivals.find(({ url }) => url.endsWith('/')) ?? rivals[0]
  return owner === start ? undefined : owner
}

function pageKey({ url, area, shape }: Divisible): string {
  if (shape === 'template') return area.prefix
  const page = parsePageUrl(url)
  const settings = { deduplicateSimilarURLs: true, ignoreQueryParameters: false }
  return page === undefined ? url : dedupeKey(page, settings)
}

/** Returns the smallest item; of equal ones the first. */
function first<Item>(items: readonly Item[], compare: (one: Item, other: Item) => number): Item | undefined {
  return items.toSorted(compare)[0]
}

/** Excludes from `draft` the pages that the crawls of other starts fetch. */
export function importDivision(
  draft: CrawlDraft,
  { start, others }: DividedStart<Divisible> & { readonly kind: 'area' },
): void {
  for (const other of others)
    draft.approximate(
      start.field,
      '/request/excludePaths/-',
      other.pattern,
      `the crawl of ${other.field} fetches it`,
    )
}

/**
 * Sets the start of a crawl. The main one gets all pages of its host: `whole` is the field that says so, if the start alone
 * does not.
 */
export function importStart(
  draft: CrawlDraft,
  part: DividedStart<Divisible>,
  whole: { readonly field: string; readonly why: string } | undefined,
): void {
  const { field, url } = part.start
  draft.map(field, '/request/url', literalText(url))
  if (part.kind !== 'area') return
  const to = '/request/crawlEntireDomain'
  if (!part.isMain) draft.approximate(field, to, false, 'this crawl fetches the pages below its start URL')
  else if (whole !== undefined) draft.map(whole.field, to, true, whole.why)
  importDivision(draft, part)
}

/** Returns the draft of a crawl for each start that needs one of its own, filled by `fill`. */
export function draftParts<Start extends Divisible>(
  divided: readonly DividedStart<Start>[],
  base: string | undefined,
  fill: (draft: CrawlDraft, part: OwnCrawl<Start>) => void,
): readonly CrawlDraft[] {
  const parts = divided.flatMap((part) => (part.kind === 'same' ? [] : [part]))
  const names = nameCrawls(
    parts.map(({ start }) => start.url),
    base,
  )
  return parts.map((part, at) => {
    const draft = new CrawlDraft(names[at] ?? '')
    fill(draft, part)
    if (part.kind === 'page') draft.fetchOnlyStart(part.start.field, onePageWhy(part.within.field))
    dropSame(draft, divided, part.start)
    return draft
  })
}

type OwnCrawl<Start> = Exclude<DividedStart<Start>, SameStart<Start>>

/** Returns why a crawl fetches one page alone: the start of `owner` has its directory. */
export function onePageWhy(owner: string): string {
  return `this crawl fetches only the page; the crawl of ${owner} fetches its links`
}

/** Reports the starts that need no crawl of their own, because `start` covers their pages. */
export function dropSame(
  draft: CrawlDraft,
  divided: readonly DividedStart<Divisible>[],
  start: Divisible | undefined,
): void {
  for (const part of divided)
    if (part.kind === 'same' && part.as === start) draft.drop(part.start.field, sameWhy(part))
}

function sameWhy({ start, as }: SameStart<Divisible>): string {
  if (start.shape === 'expression') return `the crawl of ${as.field} admits it`
  return `it is the page of ${as.field}`
}
