import { childPath } from '../scope/rules.ts'
import { pageKey } from '../scope/page-url.ts'
import { checkPattern } from '../scope/pattern/check-pattern.ts'
import { compilePattern } from '../scope/pattern/compile-pattern.ts'
import { quotePattern } from '../scope/pattern/pattern-texts.ts'
import { parseUrl } from '../util/can-parse-url.ts'
import { groupBy } from '../util/group-by.ts'
import { CrawlDraft, literalText } from './crawl-draft.ts'
import { nameOfUrl } from '../util/name-of-url.ts'

/** The paths of a host that a source means by one of its starts. */
interface Area {
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
  /** `template`: one address for each value of a matrix, with equal texts in `area.prefix`. `expression`: no page to fetch. */
  readonly shape?: 'template' | 'expression'
}

/** The result of a start: a crawl of its area, a crawl of its page alone, or no crawl of its own. */
export interface DividedStart<Start> {
  readonly start: Start
  /** The start whose crawl has the pages of this one. */
  readonly as?: Start | undefined
  /** The start whose area has this file: this is a crawl of one page. */
  readonly within?: Start | undefined
  /** The widest start of its host: it gets the pages that belong to no other start. */
  readonly isMain: boolean
  /** Starts of its host whose areas the crawl of this one excludes. */
  readonly others: readonly Start[]
}

/** Returns the area that a crawl from `url` on has without further settings: its directory, or it and what is below. */
export function areaBelow(url: string): Area {
  const { prefix, exact } = childPath(parseUrl(url)?.pathname ?? '/')
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
  const hosts = groupBy(starts, ({ url }) => bareHost(url))
  const divided = [...hosts.values()].flatMap((group) => divideGroup(group, mainTakesRest))
  const parts = new Map(divided.map((part) => [part.start, part]))
  return starts.flatMap((start) => parts.get(start) ?? [])
}

function divideGroup<Start extends Divisible>(
  group: readonly Start[],
  mainTakesRest: boolean,
): readonly DividedStart<Start>[] {
  const same = sameStarts(group)
  const distinct = group.filter((start) => !same.has(start))
  const around = findAround(distinct.filter(({ shape }) => shape !== 'expression'))
  const within = new Map(distinct.map((start) => [start, ownerOf(start, around(start))]))
  const owners = distinct.filter((start) => within.get(start) === undefined)
  const main = byWidth(owners)[0]
  const inside = new Map<Start, Start[]>(owners.map((owner) => [owner, []]))
  const shaped = owners.filter(({ shape }) => shape !== undefined)
  for (const inner of owners) {
    const admitting = shaped.filter((other) => isInside(inner, other))
    for (const outer of new Set([...around(inner).flat(), ...admitting])) {
      // The narrower of two starts gets the pages that both mean, or else the first.
      const isLeft = !isInside(outer, inner) || owners.indexOf(inner) < owners.indexOf(outer)
      if (inner !== outer && isLeft) inside.get(outer)?.push(inner)
    }
  }
  return group.map((start) => {
    const isMain = start === main
    const others = isMain && mainTakesRest ? owners.filter((owner) => owner !== main) : inside.get(start)
    return { start, as: same.get(start), within: within.get(start), isMain, others: others ?? [] }
  })
}

/** Returns a function that finds the starts around another, by prefix of their areas, narrowest first; a directory comes first. */
function findAround<S extends Divisible>(starts: readonly S[]): (inner: S) => readonly (readonly S[])[] {
  const isFile = ({ url }: S): number => (url.endsWith('/') ? 0 : 1)
  const byPrefix = groupBy(
    starts.toSorted((a, b) => isFile(a) - isFile(b)),
    ({ area }) => area.prefix,
  )
  const lengths = [...new Set(starts.map(({ area }) => area.prefix.length))].toSorted((a, b) => b - a)
  return ({ area: { prefix } }) =>
    lengths
      .flatMap((length) => (length > prefix.length ? [] : [byPrefix.get(prefix.slice(0, length)) ?? []]))
      .filter((group) => group.length > 0)
}

function byWidth<Start extends Divisible>(starts: readonly Start[]): readonly Start[] {
  return starts.toSorted((one, other) => one.area.prefix.length - other.area.prefix.length)
}

/** Returns whether the pages of `inner` are among those of `outer`, by the prefixes of their paths. */
function isInside(inner: Divisible, outer: Divisible): boolean {
  const { prefix, pattern } = outer.area
  if (inner.area.prefix.startsWith(prefix)) return true
  const canAdmit =
    inner.shape === undefined && outer.shape !== undefined && checkPattern(pattern) === undefined
  return canAdmit && compilePattern(pattern).test(inner.area.prefix)
}

/** Returns the starts that need no crawl of their own, each with the one that has its pages: that with the widest area. */
function sameStarts<Start extends Divisible>(group: readonly Start[]): ReadonlyMap<Start, Start> {
  const pages = new Map<string, Start>()
  for (const start of byWidth(group)) {
    const key = keyOf(start)
    if (start.shape !== 'expression' && !pages.has(key)) pages.set(key, start)
  }
  const same = new Map<Start, Start>()
  for (const start of group) {
    const page = pages.get(keyOf(start))
    if (page === undefined || page === start) continue
    if (start.shape !== 'expression' || start.area.prefix.startsWith(page.area.prefix)) same.set(start, page)
  }
  return same
}

/** Returns the start whose crawl covers the directory of the file `start`; undefined if no other does. */
function ownerOf<S extends Divisible>(
  start: S,
  [rivals = [], outer = []]: readonly (readonly S[])[],
): S | undefined {
  const { pathname } = parseUrl(start.url) ?? {}
  if (start.shape === 'expression' || pathname === undefined) return undefined
  const isFile = !pathname.endsWith('/') && areaBelow(start.url).prefix.length <= pathname.length
  if (isFile && outer.length > 0) return outer[0]
  return rivals[0] === start ? undefined : rivals[0]
}

function keyOf({ url, area, shape }: Divisible): string {
  return shape === 'template' ? area.prefix : pageKey(url)
}

/** Excludes from `draft` the pages that the crawls of other starts fetch. */
export function importDivision(draft: CrawlDraft, { start, others }: DividedStart<Divisible>): void {
  for (const { field, area } of others) {
    const why = `the crawl of ${field} fetches it`
    draft.approximate(start.field, '/request/excludePaths/-', area.pattern, why)
  }
}

/** Sets the start of a crawl. `whole` is the field that gives the main one all pages of its host, if the start alone does not. */
export function importStart(
  draft: CrawlDraft,
  part: DividedStart<Divisible>,
  whole: { readonly field: string; readonly why: string } | undefined,
): void {
  const { field, url } = part.start
  draft.map(field, '/request/url', literalText(url))
  if (part.within !== undefined) return
  const to = '/request/crawlEntireDomain'
  if (!part.isMain) draft.approximate(field, to, false, 'this crawl fetches the pages below its start URL')
  else if (whole !== undefined) draft.map(whole.field, to, true, whole.why)
  importDivision(draft, part)
}

/** Returns the draft of a crawl for each start that needs one of its own, filled by `fill`. */
export function draftParts<Start extends Divisible>(
  divided: readonly DividedStart<Start>[],
  base: string | undefined,
  fill: (draft: CrawlDraft, part: DividedStart<Start>) => void,
): readonly CrawlDraft[] {
  const parts = divided.filter(({ as }) => as === undefined)
  const urls = parts.map(({ start }) => start.url)
  const names = nameCrawls(urls, base)
  return parts.map((part, at) => {
    const draft = new CrawlDraft(names[at] ?? '')
    fill(draft, part)
    finishPart(draft, part, divided)
    return draft
  })
}

/** Limits a crawl of one page to it, and reports the starts that need no crawl of their own because of this one. */
export function finishPart(
  draft: CrawlDraft,
  { start, within }: DividedStart<Divisible>,
  divided: readonly DividedStart<Divisible>[],
): void {
  if (within !== undefined) {
    const why = `this crawl fetches only the page; the crawl of ${within.field} fetches its links`
    draft.fetchOnlyStart(start.field, why)
  }
  for (const { start: other, as } of divided) {
    if (as !== start) continue
    const isAdmitted = other.shape === 'expression'
    draft.drop(
      other.field,
      isAdmitted ? `the crawl of ${as.field} admits it` : `it is the page of ${as.field}`,
    )
  }
}

/** The parts of a path that a name contains. */
const MOST_OF_A_PATH = 48

/** Returns unique names: `base` or the host's, then the host if there are several, and the path if a host has several crawls. */
export function nameCrawls(urls: readonly string[], base: string | undefined): readonly string[] {
  const hosts = groupBy(urls, bareHost)
  const taken = new Set<string>()
  return urls.map((url) => {
    const host = nameOfUrl(url) ?? 'imported'
    const whole = base === undefined ? host : hosts.size > 1 ? `${base}-${host}` : base
    const path = hosts.get(bareHost(url))?.length === 1 ? '' : pathName(url)
    return uniqueName(path === '' ? whole : `${whole}-${path}`, taken)
  })
}

/** Returns a text of a source as the name of a crawl; undefined if nothing of it can be in a name. */
export function nameFromText(text: string): string | undefined {
  const name = text.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replaceAll(/^[^A-Za-z0-9]+|-+$/g, '')
  return name === '' ? undefined : name
}

/** Returns the common beginning of `names` in whole words, or else the first name. */
export function commonName(names: readonly string[]): string {
  const [first = [], ...others] = names.map((name) => name.split('-'))
  const shared = first.findIndex((word, at) => others.some((words) => words[at] !== word))
  const stem = (shared === -1 ? first : first.slice(0, shared)).join('-')
  return stem === '' ? (names[0] ?? '') : stem
}

/** Returns the path of `url`, with its query, as a part of a name: `docs-v2`; empty for the root. */
function pathName(url: string): string {
  const { pathname = '', search = '' } = parseUrl(url) ?? {}
  const words = `${pathname.replace(/\.[a-z]{3,5}$/i, '')}${search}`
    .replaceAll(/%[\dA-F]{2}/gi, '-')
    .replaceAll(/[^A-Za-z0-9._]+/g, '-')
    .replaceAll(/^[-.]+|(?<![-.])[-.]+$/g, '')
  return words.length <= MOST_OF_A_PATH ? words : words.slice(0, MOST_OF_A_PATH).replace(/[-.]+$/, '')
}

/** Returns the host of `url` as crawls compare hosts: with its port, without `www.`; other text is returned unchanged. */
export function bareHost(url: string): string {
  return parseUrl(url)?.host.replace(/^www\./, '') ?? url
}

/** Returns `name`, or `name-2` and so on where it is taken, whatever its case; taken from now on. */
function uniqueName(name: string, taken: Set<string>): string {
  let unique = name
  for (let count = 2; taken.has(unique.toLowerCase()); count++) unique = `${name}-${count}`
  taken.add(unique.toLowerCase())
  return unique
}
