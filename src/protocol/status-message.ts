import type { CrawlStatusAnswer, PageDocument } from './crawl-status.ts'

/** What the status WebSocket of a crawl sends, each as one text message. */
export type StatusMessage =
  /** First, once: the status as it is, with the first part of the results. */
  | { readonly type: 'catchup'; readonly data: CrawlStatusAnswer }
  | { readonly type: 'document'; readonly data: PageDocument }
  /** Last: the final status, without the documents that were sent before. */
  | { readonly type: 'done'; readonly data: CrawlStatusAnswer }
  | { readonly type: 'error'; readonly error: string }
