import { type Clock } from '../util/clock.ts'
import { parseHttpUrl } from '../util/can-parse-url.ts'
import { networkReason, proxyFor, type ProxySettings, readBounded } from '../util/network.ts'
import { StateError } from './state.ts'

const CONDITIONAL =
  " The server wants conditions (If-Match), which Terraform's protocol does not send: switch them off there."
const LARGEST_STATE = 64 * 1024 * 1024

export interface HttpAnswer {
  readonly status: number
  readonly text: string
}

export interface HttpTransportOptions {
  /** The record in messages. */
  readonly description: string
  readonly clock: Clock
  readonly userAgent: string
  readonly username?: string | undefined
  readonly password?: string | undefined
  readonly redact: (text: string) => string
  readonly proxy?: ProxySettings | undefined
  /** Time limit of one request in milliseconds. Default 30 seconds. */
  readonly timeoutMs?: number | undefined
}

/** Sends the requests of Terraform's HTTP backend protocol. */
export class HttpTransport {
  readonly #options: HttpTransportOptions

  constructor(options: HttpTransportOptions) {
    this.#options = options
  }

  /** Sends a request that may be repeated, up to three times until `isDone` takes its answer. @throws {StateError} */
  async retry(
    doing: string,
    send: () => Promise<HttpAnswer>,
    isDone: (answer: HttpAnswer) => boolean,
  ): Promise<HttpAnswer> {
    for (let tries = 1; ; tries++) {
      try {
        const answer = await send()
        if (isDone(answer)) return answer
        throw this.refusal(doing, answer)
      } catch (error) {
        if (tries === 3 || !(error instanceof StateError) || error.isLasting) throw error
      }
      await this.#options.clock.sleep(200 * tries)
    }
  }

  /** @throws {StateError} `unavailable` if no answer comes */
  async send(method: string, url: URL, body?: string, headers: Readonly<Record<string, string>> = {}) {
    const { userAgent, timeoutMs = 30_000, username, password = '' } = this.#options
    const credentials = Buffer.from(`${username}:${password}`).toString('base64')
    // Loaded at the first request, because most projects keep their record in a file.
    const { request, EnvHttpProxyAgent } = await import('undici')
    const proxy = proxyFor(url.href, this.#options.proxy)
    const dispatcher = proxy === undefined ? undefined : new EnvHttpProxyAgent(proxy)
    try {
      const answer = await request(url, {
        ...(dispatcher === undefined ? {} : { dispatcher }),
        // undici types only the methods of RFC 9110; LOCK and UNLOCK are of RFC 4918 and pass through.
        method: method as 'GET',
        headers: {
          'user-agent': userAgent,
          ...(username === undefined ? {} : { authorization: `Basic ${credentials}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body ?? null,
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
        signal: AbortSignal.timeout(2 * timeoutMs),
        // undici's parser may throw in a callback if a connection ends while it is paused.
        highWaterMark: LARGEST_STATE,
      })
      const text = await readBounded(answer.body, LARGEST_STATE, answer.headers['content-encoding'])
      // The holder of a lock is shown, and a server may send any text there.
      return { status: answer.statusCode, text: method === 'GET' ? text : this.#options.redact(text) }
    } catch (error) {
      throw new StateError(
        'unavailable',
        `${this.#options.description} could not be reached: ${networkReason(error, proxy)}.`,
        { cause: error },
      )
    } finally {
      await dispatcher?.close()
    }
  }

  /** Returns the error of an answer that refuses a request, with the remedy. */
  refusal(doing: string, { status }: HttpAnswer): StateError {
    const password = ' Check username and password of the state backend.'
    const known: Readonly<Record<number, string>> = {
      401: password,
      403: password,
      404: ' Check the addresses of the state backend.',
      405: ' Check lockMethod, unlockMethod and updateMethod of the state backend.',
      407: ' Check user name and password in HTTP_PROXY.',
      412: CONDITIONAL,
      413: ' The record is larger than this server or a proxy before it accepts: raise that limit.',
      428: CONDITIONAL,
    }
    // Redirects are not followed, because the password must not go to an address that is not configured.
    const advice = status >= 300 && status < 400 ? ' Write the address that it redirects to.' : known[status]
    const message = `${doing} ${this.#options.description} was refused: HTTP ${status}.${advice ?? ''}`
    return new StateError('unavailable', message, { isLasting: advice !== undefined })
  }
}

/** Returns an address that a request can be sent to, through the proxy if there is one. */
export function checkAddress(address: string, proxy: ProxySettings | undefined): URL {
  const url = parseHttpUrl(address)
  const bad = (why: string) => new StateError('unavailable', `An address of the state backend "http" ${why}`)
  if (url === undefined) throw bad('is not an http(s) URL.')
  if (url.username !== '' || url.password !== '')
    throw bad('contains credentials. Set username and password instead.')
  proxyFor(url.href, proxy)
  return url
}
