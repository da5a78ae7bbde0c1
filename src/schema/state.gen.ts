// Generated from schema/source/state-file.json with json-schema-to-typescript: edit the schema and run `npm run generate`.

import type { JsonObject } from '../util/json.ts'

/**
 * The outcome of the last submission of one crawl.
 */
export type JobRecord = RecordBase & Phases
/**
 * As sent, secrets as `${secret:NAME}`.
 */
export type Request = JsonObject
export type Phases =
  | {
      readonly phase: 'submitting'
    }
  | {
      readonly phase: 'submitted'
      readonly job: string
      readonly url: string
      readonly result?: JobResult
      /**
       * Why someone settled a doubtful attempt by hand.
       */
      readonly assumed?: string
    }
  | {
      readonly phase: 'failed'
      readonly error: string
      readonly assumed?: string
    }
  | {
      readonly phase: 'in-doubt'
      readonly error: string
    }
  | {
      readonly phase: 'forgotten'
    }
export type Count = number
/**
 * Sorted by crawl name; one record a crawl.
 */
export type Records = readonly JobRecord[]
export type RecordPhase = 'submitting' | 'submitted' | 'failed' | 'in-doubt' | 'forgotten'

/**
 * What was submitted in one environment. `lineage` never changes; `serial` counts writes.
 */
export interface RecordedState {
  readonly formatVersion: 1
  readonly environment: string
  /**
   * The project's path in its repository; `.` for its top. Absent where that is not known, or a part of the record's key.
   */
  readonly project?: string
  readonly lineage: string
  readonly serial: number
  readonly records: Records
}
/**
 * The fields of an attempt in every phase.
 */
export interface RecordBase {
  readonly crawl: string
  readonly fingerprint: string
  readonly request: Request
  /**
   * A UUID. Also the idempotency key of the submission, unless it is `unkeyed`.
   */
  readonly attempt: string
  /**
   * The submission carried no idempotency key, so sending it again would start a second job.
   */
  readonly unkeyed?: true
  /**
   * The submission asked for fresh pages.
   */
  readonly fresh?: true
  /**
   * ISO 8601, when the intent was written.
   */
  readonly at: string
  /**
   * Commit of the crawl files, where they are in git.
   */
  readonly commit?: string
  /**
   * The submission before this one, so that a failed attempt does not lose its job.
   */
  readonly previous?: PreviousJob
}
/**
 * The last known state of a job.
 */
export interface JobResult {
  readonly status: 'scraping' | 'completed' | 'failed' | 'cancelled'
  /**
   * Pages of the result: delivered ones without those that failed.
   */
  readonly completed: Count
  readonly total: Count
  readonly creditsUsed: number
  /**
   * When we asked, ISO 8601.
   */
  readonly at: string
  /**
   * The job's error; for a completed job, why it has no page.
   */
  readonly error?: string
  /**
   * The service's warning about the job.
   */
  readonly warning?: string
  /**
   * Pages that failed: not fetched, or answered with 4xx or 5xx. Absent if this was not checked.
   */
  readonly failed?: Count
  /**
   * Pages of the scope whose redirects led out of it, such as to a login page. They are no results.
   */
  readonly redirected?: {
    readonly pages: Count
    /**
     * Some of them, as `URL → target`.
     */
    readonly first: readonly string[]
  }
  /**
   * URLs that robots.txt keeps out, where the service was asked.
   */
  readonly blocked?: Count
  /**
   * Why the pages of a completed job are not published. Absent if they may be.
   *
   * @minItems 1
   */
  readonly heldBack?: readonly string[]
  /**
   * Pages that the service took from its cache, where that is known.
   */
  readonly fromCache?: Count
  /**
   * The limit that stopped the job before it had fetched every URL.
   */
  readonly stoppedAtLimit?: Count
  /**
   * URLs that were found and not fetched, at least so many; only above 0, and only where the service counts them.
   */
  readonly urlsLeft?: Count
  /**
   * Sitemaps that were tried, a few, those with errors first; only where the service lists them.
   */
  readonly sitemaps?: readonly TriedSitemap[]
  readonly summary?: JobSummary
}
export interface TriedSitemap {
  readonly url: string
  readonly urls: Count
  readonly statusCode?: Count
  readonly error?: string
}
/**
 * What is known of a job's pages after its end. Only numbers and short texts, because it is in the record.
 */
export interface JobSummary {
  /**
   * Delivered pages that were answered with 4xx or 5xx. They count as failed, not as completed. Absent if this was not checked.
   */
  readonly errorPages?: Count
  /**
   * Delivered pages whose redirects led out of the scope. They do not count as completed.
   */
  readonly redirectedPages?: Count
  /**
   * The crawl's `expect` keeps them, so they count as completed.
   */
  readonly keepsErrorPages?: true
  /**
   * The crawl's `expect` keeps copies of canonical pages, so they count as completed.
   */
  readonly keepsCopies?: true
  /**
   * Delivered pages whose `rel=canonical` names another page of the job, and whose text is the same. They are left out and do not count as completed.
   */
  readonly leftOutCopies?: {
    readonly pages: Count
    /**
     * URLs of some of them.
     */
    readonly first: readonly string[]
  }
  /**
   * The start URL and why its page failed.
   */
  readonly startError?: string
  /**
   * Pages that differ from another page of the job only in the query of their URL.
   */
  readonly queryCopies?: Count
  /**
   * Pages with the text of another page, at addresses that differ in more than the query.
   */
  readonly copies?: Count
  /**
   * The shortest addresses of two such pages.
   */
  readonly copyExample?: readonly string[]
  /**
   * Pages whose `rel=canonical` names another page of the job.
   */
  readonly canonicalCopies?: Count
  /**
   * Pages that differ from those of the job published before; absent if nothing was published before.
   */
  readonly changes?: ChangeCounts
}
/**
 * A job that the service certainly started.
 */
export interface PreviousJob {
  readonly job: string
  /**
   * Status URL from the service's answer.
   */
  readonly url: string
  readonly at: string
  readonly fingerprint: string
  readonly request: Request
  readonly result?: JobResult
}
export interface ChangeCounts {
  readonly added: Count
  readonly removed: Count
  readonly changed: Count
  /**
   * The same content at another URL.
   */
  readonly moved: Count
}
