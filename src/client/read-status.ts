import type {
  ActiveCrawlsAnswer,
  CrawlErrorsAnswer,
  CrawlStatusAnswer,
  PageDocument,
  TriedSitemap,
} from '../protocol/crawl-status.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject, textOf } from '../util/json.ts'
import { oneLine } from '../util/text.ts'

const STATUSES = ['scraping', 'completed', 'failed', 'cancelled'] as const

/** Returns a job's status from a body; undefined when it is not one. A job of an unknown status has not ended. */
export function readStatus(body: JsonObject): CrawlStatusAnswer | undefined {
  const { success, status: word, total, completed, creditsUsed, expiresAt } = body
  const data = body['data'] ?? []
  if (typeof word !== 'string' || !isJsonList(data)) return undefined
  const status = STATUSES.find((known) => known === word)
  if (status === undefined && success === false) return undefined
  const unknown = `unknown status "${oneLine(word, 40)}": the job counts as running, and "crawlform cancel NAME" ends it`
  return {
    // Some services leave it out, and the status says the same.
    success: success === undefined ? status !== 'failed' : success === true,
    status: status ?? 'scraping',
    total: count(total) ?? 0,
    completed: count(completed) ?? 0,
    // The real service says -1 where it keeps no accounts.
    creditsUsed: typeof creditsUsed === 'number' ? creditsUsed : (count(creditsUsed) ?? -1),
    expiresAt: textOf(expiresAt) ?? '',
    ...members(body, ['cacheHits', 'urlsLeft', 'stoppedAtLimit'], count),
    ...members(body, ['createdAt', 'completedAt', 'next', 'warning', 'waitsBecause', 'error'], textOf),
    ...(status === undefined ? { warning: unknown, waitsBecause: unknown } : {}),
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
      id: textOf(item['id']) ?? '',
      url: textOf(item['url']) ?? '',
      error: textOf(item['error']) ?? '',
      ...members(item, ['timestamp', 'code', 'discoveredFrom'], textOf),
      ...members(item, ['discoveryDepth'], count),
    })),
    ...(isJsonList(body['sitemaps'])
      ? { sitemaps: body['sitemaps'].filter(isJsonObject).map(readSitemap) }
      : {}),
    robotsBlocked: isJsonList(robotsBlocked) ? robotsBlocked.filter((url) => typeof url === 'string') : [],
  }
}

function readSitemap(item: JsonObject): TriedSitemap {
  return {
    url: textOf(item['url']) ?? '',
    urls: count(item['urls']) ?? 0,
    ...members(item, ['statusCode'], count),
    ...members(item, ['error'], textOf),
  }
}

/** Returns the jobs that run now; undefined when the body does not list any. */
export function readActive(body: JsonObject): ActiveCrawlsAnswer['crawls'] | undefined {
  const { crawls } = body
  if (!isJsonList(crawls)) return undefined
  return crawls.filter(isJsonObject).map((item) => ({
    id: textOf(item['id']) ?? '',
    teamId: textOf(item['teamId']) ?? '',
    url: textOf(item['url']) ?? '',
    created_at: textOf(item['created_at']) ?? '',
    options: isJsonObject(item['options']) ? item['options'] : {},
  }))
}

/** Returns those of `keys` that have a value of the type. */
function members<Key extends string, T>(
  body: JsonObject,
  keys: readonly Key[],
  read: (value: Json | undefined) => T | undefined,
): { readonly [K in Key]?: T } {
  const entries = keys.map((key) => [key, read(body[key])] as const)
  // fromEntries widens to an index signature; the entries hold only these keys.
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as { [K in Key]?: T }
}

/** Reads a number of 0 or more. Some services make texts of the sums of their database. */
function count(value: Json | undefined): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof number === 'number' ? Math.max(0, number) : undefined
}

const TEXTS = ['markdown', 'html', 'rawHtml', 'screenshot', 'warning'] as const
const LISTS = ['links', 'images'] as const

/** Returns a page in the protocol's shape. Its warning names members that do not fit. Without an address, its URL is ''. */
export function readPage(value: Json): PageDocument {
  const page = isJsonObject(value) ? value : {}
  const metadata = isJsonObject(page['metadata']) ? page['metadata'] : {}
  const url = addressOf(metadata['url']) ?? addressOf(metadata['sourceURL']) ?? ''
  const kept = Object.entries(page).filter(([name, member]) => isShaped(name, member))
  const bad = Object.keys(page).filter((name) => !kept.some(([known]) => known === name))
  if (addressOf(metadata['url']) === undefined) bad.push('metadata.url')
  const { statusCode } = metadata
  const words = typeof page['warning'] === 'string' ? page['warning'] : ''
  if (typeof statusCode !== 'number') bad.push('metadata.statusCode')
  return {
    ...(Object.fromEntries(kept) as JsonObject),
    ...(bad.length === 0 ? {} : { warning: `${words} The service sent no usable ${bad.join(', ')}.`.trim() }),
    metadata: {
      ...metadata,
      url,
      sourceURL: addressOf(metadata['sourceURL']) ?? url,
      statusCode: typeof statusCode === 'number' ? statusCode : 0,
      ...members(metadata, ['title'], textOf),
    },
  }
}

function isShaped(name: string, member: Json): boolean {
  if (TEXTS.some((text) => text === name)) return typeof member === 'string'
  if (LISTS.some((list) => list === name))
    return isJsonList(member) && member.every((item) => typeof item === 'string')
  return true
}

function addressOf(value: Json | undefined): string | undefined {
  return textOf(value) || undefined
}
