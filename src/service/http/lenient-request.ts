import { get as getOverHttp, type IncomingMessage } from 'node:http'
import { get as getOverTls, type RequestOptions } from 'node:https'
import type { Socket } from 'node:net'
import { hasCode } from '../../util/has-code.ts'
import { createHeadRepair } from './repair-head.ts'

/** Errors of a connection that the server has closed. */
const CLOSED = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']

/**
 * Tells whether a lenient request may read an answer that failed. A kept connection that the server has just closed
 * says nothing about the page (RFC 9112 section 9.3.1), and an unasked "100 Continue" counts as closed.
 */
export function isReadLeniently(error: unknown, hasHead: boolean): boolean {
  if (!(error instanceof Error)) return false
  if (CLOSED.some((code) => hasCode(error, code))) return !hasHead
  const isFraming = error.name === 'HTTPParserError' || hasCode(error, 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH')
  return isFraming || /^incorrect (?:data|header|length) check$/.test(error.message)
}

/** After the head, such a line can only be in the trailers, which follow the whole body (RFC 9112 section 7.1.2). */
const IN_TRAILERS = 'HPE_INVALID_HEADER_TOKEN'

/**
 * Sends a request on its own connection with Node's client, which reads folded lines, bare LF and odd chunk lengths. Lines of the
 * answer's head that it would refuse are repaired or left out.
 */
export function sendLeniently(url: string, options: RequestOptions) {
  const get = url.startsWith('https:') ? getOverTls : getOverHttp
  return new Promise<IncomingMessage>((resolve, reject) => {
    const request = get(url, { ...options, agent: false, insecureHTTPParser: true }, (answer) => {
      // Node takes a reset for the end of an answer that has no length.
      request.on('error', (error) => {
        if (hasCode(error, IN_TRAILERS)) {
          answer.complete = true
          answer.push(null)
        } else answer.destroy(error)
      })
      resolve(answer)
    })
    request.on('error', reject)
    request.on('socket', repairHead)
    // This happens after "101 Switching Protocols".
    request.on('close', () => reject(new Error('no answer to the request')))
  }).then((answer) => ({
    statusCode: answer.statusCode ?? 0,
    headers: answer.headersDistinct,
    body: Object.assign(answer, { dump: async () => void answer.destroy() }),
  }))
}

function repairHead(socket: Socket): void {
  const repaired = createHeadRepair()
  const emit = socket.emit.bind(socket) as (event: string | symbol, ...values: unknown[]) => boolean
  socket.emit = (event: string | symbol, ...values: unknown[]): boolean => {
    // A socket without an encoding gives Buffers; its type does not say so.
    if (event !== 'data') return emit(event, ...values)
    const bytes = repaired(values[0] as Buffer)
    return bytes.length > 0 && emit(event, bytes)
  }
}
