import type { PageDocument, PageMetadata } from '../../protocol/crawl-status.ts'
import { toIsoTime } from '../../util/clock.ts'
import type { PreviousScrape } from '../page/track-change.ts'
import { readRecords } from '../store/segment-file.ts'
import type { CachedPage, PreviousPage } from '../store/job-record.ts'
import type { EngineJob, ScrapedPage } from './engine.ts'

/** Data of a page, apart from its document, that a later job needs. */
export type PageTail = Pick<ScrapedPage, 'links' | 'finalUrl' | 'statusCode'>

/** Returns the text that follows a document in its segment. */
export function writeTail({ links, finalUrl, statusCode }: PageTail): string {
  return JSON.stringify({ links, finalUrl, statusCode })
}

/** Returns the document of a page as JSON with this metadata. */
export type WriteDocument = (metadata: PageMetadata) => string | Uint8Array

/** Returns a page that an earlier job stored; undefined if it is missing or damaged. */
export function readStored(
  job: Pick<EngineJob, 'segmentDirectory'>,
  page: CachedPage,
): (PageTail & { readonly metadata: PageMetadata; readonly write: WriteDocument }) | undefined {
  const { segment, start, length, tail } = page
  try {
    const both = [page, { segment, start: start + length, length: tail }]
    const [document, rest] = [...readRecords(job.segmentDirectory, both)]
    if (document === undefined || rest === undefined) return undefined
    // The page runner and `writeTail` wrote both. Metadata is the last member, so the long texts stay as they are.
    const { metadata } = document.value as PageDocument
    const end = Buffer.from(`${JSON.stringify(metadata)}}`)
    if (!document.bytes.subarray(-end.length).equals(end)) return undefined
    const content = document.bytes.subarray(0, -end.length)
    const write: WriteDocument = (now) => Buffer.concat([content, Buffer.from(`${JSON.stringify(now)}}`)])
    return { ...(rest.value as PageTail), metadata, write }
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
    const [document] = [...readRecords(job.segmentDirectory, [page])]
    // `append` of the segment wrote it.
    const { markdown } = (document?.value ?? {}) as Partial<PageDocument>
    return markdown === undefined ? undefined : { markdown, scrapedAt: toIsoTime(page.at) }
  } catch {
    return undefined
  }
}
