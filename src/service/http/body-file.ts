import type { DiskFullRetry } from '../../util/disk-full-retry.ts'
import { readSealed, readSealedParts, type SealedFile, type SealedFolder } from '../../util/sealed-folder.ts'
import { messageOf } from '../../util/message-of.ts'

/** Where bodies go that are not to stand in memory. */
export interface BodyFolder {
  readonly folder: SealedFolder
  /** Has bodies wait for a full disk, as everything else does that is written. */
  readonly disk: DiskFullRetry
}

/** Thrown when the disk does not take a body: no fault of its site, and the next one would fail in the same way. */
export class NotKeptError extends Error {
  override readonly name = 'NotKeptError'
}

/** A body that stands in a file, with all its bytes. */
export interface KeptFile {
  readonly length: number
  /** Returns where the bytes are. */
  close(): SealedFile
  /**
   * The bytes, part by part.
   * @throws {NotKeptError}
   */
  parts(): Iterable<Buffer>
  /**
   * All bytes.
   * @throws {NotKeptError}
   */
  bytes(): Buffer
  /** Removes the file, if it is this one's. */
  remove(): void
}

/** Returns a file that another thread has written, and that it removes. */
export function fileOfOther(where: SealedFile): KeptFile {
  return {
    length: where.length,
    close: () => where,
    parts: () => partsOf(where),
    bytes: () => bytesOf(where),
    remove: () => undefined,
  }
}

/** A body on its way into a file. */
export class BodyFile implements KeptFile {
  readonly #disk: DiskFullRetry
  readonly #writer: ReturnType<SealedFolder['create']>
  #length = 0
  #isGone = false

  /** @throws {NotKeptError} */
  constructor({ folder, disk }: BodyFolder) {
    this.#disk = disk
    this.#writer = orNotKept(() => folder.create())
  }

  /** Bytes that were added. */
  get length(): number {
    return this.#length
  }

  /**
   * Adds bytes. Returns what has to be waited for when the disk is full, which rejects with the signal's reason.
   * @throws {NotKeptError}
   */
  add(bytes: Buffer, signal: AbortSignal): Promise<void> | undefined {
    if (this.#isGone) return undefined
    this.#length += bytes.length
    this.#writer.add(bytes)
    try {
      this.#writer.flush()
      return undefined
    } catch {
      // Whatever it is, the next try says so.
      return this.#flushLater(signal)
    }
  }

  /** Returns where the bytes are when all are written. */
  close(): SealedFile {
    return this.#writer.close()
  }

  /** The bytes, part by part; once all are written. */
  parts(): Iterable<Buffer> {
    return partsOf(this.close())
  }

  /** All bytes; once they are written. */
  bytes(): Buffer {
    return bytesOf(this.close())
  }

  /** Removes the file. */
  remove(): void {
    this.#isGone = true
    this.#writer.remove()
  }

  async #flushLater(signal: AbortSignal): Promise<void> {
    try {
      await this.#disk.write(() => this.#writer.flush(), signal)
    } catch (error) {
      signal.throwIfAborted()
      throw new NotKeptError(messageOf(error), { cause: error })
    }
  }
}

function* partsOf(where: SealedFile): Generator<Buffer> {
  const parts = readSealedParts(where)
  for (;;) {
    const part = orNotKept(() => parts.next())
    if (part.done === true) return
    yield part.value
  }
}

function bytesOf(where: SealedFile): Buffer {
  return orNotKept(() => Buffer.from(readSealed(where).buffer))
}

function orNotKept<T>(act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw new NotKeptError(messageOf(error), { cause: error })
  }
}
