import { type Json, type JsonObject, parseJson } from '../util/json.ts'
import { proxyFor, type ProxySettings } from '../util/proxy-settings.ts'
import { readBounded } from '../util/read-bounded.ts'
import { networkReason } from '../util/tls-advice.ts'
import { Agent, EnvHttpProxyAgent, request } from 'undici'

/** The comment could not be written. No message holds the token. */
export class CommentError extends Error {
  override readonly name = 'CommentError'
  /** The server refused, or gave no answer. */
  readonly code: 'refused' | 'unreachable'
  constructor(code: CommentError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export interface ForgeConnection {
  readonly userAgent: string
  readonly proxy: ProxySettings
}

export interface ForgeQuestion {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly sent?: JsonObject
}

export interface ForgeAnswer {
  readonly status: number
  /** Undefined if the body is not JSON. */
  readonly json: Json | undefined
  /** The header of RFC 8288. */
  readonly link: string | undefined
}

const TIMEOUT_MS = 30_000
/** The size of a page with a hundred comments of the greatest length. */
const LARGEST_ANSWER = 128 * 1024 * 1024

/**
 * Makes one exchange with the API of GitHub or GitLab. Redirects are not followed, because the token must not go elsewhere.
 * @throws {CommentError} `unreachable`
 */
export async function askForge(connection: ForgeConnection, question: ForgeQuestion): Promise<ForgeAnswer> {
  const { method, url, headers, sent } = question
  const way = proxyFor(url, connection.proxy)
  const dispatcher = way === undefined ? new Agent() : new EnvHttpProxyAgent(way)
  try {
    const answer = await request(url, {
      dispatcher,
      method,
      headers: {
        'user-agent': connection.userAgent,
        ...headers,
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: sent === undefined ? null : JSON.stringify(sent),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const { link } = answer.headers
    return {
      status: answer.statusCode,
      json: parseJson(await readBounded(answer.body, LARGEST_ANSWER)),
      link: Array.isArray(link) ? link.join(', ') : link,
    }
  } catch (error) {
    throw new CommentError(
      'unreachable',
      `${new URL(url).origin} could not be reached: ${networkReason(error)}`,
      {
        cause: error,
      },
    )
  } finally {
    await dispatcher.close()
  }
}
