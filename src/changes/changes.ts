/**
 * Input: the manifests of two jobs of one crawl.
 * Output: the pages that differ, and the lines of a feed.
 * Must not know where manifests are stored or how changes are shown.
 */
import { EMPTY_HASH } from '../manifest/content-hash.ts'
import { isSameRule, type Manifest, manifestKey, type ManifestPage, pageId } from '../manifest/manifest.ts'
import { canonicalJson, isJsonObject, type Json, type JsonObject, parseJson } from '../util/json.ts'
import { compareText, linesOf } from '../util/text.ts'
import { groupBy } from '../util/group-by.ts'

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
    const candidates: readonly string[] = urls ?? last.pages.map(({ url }) => url)
    urls = candidates.filter((url) => changed.has(manifestKey(last, url)))
    if (urls.length === 0) break
  }
  return urls ?? []
}

export function compareManifests(before: Manifest, after: Manifest): Changes {
  const old = new Map(before.pages.map((page) => [manifestKey(after, page.url), page]))
  const changed: ManifestPage[] = []
  const appeared: ManifestPage[] = []
  let unchanged = 0
  for (const page of after.pages) {
    const key = manifestKey(after, page.url)
    const known = old.get(key)
    old.delete(key)
    if (page.missing !== undefined) continue
    if (known === undefined) appeared.push(page)
    else if (known.hash === page.hash) unchanged++
    else changed.push(page)
  }
  const vanished = [...old.values()]
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
    failing: after.pages.filter(({ missing }) => missing === 'failing'),
    notReached: after.pages.filter(({ missing }) => missing === 'not-reached'),
    unlinked: after.pages.filter(({ missing }) => missing === 'unlinked'),
    unchanged,
    settings: differentSettings(before.request, after.request),
  }
}

export function hasChanges({ added, removed, changed, moved }: Changes): boolean {
  return [added, removed, changed, moved].some((pages) => pages.length > 0)
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
  readonly pages: readonly IdentifiedPage[]
  /** URLs of pages that the index may lack, or hold as they were earlier. */
  readonly lacks: ReadonlySet<string>
}

/** A page with its id in feeds. */
type IdentifiedPage = Required<Pick<ManifestPage, 'id' | 'url' | 'hash'>> & {
  readonly missing: ManifestPage['missing']
}

/** Returns the pages of a manifest with their ids. */
export function identifiedPages(manifest: Manifest): readonly IdentifiedPage[] {
  return manifest.pages.map((page) => {
    const { url, hash, missing } = page
    return { id: pageId(manifest, page), url, hash, missing }
  })
}

/** An index before its first feed. */
export const EMPTY_INDEX: IndexedPages = { pages: [], lacks: new Set() }

/** Returns the index that a first feed of these pages fills: without the pages that were missing from the job. */
export function filledIndex(manifest: Manifest): IndexedPages {
  const { pages } = manifest
  return {
    pages: identifiedPages(manifest),
    lacks: new Set(pages.flatMap(({ missing, url }) => (missing === undefined ? [] : [url]))),
  }
}

/**
 * Returns the lines that turn an index in any of these states into one of `after`: deletions first, each kind sorted by URL. An
 * index has several possible states if nobody knows whether an earlier feed reached it. Each page may be in another of them.
 * Pages that are missing without being gone stay in the index.
 */
export function feedLines(
  states: readonly IndexedPages[],
  after: Manifest,
  fileOf: (url: string) => string | undefined,
): FeedLine[] {
  const { crawl } = after
  const pages = identifiedPages(after)
  const now = new Set(pages.map(({ id }) => id))
  const isHeld = heldIn(states)
  const known = new Map(states.flatMap((state) => state.pages.map(({ id, url }) => [id, { id, url }])))
  const gone = [...known.values()].filter(({ id }) => !now.has(id))
  const changed = pages.filter((page) => page.missing === undefined && !isHeld(page))
  return [
    ...inOrder(gone).map(({ id, url }): FeedLine => ({ op: 'delete', id, crawl, url })),
    ...inOrder(changed).map(({ id, url, hash }): FeedLine => {
      const file = fileOf(url)
      return { op: 'upsert', id, crawl, url, ...(file === undefined ? {} : { file }), hash }
    }),
  ]
}

/** Returns the URLs of `after` that an index still lacks, or holds as they were earlier, after `feedLines`. */
export function lackingAfter(states: readonly IndexedPages[], after: Manifest): readonly string[] {
  const isHeld = heldIn(states)
  return identifiedPages(after)
    .filter((page) => page.missing !== undefined && !isHeld(page))
    .map(({ url }) => url)
}

/** Returns a function that tells whether an index certainly has a page as it is. */
function heldIn(states: readonly IndexedPages[]): (page: IdentifiedPage) => boolean {
  const hashes = states.map(
    ({ pages, lacks }) =>
      new Map(pages.filter(({ url }) => !lacks.has(url)).map(({ id, hash }) => [id, hash])),
  )
  return ({ id, hash }) => hashes.every((known) => known.get(id) === hash)
}

/**
 * Returns the lines of a feed that nobody has taken, followed by new ones, with one line for each page: the last. `refresh`
 * returns an old upsert as it is now, or undefined if its page can no longer be read.
 */
export function joinFeeds(
  old: readonly FeedLine[],
  lines: readonly FeedLine[],
  refresh: (line: FeedLine) => FeedLine | undefined,
): readonly FeedLine[] {
  const last = new Map(lines.map((line) => [line.id, line]))
  const before = new Map(old.filter(({ id }) => !last.has(id)).map((line) => [line.id, line]))
  return [...[...before.values()].flatMap((line) => refresh(line) ?? []), ...lines]
}

/** Returns the lines of a feed's text. */
export function parseFeed(text: string): readonly FeedLine[] {
  const lines: FeedLine[] = []
  for (const line of linesOf(text)) {
    const value = parseJson(line)
    // A person may have changed the file, and a full disk may have cut it.
    if (isJsonObject(value) && typeof value['id'] === 'string') lines.push(value as unknown as FeedLine)
  }
  return lines
}

/** Yields the lines as texts, each with a line feed. */
export function* formatFeed(lines: readonly FeedLine[]): Generator<string> {
  for (const line of lines) yield `${JSON.stringify(line)}\n`
}

function inOrder<T extends { readonly url: string }>(pages: readonly T[]): readonly T[] {
  return pages.toSorted((a, b) => compareText(a.url, b.url))
}
