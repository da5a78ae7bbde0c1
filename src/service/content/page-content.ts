import type { Json } from '../../util/json.ts'

/** What a page gives, as far as it was asked for. */
export interface PageContent {
  readonly markdown: string
  readonly html: string
  readonly rawHtml: string
  /** Whether it follows the rules of XML for tags that end themselves. */
  readonly isXhtml?: boolean | undefined
  /** Of the whole page, for the crawl. */
  readonly links: readonly string[]
  /** Of the kept content, for the document. */
  readonly documentLinks: readonly string[]
  readonly images: readonly string[]
  readonly metadata: Readonly<Record<string, Json>>
  /** Where the page leads on at once, absolute: a `meta` refresh. */
  readonly refresh?: string | undefined
  /** What is left out of it, and why: one sentence or more. */
  readonly warning?: string | undefined
}
