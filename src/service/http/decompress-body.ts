import {
  brotliDecompressSync,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  gunzipSync,
  inflateRawSync,
  inflateSync,
} from 'node:zlib'
import { pipeline, Readable } from 'node:stream'
import { NotKeptError, type KeptFile } from './body-file.ts'
import { BodyKeeper, type KeeperOptions } from './body-keeper.ts'
import { FREE_BYTES } from './body-share.ts'
import { PageBody } from './page-body.ts'

/** Content codings to ask for (RFC 9110 section 8.4). */
export const ACCEPT_ENCODING = 'gzip, deflate, br'

/** Registered codings that are not supported. Servers send other labels, such as `utf-8`, for bodies without coding. */
const UNREAD = new Set(['aes128gcm', 'compress', 'dcb', 'dcz', 'exi', 'pack200-gzip', 'x-compress', 'zstd'])
const READ = new Set(['gzip', 'x-gzip', 'br', 'deflate'])

/** Returns the codings of a `Content-Encoding` header, in the order in which they were applied. */
export function codingsOf(encodings: string | undefined): string[] {
  const labels = (encodings ?? '').toLowerCase().split(',')
  return labels.map((label) => label.trim()).filter((label) => READ.has(label) || UNREAD.has(label))
}

/**
 * Bodies above the first size, or that unpack above the second, are unpacked in parts on another thread of the runtime.
 */
const INLINE_BYTES = 128 * 1024
const INLINE_UNPACKED = FREE_BYTES
const PIECE_BYTES = 256 * 1024

type Method = 'gzip' | 'br' | 'deflate' | 'deflate-raw'

/** Thrown if a body cannot be unpacked; `isTooLarge` if it would not fit. */
export class UnpackError extends Error {
  readonly isTooLarge: boolean
  constructor(message: string, isTooLarge: boolean) {
    super(message)
    this.isTooLarge = isTooLarge
  }
}

/** All of a packed body is needed. */
const ALL = { wanted: Infinity, wantedOf: () => Infinity }

export interface UnpackBounds extends KeeperOptions {
  /** Maximum bytes of the unpacked body, however small it was packed. */
  readonly maxBytes: number
  /** Returns a file for a packed body, whose first bytes do not reveal its kind. */
  readonly toPackedFile: KeeperOptions['toFile']
}

/**
 * Returns the body without its content codings.
 * @throws {UnpackError}
 */
export async function decompressBody(
  body: PageBody,
  encodings: string,
  bounds: UnpackBounds,
): Promise<PageBody> {
  const codings = codingsOf(encodings).toReversed()
  if (codings.length > 3) throw new UnpackError(`packed ${codings.length} times`, false)
  let unpacked = body
  for (const [index, coding] of codings.entries()) {
    const isLast = index === codings.length - 1
    if (unpacked.length === 0) continue
    const start = unpacked.file?.start
    const packed = unpacked.releaseKept()
    const method = methodOf(coding, start ?? (packed as Buffer))
    const stage = isLast ? bounds : { ...bounds, ...ALL, toFile: bounds.toPackedFile }
    unpacked = await unpack(packed, method, stage)
    await bounds.hold(-packed.length)
    if (!Buffer.isBuffer(packed)) packed.remove()
  }
  return unpacked
}

function methodOf(coding: string, body: Buffer): Method {
  if (coding === 'gzip' || coding === 'x-gzip') return 'gzip'
  if (coding === 'br') return 'br'
  if (coding !== 'deflate') throw new UnpackError(`content coding "${coding}" is not read`, false)
  // Some servers send raw deflate under this name. A zlib stream starts with this check (RFC 1950 section 2.2).
  const [first = 0, second = 0] = body
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0 ? 'deflate' : 'deflate-raw'
}

// Like browsers, uses the available part of a truncated body.
const zlib = { finishFlush: constants.Z_SYNC_FLUSH }
const brotli = { finishFlush: constants.BROTLI_OPERATION_FLUSH }

async function unpack(body: Buffer | KeptFile, method: Method, bounds: UnpackBounds): Promise<PageBody> {
  try {
    const isShort = Buffer.isBuffer(body) && body.length <= INLINE_BYTES
    const all = isShort ? unpackAtOnce(body, method) : undefined
    if (all === undefined || all.length > bounds.maxBytes) return await unpackInPieces(body, method, bounds)
    const { length } = all
    // A copy, so that the rest can be freed.
    const bytes = length > bounds.wanted ? Buffer.from(all.subarray(0, bounds.wanted)) : all
    await bounds.hold(bytes.length)
    return new PageBody(bytes, length)
  } catch (error) {
    if (error instanceof UnpackError || error instanceof NotKeptError) throw error
    throw new UnpackError(`${method} data is broken`, false)
  }
}

/** Returns undefined if the result is too large. */
function unpackAtOnce(body: Buffer, method: Method): Buffer | undefined {
  const maxOutputLength = INLINE_UNPACKED
  try {
    if (method === 'gzip') return gunzipSync(body, { ...zlib, maxOutputLength })
    if (method === 'br') return brotliDecompressSync(body, { ...brotli, maxOutputLength })
    if (method === 'deflate') return inflateSync(body, { ...zlib, maxOutputLength })
    return inflateRawSync(body, { ...zlib, maxOutputLength })
  } catch (error) {
    if (isTooLarge(error)) return undefined
    throw error
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
}

async function unpackInPieces(
  body: Buffer | KeptFile,
  method: Method,
  bounds: UnpackBounds,
): Promise<PageBody> {
  const stream = {
    gzip: () => createGunzip({ ...zlib, chunkSize: PIECE_BYTES }),
    br: () => createBrotliDecompress({ ...brotli, chunkSize: PIECE_BYTES }),
    deflate: () => createInflate({ ...zlib, chunkSize: PIECE_BYTES }),
    'deflate-raw': () => createInflateRaw({ ...zlib, chunkSize: PIECE_BYTES }),
  }[method]()
  // Errors are reported by the end of the stream below.
  if (!Buffer.isBuffer(body)) pipeline(Readable.from(body.parts()), stream, () => undefined)
  else stream.end(body)
  const keeper = new BodyKeeper(bounds)
  let length = 0
  for await (const piece of stream as AsyncIterable<Buffer>) {
    length += piece.length
    await keeper.add(piece, 0)
    if (length > bounds.maxBytes) throw new UnpackError(`${method} data is broken or too large`, true)
  }
  return keeper.finish(length)
}
