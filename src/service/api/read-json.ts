import type { ServiceLimits } from '../settings/settings.ts'
import { ApiError } from './api-error.ts'

/**
 * Returns a function that reads the JSON body of a request and does not trust its declared length. All bodies in
 * progress share one memory limit. The function throws an ApiError: 400 if the body is not JSON or ends early, 413 if
 * it is too large, 429 if all bodies together are.
 */
export function createJsonReader(
  limits: Pick<ServiceLimits, 'bodyBytes' | 'receivedBytes'>,
): (request: Request) => Promise<unknown> {
  let received = 0
  return async (request) => {
    // This keeps out web pages of other origins: a browser asks for permission before it sends this type, and gets no
    // answer.
    if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(request.headers.get('content-type') ?? '')) {
      throw new ApiError(400, 'The body must be JSON, sent with "Content-Type: application/json".', {
        code: 'BAD_REQUEST',
      })
    }
    let own = 0
    const take = (length: number): void => {
      own += length
      received += length
      // A single body is always read, even if it is larger than the shared limit.
      if (received > limits.receivedBytes && received > own) {
        throw new ApiError(429, 'Too many large requests at once. Please retry after 5s.')
      }
    }
    try {
      return parse(await readBytes(request, limits.bodyBytes, take))
    } finally {
      received -= own
    }
  }
}

async function readBytes(
  request: Request,
  maxBytes: number,
  take: (length: number) => void,
): Promise<Uint8Array> {
  const tooLarge = new ApiError(413, `The body is larger than ${maxBytes} bytes.`)
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge
  // One buffer that doubles, because a list of chunks of one byte each would be a hundred times the body.
  let bytes = new Uint8Array(1024)
  let length = 0
  for await (const chunk of received(request)) {
    if (length + chunk.length > maxBytes) throw tooLarge
    take(chunk.length)
    if (length + chunk.length > bytes.length) {
      const larger = new Uint8Array(Math.max(2 * bytes.length, length + chunk.length))
      larger.set(bytes.subarray(0, length))
      bytes = larger
    }
    bytes.set(chunk, length)
    length += chunk.length
  }
  return bytes.subarray(0, length)
}

/** Yields the chunks of a body. It ends if the client goes away, because that is not an error of the service. */
async function* received(request: Request): AsyncGenerator<Uint8Array> {
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
