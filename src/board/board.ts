/**
 * Input: what is known of the crawls of an environment, as plain values.
 * Output: the pages of the board as texts: HTML that needs no server, no network and no script.
 * Must not know servers, disks, records or services.
 */
import type { Board, CrawlDetail, PageDetail } from './board-model.ts'
import { type BoardFile, sharedFiles } from './board-page.ts'
import { crawlPage } from './crawl-page.ts'
import { pagePage } from './page-page.ts'
import { overview } from './overview.ts'

export { crawlFile } from './crawl-path.ts'
export { SERVED_POLICY, type BoardFile, sharedFiles } from './board-page.ts'

/** Returns the first page of the board, the files that all its pages share, and the pages of these crawls and of their pages. */
export function boardFiles(
  board: Board,
  details: readonly CrawlDetail[],
  pages: readonly PageDetail[] = [],
): readonly BoardFile[] {
  return [
    overview(board),
    ...sharedFiles(),
    ...details.map((detail) => crawlPage(board, detail)),
    ...pages.map((page) => pagePage(board, page)),
  ]
}
