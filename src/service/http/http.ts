/**
 * Input: a URL, and how and within which bounds to fetch it.
 * Output: the unpacked bytes of the answer, a redirect, or a failure.
 * Must not know HTML, scope or crawls.
 */
import type { Readable } from 'node:stream'
import type { Agent, Dispatcher } from 'undici'
import type { Clock } from '../../util/clock.ts'
import { MemoryBudget } from '../body/memory-budget.ts'
import type { ResolvedSettings } from '../settings/settings.ts'
import { type PageValidators, conditionsOf, NOT_MODIFIED } from './page-validators.ts'
import { receiveBody, TooLongError, isUnpackError, unpackBody } from './receive-body.ts'
import type { BodyShare, StoredBody } from './receive-body.ts'
import { createAgent } from './connection.ts'
import { CrawlCookies } from './crawl-cookies.ts'
import type { NamedAnswer } from './media-type.ts'
import { failure, failureOf, redirectTarget, refuseHop, sentUrl, tookTooLong } from './page-outcome.ts'
import type { Answer, PageFailure, PageRedirect } from './page-outcome.ts'
import { lookupWithin, refusedHost } from './address-policy.ts'
import { isReadLeniently, sendLeniently } from './lenient-request.ts'
import { sentHeaders, type SentRequest } from './sender.ts'
import { USER_AGENT } from './user-agent.ts'
import { type Deadline, LATE, withDeadline } from '../../util/with-deadline.ts'

export interface FetchRequest extends SentRequest {
  /** Validators of a stored page: the request asks for the page only if it has changed. */
  readonly stored?: PageValidators | undefined
  /** Milliseconds for redirects, headers and the whole body. */
  readonly timeoutMs: number
  /** The most bytes of the unpacked body. A longer one is refused. */
  readonly maxBytes: number
  /** The most redirects that `fetch` follows. */
  readonly maxRedirects?: number
  readonly skipTlsVerification?: boolean
  /** Takes the cookies of answers. `fetch` also sends them; without it, it keeps cookies only between redirects. */
  readonly cookies?: CrawlCookies | undefined
  /**
   * Returns how many bytes of a body are read if a longer one is cut instead of refused. It is asked with an empty
   * `start` before the body comes, and again with the first bytes of a body that is not small.
   */
  readonly cutAfter?: (answer: NamedAnswer, start: Buffer) => number | undefined
  /** Counts the bytes of the body; without it, they are not counted. */
  readonly share?: BodyShare | undefined
  /** Decides from the first bytes of a large body whether it waits in a file of `share`, to be read by another process. */
  readonly isFile?: (answer: NamedAnswer, start: Buffer) => boolean
  /** Called with the headers of the final answer, before its body is read. */
  readonly refuse?: (answer: NamedAnswer) => PageFailure | undefined
  /** Set when it is sent again, because its answer broke the rules of HTTP. */
  readonly isLenient?: boolean
}

/** The options of a request for robots.txt or a sitemap. */
export type SiteRequest = Pick<FetchRequest, 'headers' | 'addressPolicy' | 'skipTlsVerification'> &
  Partial<Pick<FetchRequest, 'timeoutMs' | 'maxBytes'>>

export interface FetchedPage extends NamedAnswer {
  readonly kind: 'page'
  readonly statusCode: number
  /** The encoding that a browser has decoded the text from; the body is UTF-8 then. */
  readonly decodedFrom?: string | undefined
  readonly body: Buffer | StoredBody
}

export type FetchOutcome = FetchedPage | PageFailure

interface FetcherOptions {
  readonly clock: Clock
  readonly userAgent: string
  /** The most connections per origin, by default 256; more requests wait. */
  readonly connections?: number
}

/** Bytes of a redirect's body that are read: that costs less than a new connection. */
const DRAINED_BYTES = 16 * 1024
const MAX_HEADER_BYTES = 64 * 1024

/** A client for pages. Never throws because of a site, but throws the signal's reason when aborted. */
export class PageFetcher {
  readonly #options: FetcherOptions
  readonly #agents = new Map<string, Agent>()

  constructor(options: FetcherOptions) {
    this.#options = options
  }

  fetch(request: FetchRequest, signal?: AbortSignal): Promise<FetchOutcome> {
    return this.#inTime(request, signal, (deadline) => this.#follow(request, deadline))
  }

  fetchOnce(request: FetchRequest, signal?: AbortSignal): Promise<FetchOutcome | PageRedirect> {
    return this.#inTime(request, signal, (deadline) => this.#ask(request, sentUrl(request.url), deadline))
  }

  async close(): Promise<void> {
    const agents = [...this.#agents.values()]
    this.#agents.clear()
    await Promise.all(agents.map((agent) => agent.destroy()))
  }

  #inTime<T>(
    { url, timeoutMs }: FetchRequest,
    signal: AbortSignal | undefined,
    work: (deadline: Deadline) => Promise<T>,
  ): Promise<T | PageFailure> {
    return withDeadline(this.#options.clock, timeoutMs, signal, work).then((outcome) =>
      outcome === LATE ? tookTooLong(url, timeoutMs) : outcome,
    )
  }

  async #follow(options: FetchRequest, deadline: Deadline): Promise<FetchOutcome> {
    const { cookies = new CrawlCookies() } = options
    const request = { ...options, cookies }
    const visited: string[] = []
    let url = sentUrl(request.url)
    for (;;) {
      const cookie = request.cookies.sentTo(url)
      const outcome = await this.#ask({ ...request, cookie }, url, deadline)
      if (outcome.kind !== 'redirect') return outcome
      visited.push(url)
      const refused = refuseHop(visited, outcome, request.maxRedirects)
      if (refused !== undefined) return refused
      url = outcome.target
    }
  }

  async #ask(request: FetchRequest, url: string, deadline: Deadline): Promise<FetchOutcome | PageRedirect> {
    const refused = refusedHost(new URL(url).hostname, request.addressPolicy)
    if (refused !== undefined) return failureOf(refused, url)
    let hasHead = false
    try {
      const { answer, setCookies, body } = await this.#send(request, url, deadline.signal)
      hasHead = true
      const target = redirectTarget(answer, url)
      if (target !== undefined) {
        await body.dump({ limit: DRAINED_BYTES })
        const before = request.cookies?.sentTo(target)
        request.cookies?.store(setCookies, url)
        const after = request.cookies?.sentTo(target)
        const cookies = JSON.stringify(after) === JSON.stringify(before) ? 'old' : 'new'
        return { kind: 'redirect', target, ...((after ?? before) !== undefined && { cookies }) }
      }
      request.cookies?.store(setCookies, url)
      const bytes = await bytesOf(body, answer, { request, url, deadline })
      if ('kind' in bytes) return bytes
      const { statusCode, headers } = answer
      return { kind: 'page', url, statusCode, headers, body: bytes }
    } catch (error) {
      if (!request.isLenient && !deadline.signal.aborted && isReadLeniently(error, hasHead))
        return this.#ask({ ...request, isLenient: true }, url, deadline)
      if (error instanceof TooLongError) return failure('SCRAPE_UNSUPPORTED_FILE_ERROR', error.message)
      if (isUnpackError(error))
        return failure('SCRAPE_SITE_ERROR', `The body of "${url}" cannot be decompressed: ${error.message}.`)
      return failureOf(error, url)
    }
  }

  async #send(request: FetchRequest, url: string, signal: AbortSignal): Promise<Received> {
    const { origin, pathname, search } = new URL(url)
    const conditions = request.stored && conditionsOf(request.stored)
    const headers = { ...sentHeaders(request, url, this.#options.userAgent), ...conditions }
    const options = { method: 'GET', headers, signal } as const
    const received = request.isLenient
      ? await sendLeniently(url, { ...options, maxHeaderSize: MAX_HEADER_BYTES, ...trustOf(request) })
      : await this.#agentFor(request).request({ ...options, origin, path: pathname + search })
    const { statusCode, body } = received
    // Ignore errors of a body that nobody reads to its end.
    body.on('error', () => undefined)
    const setCookies = [received.headers['set-cookie'] ?? []].flat()
    return { answer: { statusCode, headers: joined(received.headers) }, setCookies, body }
  }

  /** Connections are shared only among requests that trust the same things. */
  #agentFor(request: FetchRequest): Agent {
    const key = `${request.skipTlsVerification} ${request.addressPolicy}`
    let agent = this.#agents.get(key)
    if (agent === undefined) {
      const connect = { ...trustOf(request), timeout: 10_000 }
      const { connections = 256 } = this.#options
      const pool = { connections, pipelining: 1, maxHeaderSize: MAX_HEADER_BYTES }
      agent = createAgent({ ...pool, keepAliveTimeout: 10_000, connect })
      this.#agents.set(key, agent)
    }
    return agent
  }
}

/** Returns which certificates and addresses the connections of a request accept. */
function trustOf({ skipTlsVerification, addressPolicy }: FetchRequest) {
  return { rejectUnauthorized: skipTlsVerification !== true, lookup: lookupWithin(addressPolicy) }
}

interface Received {
  readonly answer: Answer
  readonly setCookies: readonly string[]
  readonly body: Readable & Pick<Dispatcher.ResponseData['body'], 'dump'>
}

/** Returns the bytes of an answer that is not a redirect, or why it is refused. */
async function bytesOf(
  body: Received['body'],
  answer: Answer,
  { request, url, deadline }: { request: FetchRequest; url: string; deadline: Deadline },
): Promise<Buffer | StoredBody | PageFailure> {
  const { maxBytes, share } = request
  const { statusCode, headers } = answer
  const declared = Number(headers['content-length'] ?? 0)
  if (statusCode === NOT_MODIFIED) {
    // Its length is that of the body it does not have (RFC 9110 section 8.6), for which the client would wait.
    if (declared > 0) body.destroy()
    else await body.dump()
    return Buffer.alloc(0)
  }
  const named = { url, headers }
  const cutAfter = (start: Buffer): number | undefined => request.cutAfter?.(named, start)
  const refused = request.refuse?.(named)
  const isTooLong = declared > maxBytes && cutAfter(Buffer.alloc(0)) === undefined
  if (refused !== undefined || isTooLong) {
    body.destroy()
    return (
      refused ?? failure('SCRAPE_UNSUPPORTED_FILE_ERROR', `The response is larger than ${maxBytes} bytes.`)
    )
  }
  return receiveBody(await unpackBody(body, headers['content-encoding'], request.isLenient), {
    maxBytes,
    cutAfter,
    fileFor: (start) => (request.isFile?.(named, start) === true ? share?.newFile() : undefined),
    hold: (bytes) => {
      const wait = share?.hold(bytes, deadline.signal)
      return wait && deadline.pauseFor(wait)
    },
  })
}

/** Joins the values of repeated headers. A header that a proxy sets again is one. */
function joined(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const result: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) result[name] = typeof value === 'string' ? value : [...new Set(value)].join(', ')
  return result
}

export type Fetching = ReturnType<typeof createFetching>

/** Returns a client, and the budget that counts the memory of pages and sitemaps. */
export function createFetching({ clock, limits }: ResolvedSettings) {
  const fetcher = new PageFetcher({ clock, userAgent: USER_AGENT })
  return { fetcher, budget: new MemoryBudget(limits.fetchedBytes) }
}
