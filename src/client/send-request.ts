import type { Dispatcher } from 'undici'
import { ringAfter, type Clock } from '../util/clock.ts'
import { tlsAdvice } from '../util/tls-advice.ts'
import { TooLong } from '../util/read-bounded.ts'

/** An HTTP answer with its whole body. */
export interface Answer {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly location: string | undefined
  readonly text: string
}

export interface SendOptions {
  readonly dispatcher: Dispatcher
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** Maximum size of the answer's body. */
  readonly maxBytes: number
  /** From the connection to the last byte of the answer. */
  readonly timeoutMs: number
  readonly clock: Clock
  readonly signal: AbortSignal | undefined
}

/** No complete answer came. `sent` is false only when no byte of the request can have reached the service. */
export class SendError extends Error {
  override readonly name = 'SendError'
  readonly sent: boolean
  /** The caller gave up, not the network. */
  readonly aborted: boolean
  constructor(message: string, facts: { sent: boolean; aborted: boolean; cause: unknown }) {
    super(message, { cause: facts.cause })
    this.sent = facts.sent
    this.aborted = facts.aborted
  }
}

/**
 * Returns one network attempt: no retry, no redirect.
 * @throws {SendError}
 */
export function sendRequest(options: SendOptions): Promise<Answer> {
  return new Promise((resolve, reject) => new Exchange(options, { resolve, reject }).begin())
}

interface Settle {
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: SendError) => void
}

/** One exchange, driven by the callbacks of undici's dispatcher, because streams would double its cost. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #options: SendOptions
  readonly #settle: Settle
  readonly #chunks: Buffer[] = []
  #size = 0
  #head: Omit<Answer, 'text'> | undefined
  #sent = false
  #ended = false
  #controller: Dispatcher.DispatchController | undefined
  #silence: (() => void) | undefined

  constructor(options: SendOptions, settle: Settle) {
    this.#options = options
    this.#settle = settle
  }

  begin(): void {
    const { dispatcher, method, url, headers, body, clock, timeoutMs, signal } = this.#options
    if (signal?.aborted === true) return this.#giveUp()
    signal?.addEventListener('abort', this.#giveUp)
    this.#silence = ringAfter(clock, timeoutMs, () =>
      this.#fail(new Error(`no answer within ${timeoutMs / 1000} s`)),
    )
    const { origin, pathname, search } = url
    // There is one timeout, ours, measured by the clock.
    const limits = { headersTimeout: 0, bodyTimeout: 0 }
    try {
      const path = pathname + search
      dispatcher.dispatch(
        { origin, path, method, headers: { ...headers }, body: body ?? null, ...limits },
        this,
      )
    } catch (error) {
      this.#fail(error)
    }
  }

  /** undici calls it when the connection is open and the first byte is about to be written. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#ended) return controller.abort(new Error('it is no longer needed'))
    this.#controller = controller
    this.#sent = true
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    const retryAfter = oneHeader(headers['retry-after'])
    this.#head = { status, retryAfter, location: oneHeader(headers['location']) }
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const { maxBytes } = this.#options
    this.#size += chunk.length
    if (this.#size > maxBytes) this.#fail(new TooLong(`the answer is larger than ${maxBytes} bytes`))
    else this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    if (this.#head === undefined) return this.#fail(new Error('no answer'))
    if (this.#end())
      this.#settle.resolve({ ...this.#head, text: Buffer.concat(this.#chunks).toString('utf8') })
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#fail(error)
  }

  readonly #giveUp = (): void => this.#fail(this.#options.signal?.reason, true)

  #fail(cause: unknown, aborted = false): void {
    if (!this.#end()) return
    const error = new SendError(describeError(cause), {
      sent: this.#sent && !isProxyRefusal(cause),
      aborted,
      cause,
    })
    this.#settle.reject(error)
    this.#controller?.abort(error)
  }

  /** Returns false if it had already ended. */
  #end(): boolean {
    if (this.#ended) return false
    this.#ended = true
    this.#silence?.()
    this.#options.signal?.removeEventListener('abort', this.#giveUp)
    return true
  }
}

/** Returns whether the proxy wants a password: it has passed nothing on then. undici makes an error of its 407. */
function isProxyRefusal(error: unknown): boolean {
  return error instanceof Error && error.message.includes('Proxy Authentication Required (407)')
}

function oneHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // Both address families were tried; the first one's error says enough.
  if (error instanceof AggregateError && error.errors[0] instanceof Error)
    return describeError(error.errors[0])
  return (error.message === '' ? error.name : error.message) + tlsAdvice(error)
}
