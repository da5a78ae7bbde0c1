/**
 * Input: the manifests of two jobs of one crawl.
 * Output: the pages that differ, and the lines of a feed.
 * Must not know where manifests are stored or how changes are shown.
 */
import { EMPTY_HASH } from '../manifest/content-hash.ts'
import {
  isSameRule,
  type Manifest,
  manifestKey,
  type ManifestPage,
  NO_TEXT,
  pageId,
} from '../manifest/manifest.ts'
import { canonicalJson, isJsonObject, type Json, type JsonObject, parseJson } from '../util/json.ts'
import { compareText } from '../util/text.ts'
import { groupBy } from '../util/group-by.ts'
import { placesOf, type Rows } from '../util/json-rows.ts'
import { KeyTable } from '../util/key-table.ts'

/** A job of a comparison. */
export interface ComparedJob {
  readonly job: string
  /** When it was submitted, ISO 8601. */
  readonly at: string
}

/** What changed between two jobs. All lists are by URL. */
export interface Changes {
  readonly crawl: string
  readonly before: ComparedJob
  readonly after: ComparedJob
  readonly added: readonly ManifestPage[]
  readonly removed: readonly ManifestPage[]
  /** As in the later job. */
  readonly changed: readonly ManifestPage[]
  /** The same content at another URL. */
  readonly moved: readonly { readonly from: ManifestPage; readonly to: ManifestPage }[]
  /** Pages that failed this time and may come back. */
  readonly failing: readonly ManifestPage[]
  /** Pages that the later job did not reach before its limit. */
  readonly notReached: readonly ManifestPage[]
  /** Pages that nothing links to any more, and that the site still answers with. Those with an error could not be asked. */
  readonly unlinked: readonly ManifestPage[]
  readonly unchanged: number
  /** Settings of the request that differ, such as `scrapeOptions.onlyMainContent`. */
  readonly settings: readonly string[]
  /** URLs of changed pages that have changed in each of the last `MANY_RUNS` runs, perhaps only in noise. Absent if unknown. */
  readonly always?: readonly string[]
}

/** A page that changes in so many runs, one after the other, may change whenever it is fetched. */
export const MANY_RUNS = 5

/** Returns the URLs of pages that changed with each of these manifests, which are of one crawl, newest first. */
export function alwaysChanged(newestFirst: readonly Manifest[]): readonly string[] {
  const [last] = newestFirst
  if (last === undefined || newestFirst.length <= MANY_RUNS) return []
  let urls: readonly string[] | undefined
  for (const [index, before] of newestFirst.slice(1, MANY_RUNS + 1).entries()) {
    const after = newestFirst[index] ?? last
    const changed = new Set(
      isSameRule(before, after)
        ? compareManifests(before, after).changed.map(({ url }) => manifestKey(last, url))
        : [],
    )
    const candidates: readonly string[] = urls ?? Array.from(last.pages, ({ url }) => url)
    urls = candidates.filter((url) => changed.has(manifestKey(last, url)))
    if (urls.length === 0) break
  }
  return urls ?? []
}

export function compareManifests(before: Manifest, after: Manifest): Changes {
  const places = placesOf(before.pages, ({ url }) => manifestKey(after, url))
  /** For each place of a page before, 1 if the later job has the page. */
  const isKept = new Uint8Array(before.pages.length)
  const changed: ManifestPage[] = []
  const appeared: ManifestPage[] = []
  const missing: ManifestPage[] = []
  let unchanged = 0
  for (const page of after.pages) {
    const place = places.get(manifestKey(after, page.url))
    const known = place === undefined || isKept[place] === 1 ? undefined : before.pages.at(place)
    if (place !== undefined) isKept[place] = 1
    if (page.missing !== undefined) missing.push(page)
    else if (known === undefined) appeared.push(page)
    else if (known.hash === page.hash) unchanged++
    else changed.push(page)
  }
  const vanished: ManifestPage[] = []
  let place = 0
  for (const page of before.pages) {
    const isLast = isKept[place] === 0 && places.get(manifestKey(after, page.url)) === place
    if (isLast) vanished.push(page)
    place++
  }
  const moved = pairMoved(vanished, appeared)
  const from = new Set(moved.map((pair) => pair.from))
  const to = new Set(moved.map((pair) => pair.to))
  return {
    crawl: after.crawl,
    before: { job: before.job, at: before.at },
    after: { job: after.job, at: after.at },
    added: appeared.filter((page) => !to.has(page)),
    removed: vanished.filter((page) => !from.has(page)),
    changed,
    moved,
    failing: missing.filter((page) => page.missing === 'failing'),
    notReached: missing.filter((page) => page.missing === 'not-reached'),
    unlinked: missing.filter((page) => page.missing === 'unlinked'),
    unchanged,
    settings: differentSettings(before.request, after.request),
  }
}

export function hasChanges({ added, removed, changed, moved }: Changes): boolean {
  return [added, removed, changed, moved].some((pages) => pages.length > 0)
}

export function countsOf({ added, removed, changed, moved }: Changes) {
  return { added: added.length, removed: removed.length, changed: changed.length, moved: moved.length }
}

/** Pairs pages of equal content, in the order of their URLs. Pages without content have nothing in common. */
function pairMoved(vanished: readonly ManifestPage[], appeared: readonly ManifestPage[]) {
  const byHash = groupBy(vanished.toReversed(), ({ hash }) => hash)
  byHash.delete(EMPTY_HASH)
  return appeared.flatMap((to) => {
    const from = byHash.get(to.hash)?.pop()
    return from === undefined ? [] : [{ from, to }]
  })
}

/** Returns the settings that differ between two requests; maps are compared inside, lists as one setting. */
function differentSettings(before: JsonObject, after: JsonObject): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted(compareText)
  return names.flatMap((name) => {
    const one: Json | undefined = before[name]
    const other: Json | undefined = after[name]
    if (isJsonObject(one) && isJsonObject(other))
      return differentSettings(one, other).map((inner) => `${name}.${inner}`)
    return textOf(one) === textOf(other) ? [] : [name]
  })
}

function textOf(value: Json | undefined): string {
  return value === undefined ? '' : canonicalJson(value)
}

/** One line of a feed. Applying a line twice gives the same index as applying it once. */
export type FeedLine =
  | {
      readonly op: 'upsert'
      readonly id: string
      readonly crawl: string
      readonly url: string
      /** The page's file, relative to the directory of the pages; absent for a page without text. */
      readonly file?: string
      readonly hash: string
    }
  | { readonly op: 'delete'; readonly id: string; readonly crawl: string; readonly url: string }

/** The pages of a job that an index may have been filled with. */
export interface IndexedPages {
  readonly pages: Iterable<IdentifiedPage>
  /** URLs of pages that the index may lack, or hold as they were earlier. */
  readonly lacks: ReadonlySet<string>
}

/** A page with its id in feeds. */
type IdentifiedPage = Required<Pick<ManifestPage, 'id' | 'url' | 'hash'>> & {
  readonly missing: ManifestPage['missing']
  readonly error: ManifestPage['error']
}

/** Returns the pages of a manifest with their ids. They are not all in memory at once. */
export function identifiedPages(manifest: Manifest): Iterable<IdentifiedPage> {
  return {
    *[Symbol.iterator]() {
      for (const page of manifest.pages) {
        const { url, hash, missing, error } = page
        yield { id: pageId(manifest, page), url, hash, missing, error }
      }
    },
  }
}

/** An index before its first feed. */
export const EMPTY_INDEX: IndexedPages = { pages: [], lacks: new Set() }

/** Returns the index that a first feed of these pages fills: without the pages that were missing from the job. */
export function filledIndex(manifest: Manifest): IndexedPages {
  const lacks = new Set<string>()
  for (const { missing, url } of manifest.pages) if (missing !== undefined) lacks.add(url)
  return { pages: identifiedPages(manifest), lacks }
}

/** A feed of one crawl. */
interface Feed {
  readonly lines: Iterable<FeedLine>
  /** URLs of pages that an index still lacks, or holds as they were earlier, after these lines. */
  readonly lacks: readonly string[]
}

/**
 * Returns the feed that turns an index in any of these states into one of `after`.
 * @param isLeftOut tells whether a delivered page is left out of the files as a copy; the index does not get it either
 */
export function feedOf(
  states: readonly IndexedPages[],
  after: Manifest,
  fileOf: (url: string) => string | undefined,
  isLeftOut: (url: string) => boolean = () => false,
): Feed {
  const isHeld = heldIn(states)
  const isOut = ({ missing, url }: IdentifiedPage): boolean => missing === undefined && isLeftOut(url)
  const lacks: string[] = []
  for (const page of identifiedPages(after)) {
    // A feed that is read late finds a page without text in the files, so the index may lose it.
    const isUnsure = page.error === NO_TEXT || !isHeld(page)
    if (page.missing === undefined ? isOut(page) : isUnsure) lacks.push(page.url)
  }
  const own = {
    *[Symbol.iterator]() {
      for (const page of identifiedPages(after)) if (!isOut(page)) yield page
    },
  }
  return { lines: linesFor(after.crawl, { states, isHeld, own, fileOf }), lacks }
}

/**
 * Yields the lines of a feed: deletions first, each kind sorted by URL. An index has several possible states if nobody knows
 * whether an earlier feed reached it. Each page may be in another of them. Pages that are missing without being gone stay in
 * the index.
 */
function* linesFor(
  crawl: string,
  {
    states,
    isHeld,
    own,
    fileOf,
  }: {
    readonly states: readonly IndexedPages[]
    readonly isHeld: (page: IdentifiedPage) => boolean
    readonly own: Iterable<IdentifiedPage>
    readonly fileOf: (url: string) => string | undefined
  },
): Generator<FeedLine> {
  const now = placesOf(own, ({ id }) => id)
  const gone = new Map<string, { readonly id: string; readonly url: string }>()
  for (const { pages, lacks } of states)
    for (const { id, url, missing } of pages) {
      // A page that the index lacks although its job delivered it was left out.
      const isLeftOut = missing === undefined && lacks.has(url)
      if (!now.has(id) && !isLeftOut) gone.set(id, { id, url })
    }
  const sorted = [...gone.values()].toSorted((a, b) => compareText(a.url, b.url))
  for (const { id, url } of sorted) yield { op: 'delete', id, crawl, url }
  for (const page of own) {
    if (page.missing !== undefined || isHeld(page)) continue
    const { id, url, hash } = page
    const file = fileOf(url)
    yield { op: 'upsert', id, crawl, url, ...(file === undefined ? {} : { file }), hash }
  }
}

/** Returns a function that tells whether an index certainly has a page as it is. */
function heldIn(states: readonly IndexedPages[]): (page: IdentifiedPage) => boolean {
  const keyOf = ({ id, hash }: Pick<IdentifiedPage, 'id' | 'hash'>): string => `${id} ${hash}`
  const tables = states.map(({ pages, lacks }) => {
    const table = new KeyTable()
    for (const page of pages) if (!lacks.has(page.url)) table.put(keyOf(page), 0)
    return table
  })
  return (page) => tables.every((table) => table.has(keyOf(page)))
}

/**
 * Yields the lines of a feed that nobody has taken, followed by new ones, with one line for each page: the last. `refresh`
 * returns an old upsert as it is now, or undefined if its page can no longer be read. The old lines are read twice.
 */
export function* joinFeeds(
  old: Iterable<FeedLine>,
  lines: Rows<FeedLine>,
  refresh: (line: FeedLine) => FeedLine | undefined,
): Generator<FeedLine> {
  const last = placesOf(old, ({ id }) => id)
  for (const { id } of lines) last.set(id, -1)
  let place = 0
  for (const line of old) {
    const kept = last.get(line.id) === place++ ? refresh(line) : undefined
    if (kept !== undefined) yield kept
  }
  yield* lines
}

/** Yields the lines of a feed. */
export function* parseFeed(texts: Iterable<string>): Generator<FeedLine> {
  for (const text of texts) {
    const value = parseJson(text)
    // A person may have changed the file, and a full disk may have cut it.
    if (isJsonObject(value) && typeof value['id'] === 'string') yield value as unknown as FeedLine
  }
}

/** Yields the lines as texts, each with a line feed. */
export function* formatFeed(lines: Iterable<FeedLine>): Generator<string> {
  for (const line of lines) yield `${JSON.stringify(line)}\n`
}
