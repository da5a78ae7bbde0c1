import type { AnswerMarks } from '../http/answer-marks.ts'
import type { StoredDocument } from './job-record.ts'

/** A scrape of an earlier job that may replace a fetch. */
export interface CachedPage extends PreviousPage {
  /** Bytes after the document: its links and where it was found. */
  readonly tail: number
  /** What a later answer is compared by; absent when it cannot be. */
  readonly marks?: AnswerMarks | undefined
}

/** The last scrape of a page, for telling changes. */
export interface PreviousPage extends StoredDocument {
  /** When it was stored. */
  readonly at: number
}
