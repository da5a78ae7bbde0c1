import { pipeline, Readable } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import { GrowingBuffer } from '../../util/growing-buffer.ts'
import { isZlib } from '../../util/unpacked.ts'
import { writeSealed, type SealedFile } from '../body/body.ts'
import path from 'node:path'
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { makeDirectory } from '../../util/files.ts'
import type { MemoryBudget } from '../body/memory-budget.ts'

/** Bytes that are inspected to find the kind of a body. */
const START_BYTES = 1024
/** A body up to this length is small: it is kept as a whole and needs no memory budget. */
export const SMALL_BYTES = 256 * 1024

/** A large body in a file, which another process will read. */
export interface StoredBody extends SealedFile {
  /** Its first bytes. */
  readonly start: Uint8Array
}

interface BodyBounds {
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

/** Returns a body in memory or in a file. @throws {TooLongError} */
export async function receiveBody(stream: Readable, bounds: BodyBounds): Promise<Buffer | StoredBody> {
  const few = Math.min(SMALL_BYTES, bounds.maxBytes)
  const chunks = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  const body = new GrowingBuffer()
  let cut: number | undefined
  try {
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
      const wasSmall = body.length <= few
      // While this waits, the site has to wait too. Small bodies need not wait for large ones.
      if (body.length + next.value.length > few) await bounds.hold(body.growthFor(next.value))
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
async function* wholeBody(start: Buffer, rest: AsyncIterator<Buffer>, bounds: BodyBounds) {
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

/** Content codings to ask for (RFC 9110 section 8.4). */
export const ACCEPT_ENCODING = 'gzip, deflate, br'

/** Registered codings that are not supported. Servers send other labels, such as `utf-8`, for bodies without coding. */
const UNREAD = new Set(['aes128gcm', 'compress', 'dcb', 'dcz', 'exi', 'pack200-gzip', 'x-compress', 'zstd'])
const READ = new Set(['gzip', 'x-gzip', 'br', 'deflate'])

// Like browsers, uses the available part of a truncated body.
const ZLIB = { finishFlush: constants.Z_SYNC_FLUSH }
const BROTLI = { finishFlush: constants.BROTLI_OPERATION_FLUSH }

class UnpackError extends Error {}

/**
 * Returns a body without its content codings.
 * @param isLenient whether to ignore the checksum of gzip data and all that follows it, and to read text that is not packed
 * @throws for codings that are not read (`isUnpackError`); later, where the result is read, for broken data
 */
export async function unpackBody(body: Readable, encodings = '', isLenient = false): Promise<Readable> {
  const labels = encodings
    .toLowerCase()
    .split(',')
    .map((label) => label.trim())
  const codings = labels.filter((label) => READ.has(label) || UNREAD.has(label)).toReversed()
  if (codings.length > 3) throw new UnpackError(`packed ${codings.length} times`)
  let unpacked = body
  for (const coding of codings) {
    if (coding === 'br') unpacked = through(unpacked, createBrotliDecompress(BROTLI))
    else if (coding === 'deflate' || (READ.has(coding) && isLenient))
      unpacked = await inflate(unpacked, coding)
    else if (READ.has(coding)) unpacked = through(unpacked, createGunzip(ZLIB))
    else throw new UnpackError(`content coding "${coding}" is not read`)
  }
  return unpacked
}

/** Tells whether a body could not be unpacked. */
export function isUnpackError(error: unknown): error is Error {
  if (error instanceof UnpackError) return true
  return error instanceof Error && 'code' in error && /^(?:Z_|ERR__)/.test(String(error.code))
}

function through(body: Readable, decoder: NodeJS.ReadWriteStream & Readable): Readable {
  // Errors are thrown where the decoder is read.
  pipeline(body, decoder, () => undefined)
  return decoder
}

/** Unpacks a zlib stream, raw deflate, or the first member of gzip data. Returns a body that only claims to be gzip as it is. */
async function inflate(body: Readable, coding: string): Promise<Readable> {
  const chunks = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  const { value: start = Buffer.alloc(0) } = (await chunks.next()) as { readonly value?: Buffer }
  const header = gzipHeaderOf(start)
  const whole = async function* (): AsyncGenerator<Buffer> {
    yield start.subarray(header)
    yield* { [Symbol.asyncIterator]: () => chunks }
  }
  if (isZlib(start)) return through(Readable.from(whole()), createInflate(ZLIB))
  const isPacked = coding === 'deflate' || header > 0
  return isPacked ? through(Readable.from(whole()), createInflateRaw(ZLIB)) : Readable.from(whole())
}

/** Returns the length of the header of gzip data (RFC 1952 section 2.3), which may hold a name and a comment; 0 for others. */
function gzipHeaderOf(start: Buffer): number {
  const [first, second, , flags = 0] = start
  if (first !== 0x1f || second !== 0x8b) return 0
  const texts = [0x08, 0x10].filter((flag) => (flags & flag) !== 0)
  return texts.reduce((end) => start.indexOf(0, end) + 1, 10)
}

/** The share grows in these steps as bytes arrive, so a site that only announces a large body reserves nothing. */
const STEP_BYTES = 256 * 1024

export type BodyShare = ReturnType<typeof createBodyShare>

/**
 * Returns the memory and the file of one page, from the first byte of its answer until it has been read.
 * @param owner for example the job: owners share the budget evenly
 * @param directory for a large file; without it, all bodies stay in memory
 */
export function createBodyShare(budget: MemoryBudget, owner: string, directory?: string) {
  const share = budget.open(owner)
  let file: string | undefined
  let held = 0
  let granted = 0
  return {
    /** Counts bytes. Returns a promise to wait for unless they are free; it rejects with the signal's reason. */
    hold: (bytes: number, signal: AbortSignal): Promise<void> | undefined => {
      held += bytes
      if (held <= granted) return undefined
      const more = Math.ceil((held - granted) / STEP_BYTES) * STEP_BYTES
      granted += more
      return share.grow(more, signal)
    },
    /** Returns the path of a new file, which `release` removes. Undefined without a directory. */
    newFile: (): string | undefined => {
      if (directory === undefined) return undefined
      makeDirectory(directory, 0o700)
      return (file = path.join(directory, randomUUID()))
    },
    release: (): void => {
      share.release()
      if (file !== undefined) rmSync(file, { force: true })
    },
  }
}
