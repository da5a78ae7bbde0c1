import type { StoredDocument } from './job-record.ts'

/** A scrape of an earlier job that may stand in for a fetch. */
export interface CachedPage extends PreviousPage {
  /** Bytes of what stands behind the document: its links and where it was found. */
  readonly tail: number
}

/** The last scrape of a page, to tell changes by. */
export interface PreviousPage extends StoredDocument {
  /** When it was stored. */
  readonly at: number
}
