import { DecoratorHandler, request, type Dispatcher } from 'undici'
import { ringAfter, type Clock } from '../util/clock.ts'
import { readBounded } from '../util/read-bounded.ts'

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
  /** Bound of the answer's body. */
  readonly maxBytes: number
  /** From the connection to the last byte of the answer. */
  readonly timeoutMs: number
  readonly clock: Clock
  readonly signal: AbortSignal | undefined
}

/** No whole answer came. `sent` is false only when not a single byte of the request can have reached the service. */
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
export async function sendRequest(options: SendOptions): Promise<Answer> {
  const { clock, timeoutMs, signal } = options
  const late = new AbortController()
  const silence = ringAfter(clock, timeoutMs, () => late.abort())
  let sent = false
  const noteSending = (): void => {
    sent = true
  }
  try {
    const { statusCode, headers, body } = await request(options.url, {
      dispatcher: options.dispatcher.compose(interceptSending(noteSending)),
      method: options.method,
      headers: { ...options.headers },
      body: options.body ?? null,
      // There is one timeout, ours, measured by the clock.
      headersTimeout: 0,
      bodyTimeout: 0,
      signal: signal === undefined ? late.signal : AbortSignal.any([late.signal, signal]),
    })
    return {
      status: statusCode,
      retryAfter: oneHeader(headers['retry-after']),
      location: oneHeader(headers['location']),
      text: await readBounded(body, options.maxBytes),
    }
  } catch (error) {
    const timedOut = late.signal.aborted
    const message = timedOut ? `no answer within ${timeoutMs / 1000} s` : describeError(error)
    throw new SendError(message, { sent, aborted: signal?.aborted === true && !timedOut, cause: error })
  } finally {
    silence()
  }
}

/**
 * Calls `onSending` when a request begins. undici starts a request exactly when a connection stands and its first byte
 * is about to be written.
 */
function interceptSending(onSending: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => dispatch(options, new SendingHandler(handler, onSending))
}

class SendingHandler extends DecoratorHandler implements Dispatcher.DispatchHandler {
  readonly #onSending: () => void
  readonly #inner: Dispatcher.DispatchHandler

  constructor(inner: Dispatcher.DispatchHandler, onSending: () => void) {
    super(inner)
    this.#inner = inner
    this.#onSending = onSending
  }

  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    this.#onSending()
    this.#inner.onRequestStart?.(controller, context)
  }
}

function oneHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // Both address families were tried; the first one's error says enough.
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return error.errors[0].message
  return error.message === '' ? error.name : error.message
}
