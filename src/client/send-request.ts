import type { Dispatcher } from 'undici'
import { callAfter, type Clock } from '../util/clock.ts'
import { GrowingBuffer } from '../util/growing-buffer.ts'
import { networkReason, type ProxyWay, TooLong } from '../util/network.ts'
import { unpacked } from '../util/unpacked.ts'

export interface Answer {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly location: string | undefined
  readonly text: string
}

export interface SendOptions {
  readonly dispatcher: Dispatcher
  /** The proxy that the dispatcher uses, if it uses one. */
  readonly proxy: ProxyWay | undefined
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
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
 * Returns one network attempt: no retry, no redirect. It uses the callbacks of undici's dispatcher, because only they tell when
 * the first byte is about to be written.
 * @throws {SendError}
 */
export function sendRequest(options: SendOptions): Promise<Answer> {
  const { dispatcher, method, url, headers, body, maxBytes, timeoutMs, clock, signal } = options
  return new Promise((resolve, reject) => {
    const packed = new GrowingBuffer()
    let head: Omit<Answer, 'text'> | undefined
    let codings = ''
    let isSent = false
    let isEnded = false
    let controller: Dispatcher.DispatchController | undefined

    const end = (): void => {
      isEnded = true
      cancelTimer()
      signal?.removeEventListener('abort', giveUp)
    }
    const fail = (cause: unknown, aborted = false): void => {
      if (isEnded) return
      end()
      // A proxy that wants a password has passed nothing on. undici makes an error of its 407.
      const isRefused = cause instanceof Error && /Proxy Authentication Required \(407\)/.test(cause.message)
      const sent = isSent && !isRefused
      const error = new SendError(networkReason(cause, options.proxy), { sent, aborted, cause })
      reject(error)
      controller?.abort(error)
    }
    const giveUp = (): void => fail(signal?.reason, true)
    const cancelTimer = callAfter(clock, timeoutMs, () =>
      fail(new Error(`no answer within ${timeoutMs / 1000} s`)),
    )
    if (signal?.aborted === true) return giveUp()
    signal?.addEventListener('abort', giveUp)

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        if (isEnded) return started.abort(new Error('it is no longer needed'))
        controller = started
        isSent = true
      },
      onResponseStart(_, status, { 'retry-after': retryAfter, location, 'content-encoding': coding }) {
        codings = String(coding ?? '')
        head = { status, retryAfter: [retryAfter].flat()[0], location: [location].flat()[0] }
      },
      onResponseData(_, chunk) {
        if (packed.length + chunk.length > maxBytes)
          fail(new TooLong(`the answer is larger than ${maxBytes} bytes`))
        else packed.add(chunk)
      },
      onResponseEnd() {
        if (head === undefined) return fail(new Error('no answer'))
        if (isEnded) return
        try {
          const text = new TextDecoder().decode(unpacked(packed.bytes, codings, maxBytes))
          end()
          resolve({ ...head, text })
        } catch (error) {
          fail(error)
        }
      },
      onResponseError: (_, error) => fail(error),
    }
    const { origin, pathname, search } = url
    const request = { origin, path: pathname + search, method, headers: { ...headers }, body: body ?? null }
    try {
      // There is one timeout, ours, measured by the clock.
      dispatcher.dispatch({ ...request, headersTimeout: 0, bodyTimeout: 0 }, handler)
    } catch (error) {
      fail(error)
    }
  })
}
