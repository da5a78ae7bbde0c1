import type { PageDocument } from '../../src/protocol/crawl-status.ts'
import type { ScrapedPage } from '../../src/service/page/read-page.ts'

/** A scraped page with its document as the API tells of it. */
export type ToldPage = Omit<ScrapedPage, 'document'> & { readonly document: PageDocument }

export function asTold(page: ScrapedPage): ToldPage {
  return { ...page, document: JSON.parse(JSON.stringify(page.document)) as PageDocument }
}
