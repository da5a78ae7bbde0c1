import type { DiskPatience } from '../../util/disk-patience.ts'
import { abortSignalOf, type EndSignal } from '../../util/ending.ts'
import { readSealed, readSealedParts, type SealedFile, type SealedFolder } from '../../util/sealed-folder.ts'
import { messageOf } from '../../util/message-of.ts'

/** Where bodies go that are not to stand in memory. */
export interface BodyFolder {
  readonly folder: SealedFolder
  /** Has bodies wait for a full disk, as everything else does that is written. */
  readonly disk: DiskPatience
}

/** Thrown when the disk does not take a body: no fault of its site, and the next one would fail in the same way. */
export class NotKeptError extends Error {
  override readonly name = 'NotKeptError'
}

/** A body in a file. */
export class BodyFile {
  readonly #disk: DiskPatience
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
  add(bytes: Buffer, signal: EndSignal): Promise<void> | undefined {
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

  /**
   * The bytes, part by part; once all are written.
   * @throws {NotKeptError}
   */
  *parts(): Generator<Buffer> {
    const parts = readSealedParts(this.close())
    for (;;) {
      const part = orNotKept(() => parts.next())
      if (part.done === true) return
      yield part.value
    }
  }

  /**
   * All bytes; once they are written.
   * @throws {NotKeptError}
   */
  bytes(): Buffer {
    return orNotKept(() => Buffer.from(readSealed(this.close()).buffer))
  }

  /** Removes the file. */
  remove(): void {
    this.#isGone = true
    this.#writer.remove()
  }

  async #flushLater(signal: EndSignal): Promise<void> {
    try {
      await this.#disk.write(() => this.#writer.flush(), abortSignalOf(signal))
    } catch (error) {
      signal.throwIfAborted()
      throw new NotKeptError(messageOf(error), { cause: error })
    }
  }
}

function orNotKept<T>(act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw new NotKeptError(messageOf(error), { cause: error })
  }
}
