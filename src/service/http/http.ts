/**
 * Input: a URL, and how and within which bounds to fetch it.
 * Output: the unpacked bytes of the answer, a redirect, or a failure.
 * Must not know HTML, scope or crawls.
 */
import { Agent, type Dispatcher } from 'undici'
import type { Clock } from '../../util/clock.ts'
import { CONNECTION_HEADERS } from '../../request/check-headers.ts'
import { conditionsOf, NOT_MODIFIED, type AnswerMarks } from './answer-marks.ts'
import { NotKeptError } from './body-file.ts'
import type { KeeperOptions } from './body-keeper.ts'
import type { BodyShare } from './body-share.ts'
import { ACCEPT_ENCODING, UnpackError, codingsOf, decompressBody } from './decompress-body.ts'
import { headersFor, type OwnHeaders } from './own-headers.ts'
import type { PageBody } from './page-body.ts'
import { CrawlCookies } from './crawl-cookies.ts'
import { failure, failureOf, tookTooLong, type PageFailure } from './page-failure.ts'
import { lookupWithin, refusedHost, type AddressPolicy } from './address-policy.ts'
import { receive, type Answer, type ReceivedAnswer } from './receive-answer.ts'
import { redirectTarget, refuseHop, withoutFragment, type PageRedirect } from './redirect.ts'
import { LATE, withDeadline, type Deadline } from './with-deadline.ts'

export interface FetchRequest {
  readonly url: string
  readonly headers?: OwnHeaders | undefined
  /** Value of `Accept` unless `headers` has one. */
  readonly accept?: string
  /** Value of `Accept-Language` unless `headers` has one. */
  readonly acceptLanguage?: string | undefined
  /** Marks of a stored page: the request asks for the page only if it has changed. */
  readonly stored?: AnswerMarks | undefined
  /** Milliseconds for redirects, headers and the whole body. */
  readonly timeoutMs: number
  /** The most bytes of the body, both as sent and unpacked. */
  readonly maxBytes: number
  /** Keeps the first `maxBytes` of a longer body instead of refusing it. */
  readonly cutsLongBodies?: boolean
  /** The most redirects that `fetch` follows. */
  readonly maxRedirects?: number
  readonly skipTlsVerification?: boolean
  readonly addressPolicy: AddressPolicy
  /** Cookies to send and to update. Without them, `fetch` keeps cookies only between redirects. */
  readonly cookies?: CrawlCookies | undefined
  /**
   * Returns how many bytes of a body to keep; the rest is only counted. It is called again with the first bytes of a
   * large body. Default: all.
   */
  readonly wants?: (answer: Answer, url: string, start?: Buffer) => number
  /** Counts the kept bytes of the body; without it, they are not counted. */
  readonly share?: BodyShare | undefined
  /**
   * Decides from the first bytes whether a large body should wait in a file of `share`, because it is needed later and
   * elsewhere. A packed body always waits there until it is unpacked.
   */
  readonly isFile?: (answer: Answer, url: string, start: Buffer) => boolean
  /** Called with the headers of the final answer, before its body is read. */
  readonly refuse?: (answer: Answer, url: string) => PageFailure | undefined
}

export interface FetchedPage {
  readonly kind: 'page'
  readonly url: string
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly contentType: string | undefined
  /** The encoding that a browser has decoded the text from; the body is UTF-8 then. */
  readonly decodedFrom?: string | undefined
  readonly body: PageBody
}

export type FetchOutcome = FetchedPage | PageFailure

/**
 * A client for pages. It never throws because of a site, but throws the signal's reason when aborted, and NotKeptError
 * if the disk does not accept a body.
 */
export interface PageFetcher {
  /** Fetches a URL and follows its redirects. */
  fetch(request: FetchRequest, signal?: AbortSignal): Promise<FetchOutcome>
  /** Sends one request without following redirects. */
  fetchOnce(request: FetchRequest, signal?: AbortSignal): Promise<FetchOutcome | PageRedirect>
  /** Drops every connection. */
  close(): Promise<void>
}

export interface FetcherOptions {
  readonly clock: Clock
  readonly userAgent: string
  /** Maximum connections per origin; more requests wait. */
  readonly connections?: number
}

const DEFAULT_CONNECTIONS = 256
const MAX_HEADER_BYTES = 64 * 1024

/** Returns a client whose connections are kept alive and shared by all its requests. */
export function createPageFetcher(options: FetcherOptions): PageFetcher {
  return new UndiciFetcher(options)
}

class UndiciFetcher implements PageFetcher {
  readonly #options: FetcherOptions
  readonly #agents = new Map<string, Dispatcher>()

  constructor(options: FetcherOptions) {
    this.#options = options
  }

  fetch(request: FetchRequest, signal?: AbortSignal): Promise<FetchOutcome> {
    return this.#inTime(request, signal, (deadline) => this.#follow(request, deadline))
  }

  fetchOnce(request: FetchRequest, signal?: AbortSignal): Promise<FetchOutcome | PageRedirect> {
    return this.#inTime(request, signal, (deadline) =>
      this.#ask(request, withoutFragment(request.url), deadline),
    )
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

  async #follow(given: FetchRequest, deadline: Deadline): Promise<FetchOutcome> {
    const request = { cookies: new CrawlCookies(), ...given }
    const visited: string[] = []
    let url = withoutFragment(request.url)
    for (;;) {
      const outcome = await this.#ask(request, url, deadline)
      if (outcome.kind !== 'redirect') return outcome
      visited.push(url)
      const refused = refuseHop(visited, outcome, request.maxRedirects)
      if (refused !== undefined) return refused
      url = outcome.target
    }
  }

  async #ask(request: FetchRequest, url: string, deadline: Deadline): Promise<FetchOutcome | PageRedirect> {
    const { origin, hostname, pathname, search } = new URL(url)
    const refused = refusedHost(hostname, request.addressPolicy)
    if (refused !== undefined) return failureOf(refused, url)
    const agent = this.#agentFor(request)
    const dispatch = {
      origin,
      path: pathname + search,
      method: 'GET' as const,
      headers: this.#headersOf(request, url, origin),
    }
    const keeper = keeperOf(request, url, deadline)
    const limits = {
      maxBytes: request.maxBytes,
      cutsLongBodies: request.cutsLongBodies === true,
      keep: (answer: Answer) => keeper(answer, isPacked(answer) ? 'packed' : 'plain'),
      refuse: (answer: Answer) =>
        redirectTarget(answer, url) === undefined ? request.refuse?.(answer, url) : undefined,
    }
    try {
      const answer = await receive(agent, dispatch, limits, deadline.signal)
      if (answer.kind === 'failure') return answer
      const target = redirectTarget(answer, url)
      const before = target && request.cookies?.headerFor(target)
      request.cookies?.store(answer.setCookies, url)
      if (target !== undefined) {
        const changesCookies = request.cookies?.headerFor(target) !== before
        return { kind: 'redirect', target, ...(changesCookies && { changesCookies }) }
      }
      const body = isPacked(answer) ? await unpack(answer, request, keeper) : answer.body
      const { statusCode, headers } = answer
      return { kind: 'page', url, statusCode, headers, contentType: headers['content-type'], body }
    } catch (error) {
      if (error instanceof NotKeptError) throw error
      if (error instanceof UnpackError) {
        return failure(
          error.isTooLarge ? 'SCRAPE_UNSUPPORTED_FILE_ERROR' : 'SCRAPE_SITE_ERROR',
          `The body of "${url}" cannot be unpacked: ${error.message}.`,
        )
      }
      return failureOf(error, url)
    }
  }

  #headersOf(request: FetchRequest, url: string, origin: string): Record<string, string> {
    const headers: Record<string, string> = {
      'user-agent': this.#options.userAgent,
      accept: request.accept ?? '*/*',
      'accept-encoding': ACCEPT_ENCODING,
      ...(request.stored && conditionsOf(request.stored)),
    }
    if (request.acceptLanguage !== undefined) headers['accept-language'] = request.acceptLanguage
    for (const [name, value] of Object.entries(headersFor(request.headers, origin))) {
      const folded = name.toLowerCase()
      if (!CONNECTION_HEADERS.has(folded)) headers[folded] = value
    }
    const cookies = [headers['cookie'], request.cookies?.headerFor(url)].filter((text) => text !== undefined)
    if (cookies.length > 0) headers['cookie'] = cookies.join('; ')
    return headers
  }

  /** Connections are shared only among requests that trust the same things. */
  #agentFor(request: FetchRequest): Dispatcher {
    const skipsTls = request.skipTlsVerification === true
    const key = `${skipsTls} ${request.addressPolicy}`
    let agent = this.#agents.get(key)
    if (agent === undefined) {
      agent = this.#makeAgent(skipsTls, request.addressPolicy)
      this.#agents.set(key, agent)
    }
    return agent
  }

  #makeAgent(skipsTls: boolean, policy: AddressPolicy): Dispatcher {
    const { connections = DEFAULT_CONNECTIONS } = this.#options
    const pool = { connections, pipelining: 1, maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: 10_000 }
    const connect = { rejectUnauthorized: !skipsTls, timeout: 10_000, lookup: lookupWithin(policy) }
    return new Agent({ ...pool, connect })
  }
}

function isPacked({ statusCode, headers }: Answer): boolean {
  return statusCode !== NOT_MODIFIED && codingsOf(headers['content-encoding']).length > 0
}

type Keeper = (answer: Answer, as: 'packed' | 'plain') => KeeperOptions

/** Returns how to keep bodies of answers to a request. */
function keeperOf(request: FetchRequest, url: string, deadline: Deadline): Keeper {
  const { share, isFile } = request
  // A full disk is not the fault of the site.
  const waiting = (wait: Promise<void> | undefined): Promise<void> | undefined =>
    wait && deadline.pauseFor(wait)
  return (answer, as) => ({
    wanted: wantedOf(request, answer, { url, as }),
    wantedOf: (start) => wantedOf(request, answer, { url, as, start }),
    toFile: (start) =>
      as === 'packed' || isFile?.(answer, url, start) === true ? share?.newFile() : undefined,
    hold: (bytes) => waiting(share?.hold(bytes, deadline.signal)),
    write: (file, bytes) => waiting(file.add(bytes, deadline.signal)),
  })
}

function unpack(answer: ReceivedAnswer, { maxBytes }: FetchRequest, keeper: Keeper): Promise<PageBody> {
  const { toFile } = keeper(answer, 'packed')
  return decompressBody(answer.body, answer.headers['content-encoding'] ?? '', {
    ...keeper(answer, 'plain'),
    maxBytes,
    toPackedFile: toFile,
  })
}

/** Returns how many bytes of a body to keep: all of a packed one, none of a redirect. */
function wantedOf(
  request: FetchRequest,
  answer: Answer,
  { url, as, start }: { readonly url: string; readonly as: 'packed' | 'plain'; readonly start?: Buffer },
): number {
  if (redirectTarget(answer, url) !== undefined) return 0
  return as === 'packed' ? Infinity : (request.wants?.(answer, url, start) ?? Infinity)
}
