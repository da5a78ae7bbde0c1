import type { PageDocument } from '../../protocol/crawl-status.ts'
import { toIsoTime } from '../../util/clock.ts'
import type { ScrapedDocument } from '../page/make-document.ts'
import type { PreviousScrape } from '../page/track-change.ts'
import { readDocuments, readWhole } from '../store/segment-file.ts'
import type { CachedPage, PreviousPage } from '../store/stored-scrape.ts'
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
  try {
    const { value, markdown, tail } = readWhole(job.segmentDirectory, page)
    // `writeTail` and its caller wrote both.
    return { ...(JSON.parse(tail) as PageTail), document: { ...(value as ScrapedDocument), markdown } }
  } catch {
    return undefined
  }
}

/** Returns the last scrape of a page, reduced to the data that change tracking needs. */
export async function readPrevious(
  job: Pick<EngineJob, 'segmentDirectory'>,
  page: PreviousPage,
): Promise<PreviousScrape | undefined> {
  const [bytes] = await readDocuments(job.segmentDirectory, [page]).catch(() => [])
  if (bytes === undefined) return undefined
  // `append` of the segment wrote it.
  const { markdown } = JSON.parse(String(bytes)) as PageDocument
  return markdown === undefined ? undefined : { markdown, scrapedAt: toIsoTime(page.at) }
}
