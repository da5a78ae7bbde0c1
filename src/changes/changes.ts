/**
 * Input: the manifests of two jobs of one crawl.
 * Output: the pages that differ, and the lines of a feed.
 * Must not know where manifests are stored or how changes are shown.
 */
import { contentHash, type Manifest, type ManifestPage } from '../manifest/manifest.ts'
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../util/json.ts'
import { compareText } from '../util/text.ts'
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
  readonly unchanged: number
  /** Settings of the request that differ, such as `scrapeOptions.onlyMainContent`. */
  readonly settings: readonly string[]
}

export function compareManifests(before: Manifest, after: Manifest): Changes {
  const old = before.pages
  const changed: ManifestPage[] = []
  const appeared: ManifestPage[] = []
  const vanished: ManifestPage[] = []
  let unchanged = 0
  let at = 0
  // Both lists are by URL.
  for (const page of after.pages) {
    let known = old[at]
    for (; known !== undefined && compareText(known.url, page.url) < 0; known = old[++at])
      vanished.push(known)
    if (known?.url === page.url) at++
    else known = undefined
    if (page.missing !== undefined) continue
    if (known === undefined) appeared.push(page)
    else if (known.hash === page.hash) unchanged++
    else changed.push(page)
  }
  vanished.push(...old.slice(at))
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
    unchanged,
    settings: differentSettings(before.request, after.request),
  }
}

/** Returns whether a page was added, removed, changed or moved. */
export function hasChanges({ added, removed, changed, moved }: Changes): boolean {
  return [added, removed, changed, moved].some((pages) => pages.length > 0)
}

/** Pairs pages of equal content, in the order of their URLs. Pages without content have nothing in common. */
function pairMoved(vanished: readonly ManifestPage[], appeared: readonly ManifestPage[]) {
  const byHash = groupBy(vanished.toReversed(), ({ hash }) => hash)
  byHash.delete(contentHash(''))
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
