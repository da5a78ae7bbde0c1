import type {
  ActiveCrawlsAnswer,
  CrawlErrorsAnswer,
  CrawlStatusAnswer,
  PageDocument,
  TriedSitemap,
} from '../protocol/crawl-status.ts'
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

const TEXTS = ['markdown', 'html', 'rawHtml', 'screenshot', 'warning'] as const
const LISTS = ['links', 'images'] as const

/**
 * Returns a page of an answer in the shape of the protocol. Members of another shape are left out, and the page's warning
 * names them. A page without an address has the URL ''.
 */
export function readPage(value: Json): PageDocument {
  const page = isJsonObject(value) ? value : {}
  const given = isJsonObject(page['metadata']) ? page['metadata'] : {}
  const url = addressOf(given['url']) ?? addressOf(given['sourceURL']) ?? ''
  const members = Object.entries(page).filter(([name, member]) => isShaped(name, member))
  const bad = Object.keys(page).filter((name) => !members.some(([kept]) => kept === name))
  if (addressOf(given['url']) === undefined) bad.push('metadata.url')
  const { statusCode } = given
  if (typeof statusCode !== 'number') bad.push('metadata.statusCode')
  return {
    ...(Object.fromEntries(members) as JsonObject),
    ...(bad.length === 0 ? {} : { warning: withBad(page['warning'], bad) }),
    metadata: {
      ...given,
      url,
      sourceURL: addressOf(given['sourceURL']) ?? url,
      statusCode: typeof statusCode === 'number' ? statusCode : 0,
      ...titleOf(given['title']),
    },
  }
}

/** The member title may be missing, and is never anything but a text. */
function titleOf(title: Json | undefined): { readonly title?: string } {
  return typeof title === 'string' ? { title } : {}
}

function isShaped(name: string, member: Json): boolean {
  if (TEXTS.some((text) => text === name)) return typeof member === 'string'
  if (LISTS.some((list) => list === name))
    return isJsonList(member) && member.every((item) => typeof item === 'string')
  return true
}

function addressOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function withBad(warning: Json | undefined, bad: readonly string[]): string {
  const told = `The service sent no usable ${bad.join(', ')}.`
  return typeof warning === 'string' && warning !== '' ? `${warning} ${told}` : told
}
