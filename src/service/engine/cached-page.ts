import type { PageDocument } from '../../protocol/crawl-status.ts'
import { toIsoTime } from '../../util/clock.ts'
import type { ScrapedDocument } from '../page/make-document.ts'
import type { PreviousScrape } from '../page/track-change.ts'
import { readValues } from '../store/segment-file.ts'
import type { CachedPage, PreviousPage } from '../store/job-record.ts'
import type { EngineJob } from './engine.ts'

/** Data of a page, apart from its document, that a later job needs. */
export interface PageTail {
  readonly links: readonly string[]
  readonly finalUrl: string
  readonly statusCode: number
}

/** Returns the text that follows a document in its segment. */
export function writeTail({ links, finalUrl, statusCode }: PageTail): string {
  return JSON.stringify({ links, finalUrl, statusCode })
}

/** Returns a page that an earlier job stored; undefined if it is missing or damaged. */
export function readCached(
  job: Pick<EngineJob, 'segmentDirectory'>,
  page: CachedPage,
): (PageTail & { readonly document: ScrapedDocument }) | undefined {
  const { segment, start, length, tail } = page
  try {
    const both = [page, { segment, start: start + length, length: tail }]
    const [document, rest] = readValues(job.segmentDirectory, both)
    // `writeTail` and its caller wrote both.
    return { ...(rest as PageTail), document: document as ScrapedDocument }
  } catch {
    return undefined
  }
}

/** Returns the last scrape of a page, reduced to the data that change tracking needs. */
export function readPrevious(
  job: Pick<EngineJob, 'segmentDirectory'>,
  page: PreviousPage,
): PreviousScrape | undefined {
  try {
    const [document] = readValues(job.segmentDirectory, [page])
    // `append` of the segment wrote it.
    const { markdown } = document as Partial<PageDocument>
    return markdown === undefined ? undefined : { markdown, scrapedAt: toIsoTime(page.at) }
  } catch {
    return undefined
  }
}
