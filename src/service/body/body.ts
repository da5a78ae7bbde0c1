/**
 * Input: the bytes of an answer.
 * Output: a body in memory or in an encrypted file, and how many bytes all bodies may take.
 * Must not know what the bytes are, or where they came from.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

/** An encrypted file, as plain values for other threads. The key is only in memory, so leftovers on the disk are unreadable. */
export interface SealedFile {
  readonly path: string
  readonly length: number
  readonly key: Uint8Array
}

// Each file has its own key, so its counter may begin at zero. Tampering need not be detected: the content is untrusted anyway.
const METHOD = 'aes-256-ctr'
const KEY_BYTES = 32
const COUNTER = new Uint8Array(16)
const PART_BYTES = 64 * 1024

/**
 * Writes a new file.
 * @throws errors of `source` and of the system
 */
export async function writeSealed(source: AsyncIterable<Uint8Array>, path: string): Promise<SealedFile> {
  const key = randomBytes(KEY_BYTES)
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  await pipeline(source, createCipheriv(METHOD, key, COUNTER), file)
  return { path, length: file.bytesWritten, key }
}

/** Returns bytes that are in memory or in a file. They are decrypted in place, so that a file takes its own size of memory. */
export async function bytesOf(source: Uint8Array | SealedFile): Promise<Buffer> {
  if (source instanceof Uint8Array) return asBuffer(source)
  const bytes = await readFile(source.path)
  const decipher = createDecipheriv(METHOD, source.key, COUNTER)
  for (let at = 0; at < bytes.length; at += PART_BYTES)
    decipher.update(bytes.subarray(at, at + PART_BYTES)).copy(bytes, at)
  return bytes
}

/** Yields the same bytes in parts, so that a file takes no memory as a whole. A part is overwritten by the next one. */
export async function* partsOf(source: Uint8Array | SealedFile): AsyncGenerator<Uint8Array> {
  if (source instanceof Uint8Array) return yield source
  const decipher = createDecipheriv(METHOD, source.key, COUNTER)
  const file = await open(source.path)
  try {
    const part = Buffer.allocUnsafe(PART_BYTES)
    for (;;) {
      const { bytesRead } = await file.read(part)
      if (bytesRead === 0) return
      const read = part.subarray(0, bytesRead)
      // Strings are collected in time; of buffers, the whole file could be in memory as garbage.
      read.write(decipher.update(read, undefined, 'latin1'), 'latin1')
      yield read
    }
  } finally {
    await file.close()
  }
}

/** Returns bytes for another thread, and the memory to move. Copies small buffers, which may share their memory with others. */
export function movable<Other>(value: Uint8Array | Other): readonly [Uint8Array | Other, ArrayBuffer[]] {
  if (!(value instanceof Uint8Array)) return [value, []]
  const { buffer, byteOffset, byteLength } = value
  const isOwn = byteLength > Buffer.poolSize && buffer instanceof ArrayBuffer
  const bytes = isOwn ? new Uint8Array(buffer, byteOffset, byteLength) : new Uint8Array(value)
  return [bytes, [bytes.buffer]]
}

/** Returns the bytes that another thread has sent. They arrive without their class. */
export function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
