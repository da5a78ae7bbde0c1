import { pipeline, Readable } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'

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
 * @throws for codings that are not read (`isUnpackError`); later, where the result is read, for broken data
 */
export async function unpackBody(body: Readable, encodings = ''): Promise<Readable> {
  const labels = encodings
    .toLowerCase()
    .split(',')
    .map((label) => label.trim())
  const codings = labels.filter((label) => READ.has(label) || UNREAD.has(label)).toReversed()
  if (codings.length > 3) throw new UnpackError(`packed ${codings.length} times`)
  let unpacked = body
  for (const coding of codings) {
    if (coding === 'gzip' || coding === 'x-gzip') unpacked = through(unpacked, createGunzip(ZLIB))
    else if (coding === 'br') unpacked = through(unpacked, createBrotliDecompress(BROTLI))
    else if (coding === 'deflate') unpacked = await inflate(unpacked)
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

/** Some servers send raw deflate under this name. A zlib stream starts with a check (RFC 1950 section 2.2). */
async function inflate(body: Readable): Promise<Readable> {
  const chunks = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  const { value: start = Buffer.alloc(0) } = (await chunks.next()) as { readonly value?: Buffer }
  const [first = 0, second = 0] = start
  const isZlib = (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0
  const whole = async function* (): AsyncGenerator<Buffer> {
    yield start
    yield* { [Symbol.asyncIterator]: () => chunks }
  }
  return through(Readable.from(whole()), isZlib ? createInflate(ZLIB) : createInflateRaw(ZLIB))
}
