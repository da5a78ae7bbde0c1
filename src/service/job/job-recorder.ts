import type { ScrapedPage } from '../engine/engine.ts'
import type { PageFailure } from '../http/page-outcome.ts'
import { randomUUID } from 'node:crypto'
import { given } from '../../util/json.ts'
import type { FrontierPage } from '../../frontier/frontier.ts'
import type { JobRecord, PageState } from '../store/job-record.ts'
import type { Store } from '../store/store.ts'
import { type CrawlContext, textForLog } from './crawl-context.ts'

/** The members of a record that the end of its job changes. */
export type JobEnd = Pick<JobRecord, 'status' | 'error' | 'urlsLeft' | 'finishedAt' | 'expiresAt'>

/** The most URLs that may not be fetched and are listed for a job: a site may invent them without end. */
const MAX_FORBIDDEN = 10_000

/**
 * Records the outcomes of one job's pages, and notifies webhooks and log. Callers hold a transaction, so that a page, its
 * links and its messages are recorded together or not at all.
 */
export class JobRecorder {
  readonly #context: Pick<CrawlContext, 'settings' | 'notify'>
  readonly #store: Store
  readonly #record: JobRecord
  readonly #counts: { completed: number; failed: number; cached: number }
  #forbidden: number
  #isStale = false

  constructor(context: Pick<CrawlContext, 'settings' | 'notify'>, store: Store, record: JobRecord) {
    this.#context = context
    this.#store = store
    this.#record = record
    const { completed, failed, cached } = record
    this.#counts = { completed, failed, cached }
    this.#forbidden = store.pages.countBlocked(record.number)
  }

  /** Records pages that were found in the same place and admitted one after the other. */
  admitted(pages: readonly FrontierPage[]): void {
    const [first] = pages
    if (first === undefined) return
    const { seq, depth, via, holder } = first
    const urls = pages.map(({ url }) => url)
    this.#store.pages.admit(this.#record.number, { seq, depth, via, holder, urls })
  }

  /** Records a page that may not be fetched, up to a bound. It has failed if its site was `unreachable`. */
  forbidden(url: string, unreachable: Pick<PageFailure, 'code' | 'error'> | undefined): void {
    if (this.#forbidden >= MAX_FORBIDDEN) return
    this.#forbidden++
    if (unreachable === undefined) this.#store.pages.addBlocked(this.#record.number, url)
    else this.failure(url, unreachable.code, unreachable.error)
  }

  /** Records that the page was fetched (1), or gives no result (2). */
  settled({ seq, url }: FrontierPage, state: PageState, finalUrl = url): void {
    const elsewhere = finalUrl === url ? undefined : finalUrl
    this.#store.pages.settle(this.#record.number, seq, { state, finalUrl: elsewhere })
  }

  /** Records the page as the next one of the result. */
  result(
    page: FrontierPage,
    { document, statusCode: status }: Pick<ScrapedPage, 'document' | 'statusCode'>,
    isFromCache: boolean,
  ): void {
    const position = this.#counts.completed++
    if (isFromCache) this.#counts.cached++
    this.#store.pages.addResult(this.#record.number, { position, seq: page.seq, document, status })
    this.#isStale = true
    this.#context.notify(this.#store, this.#record, { type: 'page', position })
  }

  failure(url: string, code: string, error: string): void {
    const position = this.#counts.failed++
    const { clock, log } = this.#context.settings
    const id = randomUUID()
    this.#store.pages.addFailure(this.#record.number, position, { id, at: clock.now(), url, code, error })
    this.#isStale = true
    this.#context.notify(this.#store, this.#record, { type: 'page-failed', position })
    log({ type: 'page-failed', job: this.#record.id, url: textForLog(this.#store, url), code })
  }

  /** Records the end, and returns what it changes of the record. */
  ended({ status, error, urlsLeft }: Pick<JobRecord, 'status' | 'error'> & { urlsLeft: number }): JobEnd {
    const { clock, resultsTtlMs, volatileTtlMs, log } = this.#context.settings
    const at = clock.now()
    const expiresAt = at + (this.#store.volatile ? volatileTtlMs : resultsTtlMs)
    this.#store.jobs.finish(this.#record.number, { status, at, expiresAt, urlsLeft, error })
    this.recordCounts()
    const type = status === 'failed' ? 'failed' : 'completed'
    this.#context.notify(this.#store, this.#record, { type })
    this.#store.jobs.strip(this.#record.number)
    const { completed, failed } = this.#counts
    const text = error === undefined ? undefined : textForLog(this.#store, error)
    log(given({ type: 'job-ended', job: this.#record.id, status, completed, failed, error: text }))
    return { status, error, urlsLeft, finishedAt: at, expiresAt }
  }

  /** Updates the counts of the job's row, once for many pages and in the same transaction. */
  recordCounts(): void {
    if (!this.#isStale) return
    this.#isStale = false
    this.#store.jobs.setCounts(this.#record.number, this.#counts)
  }
}
