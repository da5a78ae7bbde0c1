import path from 'node:path'
import { dedupeKey, type PageUrl, parsePageUrl } from '../scope/page-url.ts'
import { canParseUrl } from '../util/can-parse-url.ts'

/** A page, and its file relative to the folder of its crawl, with `/`. */
export interface PageFile {
  readonly url: string
  readonly file: string
}

/** Returns the reference from one page's file to another's; undefined for a URL without a page file. */
export type FileLinks = (to: string, from: PageFile) => string | undefined

/**
 * Returns a function that turns links into references between files. It finds a page by its URL or a URL that redirects to it.
 * Otherwise it ignores the same differences as crawls: `http` or `https`, `www.`, a final slash or `index.html`.
 */
export function linkFiles(
  pages: readonly { readonly url: string; readonly sourceUrl: string; readonly file: string | undefined }[],
): FileLinks {
  const exact = new Map<string, string>()
  const similar = new Map<string, string>()
  for (const name of ['url', 'sourceUrl'] as const) {
    for (const { file, [name]: url } of pages) {
      const page = file === undefined ? undefined : parsePageUrl(url)
      if (file === undefined || page === undefined) continue
      if (!exact.has(page.href)) exact.set(page.href, file)
      if (!similar.has(keyOf(page))) similar.set(keyOf(page), file)
    }
  }
  return (to, from) => {
    if (!canParseUrl(to, from.url)) return undefined
    const page = parsePageUrl(new URL(to, from.url).href)
    const file = page && (exact.get(page.href) ?? similar.get(keyOf(page)))
    if (page === undefined || file === undefined) return undefined
    if (file === from.file && page.section !== '') return sectionOf(page)
    return encodeURI(path.posix.relative(path.posix.dirname(from.file), file)) + sectionOf(page)
  }
}

function keyOf(page: PageUrl): string {
  return dedupeKey(page, { deduplicateSimilarURLs: true, ignoreQueryParameters: false })
}

function sectionOf({ section }: PageUrl): string {
  return section.replaceAll('(', '%28').replaceAll(')', '%29')
}
