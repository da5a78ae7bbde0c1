import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
// The promises of `node:fs` are loaded at their first use: most threads that read pages never use them.
import { isAscii, isUtf8 } from 'node:buffer'
import { closeSync, fdatasync, openSync, promises, readSync, writeSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { hasCode } from '../../util/has-code.ts'
import type { PageDocument } from '../../protocol/crawl-status.ts'
import { withMarkdown, type PartRoom } from '../../util/markdown-bytes.ts'
import type { Utf8Text } from '../../util/utf8-text.ts'
import { brokenFile } from '../settings/service-error.ts'
import type { StoredDocument } from './job-record.ts'
import { messageOf } from '../../util/message-of.ts'
import { wholeJson } from './whole-json.ts'

/** A document on its way into a segment. */
export interface NewDocument {
  /** A JSON object that is not empty. */
  readonly json: string
  /** Stands before what it holds, under the name `markdown`. */
  readonly markdown: Utf8Text | undefined
}

/** Appends documents to a file of its own; never reads what is not asked for again. */
export interface SegmentWriter {
  readonly segment: number
  /** Appends one document, and what follows it. What a disk does not take yet waits for `save`. */
  append(document: NewDocument, tail: string): StoredDocument & { readonly tail: number }
  /**
   * Resolves when the bytes of every document so far are on disk; sealed ones only reach the operating system. After a
   * rejection what has not been written can be saved again.
   */
  save(): Promise<void>
  /** Ends the file, after what is being saved; what nobody has saved is dropped. */
  close(): void
}

const syncData = promisify(fdatasync)

const IV_BYTES = 12
const TAG_BYTES = 16

/** The file of a segment; its name is of a time when every document was one line of JSON, which is still read. */
export function segmentPath(directory: string, segment: number): string {
  return path.join(directory, `${segment}.jsonl`)
}

/**
 * Returns the writer of a new segment, whose file it creates with the first bytes. With a key every document is sealed (AES-256-GCM), so that nobody can read what is
 * left of the file after the process with the key has ended.
 */
export function createSegment(directory: string, segment: number, key?: Uint8Array): SegmentWriter {
  let file: number | undefined
  const pending = new PendingBytes()
  let end = 0
  let written = 0
  const flush = (): number => {
    const opened = (file ??= openSync(segmentPath(directory, segment), 'wx', 0o600))
    pending.drain((bytes) => {
      // At its place, so that what a full disk took only half of is written again when there is room.
      writeAll(opened, bytes, written)
      written += bytes.length
    })
    return opened
  }
  let saving = 0
  let isClosed = false
  let hasNews = false
  return {
    segment,
    append: (document, tail) => {
      const from = pending.length
      if (key === undefined) pending.addRecord(document)
      else {
        const markdown = document.markdown && Buffer.from(document.markdown.bytes, 'latin1')
        pending.addBytes(seal(wholeJson(document.json, markdown), key))
      }
      const length = pending.length - from
      const tailLength = key === undefined ? pending.add(`\n${tail}\n`) : 0
      const stored = { segment, start: end, length, tail: tailLength }
      end += length + tailLength
      hasNews = true
      if (pending.length > FLUSH_BYTES) tryTo(flush)
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
        // The system may have dropped what it could not sync (fsync(2)): whatever the reason, another try proves nothing.
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

const FLUSH_BYTES = 1024 * 1024

/** Does what is done again if it fails now: `save` tells why. */
function tryTo(act: () => void): void {
  try {
    act()
  } catch {
    // It stays as it was.
  }
}

/** Bytes that wait to be written, in one buffer that is reused. */
class PendingBytes {
  #buffer = Buffer.allocUnsafe(FLUSH_BYTES)
  length = 0

  /** Adds a text in UTF-8 and gives its length in bytes. */
  add(text: string): number {
    // A UTF-16 unit takes at most three bytes.
    this.#makeRoom(text.length * 3)
    const length = this.#buffer.write(text, this.length)
    this.length += length
    return length
  }

  /**
   * Adds a document as it is kept: its JSON and, before it, the length of the Markdown and the Markdown itself, if
   * there is any. Quoting and escaping it, the largest part of a page, is left to the readers.
   */
  addRecord({ json, markdown }: NewDocument): void {
    if (markdown !== undefined) {
      const { bytes } = markdown
      this.add(`${bytes.length}\n`)
      this.#makeRoom(bytes.length)
      this.length += this.#buffer.write(bytes, this.length, 'latin1')
    }
    this.add(json)
  }

  addBytes(bytes: Uint8Array): void {
    this.#makeRoom(bytes.length)
    this.#buffer.set(bytes, this.length)
    this.length += bytes.length
  }

  drain(write: (bytes: Uint8Array) => void): void {
    if (this.length === 0) return
    write(this.#buffer.subarray(0, this.length))
    this.length = 0
    if (this.#buffer.length > FLUSH_BYTES * 8) this.#buffer = Buffer.allocUnsafe(FLUSH_BYTES)
  }

  #makeRoom(bytes: number): void {
    if (this.length + bytes <= this.#buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.length + bytes))
    this.#buffer.copy(larger, 0, 0, this.length)
    this.#buffer = larger
  }
}

function writeAll(file: number, bytes: Uint8Array, position: number): void {
  let written = 0
  while (written < bytes.length) {
    written += writeSync(file, bytes, written, bytes.length - written, position + written)
  }
}

/**
 * Returns documents as JSON, in the order given.
 * @throws {ServiceError} `data-broken`, with the file, when bytes of a document are missing or changed
 */
export async function readDocuments(
  directory: string,
  documents: readonly StoredDocument[],
  key?: Uint8Array,
): Promise<Buffer[]> {
  const make = ({ json, markdown }: KeptDocument): Buffer => wholeJson(json, markdown)
  return readKept(directory, documents, { key, make, open: openAside, take: freshBytes })
}

export interface PageReading {
  readonly key?: Uint8Array | undefined
  /** Memory for the pages, which have their Markdown as text only until it is cleared: here, for the next ones. */
  readonly room?: PartRoom | undefined
}

/** The same as values, for who waits for nothing else meanwhile. */
export async function readPages(
  directory: string,
  documents: readonly StoredDocument[],
  { key, room }: PageReading = {},
): Promise<PageDocument[]> {
  room?.clear()
  const make = ({ value, markdown }: KeptDocument): PageDocument => {
    // What a segment writer was given.
    const rest = value as PageDocument
    if (markdown === undefined) return rest
    return room === undefined
      ? { markdown: textOfUtf8(markdown), ...rest }
      : withMarkdown(rest, markdown, room)
  }
  const take = (bytes: number): Buffer => room?.lend(bytes) ?? freshBytes(bytes)
  return readKept(directory, documents, { key, make, open: openHere, take })
}

function freshBytes(bytes: number): Buffer {
  return Buffer.allocUnsafe(bytes)
}

/** Returns text from its UTF-8. Many pages in English are ASCII, of which a copy takes a tenth of the time. */
function textOfUtf8(bytes: Buffer): string {
  return isAscii(bytes) ? bytes.toString('latin1') : bytes.toString()
}

/** A document as it is kept: its JSON, and apart from it the Markdown that stands before what that holds. */
interface KeptDocument {
  readonly json: string
  /** What that says. */
  readonly value: unknown
  /** UTF-8. */
  readonly markdown: Buffer | undefined
}

interface Reading<T> {
  readonly key: Uint8Array | undefined
  /** Makes of a document what is wanted, so that large ones stand in memory once. */
  readonly make: (kept: KeptDocument) => T
  readonly open: (file: string) => Promise<OpenFile> | OpenFile
  /** Returns memory for so many bytes. */
  readonly take: (bytes: number) => Buffer
}

/** A file to read from. */
interface OpenFile {
  /** Fills `bytes` with what stands at `from`, and returns how many there were. */
  read(bytes: Buffer, from: number): Promise<number> | number
  close(): Promise<void> | void
}

async function openAside(file: string): Promise<OpenFile> {
  const handle = await promises.open(file, 'r')
  return {
    read: async (bytes, from) => (await handle.read(bytes, 0, bytes.length, from)).bytesRead,
    close: () => handle.close(),
  }
}

/** Opens a file to be read in this thread: of what was written lately that takes a tenth of asking another one for it. */
function openHere(file: string): OpenFile {
  const descriptor = openSync(file, 'r')
  return {
    read: (bytes, from) => readSync(descriptor, bytes, 0, bytes.length, from),
    close: () => closeSync(descriptor),
  }
}

async function readKept<T>(
  directory: string,
  documents: readonly StoredDocument[],
  { key, make, open, take }: Reading<T>,
): Promise<T[]> {
  const opened = new Map<number, OpenFile>()
  const read = new Map<StoredDocument, T>()
  try {
    for (const { segment, from, to, group } of neighbours(documents)) {
      const file = segmentPath(directory, segment)
      const source = opened.get(segment) ?? (await openSegment(file, open))
      opened.set(segment, source)
      const bytes = take(to - from)
      const bytesRead = await source.read(bytes, from)
      for (const document of group) {
        const { start, length } = document
        if (start - from + length > bytesRead) throw brokenFile(file, `it ends before ${start + length}`)
        const own = bytes.subarray(start - from, start - from + length)
        try {
          read.set(document, make(readRecord(key === undefined ? own : unseal(own, key))))
        } catch (error) {
          throw brokenFile(file, `what stands at ${start} is no document`, error)
        }
      }
    }
  } finally {
    for (const source of opened.values()) await source.close()
  }
  return documents.flatMap((document) => read.get(document) ?? [])
}

/** @throws {ServiceError} `data-broken` when it is gone */
async function openSegment(file: string, open: Reading<unknown>['open']): Promise<OpenFile> {
  try {
    return await open(file)
  } catch (error) {
    throw hasCode(error, 'ENOENT') ? brokenFile(file, 'it is gone', error) : error
  }
}

/** Bytes between two documents that are read rather than passed over. */
const NEAR_BYTES = 16 * 1024

/** Documents that are read at once. */
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
 * Returns a document from what `addRecord` wrote; text that starts with no digit is its own JSON, or a tail. It goes to
 * clients as it is, so it has to be whole.
 * @throws for bytes that are not what was written
 */
function readRecord(bytes: Buffer): KeptDocument {
  if (!isUtf8(bytes)) throw new TypeError('not UTF-8')
  const [first = 0] = bytes
  const isWhole = first < ZERO || first > NINE
  const start = isWhole ? 0 : bytes.indexOf('\n') + 1
  const end = isWhole ? 0 : start + Number(bytes.toString('latin1', 0, start))
  const json = bytes.toString('utf8', end)
  const value: unknown = JSON.parse(json)
  return { json, value, markdown: isWhole ? undefined : bytes.subarray(start, end) }
}

const ZERO = 0x30
const NINE = 0x39

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
