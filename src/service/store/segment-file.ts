import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { isUtf8 } from 'node:buffer'
import { closeSync, fdatasync, openSync, readSync, writeSync, writevSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { PageDocument } from '../../protocol/crawl-status.ts'
import { hasCode } from '../../util/has-code.ts'
import { brokenFile } from '../settings/settings.ts'
import type { StoredDocument } from './records.ts'
import { messageOf } from '../../util/message-of.ts'

const syncData = promisify(fdatasync)

const IV_BYTES = 12
const TAG_BYTES = 16

export function segmentPath(directory: string, segment: number): string {
  return path.join(directory, `${segment}.segment`)
}

const FLUSH_BYTES = 1024 * 1024

/** Appends documents to a file that no other writer uses. */
export type SegmentWriter = ReturnType<typeof createSegment>

/**
 * Returns the writer of a new segment. It creates the file with the first bytes. With a key, every document is sealed
 * (AES-256-GCM), so that nobody can read the file after the process with the key has ended.
 */
export function createSegment(directory: string, segment: number, key?: Uint8Array) {
  let file: number | undefined
  let pending: Uint8Array[] = []
  let end = 0
  let written = 0
  const flush = (): number => {
    const opened = (file ??= openSync(segmentPath(directory, segment), 'wx', 0o600))
    // Write at the known position: a full disk may have taken only half of an earlier try.
    writeAll(opened, pending, written)
    written = end
    pending = []
    return opened
  }
  let saving = 0
  let isClosed = false
  let hasUnsaved = false
  return {
    segment,
    /** Appends one document as JSON, and `tail` after it. Bytes that the disk refuses wait for `save`. */
    append: (json: string | Uint8Array, tail: string): StoredDocument & { readonly tail: number } => {
      const plain = typeof json === 'string' ? Buffer.from(json) : json
      const record = key === undefined ? plain : seal(plain, key)
      const tailBytes = Buffer.from(key === undefined ? `\n${tail}\n` : '')
      const stored = { segment, start: end, length: record.length, tail: tailBytes.length }
      pending.push(record, tailBytes)
      end += record.length + tailBytes.length
      hasUnsaved = true
      try {
        if (end - written > FLUSH_BYTES) flush()
      } catch {
        // The bytes are still pending: `save` tries again and reports it.
      }
      return stored
    },
    /** Resolves when all documents are on disk, sealed ones in the system's cache. After a rejection, call it again. */
    save: async (): Promise<void> => {
      if (isClosed || !hasUnsaved) return
      const opened = flush()
      hasUnsaved = false
      if (key !== undefined) return
      saving++
      try {
        await syncData(opened)
      } catch (error) {
        // After a failed fsync(2) the system may have dropped the bytes, so another try proves nothing. The new error has
        // no code, so nobody retries.
        throw new Error(messageOf(error), { cause: error })
      } finally {
        saving--
        if (isClosed && saving === 0) closeSync(opened)
      }
    },
    /** Closes the file once the running save has ended. Unsaved documents are dropped. */
    close: () => {
      if (isClosed) return
      isClosed = true
      if (saving === 0 && file !== undefined) closeSync(file)
    },
  }
}

/** Writes parts without joining them first, because a document may have dozens of megabytes. */
function writeAll(file: number, parts: readonly Uint8Array[], position: number): void {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  let written = length === 0 ? 0 : writevSync(file, parts, position)
  if (written === length) return
  const bytes = Buffer.concat(parts)
  while (written < bytes.length)
    written += writeSync(file, bytes, written, bytes.length - written, position + written)
}

/** @throws {ServiceError} `data-broken`, with the file, when bytes of a document are missing or changed */
export function readDocuments(directory: string, documents: readonly StoredDocument[], key?: Uint8Array) {
  return parseDocuments(directory, documents, { parse: checkedJson, key })
}

/** Returns documents as pages. @throws {ServiceError} as `readDocuments` does */
export function readPages(directory: string, documents: readonly StoredDocument[], key?: Uint8Array) {
  // A page thread wrote them from this type.
  const parse = (json: Buffer) => JSON.parse(json.toString()) as PageDocument
  return parseDocuments(directory, documents, { parse, key })
}

/** Returns the results of `parse` for the JSON of documents. An error that it throws means that a document is damaged. */
export function parseDocuments<T>(
  directory: string,
  documents: readonly StoredDocument[],
  { parse, key }: { readonly parse: (json: Buffer) => T; readonly key?: Uint8Array | undefined },
): T[] {
  const opened = new Map<number, number>()
  try {
    return documents.map(({ segment, start, length }) => {
      const file = segmentPath(directory, segment)
      const handle = opened.get(segment) ?? openSegment(file)
      opened.set(segment, handle)
      const read = Buffer.allocUnsafe(length)
      if (readSync(handle, read, 0, length, start) < length)
        throw brokenFile(file, `it ends before byte ${start + length}`)
      try {
        const bytes = key === undefined ? read : unseal(read, key)
        // Blocks that a disk has lost are zeros.
        if (!isUtf8(bytes) || bytes.includes(0)) throw new TypeError('not UTF-8')
        return parse(bytes)
      } catch (error) {
        throw brokenFile(file, `the bytes at ${start} are not a document`, error)
      }
    })
  } finally {
    for (const handle of opened.values()) closeSync(handle)
  }
}

/** Larger documents are not parsed to check them, because that takes several times their size. */
const PARSED_BYTES = 1024 * 1024

/** Returns the JSON of a document as it is, for clients. Throws when it is damaged. */
function checkedJson(json: Buffer): Buffer {
  if (json.length <= PARSED_BYTES) JSON.parse(json.toString())
  return json
}

/** @throws {ServiceError} `data-broken` when the file is gone */
function openSegment(file: string): number {
  try {
    return openSync(file, 'r')
  } catch (error) {
    throw hasCode(error, 'ENOENT') ? brokenFile(file, 'it is gone', error) : error
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
