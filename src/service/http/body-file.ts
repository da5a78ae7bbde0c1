import type { DiskFullRetry } from '../../util/disk-full-retry.ts'
import { readSealed, readSealedParts, type SealedFile, type SealedFolder } from '../../util/sealed-folder.ts'
import { messageOf } from '../../util/message-of.ts'

/** A directory for bodies that should not be in memory. */
export interface BodyFolder {
  readonly folder: SealedFolder
  /** Pauses writing while the disk is full. */
  readonly disk: DiskFullRetry
}

/**
 * Thrown if the disk does not accept a body. The site is not to blame, and the next body would fail in the same way.
 */
export class NotKeptError extends Error {
  override readonly name = 'NotKeptError'
}

/** A body in a file, with all its bytes. */
export interface KeptFile {
  readonly length: number
  /** Returns the place of the bytes. */
  close(): SealedFile
  /**
   * Yields the bytes in parts.
   * @throws {NotKeptError}
   */
  parts(): Iterable<Buffer>
  /**
   * Returns all bytes.
   * @throws {NotKeptError}
   */
  bytes(): Buffer
  /** Removes the file if it belongs to this object. */
  remove(): void
}

/** Returns a file that another thread has written and will remove. */
export function fileOfOther(where: SealedFile): KeptFile {
  return {
    length: where.length,
    close: () => where,
    parts: () => partsOf(where),
    bytes: () => bytesOf(where),
    remove: () => undefined,
  }
}

/** A body that is being written to a file. */
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

  /** Number of added bytes. */
  get length(): number {
    return this.#length
  }

  /**
   * Adds bytes. Returns a promise to wait for while the disk is full; it rejects with the signal's reason.
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

  /** Returns the place of the bytes after all are written. */
  close(): SealedFile {
    return this.#writer.close()
  }

  /** Yields the bytes in parts, after all are written. */
  parts(): Iterable<Buffer> {
    return partsOf(this.close())
  }

  /** Returns all bytes after they are written. */
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
