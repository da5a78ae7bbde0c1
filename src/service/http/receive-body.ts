import type { Readable } from 'node:stream'
import { GrowingBuffer } from '../../util/growing-buffer.ts'
import { writeSealed, type SealedFile } from '../../util/sealed-file.ts'

/** The head of an answer. */
export interface Answer {
  readonly statusCode: number
  /** Names in lower case; repeated headers joined by commas. */
  readonly headers: Readonly<Record<string, string>>
}

/** So many bytes are looked at to tell what a body is. */
const START_BYTES = 1024
/** A body up to this length is small: it is kept as a whole and needs no memory budget. */
export const SMALL_BYTES = 256 * 1024

/** A large body in a file, which another process will read. */
export interface StoredBody extends SealedFile {
  /** Its first bytes. */
  readonly start: Uint8Array
}

export interface BodyBounds {
  /** A longer body is refused. */
  readonly maxBytes: number
  /** Returns how many bytes of a body that begins with `start` are read, if a longer one is cut instead of refused. */
  readonly cutAfter: (start: Buffer) => number | undefined
  /** Returns the path of a new file if a large body that begins with `start` must not wait in memory. */
  readonly fileFor: (start: Buffer) => string | undefined
  /** Counts bytes that are kept. Waits until they may be. */
  readonly hold: (bytes: number) => Promise<void> | undefined
}

/** Thrown for a body that is longer than it may be. */
export class TooLongError extends Error {}

/**
 * Returns a body of at most `maxBytes`, in memory or in a file.
 * @throws {TooLongError}
 */
export async function receiveBody(stream: Readable, bounds: BodyBounds): Promise<Buffer | StoredBody> {
  const few = Math.min(SMALL_BYTES, bounds.maxBytes)
  const chunks = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  const body = new GrowingBuffer()
  let cut: number | undefined
  try {
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
      const wasSmall = body.length <= few
      // While this waits, the site has to wait too.
      await bounds.hold(next.value.length)
      body.add(next.value)
      if (wasSmall && body.length > few) {
        const start = body.bytes.subarray(0, START_BYTES)
        const path = bounds.fileFor(start)
        if (path !== undefined)
          return {
            ...(await writeSealed(wholeBody(body.bytes, chunks, bounds), path)),
            start: new Uint8Array(start),
          }
        cut = bounds.cutAfter(start)
      }
      if (cut !== undefined && body.length >= cut) return body.bytes.subarray(0, cut)
      checkLength(body.length, bounds)
    }
    return body.bytes
  } finally {
    // Ends the connection if the rest is not read.
    stream.destroy()
  }
}

/** Yields a body that goes to a file. */
async function* wholeBody(
  start: Buffer,
  rest: AsyncIterator<Buffer>,
  bounds: BodyBounds,
): AsyncGenerator<Buffer> {
  let length = start.length
  yield start
  for await (const chunk of { [Symbol.asyncIterator]: () => rest }) {
    length += chunk.length
    checkLength(length, bounds)
    await bounds.hold(chunk.length)
    yield chunk
  }
}

function checkLength(length: number, { maxBytes }: BodyBounds): void {
  if (length > maxBytes) throw new TooLongError(`The answer is larger than ${maxBytes} bytes.`)
}
