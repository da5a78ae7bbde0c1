import type { Json } from '../../util/json.ts'

/** The content of a page, as far as it was asked for. */
export interface PageContent {
  readonly markdown: string
  readonly html: string
  readonly rawHtml: string
  /** Whether it follows the rules of XML for tags that end themselves. */
  readonly isXhtml?: boolean | undefined
  /** The links of the whole page, for the crawl. */
  readonly links: readonly string[]
  /** The links of the kept content, for the document. */
  readonly documentLinks: readonly string[]
  readonly images: readonly string[]
  readonly metadata: Readonly<Record<string, Json>>
  /** The absolute URL of a `meta` refresh that leads on at once. */
  readonly refresh?: string | undefined
  /** Says in one sentence or more what is left out, and why. */
  readonly warning?: string | undefined
}
