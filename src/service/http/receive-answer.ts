import type { Dispatcher } from 'undici'
import { NOT_MODIFIED } from './answer-marks.ts'
import { BodyKeeper, type KeeperOptions } from './body-keeper.ts'
import type { PageBody } from './page-body.ts'
import { failure, type PageFailure } from './page-failure.ts'

export interface Answer {
  readonly statusCode: number
  /** Names in lower case; repeated headers joined by commas. */
  readonly headers: Readonly<Record<string, string>>
  /** The `Set-Cookie` headers, which cannot be joined. */
  readonly setCookies: readonly string[]
}

export interface ReceivedAnswer extends Answer {
  readonly kind: 'answer'
  readonly body: PageBody
}

export interface ReceiveLimits {
  readonly maxBytes: number
  /** Takes the first `maxBytes` of a longer body and does not refuse it. */
  readonly cutsLongBodies?: boolean
  /** Says how the body is kept; the site is not heard while that takes its time. */
  readonly keep: (answer: Answer) => KeeperOptions
  /** Asked when the headers are there; an answer ends the request before its body is read. */
  readonly refuse: (answer: Answer) => PageFailure | undefined
}

/** Sends one request and collects its answer. A connection that breaks before any answer is tried once more. */
export async function receive(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  limits: ReceiveLimits,
  signal: AbortSignal,
): Promise<ReceivedAnswer | PageFailure> {
  try {
    return await attempt(dispatcher, request, limits, signal)
  } catch (error) {
    // A kept connection that the server has just closed says nothing about the page (RFC 9112 section 9.3.1).
    if (signal.aborted || !(error instanceof StaleConnection)) throw error
    return attempt(dispatcher, request, limits, signal)
  }
}

/** So much of a body that nobody wants is heard: it costs less than another connection. */
const DRAINED_BYTES = 16 * 1024

class StaleConnection extends Error {}

function attempt(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  limits: ReceiveLimits,
  signal: AbortSignal,
): Promise<ReceivedAnswer | PageFailure> {
  return new Promise((resolve, reject) => {
    const receiver = new Receiver(limits, signal, { resolve, reject })
    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener('abort', receiver.onAbort, { once: true })
    dispatcher.dispatch(request, receiver)
  })
}

interface Settle {
  readonly resolve: (answer: ReceivedAnswer | PageFailure) => void
  readonly reject: (error: unknown) => void
}

/** Takes one answer, and ends the request as soon as it is refused, too large, not wanted or aborted. */
class Receiver implements Dispatcher.DispatchHandler {
  readonly #limits: ReceiveLimits
  readonly #signal: AbortSignal
  readonly #settle: Settle
  #controller: Dispatcher.DispatchController | undefined
  #answer: Answer | undefined
  #keeper: BodyKeeper | undefined
  /** Resolves when all that has come is kept. */
  #keeping: Promise<void> | undefined
  #length = 0
  /** Of the body, as the site says; 0 when it does not. */
  #declared = 0
  /** What comes from here on changes nothing. */
  #isOver = false

  constructor(limits: ReceiveLimits, signal: AbortSignal, settle: Settle) {
    this.#limits = limits
    this.#signal = signal
    this.#settle = settle
  }

  readonly onAbort = (): void => {
    this.#end(() => this.#settle.reject(this.#signal.reason))
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#signal.aborted) this.onAbort()
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (statusCode < 200 || this.#isOver) return
    this.#answer = { statusCode, headers: joined(headers), setCookies: [headers['set-cookie'] ?? []].flat() }
    this.#declared = Number(this.#answer.headers['content-length'] ?? 0)
    const keeper = new BodyKeeper(this.#limits.keep(this.#answer))
    this.#keeper = keeper
    const refused =
      statusCode === NOT_MODIFIED
        ? undefined
        : (this.#limits.refuse(this.#answer) ?? this.#tooLarge(this.#declared))
    if (refused !== undefined) return this.#end(() => this.#settle.resolve(refused))
    // Its length is that of the body it does not have (RFC 9110 section 8.6), for which the client would wait or fail.
    if (statusCode === NOT_MODIFIED && this.#declared > 0) return this.#end(() => this.#finish())
    if (keeper.wanted === 0 && this.#declared > DRAINED_BYTES) this.#end(() => this.#finish())
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isOver) return
    this.#length += chunk.length
    this.#keep(chunk)
    if (this.#keeping !== undefined) pauseUntil(controller, this.#keeping)
    if (this.#length > this.#limits.maxBytes && this.#limits.cutsLongBodies === true)
      return this.#end(() => this.#finish())
    const refused = this.#tooLarge(this.#length)
    if (refused !== undefined) return this.#end(() => this.#settle.resolve(refused))
    const wanted = this.#wanted
    if (wanted === 0) {
      if (this.#length > DRAINED_BYTES) this.#end(() => this.#finish())
    } else if (this.#length >= wanted && this.#declared >= this.#length) {
      // How long the rest is has been said.
      this.#length = this.#declared
      this.#end(() => this.#finish())
    }
  }

  onResponseEnd(): void {
    if (this.#isOver) return
    this.#over()
    this.#finish()
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    if (this.#isOver) return
    this.#over()
    const { code } = error as NodeJS.ErrnoException
    const isStale =
      this.#answer === undefined && (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE')
    this.#settle.reject(isStale ? new StaleConnection(error.message, { cause: error }) : error)
  }

  #keep(chunk: Buffer): void {
    const keeper = this.#keeper
    if (keeper === undefined) return
    const expected = this.#declared > this.#limits.maxBytes ? 0 : this.#declared
    const before = this.#keeping
    try {
      // A site that is not heard may have said more already.
      const wait =
        before === undefined ? keeper.add(chunk, expected) : before.then(() => keeper.add(chunk, expected))
      if (wait === undefined) return
      const keeping = wait.then(() => {
        if (this.#keeping === keeping) this.#keeping = undefined
      })
      this.#keeping = keeping
      keeping.catch((error: unknown) => this.#end(() => this.#settle.reject(error)))
    } catch (error) {
      this.#end(() => this.#settle.reject(error))
    }
  }

  /** Gives the answer when all of it is kept. */
  #finish(): void {
    const answer = this.#answer
    const keeper = this.#keeper
    if (answer === undefined || keeper === undefined) return this.#settle.reject(new Error('no answer'))
    const { statusCode, headers, setCookies } = answer
    const give = (): void => {
      const body = keeper.finish(Math.min(this.#length, this.#limits.maxBytes))
      this.#settle.resolve({ kind: 'answer', statusCode, headers, setCookies, body })
    }
    if (this.#keeping === undefined) return give()
    this.#keeping.then(give, (error: unknown) => this.#settle.reject(error))
  }

  /** Bytes of the body that are kept at most. */
  get #wanted(): number {
    return this.#keeper?.wanted ?? Infinity
  }

  #tooLarge(bytes: number): PageFailure | undefined {
    const { maxBytes, cutsLongBodies } = this.#limits
    if (bytes <= maxBytes || cutsLongBodies === true || this.#wanted === 0) return undefined
    return failure('SCRAPE_UNSUPPORTED_FILE_ERROR', `The answer is larger than ${maxBytes} bytes.`)
  }

  /** Settles, and hears no more: the abort reports an error of its own, which changes nothing. */
  #end(settle: () => void): void {
    if (this.#isOver) return
    this.#over()
    settle()
    if (this.#keeping === undefined) this.#keeper?.drop()
    this.#controller?.abort(new Error('ended by the reader'))
  }

  #over(): void {
    this.#isOver = true
    this.#signal.removeEventListener('abort', this.onAbort)
  }
}

/** Lets a site wait. Its answer ends otherwise when nobody waits for it any longer. */
function pauseUntil(controller: Dispatcher.DispatchController, wait: Promise<void>): void {
  controller.pause()
  wait.then(
    () => controller.resume(),
    () => undefined,
  )
}

function joined(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const result: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) result[name] = typeof value === 'string' ? value : value.join(', ')
  }
  return result
}
