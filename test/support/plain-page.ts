import type { PageDocument } from '../../src/protocol/crawl-status.ts'
import type { PageOutcome, ScrapedPage } from '../../src/service/page/page.ts'

/** A scraped page with its document as the API sends it. */
export type PlainPage = Omit<ScrapedPage, 'document'> & { readonly document: PageDocument }

export type PlainOutcome =
  | Exclude<PageOutcome, { readonly kind: 'page' }>
  | { readonly kind: 'page'; readonly page: PlainPage }

export function withPlainPage(outcome: PageOutcome): PlainOutcome {
  if (outcome.kind !== 'page') return outcome
  const { page } = outcome
  return {
    kind: 'page',
    page: { ...page, document: JSON.parse(JSON.stringify(page.document)) as PageDocument },
  }
}
