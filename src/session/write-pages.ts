import { existsSync } from 'node:fs'
import path from 'node:path'
import type { PageReview } from '../apply/review-pages.ts'
import type { PageDocument } from '../protocol/crawl-status.ts'
import { isFullDisk } from '../util/is-full-disk.ts'
import type { WrittenPages } from '../render/written-pages-text.ts'
import { folderOf } from './page-folder.ts'
import { openPageWriter, type WriteOptions } from './page-writer.ts'

export interface PageSource {
  readonly crawl: string
  readonly startUrl: string
  readonly pages: AsyncIterable<PageDocument>
  /** The review that the pages have passed. Without it no page is a duplicate. */
  readonly review?: PageReview
}

/**
 * Writes a job's pages below `directory`: a folder for the crawl with one Markdown file for each page that has text, and its
 * lines in `index.jsonl`. Lines of other crawls are kept. Names and order depend only on URLs. The file of an unchanged page
 * keeps its content and its time of fetching. The folder is made next to the old one and replaces it when all pages are
 * written, so a failed or killed run leaves the old one. Files that no run has written are kept. Returns the number of pages.
 */
export async function writePages(
  directory: string,
  { pages, review, ...crawl }: PageSource,
  options: WriteOptions = {},
): Promise<WrittenPages> {
  const writer = await openPageWriter(directory, crawl, options)
  try {
    for await (const page of pages) writer.add(page)
    return await writer.finish(review?.canonicals())
  } catch (error) {
    throw isFullDisk(error) ? Object.assign(error, { path: directory }) : error
  } finally {
    await writer.close()
  }
}

/** Returns whether pages of the crawl are below `directory`, from any job. */
export function hasPages(directory: string, crawl: string): boolean {
  return existsSync(path.join(directory, folderOf(crawl)))
}
