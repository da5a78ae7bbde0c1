import type { PageDocument, PageMetadata } from '../../protocol/crawl-status.ts'
import type { Utf8Text } from '../../util/utf8-text.ts'
import type { ActionResults } from '../browser/run-actions.ts'
import type { PageContent } from '../content/page-content.ts'
import { findFormat, hasFormat, type ScrapeSettings } from '../../request/page-settings.ts'
import { trackChange, type PreviousScrape } from './track-change.ts'

/** A page's document on its way to the store, where it becomes the `PageDocument` of the API. */
export interface ScrapedDocument extends Pick<
  PageDocument,
  'html' | 'rawHtml' | 'links' | 'images' | 'screenshot' | 'metadata'
> {
  readonly markdown?: Utf8Text | undefined
  readonly [format: string]: unknown
}

/** What a document depends on besides the page's content. */
export interface DocumentRequest {
  readonly scrape: ScrapeSettings
  readonly previous?: PreviousScrape
  readonly isLinked?: boolean
  /** What only a browser gives; absent without one. */
  readonly shown?:
    | { readonly screenshot: string | undefined; readonly actions: ActionResults | undefined }
    | undefined
}

/** Returns the document of a page in the asked formats, and in no others. */
export async function makeDocument(
  content: PageContent,
  metadata: PageMetadata,
  request: DocumentRequest,
): Promise<ScrapedDocument> {
  const { scrape, previous, isLinked = true, shown } = request
  const { statusCode } = metadata
  const attributes = findFormat(scrape, 'attributes')
  const tracking = findFormat(scrape, 'changeTracking')
  const isGone = statusCode === 404 || statusCode === 410
  return {
    ...(hasFormat(scrape, 'markdown') && { markdown: content.markdown }),
    ...(hasFormat(scrape, 'html') && { html: content.html }),
    ...(hasFormat(scrape, 'rawHtml') && { rawHtml: content.rawHtml }),
    ...(hasFormat(scrape, 'links') && { links: content.documentLinks }),
    ...(hasFormat(scrape, 'images') && { images: content.images }),
    ...(shown?.screenshot !== undefined && { screenshot: shown.screenshot }),
    ...(shown?.actions !== undefined && { actions: shown.actions }),
    ...(attributes !== undefined && {
      attributes: (await import('../content/read-attributes.ts')).readAttributes(
        content.rawHtml,
        attributes.selectors,
      ),
    }),
    ...(tracking !== undefined && {
      changeTracking: trackChange(String(content.markdown), previous, tracking, { isGone, isLinked }),
    }),
    metadata,
  }
}
