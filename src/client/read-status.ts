import type {
  ActiveCrawlsAnswer,
  CrawlErrorsAnswer,
  CrawlStatusAnswer,
  TriedSitemap,
} from '../protocol/crawl-status.ts'
import { readPage } from './read-page.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../util/json.ts'

/** Returns a job's status from a body; undefined when it is not one. */
export function readStatus(body: JsonObject): CrawlStatusAnswer | undefined {
  const { success, status, total, completed, creditsUsed, expiresAt, data = [] } = body
  const known =
    status === 'scraping' || status === 'completed' || status === 'failed' || status === 'cancelled'
  if (!known || !isJsonList(data)) return undefined
  return {
    // Some services leave it out, and the status says the same.
    success: success === undefined ? status !== 'failed' : success === true,
    status,
    total: countOf(total),
    completed: countOf(completed),
    // The real service says -1 where it keeps no accounts.
    creditsUsed: typeof creditsUsed === 'number' ? creditsUsed : -1,
    expiresAt: textOf(expiresAt),
    ...countMembers(body, ['cacheHits', 'urlsLeft', 'stoppedAtLimit']),
    ...textMembers(body, ['createdAt', 'completedAt', 'next', 'warning', 'waitsBecause', 'error']),
    data: data.map(readPage),
  }
}

/** Returns the failed pages of a job; undefined when the body lists none. */
export function readErrors(body: JsonObject): CrawlErrorsAnswer | undefined {
  // Some versions wrap the two lists in `data`.
  const { errors, robotsBlocked } = isJsonObject(body['data']) ? body['data'] : body
  if (!isJsonList(errors)) return undefined
  return {
    errors: errors.filter(isJsonObject).map((item) => ({
      id: textOf(item['id']),
      url: textOf(item['url']),
      error: textOf(item['error']),
      ...textMembers(item, ['timestamp', 'code']),
    })),
    ...(isJsonList(body['sitemaps'])
      ? { sitemaps: body['sitemaps'].filter(isJsonObject).map(readSitemap) }
      : {}),
    robotsBlocked: isJsonList(robotsBlocked) ? robotsBlocked.filter((url) => typeof url === 'string') : [],
  }
}

function readSitemap(item: JsonObject): TriedSitemap {
  return {
    url: textOf(item['url']),
    urls: countOf(item['urls']),
    ...countMembers(item, ['statusCode']),
    ...textMembers(item, ['error']),
  }
}

/** Returns the jobs that run now; undefined when the body does not list any. */
export function readActive(body: JsonObject): ActiveCrawlsAnswer['crawls'] | undefined {
  const { crawls } = body
  if (!isJsonList(crawls)) return undefined
  return crawls.filter(isJsonObject).map((item) => ({
    id: textOf(item['id']),
    teamId: textOf(item['teamId']),
    url: textOf(item['url']),
    created_at: textOf(item['created_at']),
    options: isJsonObject(item['options']) ? item['options'] : {},
  }))
}

function textMembers<Key extends string>(
  body: JsonObject,
  keys: readonly Key[],
): { readonly [K in Key]?: string } {
  const present = keys.filter((key) => typeof body[key] === 'string')
  // fromEntries widens to an index signature; `present` holds only these keys.
  return Object.fromEntries(present.map((key) => [key, body[key]])) as { [K in Key]?: string }
}

function countMembers<Key extends string>(
  body: JsonObject,
  keys: readonly Key[],
): { readonly [K in Key]?: number } {
  const present = keys.filter((key) => typeof body[key] === 'number')
  // fromEntries widens to an index signature; `present` holds only these keys.
  return Object.fromEntries(present.map((key) => [key, countOf(body[key])])) as { [K in Key]?: number }
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

function countOf(value: Json | undefined): number {
  return typeof value === 'number' ? Math.max(0, value) : 0
}
