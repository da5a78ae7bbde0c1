import type { ActiveCrawl } from '../client/crawl-client.ts'
import { absoluteUrl } from '../scope/page-url.ts'
import type { JobRecord } from '../state/recorded-state.ts'
import { canonicalJson } from '../util/canonical-json.ts'
import { fromTimeText } from '../util/clock.ts'
import { canParseUrl } from '../util/can-parse-url.ts'
import { redactedParts, REDACTED } from '../util/redacted-text.ts'

/** The service's clock may be slow, and requests to a busy service are retried for up to a quarter of an hour. */
const EARLIEST_MS = -2 * 60_000
const LATEST_MS = 20 * 60_000

/**
 * Returns the running jobs that an attempt may have started. They have its start URL and plain settings, began around its time,
 * and belong to no other known attempt.
 */
export function matchActiveCrawls(
  record: JobRecord,
  active: readonly ActiveCrawl[],
  knownJobs: ReadonlySet<string>,
): ActiveCrawl[] {
  const beganMs = fromTimeText(record.at) ?? 0
  return active.filter((crawl) => {
    const createdMs = fromTimeText(crawl.created_at)
    const afterMs = createdMs === undefined ? undefined : createdMs - beganMs
    return (
      !knownJobs.has(crawl.id) &&
      isSameUrl(crawl.url, record.request['url']) &&
      (afterMs === undefined || (afterMs >= EARLIEST_MS && afterMs <= LATEST_MS)) &&
      !contradicts(crawl, record)
    )
  })
}

/** Settings that every version of the service reports exactly as sent. */
const TELLING = [
  'limit',
  'includePaths',
  'excludePaths',
  'maxDiscoveryDepth',
  'sitemap',
  'crawlEntireDomain',
] as const

function contradicts(crawl: ActiveCrawl, record: JobRecord): boolean {
  return TELLING.some((setting) => {
    const sent = record.request[setting]
    const told = crawl.options[setting]
    return sent !== undefined && told !== undefined && canonicalJson(sent) !== canonicalJson(told)
  })
}

function isSameUrl(told: string, sent: unknown): boolean {
  if (typeof sent !== 'string') return false
  if (sent.includes(REDACTED)) return redactedParts(told, sent) !== undefined
  const wanted = absoluteUrl(sent)
  if (!canParseUrl(told) || !canParseUrl(wanted)) return told === sent
  return new URL(told).href === new URL(wanted).href
}
