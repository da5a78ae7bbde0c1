import { GrowingBuffer } from '../../util/growing-buffer.ts'
import type { ServiceLimits } from '../settings/settings.ts'
import { ApiError } from './api-error.ts'

/**
 * Returns a function that reads the JSON body of a request and does not trust its declared length. All bodies in
 * progress share one memory limit. The function throws an ApiError: 400 if the body is not JSON or ends early, 413 if
 * it is too large, 429 if all bodies together are.
 */
export function createJsonReader({
  bodyBytes,
  receivedBytes,
}: Pick<ServiceLimits, 'bodyBytes' | 'receivedBytes'>): (request: Request) => Promise<unknown> {
  let received = 0
  return async (request) => {
    // This keeps out web pages of other origins: a browser asks for permission before it sends this type, and gets no
    // answer.
    if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(request.headers.get('content-type') ?? '')) {
      const message = 'The body must be JSON, sent with "Content-Type: application/json".'
      throw new ApiError(400, message, { code: 'BAD_REQUEST' })
    }
    const tooLarge = new ApiError(413, `The body is larger than ${bodyBytes} bytes.`)
    if (Number(request.headers.get('content-length') ?? 0) > bodyBytes) throw tooLarge
    const body = new GrowingBuffer()
    try {
      for await (const chunk of chunksOf(request)) {
        if (body.length + chunk.length > bodyBytes) throw tooLarge
        body.add(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length))
        received += chunk.length
        // A single body is always read, even if it is larger than the shared limit.
        if (received > receivedBytes && received > body.length) {
          throw new ApiError(429, 'Too many large requests at once. Please retry after 5s.')
        }
      }
      return parse(body.bytes)
    } finally {
      received -= body.length
    }
  }
}

/** Yields the chunks of a body. It ends if the client goes away, because that is not an error of the service. */
async function* chunksOf(request: Request): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of request.body ?? []) yield chunk
  } catch {
    throw new ApiError(400, 'The body is incomplete.')
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new ApiError(400, 'Bad request, malformed JSON', { code: 'BAD_REQUEST_INVALID_JSON' })
  }
}
