import { toIsoTime } from '../../util/clock.ts'
import { given } from '../../util/json.ts'
import type { Stopped } from '../../protocol/job-texts.ts'
import { plural } from '../../util/text.ts'
import type { CrawlStatusAnswer } from '../../protocol/crawl-status.ts'
import type { FoundJob } from '../job/job.ts'
import type { JobRecord, StoredDocument } from '../store/records.ts'
import { STATUS_CODES } from 'node:http'
import { compileScope } from '../../scope/compile-scope.ts'
import { pageKey } from '../../scope/page-url.ts'
import { childPath } from '../../scope/rules.ts'

interface StatusOptions {
  readonly url: string
  readonly skip: number
  /** Maximum number of results; the limits of the service also apply. */
  readonly limit: number | undefined
  readonly maxBytes: number
  /** Waits until documents of this size may be read into memory. */
  readonly reserve: (bytes: number) => Promise<void>
}

/** Bytes handed to a connection at once. The next part follows after the client has taken them. */
const PART = 256 * 1024
/** Smaller answers do not count against the budget: connections are few, and each takes more memory than this anyway. */
export const UNCOUNTED = 64 * 1024
const DEFAULT_COUNT = 100
const MOST = 10_000
const COMMA = Buffer.from(',')
const END = Buffer.from(']}')

type StatusHead = Omit<CrawlStatusAnswer, 'data'> & { readonly duration?: number }

/** The head is everything except the documents, which are JSON as it was stored, not parsed. */
export type StatusAnswer = Awaited<ReturnType<typeof statusAnswer>>

/** Returns the parts of a status answer. Documents are read after memory for them is reserved. */
export async function statusAnswer(job: FoundJob, options: StatusOptions) {
  const { record, store } = job
  const { skip, limit, maxBytes } = options
  const count = Math.min(limit ?? DEFAULT_COUNT, MOST)
  const rows = fitting(store.pages.results(record.number, skip, count), maxBytes)
  await options.reserve(rows.reduce((sum, { length }) => sum + length, 0))
  const documents = store.read(rows)
  return { head: headOf(job, options, rows.length), documents }
}

/** Returns everything except the `count` documents. */
function headOf(job: FoundJob, options: StatusOptions, count: number): StatusHead {
  const { record } = job
  const end = options.skip + count
  const completed = job.counts?.completed ?? record.completed
  const running = record.status === 'scraping'
  // While the job runs, an empty part has no `next`: clients would ask again without a pause.
  const more = end < completed || (running && count > 0)
  const { createdAt, finishedAt } = record
  return given({
    // True for a failed crawl too: the official client takes "false" for a missing answer and would retry forever.
    success: true,
    status: record.status,
    completed,
    total: job.counts?.total ?? record.completed,
    creditsUsed: completed,
    expiresAt: toIsoTime(record.expiresAt),
    createdAt: toIsoTime(createdAt),
    completedAt: finishedAt === undefined ? undefined : toIsoTime(finishedAt),
    duration: finishedAt === undefined ? undefined : (finishedAt - createdAt) / 1000,
    next: more ? nextUrl(options, end) : undefined,
    error: record.error,
    cacheHits: record.cached === 0 ? undefined : Math.min(record.cached, completed),
    ...leftover(record),
    warning: jobWarnings(job, ROBOTS).join(' ') || undefined,
    waitsBecause: job.waits,
  })
}

export function answerText({ head, documents }: StatusAnswer): Uint8Array[] {
  const start = Buffer.from(`${JSON.stringify(head).slice(0, -1)},"data":[`)
  const pieces = documents.flatMap((document, index) => (index > 0 ? [COMMA, document] : [document]))
  return [start, ...pieces, END]
}

/** Returns as many results as fit into `maxBytes`, and at least one, so that reading always makes progress. */
function fitting(rows: readonly StoredDocument[], maxBytes: number): readonly StoredDocument[] {
  let bytes = 0
  const count = rows.findIndex((row, index) => {
    bytes += row.length
    return index > 0 && bytes > maxBytes
  })
  return count < 0 ? rows : rows.slice(0, count)
}

/** Returns how many URLs a completed job left, and its limit if that is the reason. */
export function leftover({ status, urlsLeft, completed, request }: JobRecord): Stopped {
  if (status !== 'completed' || urlsLeft === undefined) return {}
  return {
    urlsLeft,
    ...(urlsLeft > 0 && completed >= request.limit ? { stoppedAtLimit: request.limit } : {}),
  }
}

function nextUrl({ url, limit }: StatusOptions, skip: number): string {
  const next = new URL(url)
  next.searchParams.set('skip', String(skip))
  if (limit !== undefined) next.searchParams.set('limit', String(limit))
  return next.href
}

export function sizeOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0)
}

/** Yields pieces as parts that are handed over one at a time. */
export function* partsOf(pieces: readonly Uint8Array[]): Generator<Uint8Array> {
  let joined: Uint8Array[] = []
  let size = 0
  for (const piece of pieces) {
    for (let at = 0; at < piece.length;) {
      const next = piece.subarray(at, at + PART - size)
      joined.push(next)
      at += next.length
      size += next.length
      if (size < PART) continue
      yield Buffer.concat(joined)
      joined = []
      size = 0
    }
  }
  if (size > 0) yield Buffer.concat(joined)
}

/** Returns pieces as the body of an answer: a small body at once, a large one part by part. */
export function bodyOf(pieces: readonly Uint8Array[]): Uint8Array | ReadableStream<Uint8Array> {
  return sizeOf(pieces) <= PART ? Buffer.concat(pieces) : ReadableStream.from(partsOf(pieces))
}

const ROBOTS =
  'The robots.txt of the site blocks pages of this crawl: "errors" lists them under "robotsBlocked", and "ignoreRobotsTxt" fetches them.'

/** Looking at all pages takes long in jobs with more results. */
const MOST_LOOKED_THROUGH = 1000

/** Returns the warnings about a job, each a few sentences; `robots` is the one about pages that robots.txt kept out. */
export function jobWarnings(job: FoundJob, robots?: string): readonly string[] {
  const { record, store, counts, waits } = job
  const isEnded = counts === undefined && record.status === 'completed'
  const warning = (): string | undefined => {
    if (waits !== undefined) return `The crawl waits: ${waits}.`
    if (store.pages.countBlocked(record.number) > 0) return robots
    if (!isEnded || record.completed > MOST_LOOKED_THROUGH) return undefined
    return (record.completed <= 1 ? (startProblem(job) ?? startOnlyWarning(job)) : undefined) ?? sentAway(job)
  }
  const notes = [record.sitemapProblem, warning()]
  const late = store.deliveries.countFailing(record.number)
  const lateText = `${plural(late, 'event')} did not reach the webhook yet. The service tries again while it runs, and "crawlform serve" prints why.`
  if (late > 0) notes.push(lateText)
  return notes.filter((text) => text !== undefined)
}

const LOGIN = 'If the site asks for a login, set "headers" in "scrapeOptions".'

/** The path of a login page. Its query often names the page that asked for the login. */
const LOGIN_PATH = /(?:(?:log|sign)[-_]?[io]n|\b(?:o?auth2?|sso|sessions?))\b[^/]*\/?$/i

/** Tells that most URLs of a crawl redirect to one page, which often asks for a login. */
function sentAway({ record, store }: FoundJob): string | undefined {
  const [{ url, count, kept } = { url: '', count: 0, kept: 0 }] = store.pages.mostRedirectedTo(record.number)
  if (count <= Math.max(2, record.completed - kept) || (kept > 1 && !LOGIN_PATH.test(url))) return undefined
  return `${count} URLs redirect to "${url}", which is in the result ${kept > 1 ? `${kept} times` : 'once'}. ${LOGIN}`
}

function startOnlyWarning({ record: { request, url, root } }: FoundJob): string | undefined {
  const isMoved = pageKey(root) !== pageKey(url)
  const moved = isMoved ? `The start URL redirects to "${root}", and the crawl went on there. ` : ''
  // In these crawls the path of the start URL excludes no page.
  const { prefix } = childPath(new URL(root).pathname)
  const isUnbound = prefix === '/' || request.crawlEntireDomain || request.maxDiscoveryDepth === 0
  if (!isUnbound)
    return `${moved}The crawl found at most one page. To reach pages next to or above the start URL, start it at a higher path or set "crawlEntireDomain".`
  return isMoved ? `${moved}It found one page.` : undefined
}

/** Returns why a crawl found only its start URL, if that page shows the reason. */
function startProblem(job: FoundJob): string | undefined {
  const { record, store } = job
  const [document] = store.readPages(store.pages.results(record.number, 0, 1))
  if (document === undefined) return undefined
  const { metadata, warning, markdown = '' } = document
  const { url, sourceURL, statusCode } = metadata
  if (sourceURL !== record.url) return undefined
  if (statusCode >= 400) {
    const status = `${statusCode} ${STATUS_CODES[statusCode] ?? ''}`.trim()
    const other = /^(?:429|5)/.test(status) ? 'Crawl it again later.' : 'Check the URL.'
    const advice = /^40[137]/.test(status) ? LOGIN : other
    return `The start URL answered ${status}, so the crawl found only an error page. ${advice}`
  }
  // A page that is empty without its scripts also has no links, which is why the crawl ended.
  if (warning !== undefined) return `"${url}": ${warning}`
  const type = ((metadata['contentType'] ?? 'html') as string).replace(/;.*/s, '')
  if (!/html|xml|plain|markdown/i.test(type))
    return `"${url}" is of the type "${type}", and only links of HTML and Markdown are followed. Start at such a page.`
  if (/^\W*(?:loading|please wait)\b.{0,40}$/i.test(markdown))
    return `"${url}" shows only "${markdown}". A crawl with "waitFor" shows its pages in a browser.`
  if (pageKey(url) === pageKey(sourceURL)) return undefined
  const { request, root } = record
  const reached = { ...request, sitemap: 'include', maxDiscoveryDepth: undefined, url: root } as const
  const decision = compileScope(reached).decide(url, { depth: 0, via: 'link', from: sourceURL })
  const redirects = `The start URL redirects to "${url}"`
  if (decision.inScope)
    return startOnlyWarning(job) ?? `${redirects}, and the crawl found only that page. ${LOGIN}`
  return `${redirects}, which is outside of the crawl's scope (${decision.decidedBy}). Start the crawl there. ${LOGIN}`
}
