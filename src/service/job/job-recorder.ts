import type { StoredPage } from '../engine/engine-task.ts'
import type { PageFailure } from '../http/page-outcome.ts'
import { randomUUID } from 'node:crypto'
import { given } from '../../util/json.ts'
import type { FrontierPage } from '../../frontier/frontier.ts'
import type { JobRecord, PageState } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { type CrawlContext, textForLog } from './crawl-context.ts'

/** The members of a record that the end of its job changes. */
export type JobEnd = Pick<JobRecord, 'status' | 'error' | 'urlsLeft' | 'finishedAt' | 'expiresAt'>

/** The most URLs that may not be fetched and are listed for a job: a site may invent them without end. */
const MAX_FORBIDDEN = 10_000

/**
 * Returns functions that record the outcomes of one job's pages, and notify webhooks and the log. Call them in a transaction, so
 * that a page, its links and its messages are recorded together or not at all.
 */
export function createJobRecorder(
  { settings, notify }: Pick<CrawlContext, 'settings' | 'notify'>,
  store: Store,
  record: JobRecord,
) {
  const { pages, jobs } = store
  const { id: job, number } = record
  const { clock, log, resultsTtlMs, volatileTtlMs } = settings
  const counts = { completed: record.completed, failed: record.failed, cached: record.cached }
  let forbiddenCount = pages.countBlocked(number)
  let isStale = false
  /** Updates the counts of the job's row, once for many pages and in the same transaction. */
  const recordCounts = (): void => {
    if (isStale) jobs.setCounts(number, counts)
    isStale = false
  }
  const failure = (url: string, code: string, error: string): void => {
    const position = counts.failed++
    pages.addFailure(number, { position, id: randomUUID(), at: clock.now(), url, code, error })
    isStale = true
    notify(store, record, { type: 'page-failed', position })
    log({ type: 'page-failed', job, url: textForLog(store, url), code })
  }
  return {
    recordCounts,
    failure,
    /** Records pages that were found in the same place and admitted one after the other. */
    admitted: (admitted: readonly FrontierPage[]): void => {
      const [first] = admitted
      if (first === undefined) return
      const { seq, depth, via, holder } = first
      pages.admit(number, { seq, depth, via, holder, urls: admitted.map(({ url }) => url) })
    },
    /** Records a page that may not be fetched, up to a bound. It has failed if its site was `unreachable`. */
    forbidden: (url: string, unreachable: Pick<PageFailure, 'code' | 'error'> | undefined): void => {
      if (forbiddenCount >= MAX_FORBIDDEN) return
      forbiddenCount++
      if (unreachable === undefined) pages.addBlocked(number, { url })
      else failure(url, unreachable.code, unreachable.error)
    },
    /** Records that the page was fetched (1), or gives no result (2). */
    settled: ({ seq, url }: FrontierPage, state: PageState, finalUrl = url): void =>
      pages.settle(number, { seq, state, finalUrl: finalUrl === url ? undefined : finalUrl }),
    /** Records the page as the next one of the result. */
    result: (
      { seq }: FrontierPage,
      { document, statusCode: status }: Pick<StoredPage, 'document' | 'statusCode'>,
      isFromCache: boolean,
    ): void => {
      const position = counts.completed++
      if (isFromCache) counts.cached++
      pages.addResult(number, { position, seq, status, ...document })
      isStale = true
      notify(store, record, { type: 'page', position })
    },
    /** Records the end, and returns the members of the record that it changes. */
    ended: ({ status, error, urlsLeft }: Pick<JobEnd, 'status' | 'error'> & { urlsLeft: number }): JobEnd => {
      const at = clock.now()
      const expiresAt = at + (store.volatile ? volatileTtlMs : resultsTtlMs)
      jobs.finish(number, { status, at, expiresAt, urlsLeft, error })
      recordCounts()
      notify(store, record, { type: status === 'failed' ? 'failed' : 'completed' })
      jobs.strip(number)
      const { completed, failed } = counts
      const text = error === undefined ? undefined : textForLog(store, error)
      log(given({ type: 'job-ended', job, status, completed, failed, error: text }))
      return { status, error, urlsLeft, finishedAt: at, expiresAt }
    },
  }
}
