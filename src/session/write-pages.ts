import { existsSync } from 'node:fs'
import path from 'node:path'
import type { PageDocument } from '../protocol/crawl-status.ts'
import { isFullDisk } from '../util/is-full-disk.ts'
import type { WrittenPages } from '../render/written-pages-text.ts'
import { folderOf } from './page-folder.ts'
import { openPageWriter, type WriteOptions } from './page-writer.ts'

export interface PageSource {
  readonly crawl: string
  readonly startUrl: string
  readonly pages: AsyncIterable<PageDocument>
}

/**
 * Writes a job's pages below `directory`: a folder for the crawl with one Markdown file for each page that has text, and
 * its lines in `index.jsonl`, which keeps the lines of other crawls. Names and order depend on URLs alone and not on
 * when a page arrived, and the file of a page of which nothing is new stays as it is, with the time when it was fetched.
 * The folder is made beside the old one and takes its place when all pages are there, so a run that fails or is killed
 * leaves the old one. Of that, only files that no run has written are kept. Returns how many pages there were.
 */
export async function writePages(
  directory: string,
  { pages, ...crawl }: PageSource,
  options: WriteOptions = {},
): Promise<WrittenPages> {
  const writer = await openPageWriter(directory, crawl, options)
  try {
    for await (const page of pages) writer.add(page)
    return await writer.finish()
  } catch (error) {
    throw isFullDisk(error) ? Object.assign(error, { path: directory }) : error
  } finally {
    await writer.close()
  }
}

/** Tells whether some job's pages of the crawl are below `directory`. */
export function hasPages(directory: string, crawl: string): boolean {
  return existsSync(path.join(directory, folderOf(crawl)))
}
