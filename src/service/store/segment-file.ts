import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import type { StoredDocument } from './job-record.ts'

/** Appends documents to a file of its own; what is not asked for again is never read. */
export interface SegmentWriter {
  readonly segment: number
  /** Appends one document and what follows it; the bytes are with the operating system when this returns. */
  append(document: string, tail: string): StoredDocument & { readonly tail: number }
  close(): void
}

const IV_BYTES = 12
const TAG_BYTES = 16

/** The file of a segment. */
export function segmentPath(directory: string, segment: number): string {
  return path.join(directory, `${segment}.jsonl`)
}

/**
 * Creates the file of a new segment. With a key every document is sealed (AES-256-GCM), so that what is left of the
 * file can be read by nobody once the process that holds the key has ended.
 */
export function createSegment(directory: string, segment: number, key?: Uint8Array): SegmentWriter {
  const file = openSync(segmentPath(directory, segment), 'wx', 0o600)
  let end = 0
  return {
    segment,
    append: (document, tail) => {
      const head = key === undefined ? Buffer.from(document) : seal(Buffer.from(document), key)
      const rest = Buffer.from(key === undefined ? `\n${tail}\n` : '')
      const bytes = Buffer.concat([head, rest])
      let written = 0
      while (written < bytes.length) written += writeSync(file, bytes, written, bytes.length - written, null)
      const stored = { segment, start: end, length: head.length, tail: rest.length }
      end += bytes.length
      return stored
    },
    close: () => closeSync(file),
  }
}

/** Reads documents, in the order given, opening each segment once. */
export async function readDocuments(
  directory: string,
  documents: readonly StoredDocument[],
  key?: Uint8Array,
): Promise<Buffer[]> {
  const handles = new Map<number, Awaited<ReturnType<typeof open>>>()
  try {
    const read: Buffer[] = []
    for (const { segment, start, length } of documents) {
      let handle = handles.get(segment)
      if (handle === undefined) {
        handle = await open(segmentPath(directory, segment), 'r')
        handles.set(segment, handle)
      }
      const bytes = Buffer.allocUnsafe(length)
      const { bytesRead } = await handle.read(bytes, 0, length, start)
      if (bytesRead !== length) throw new Error(`segment ${segment} ends before ${start + length}`)
      read.push(key === undefined ? bytes : unseal(bytes, key))
    }
    return read
  } finally {
    for (const handle of handles.values()) await handle.close()
  }
}

function seal(plain: Uint8Array, key: Uint8Array): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

function unseal(bytes: Uint8Array, key: Uint8Array): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
}
