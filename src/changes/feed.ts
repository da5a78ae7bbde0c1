import type { Manifest, ManifestPage } from '../manifest/manifest.ts'
import { compareText } from '../util/text.ts'
import { sha256 } from '../util/sha256.ts'

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

/** Returns the id of a page: 32 hexadecimal digits that depend only on the crawl's name and the URL. */
export function feedId(crawl: string, url: string): string {
  return sha256(`${crawl}\n${url}`).slice(0, 32)
}

/** The content of an index. */
export interface IndexedPages {
  readonly manifest: Manifest
  /** URLs of pages in the manifest that were missing when the index was filled, so it never got them. */
  readonly lacks: ReadonlySet<string>
}

/**
 * Returns the lines that turn an index of `before` into one of `after`: deletions first, each kind sorted by URL. Without
 * `before` all pages are new. Pages that are failing or were not reached stay in the index.
 */
export function feedLines(
  before: IndexedPages | undefined,
  after: Manifest,
  fileOf: (url: string) => string | undefined,
): FeedLine[] {
  const { crawl } = after
  const { pages, lacks } = { pages: before?.manifest.pages ?? [], lacks: before?.lacks ?? new Set() }
  const old = new Map(pages.filter(({ url }) => !lacks.has(url)).map((page) => [page.url, page]))
  const now = new Set(after.pages.map(({ url }) => url))
  const named = (url: string) => ({ id: feedId(crawl, url), crawl, url })
  const gone = [...old.values()].filter(({ url }) => !now.has(url))
  const changed = after.pages.filter(
    (page) => page.missing === undefined && old.get(page.url)?.hash !== page.hash,
  )
  return [
    ...inOrder(gone).map(({ url }): FeedLine => ({ op: 'delete', ...named(url) })),
    ...inOrder(changed).map(({ url, hash }): FeedLine => {
      const file = fileOf(url)
      return { op: 'upsert', ...named(url), ...(file === undefined ? {} : { file }), hash }
    }),
  ]
}

/** Returns the URLs of `after` that an index still lacks after `feedLines`. */
export function lackingAfter(before: IndexedPages | undefined, after: Manifest): readonly string[] {
  const missing = after.pages.filter(({ missing: is }) => is !== undefined).map(({ url }) => url)
  return before === undefined ? missing : missing.filter((url) => before.lacks.has(url))
}

/** Returns the lines as text, each with a line feed. */
export function formatFeed(lines: readonly FeedLine[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

function inOrder(pages: readonly ManifestPage[]): readonly ManifestPage[] {
  return pages.toSorted((a, b) => compareText(a.url, b.url))
}
