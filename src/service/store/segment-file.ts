import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { isUtf8 } from 'node:buffer'
import { closeSync, fdatasync, openSync, promises, readSync, writeSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { hasCode } from '../../util/has-code.ts'
import type { PageDocument } from '../../protocol/crawl-status.ts'
import { Utf8Text } from '../../util/utf8-text.ts'
import { brokenFile } from '../settings/service-error.ts'
import type { StoredDocument } from './job-record.ts'
import { messageOf } from '../../util/message-of.ts'
import { DIGIT_NINE, DIGIT_ZERO } from '../../util/character-codes.ts'
import { wholeJson } from './whole-json.ts'

/** A document to append to a segment. */
export interface NewDocument {
  /** A JSON object that is not empty. */
  readonly json: string
  /** Readers put it first in the JSON, under the name `markdown`. */
  readonly markdown: Utf8Text | undefined
}

/** Appends documents to a file that no other writer uses. */
export interface SegmentWriter {
  readonly segment: number
  /** Appends one document, and `tail` after it. Bytes that the disk refuses wait for `save`. */
  append(document: NewDocument, tail: string): StoredDocument & { readonly tail: number }
  /**
   * Resolves when every document so far is on disk; sealed ones only reach the operating system. After a rejection, the
   * unwritten bytes can be saved again.
   */
  save(): Promise<void>
  /** Closes the file once the running save has ended. Unsaved documents are dropped. */
  close(): void
}

const syncData = promisify(fdatasync)

const IV_BYTES = 12
const TAG_BYTES = 16

/** Returns the file of a segment. */
export function segmentPath(directory: string, segment: number): string {
  return path.join(directory, `${segment}.segment`)
}

const FLUSH_BYTES = 1024 * 1024

/**
 * Returns the writer of a new segment. It creates the file with the first bytes. With a key, every document is sealed
 * (AES-256-GCM), so that nobody can read the file after the process with the key has ended.
 */
export function createSegment(directory: string, segment: number, key?: Uint8Array): SegmentWriter {
  let file: number | undefined
  let pending: Uint8Array[] = []
  let end = 0
  let written = 0
  const flush = (): number => {
    const opened = (file ??= openSync(segmentPath(directory, segment), 'wx', 0o600))
    const bytes = Buffer.concat(pending)
    // Write at the known position: a full disk may have taken only half of an earlier try.
    writeAll(opened, bytes, written)
    written += bytes.length
    pending = []
    return opened
  }
  let saving = 0
  let isClosed = false
  let hasNews = false
  return {
    segment,
    append: (document, tail) => {
      const record = key === undefined ? plainRecord(document) : [sealedRecord(document, key)]
      const length = record.reduce((sum, bytes) => sum + bytes.length, 0)
      const tailBytes = Buffer.from(key === undefined ? `\n${tail}\n` : '')
      const stored = { segment, start: end, length, tail: tailBytes.length }
      pending.push(...record, tailBytes)
      end += length + tailBytes.length
      hasNews = true
      if (end - written > FLUSH_BYTES) tryTo(flush)
      return stored
    },
    save: async () => {
      if (isClosed || !hasNews) return
      const opened = flush()
      hasNews = false
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
    close: () => {
      if (isClosed) return
      isClosed = true
      if (saving === 0 && file !== undefined) closeSync(file)
    },
  }
}

/** Ignores a failure: `save` tries again and reports it. */
function tryTo(act: () => void): void {
  try {
    act()
  } catch {
    // The bytes are still pending.
  }
}

/** Returns the length of the Markdown, the Markdown and the JSON. Readers do the quoting, and most pages are never read. */
function plainRecord({ json, markdown }: NewDocument): Uint8Array[] {
  if (markdown === undefined) return [Buffer.from(json)]
  const { bytes } = markdown
  return [Buffer.from(`${bytes.length}\n`), Buffer.from(bytes, 'latin1'), Buffer.from(json)]
}

function sealedRecord({ json, markdown }: NewDocument, key: Uint8Array): Uint8Array {
  return seal(wholeJson(json, markdown && Buffer.from(markdown.bytes, 'latin1')), key)
}

function writeAll(file: number, bytes: Uint8Array, position: number): void {
  let written = 0
  while (written < bytes.length) {
    written += writeSync(file, bytes, written, bytes.length - written, position + written)
  }
}

/**
 * Returns documents as JSON, in the given order.
 * @throws {ServiceError} `data-broken`, with the file, when bytes of a document are missing or changed
 */
export function readDocuments(
  directory: string,
  documents: readonly StoredDocument[],
  key?: Uint8Array,
): Promise<Buffer[]> {
  return readRecords(directory, documents, { key, make: ({ json, markdown }) => wholeJson(json, markdown) })
}

/**
 * Returns documents as values, in the given order.
 * @throws {ServiceError} as `readDocuments` does
 */
export function readPages(
  directory: string,
  documents: readonly StoredDocument[],
  key?: Uint8Array,
): Promise<PageDocument[]> {
  return readRecords(directory, documents, {
    key,
    make: ({ value, markdown }) => ({
      ...(markdown === undefined ? {} : { markdown: markdown.toString() }),
      // The segment's writer received it as a page.
      ...(value as PageDocument),
    }),
  })
}

/** A stored document. */
interface StoredRecord {
  readonly json: string
  /** The parsed JSON. */
  readonly value: unknown
  /** In UTF-8; it is not a part of the JSON. */
  readonly markdown: Buffer | undefined
}

interface Reading<T> {
  readonly key: Uint8Array | undefined
  /** Converts a document at once, so that large ones are in memory only once. */
  readonly make: (record: StoredRecord) => T
}

async function readRecords<T>(
  directory: string,
  documents: readonly StoredDocument[],
  { key, make }: Reading<T>,
): Promise<T[]> {
  const opened = new Map<number, FileHandle>()
  const read = new Map<StoredDocument, T>()
  try {
    for (const { segment, from, to, group } of neighbours(documents)) {
      const file = segmentPath(directory, segment)
      const handle = opened.get(segment) ?? (await openSegment(file))
      opened.set(segment, handle)
      const bytes = Buffer.allocUnsafe(to - from)
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, from)
      for (const document of group) {
        const { start, length } = document
        if (start - from + length > bytesRead) throw brokenFile(file, `it ends before byte ${start + length}`)
        const own = bytes.subarray(start - from, start - from + length)
        try {
          read.set(document, make(readRecord(key === undefined ? own : unseal(own, key))))
        } catch (error) {
          throw brokenFile(file, `the bytes at ${start} are not a document`, error)
        }
      }
    }
  } finally {
    for (const handle of opened.values()) await handle.close()
  }
  return documents.flatMap((document) => read.get(document) ?? [])
}

/** A document that is stored again: its Markdown and its other members are apart. */
export interface StoredWhole {
  readonly value: unknown
  readonly markdown: Utf8Text | undefined
  /** The text after the document. */
  readonly tail: string
}

/**
 * Returns a document and its tail. Reads at once, because several short waits for one page take more CPU.
 * @throws if the file is missing or its bytes are damaged
 */
export function readWhole(
  directory: string,
  { segment, start, length, tail }: StoredDocument & { readonly tail: number },
): StoredWhole {
  const bytes = Buffer.allocUnsafe(length + tail)
  const file = openSync(segmentPath(directory, segment), 'r')
  try {
    if (readSync(file, bytes, 0, bytes.length, start) < bytes.length) throw new Error('the file is too short')
  } finally {
    closeSync(file)
  }
  const { value, markdown } = readRecord(bytes.subarray(0, length))
  const text = markdown && new Utf8Text(markdown.toString('latin1'))
  return { value, markdown: text, tail: bytes.toString('utf8', length) }
}

/** @throws {ServiceError} `data-broken` when the file is gone */
async function openSegment(file: string): Promise<FileHandle> {
  try {
    return await promises.open(file, 'r')
  } catch (error) {
    throw hasCode(error, 'ENOENT') ? brokenFile(file, 'it is gone', error) : error
  }
}

/** A gap of at most so many bytes is read too, because one read is cheaper than two. */
const NEAR_BYTES = 16 * 1024

/** Documents that one read covers. */
interface Neighbours {
  readonly segment: number
  readonly from: number
  to: number
  readonly group: StoredDocument[]
}

function neighbours(documents: readonly StoredDocument[]): readonly Neighbours[] {
  const all: Neighbours[] = []
  for (const document of documents.toSorted((a, b) => a.segment - b.segment || a.start - b.start)) {
    const { segment, start, length } = document
    const last = all.at(-1)
    if (last?.segment !== segment || start > last.to + NEAR_BYTES)
      all.push({ segment, from: start, to: start + length, group: [document] })
    else {
      last.to = Math.max(last.to, start + length)
      last.group.push(document)
    }
  }
  return all
}

/**
 * Parses a record. One that starts with a digit has its Markdown first; any other is JSON as a whole. Clients get the bytes
 * as they are, so all of them are checked.
 * @throws when the bytes are damaged
 */
function readRecord(bytes: Buffer): StoredRecord {
  if (!isUtf8(bytes)) throw new TypeError('not UTF-8')
  const [first = 0] = bytes
  const hasMarkdown = first >= DIGIT_ZERO && first <= DIGIT_NINE
  const start = hasMarkdown ? bytes.indexOf('\n') + 1 : 0
  const end = hasMarkdown ? start + Number(bytes.toString('latin1', 0, start)) : 0
  const json = bytes.toString('utf8', end)
  const value: unknown = JSON.parse(json)
  return { json, value, markdown: hasMarkdown ? bytes.subarray(start, end) : undefined }
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
