import type { PageDocument } from '../../protocol/crawl-status.ts'
import { toIsoTime } from '../../util/clock.ts'
import { Utf8Text } from '../../util/utf8-text.ts'
import type { ScrapedDocument } from '../page/make-document.ts'
import type { PreviousScrape } from '../page/track-change.ts'
import { readDocuments } from '../store/segment-file.ts'
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
export async function readCached(
  job: Pick<EngineJob, 'segmentDirectory'>,
  { segment, start, length, tail }: CachedPage,
): Promise<(PageTail & { readonly document: ScrapedDocument }) | undefined> {
  try {
    const [document, rest] = await readDocuments(job.segmentDirectory, [
      { segment, start, length },
      { segment, start: start + length, length: tail },
    ])
    // `writeTail` and its caller wrote both.
    const { markdown, ...page } = JSON.parse(String(document)) as PageDocument
    const kept = markdown === undefined ? undefined : Utf8Text.of(markdown)
    return { ...(JSON.parse(String(rest)) as PageTail), document: { ...page, markdown: kept } }
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
