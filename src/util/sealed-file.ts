import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { asBuffer } from './move-bytes.ts'

/**
 * An encrypted file, as plain values that other threads can receive. The key is only in memory, so nobody can read files
 * that a killed process leaves, or deleted blocks.
 */
export interface SealedFile {
  readonly path: string
  /** Bytes. */
  readonly length: number
  readonly key: Uint8Array
}

// Each file has its own key, so its counter may begin at zero. Tampering need not be detected: the content is untrusted anyway.
const METHOD = 'aes-256-ctr'
const KEY_BYTES = 32
const COUNTER = new Uint8Array(16)

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

/** Returns the content of a file. */
export function readSealed({ path, key }: SealedFile): Readable {
  return createReadStream(path).pipe(createDecipheriv(METHOD, key, COUNTER))
}

/** Returns bytes that are in memory or in a file. */
export async function bytesOf(source: Uint8Array | SealedFile): Promise<Buffer> {
  return source instanceof Uint8Array ? asBuffer(source) : buffer(readSealed(source))
}
