import type { LinkCollector } from '../link/link-collector.ts'

/** What Markdown is asked for. */
export interface MarkdownRequest {
  readonly links: LinkCollector
  /** Keeps images given as `data:` URLs. */
  readonly keepsEmbedded: boolean
}
