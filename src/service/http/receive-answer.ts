import type { Dispatcher } from 'undici'
import { PageBody } from './page-body.ts'
import { failure, type PageFailure } from './page-failure.ts'

export interface Answer {
  readonly statusCode: number
  /** Names in lower case; repeated headers joined by commas. */
  readonly headers: Readonly<Record<string, string>>
}

export interface ReceivedAnswer extends Answer {
  readonly kind: 'answer'
  readonly body: PageBody
}

export interface ReceiveLimits {
  readonly maxBytes: number
  /** Takes the first `maxBytes` of a longer body and does not refuse it. */
  readonly cutsLongBodies?: boolean
  /** Returns how many bytes of a body are wanted; the rest is counted only. */
  readonly wants?: (answer: Answer) => number
  /** Called with bytes that are kept; the site is not heard until what it returns has resolved. */
  readonly hold?: ((bytes: number) => Promise<void> | undefined) | undefined
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

/** Bytes. */
const LONG_BODY = 1024 * 1024

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

/** Joins the chunks of one answer, and ends the request as soon as it is refused, too large or aborted. */
class Receiver implements Dispatcher.DispatchHandler {
  readonly #limits: ReceiveLimits
  readonly #signal: AbortSignal
  readonly #settle: Settle
  readonly #chunks: Buffer[] = []
  /** Where a long body is put whose length is known: joining its chunks would take its memory twice. */
  #whole: Buffer | undefined
  #controller: Dispatcher.DispatchController | undefined
  #answer: Answer | undefined
  #length = 0
  /** Bytes of the body that are kept at most. */
  #wanted = Infinity
  /** Of the body, as the site says; 0 when it does not. */
  #declared = 0

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
    if (statusCode < 200) return
    this.#answer = { statusCode, headers: joined(headers) }
    const length = Number(this.#answer.headers['content-length'] ?? 0)
    this.#declared = length
    const refused = this.#limits.refuse(this.#answer) ?? this.#tooLarge(length)
    if (refused !== undefined) return this.#end(() => this.#settle.resolve(refused))
    this.#wanted = this.#limits.wants?.(this.#answer) ?? Infinity
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const before = this.#length
    this.#length += chunk.length
    const kept = Math.max(0, Math.min(this.#length, this.#wanted) - before)
    const wait = this.#limits.hold?.(kept)
    if (wait !== undefined) pauseUntil(controller, wait)
    if (this.#whole !== undefined) chunk.copy(this.#whole, Math.min(before, this.#whole.length))
    else if (before < this.#wanted) this.#chunks.push(chunk.subarray(0, this.#wanted - before))
    if (this.#whole === undefined && this.#length > LONG_BODY && this.#declared >= this.#length)
      this.#gather()
    if (this.#length > this.#limits.maxBytes && this.#limits.cutsLongBodies === true)
      return this.#end(() => this.#finish())
    const refused = this.#tooLarge(this.#length)
    if (refused !== undefined) return this.#end(() => this.#settle.resolve(refused))
    // How long the rest is has been said.
    if (this.#length >= this.#wanted && this.#declared >= this.#length) {
      this.#length = this.#declared
      return this.#end(() => this.#finish())
    }
  }

  /** Makes one of a body whose length is known. Not before much of it is here: a site says what it likes. */
  #gather(): void {
    if (this.#declared > this.#limits.maxBytes) return
    this.#whole = Buffer.allocUnsafeSlow(Math.min(this.#declared, this.#wanted))
    let at = 0
    for (const chunk of this.#chunks.splice(0)) at += chunk.copy(this.#whole, at)
  }

  onResponseEnd(): void {
    this.#signal.removeEventListener('abort', this.onAbort)
    this.#finish()
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    this.#signal.removeEventListener('abort', this.onAbort)
    const { code } = error as NodeJS.ErrnoException
    const isStale =
      this.#answer === undefined && (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE')
    this.#settle.reject(isStale ? new StaleConnection(error.message, { cause: error }) : error)
  }

  #finish(): void {
    const answer = this.#answer
    const chunks = this.#chunks
    if (answer === undefined) return this.#settle.reject(new Error('no answer'))
    const [first] = chunks
    const parts = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks)
    const whole = this.#whole?.subarray(0, this.#length) ?? parts
    this.#whole = undefined
    const length = Math.min(this.#length, this.#limits.maxBytes)
    const body = new PageBody(whole.subarray(0, length), length)
    chunks.length = 0
    this.#settle.resolve({ kind: 'answer', ...answer, body })
  }

  #tooLarge(bytes: number): PageFailure | undefined {
    if (bytes <= this.#limits.maxBytes || this.#limits.cutsLongBodies === true) return undefined
    return failure(
      'SCRAPE_UNSUPPORTED_FILE_ERROR',
      `The answer is larger than ${this.#limits.maxBytes} bytes.`,
    )
  }

  /** Settles first: the abort reports an error of its own, which then changes nothing. */
  #end(settle: () => void): void {
    this.#signal.removeEventListener('abort', this.onAbort)
    settle()
    this.#chunks.length = 0
    this.#whole = undefined
    this.#controller?.abort(new Error('ended by the reader'))
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
