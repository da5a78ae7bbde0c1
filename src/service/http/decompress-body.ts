import {
  brotliDecompress,
  brotliDecompressSync,
  constants,
  gunzip,
  gunzipSync,
  inflate,
  inflateRaw,
  inflateRawSync,
  inflateSync,
} from 'node:zlib'

/** Codings that are asked for (RFC 9110 section 8.4). */
export const ACCEPT_ENCODING = 'gzip, deflate, br'

/** Larger bodies are unpacked on another thread of the runtime. */
const INLINE_BYTES = 128 * 1024

type Method = 'gzip' | 'br' | 'deflate' | 'deflate-raw'

/** Thrown when a body cannot be unpacked; `isTooLarge` when it would not fit. */
export class UnpackError extends Error {
  readonly isTooLarge: boolean
  constructor(message: string, isTooLarge: boolean) {
    super(message)
    this.isTooLarge = isTooLarge
  }
}

/**
 * Returns the body without its content codings, never more than `maxBytes` long however small it was packed.
 * @throws {UnpackError}
 */
export async function decompressBody(body: Buffer, encodings: string, maxBytes: number): Promise<Buffer> {
  const codings = encodings
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity')
  if (codings.length > 3) throw new UnpackError(`packed ${codings.length} times`, false)
  let unpacked = body
  for (const coding of codings.toReversed()) {
    if (unpacked.length > 0) unpacked = await unpack(unpacked, methodOf(coding, unpacked), maxBytes)
  }
  return unpacked
}

function methodOf(coding: string, body: Buffer): Method {
  if (coding === 'gzip' || coding === 'x-gzip') return 'gzip'
  if (coding === 'br') return 'br'
  if (coding !== 'deflate') throw new UnpackError(`unknown content coding "${coding}"`, false)
  // Some servers send raw deflate under this name. A zlib stream starts with this check (RFC 1950 section 2.2).
  const [first = 0, second = 0] = body
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0 ? 'deflate' : 'deflate-raw'
}

async function unpack(body: Buffer, method: Method, maxOutputLength: number): Promise<Buffer> {
  // Like browsers, takes what there is of a body that was cut off.
  const zlib = { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH }
  const brotli = { maxOutputLength, finishFlush: constants.BROTLI_OPERATION_FLUSH }
  try {
    if (body.length <= INLINE_BYTES) {
      if (method === 'gzip') return gunzipSync(body, zlib)
      if (method === 'br') return brotliDecompressSync(body, brotli)
      return method === 'deflate' ? inflateSync(body, zlib) : inflateRawSync(body, zlib)
    }
    return await new Promise<Buffer>((resolve, reject) => {
      const done = (error: Error | null, result: Buffer): void =>
        error === null ? resolve(result) : reject(error)
      if (method === 'gzip') gunzip(body, zlib, done)
      else if (method === 'br') brotliDecompress(body, brotli, done)
      else if (method === 'deflate') inflate(body, zlib, done)
      else inflateRaw(body, zlib, done)
    })
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    throw new UnpackError(`${method} data is broken or too large`, isTooLarge)
  }
}
