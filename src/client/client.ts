/**
 * Input: calls of the crawl API.
 * Output: typed answers over HTTP, with retries, bounds and redacted secrets.
 * Must not know crawl files, plans or records.
 */
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici'
import { dataBroken } from '../protocol/crawl-status.ts'
import type { CrawlErrorsAnswer, CrawlStatusAnswer, PageDocument } from '../protocol/crawl-status.ts'
import { crawlNameHeader, freshHeader, idempotencyHeader, routes } from '../protocol/protocol.ts'
import { stopwatch, type Clock } from '../util/clock.ts'
import { given, type JsonObject, objectOf } from '../util/json.ts'
import { proxyFor, type ProxySettings } from '../util/network.ts'
import { createRedactor, type Redactor } from '../util/redactor.ts'
import { ClientError } from './crawl-client.ts'
import type * as api from './crawl-client.ts'
import { checkApiKey, checkBaseUrl } from './check-settings.ts'
import { readPages } from './page-reader.ts'
import {
  requestedDelayMs,
  classifyFailure,
  classifyStart,
  errorOf,
  errorTextOf,
  jsonOf,
  retryDelayMs,
  unreadable,
} from './read-answer.ts'
import { readActive, readErrors, readStatus } from './read-status.ts'
import { sha256 } from '../util/sha256.ts'
import { type Answer, SendError, type SendOptions, sendRequest } from './send-request.ts'

export interface CrawlClientOptions {
  /** With or without a path prefix. */
  readonly baseUrl: string
  readonly apiKey?: string
  /**
   * Returns where the service is now. Called when it gave no answer at its last address. It must start nothing twice for one
   * idempotency key, also where it is now: a request that may have arrived is sent again.
   */
  readonly relocate?: (() => Promise<{ readonly url: string; readonly apiKey: string }>) | undefined
  readonly userAgent: string
  /** Whether to send every attempt as an idempotency key. Default yes. */
  readonly idempotencyKeys?: boolean
  /** Whether to send headers that only crawlform's own service knows. Default no. */
  readonly ownHeaders?: boolean
  readonly clock: Clock
  readonly proxy?: ProxySettings
  /** Removes secrets from the service's answers. The API key is always removed. */
  readonly redactor?: Redactor
  /** Time limit of one exchange in milliseconds. Default 120 seconds, because a service may ask a model first. */
  readonly timeoutMs?: number
  /** Returns a random number in [0, 1), to spread retries. */
  readonly random?: () => number
}

const MEBIBYTE = 1024 * 1024
/** The real service ends a part near 10 MiB, but one page may be larger. */
const LARGEST_PART = 128 * 1024 * 1024
const MOST_TRIES = 5
const LONGEST_WAIT_MS = 120_000
const NEW_JOB_MS = 30_000
/** How long a process that was killed may hold the data of its service, at the most. */
const LOOKS_ALIVE_MS = 10_000

/**
 * Returns a client of the service at `baseUrl`. The key goes only there, as a bearer token.
 * @throws {ClientError} `bad-settings`
 * @throws {ProxyError}
 */
export function createCrawlClient(options: CrawlClientOptions): CrawlClient {
  return new HttpCrawlClient(options)
}

interface Call extends api.CallOptions {
  readonly body?: JsonObject
  readonly headers?: Readonly<Record<string, string>>
  readonly maxBytes: number
}

export type CrawlClient = Pick<HttpCrawlClient, keyof HttpCrawlClient>

/** The operations of one service. All but `startCrawl` are retried while it is busy or unavailable, and throw ClientError. */
class HttpCrawlClient {
  /** The base URL, also for messages. */
  description: string
  /** Whether submissions carry their attempt as idempotency key. */
  readonly sendsKeys: boolean
  readonly #options: CrawlClientOptions
  #apiKey: string
  #dispatcher: Dispatcher
  /** The time of the last answer, milliseconds since the epoch. */
  #answeredMs = Infinity
  readonly #redactor: Redactor

  constructor(options: CrawlClientOptions) {
    this.#options = options
    this.description = checkBaseUrl(options.baseUrl)
    this.sendsKeys = options.idempotencyKeys ?? true
    this.#apiKey = checkApiKey(options.apiKey ?? '')
    const own = createRedactor(new Map([['(the API key)', this.#apiKey]]))
    const { redactor = own } = options
    this.#redactor = {
      text: (text) => redactor.text(own.text(text)),
      content: (content) => redactor.content(own.content(content)),
    }
    this.#dispatcher = this.#connect()
  }

  statusUrl(job: string): string {
    return this.description + routes.crawl(job)
  }

  /** Makes one attempt, without a retry. `attempt` is the idempotency key, if one is sent. Failures are outcomes. */
  async startCrawl(body: JsonObject, options: api.StartOptions): Promise<api.StartOutcome> {
    const { attempt, name, isFresh = false, signal } = options
    const sendsOwn = this.#options.ownHeaders === true
    const headers = {
      ...(this.sendsKeys ? { [idempotencyHeader]: attempt } : {}),
      ...(sendsOwn && name !== undefined ? { [crawlNameHeader]: encodeURIComponent(name) } : {}),
      ...(sendsOwn && isFresh ? { [freshHeader]: '1' } : {}),
    }
    this.#leaveIdle()
    try {
      const call = { body, headers, signal, maxBytes: MEBIBYTE }
      const answer = await this.#send('POST', routes.startCrawl, call)
      const read = (raw: Answer) =>
        classifyStart(raw, this.#options.clock.now(), (job) => this.statusUrl(job))
      const outcome = read(answer)
      if (outcome.kind !== 'started') return read(this.#withoutSecrets(answer))
      if (this.#redactor.content(outcome.job) !== outcome.job)
        return { kind: 'in-doubt', message: 'the id of the job in the answer holds a secret' }
      return { ...outcome, url: this.#redactor.text(outcome.url) }
    } catch (error) {
      if (error instanceof SendError) return classifyFailure(error)
      throw error
    }
  }

  /**
   * Returns the state of a job with the pages of `part`, or as few as the service can leave out. A 404 for a job younger than half a minute is
   * retried, because a service of several machines may not know it everywhere yet.
   */
  async status(job: string, { part, ...options }: api.StatusOptions = {}): Promise<CrawlStatusAnswer> {
    // One page is the smallest limit that every version of the service accepts.
    const search = part === undefined ? '?limit=1' : `?skip=${part.skip}&limit=${part.most}`
    return this.#redactStatus(await this.#status(job, { ...options, subject: `job ${job}`, search }))
  }

  /**
   * Yields every page that a job has so far once, in the service's order, with one part in memory at a time; with `more`, also
   * those that come later. Returns the job's state from the last part, without pages.
   * @throws {ClientError} `incomplete` at the end, when pages were repeated or missing, and fewer came than the job has
   */
  pages(
    job: string,
    { more, ...options }: api.PagesOptions = {},
  ): AsyncGenerator<PageDocument, CrawlStatusAnswer> {
    const subject = `pages of job ${job}`
    return readPages({
      more,
      ask: async (search) => {
        const { data, ...part } = await this.#status(job, { ...options, subject, search })
        return { ...this.#redactStatus({ ...part, data: [] }), data }
      },
      show: (page) => this.#redactor.content(page),
      incomplete: (why) => new ClientError('incomplete', `${subject}: ${this.#redactor.text(why)}`),
    })
  }

  async errors(job: string, { signal }: api.CallOptions = {}): Promise<CrawlErrorsAnswer> {
    const call = { signal, maxBytes: LARGEST_PART }
    const answer = await this.#sendAgain('GET', routes.crawlErrors(job), call)
    const { errors, robotsBlocked, sitemaps } = this.#read(answer, `errors of job ${job}`, readErrors)
    const { text, content } = this.#redactor
    return {
      errors: errors.map((failed) => ({ ...content(failed), error: text(failed.error) })),
      robotsBlocked: content(robotsBlocked),
      ...(sitemaps === undefined ? {} : { sitemaps: content(sitemaps) }),
    }
  }

  /**
   * Starts a job that asks for pages of an earlier one, and returns its id. Asked again, the service repeats its answer. Only
   * crawlform's own service can be asked.
   */
  async askPages(
    job: string,
    body: { readonly urls: readonly string[]; readonly scrapeOptions: JsonObject; readonly name: string },
    { signal }: api.CallOptions = {},
  ): Promise<string> {
    const headers = { [idempotencyHeader]: uuidOf(JSON.stringify([job, body])) }
    const call = { body, headers, signal, maxBytes: MEBIBYTE }
    const answer = await this.#sendAgain('POST', routes.askPages(job), call)
    return this.#read(answer, `asking for pages of job ${job}`, ({ id }) =>
      typeof id === 'string' ? id : undefined,
    )
  }

  async active({ signal }: api.CallOptions = {}): Promise<readonly api.ActiveCrawl[]> {
    const call = { signal, maxBytes: LARGEST_PART }
    const answer = await this.#sendAgain('GET', routes.activeCrawls, call)
    return this.#redactor.content(this.#read(answer, 'the active crawls', readActive))
  }

  async cancel(job: string, { signal }: api.CallOptions = {}): Promise<api.CancelOutcome> {
    const answer = await this.#sendAgain('DELETE', routes.crawl(job), {
      signal,
      maxBytes: MEBIBYTE,
    })
    if (answer.status === 404) return 'not-found'
    if (answer.status === 409) return 'already-finished'
    return this.#read(answer, `cancelling job ${job}`, ({ success }) =>
      success === false ? undefined : 'cancelled',
    )
  }

  /** Tells crawlform's own service why the pages of a job are not published; without a reason, that they are. */
  async tellHeldBack(job: string, heldBack: readonly string[], { signal }: api.CallOptions = {}) {
    if (this.#options.ownHeaders !== true) return
    const call = { body: { heldBack: [...heldBack] }, signal, maxBytes: MEBIBYTE }
    await this.#sendAgain('PUT', routes.heldBack(job), call)
  }

  /** Returns the settings that the service makes of a prompt; starts nothing. */
  async previewParams(
    { url, prompt }: { readonly url: string; readonly prompt: string },
    { signal }: api.CallOptions = {},
  ): Promise<JsonObject> {
    const call = { body: { url, prompt }, signal, maxBytes: MEBIBYTE }
    const answer = await this.#sendAgain('POST', routes.paramsPreview, call)
    return this.#read(answer, 'the settings for the prompt', ({ data }) => objectOf(data))
  }

  /** Closes idle connections, so that the process can end. */
  async close(): Promise<void> {
    await this.#dispatcher.close()
  }

  get #proxy() {
    return proxyFor(this.description, this.#options.proxy)
  }

  #connect(): Dispatcher {
    const proxy = this.#proxy
    const options = { keepAliveTimeout: IDLE_MS, keepAliveMaxTimeout: IDLE_MS, connect: { timeout: 10_000 } }
    return proxy === undefined ? new Agent(options) : new EnvHttpProxyAgent({ ...options, ...proxy })
  }

  /** Drops connections that were idle for long: the timers that close them do not run while a machine sleeps. */
  #leaveIdle(): void {
    if (this.#options.clock.now() - this.#answeredMs <= IDLE_MS) return
    void this.#dispatcher.close()
    this.#dispatcher = this.#connect()
    this.#answeredMs = Infinity
  }

  async #status(
    job: string,
    { subject, search, startedAtMs, signal }: api.StatusOptions & { subject: string; search: string },
  ): Promise<CrawlStatusAnswer> {
    const { clock } = this.#options
    for (;;) {
      const answer = await this.#sendAgain('GET', routes.crawl(job) + search, {
        signal,
        maxBytes: LARGEST_PART,
      })
      const young = startedAtMs !== undefined && clock.now() - startedAtMs < NEW_JOB_MS
      if (answer.status !== 404 || !young) return this.#read(answer, subject, readStatus)
      await clock.sleep(1000, signal)
    }
  }

  #redactStatus(status: CrawlStatusAnswer): CrawlStatusAnswer {
    const { text, content } = this.#redactor
    const { data, next, error, warning, waitsBecause, ...rest } = status
    return {
      ...content(rest),
      ...given({ next, error: error && text(error), warning: warning && text(warning) }),
      ...given({ waitsBecause: waitsBecause && text(waitsBecause) }),
      data: data.map((page) => content(page)),
    }
  }

  #read<T>(answer: Answer, subject: string, reader: (body: JsonObject) => T | undefined): T {
    const { status } = answer
    if (status < 200 || status >= 300) throw errorOf(answer, subject)
    const body = jsonOf(answer)
    const value = body === undefined ? undefined : reader(body)
    if (value !== undefined) return value
    if (body?.['success'] === false)
      throw new ClientError('refused', `${subject}: ${errorTextOf(this.#withoutSecrets(answer))}`, { status })
    const why = unreadable(this.#withoutSecrets(answer))
    throw new ClientError('unreadable', `${subject}: the answer of ${this.description} ${why}`, { status })
  }

  /** For requests that change nothing or are idempotent. */
  async #sendAgain(method: SendOptions['method'], route: string, call: Call): Promise<Answer> {
    const { clock, random = Math.random } = this.#options
    for (let failures = 1; ; failures++) {
      const result = await this.#send(method, route, call).catch((error: unknown) => error)
      if (result instanceof SendError) {
        if (result.aborted) throw new ClientError('aborted', 'interrupted', { cause: result })
        const message = `${this.description} could not be reached: ${result.message}`
        if (failures === MOST_TRIES) throw new ClientError('unreachable', message, { cause: result })
        await clock.sleep(retryDelayMs({ failures, random }), call.signal)
        continue
      }
      if (result instanceof Error) throw result
      // `send` resolves to an answer and rejects with errors only.
      const answer = result as Answer
      const errorText = answer.text.slice(0, 2000)
      const askedMs = requestedDelayMs({ retryAfter: answer.retryAfter, errorText }, clock.now())
      const worthWaiting = failures < MOST_TRIES && (askedMs ?? 0) <= LONGEST_WAIT_MS
      // A retry cannot fix broken data.
      const isBroken = answer.status === 500 && jsonOf(answer)?.['code'] === dataBroken
      if (!isTransient(answer.status) || !worthWaiting || isBroken) return answer
      await clock.sleep(retryDelayMs({ failures, askedMs, random }), call.signal)
    }
  }

  async #send(method: SendOptions['method'], route: string, call: Call): Promise<Answer> {
    const { clock, userAgent, timeoutMs = 120_000 } = this.#options
    const send = () =>
      sendRequest({
        dispatcher: this.#dispatcher,
        proxy: this.#proxy,
        method,
        url: new URL(this.description + route),
        headers: {
          accept: 'application/json',
          'user-agent': userAgent,
          ...(this.#apiKey === '' ? {} : { authorization: `Bearer ${this.#apiKey}` }),
          ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...call.headers,
        },
        body: call.body === undefined ? undefined : JSON.stringify(call.body),
        maxBytes: call.maxBytes,
        timeoutMs,
        clock,
        signal: call.signal,
      })
    const answer = await send().catch((error: unknown) => this.#sendElsewhere(send, error, call))
    this.#answeredMs = clock.now()
    return answer.status < 300 ? answer : this.#withoutSecrets(answer)
  }

  /** Sends a request that failed with `first` where the service is now. A service that was killed may look alive for a moment. */
  async #sendElsewhere(send: () => Promise<Answer>, first: unknown, { signal }: Call): Promise<Answer> {
    const { clock, relocate, random = Math.random } = this.#options
    const elapsed = stopwatch(clock)
    for (let failures = 1, error = first; ; failures++) {
      const isLost = error instanceof SendError && !error.aborted
      // What became of the first request is still unknown if no other one arrives.
      const reason = first instanceof SendError && first.sent ? first : error
      if (relocate === undefined || !isLost || elapsed() > LOOKS_ALIVE_MS) throw reason
      if (failures > 1) await clock.sleep(retryDelayMs({ failures, random }), signal)
      const { url, apiKey } = await relocate()
      this.description = url
      this.#apiKey = apiKey
      try {
        return await send()
      } catch (again) {
        error = again
      }
    }
  }

  /**
   * Returns an answer whose texts can be shown and recorded: a service may quote a header that it refused. Secrets are removed
   * before texts are shortened, because half a secret would not be recognized.
   */
  #withoutSecrets(answer: Answer): Answer {
    const { text } = this.#redactor
    const location = answer.location === undefined ? undefined : text(answer.location)
    return { ...answer, text: text(answer.text), location }
  }
}

/**
 * How long a connection may be idle before it is used again, in milliseconds. If a service closes one at the moment of a
 * submission, that looks like a lost answer and puts it in doubt. No service closes connections that were used just now.
 */
const IDLE_MS = 500

/** Returns a UUID that depends only on `text`. */
function uuidOf(text: string): string {
  return sha256(text).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}

/** Answers that a retry may avoid. Those from 520 are Cloudflare's, when it does not reach the service. */
function isTransient(status: number): boolean {
  return [408, 429, 500, 502, 503, 504].includes(status) || (status >= 520 && status <= 530)
}
