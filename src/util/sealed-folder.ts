import { createCipheriv, createDecipheriv, randomBytes, randomUUID, type Cipher } from 'node:crypto'
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectory } from './make-directory.ts'

/** Path and key of a sealed file, as plain values that other threads and processes can receive. */
export interface SealedFile {
  readonly path: string
  /** Bytes. */
  readonly length: number
  /** In base64. */
  readonly key: string
}

// Each file has its own key, so its counter may begin at zero. Tampering need not be detected: the content is untrusted anyway.
const METHOD = 'aes-256-ctr'
const KEY_BYTES = 32
const COUNTER = new Uint8Array(16)

/**
 * A folder for temporary data that is too large for memory. Each file is encrypted with a key that is only in memory. Nobody
 * can read files that a killed process leaves, or deleted blocks.
 */
export class SealedFolder {
  readonly directory: string

  /** @param directory is created with the first file */
  constructor(directory: string) {
    this.directory = directory
  }

  /**
   * Creates a file.
   * @throws the system's error
   */
  create(): SealedWriter {
    makeDirectory(this.directory, 0o700)
    return new SealedWriter(join(this.directory, randomUUID()))
  }

  /** Removes the folder with everything in it. */
  clear(): void {
    rmSync(this.directory, { recursive: true, force: true })
  }
}

/** A sealed file that is being written. */
export class SealedWriter {
  readonly #path: string
  readonly #key = randomBytes(KEY_BYTES)
  readonly #cipher: Cipher
  readonly #waiting: Buffer[] = []
  #file: number | undefined
  #written = 0

  /** @param path of a file that does not exist */
  constructor(path: string) {
    this.#path = path
    this.#cipher = createCipheriv(METHOD, this.#key, COUNTER)
    this.#file = openSync(path, 'wx', 0o600)
  }

  /** Adds bytes; `flush` writes them. */
  add(bytes: Uint8Array): void {
    this.#waiting.push(this.#cipher.update(bytes))
  }

  /**
   * Writes the added bytes. After an error, the unwritten ones stay for the next call.
   * @throws the system's error
   */
  flush(): void {
    for (let [bytes] = this.#waiting; bytes !== undefined; [bytes] = this.#waiting) {
      if (this.#file === undefined) return
      const count = writeSync(this.#file, bytes, 0, bytes.length, this.#written)
      this.#written += count
      if (count === bytes.length) this.#waiting.shift()
      else this.#waiting[0] = bytes.subarray(count)
    }
  }

  /** Ends writing; returns the file with the bytes written so far. */
  close(): SealedFile {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
    return { path: this.#path, length: this.#written, key: this.#key.toString('base64') }
  }

  /** Removes the file and forgets unwritten bytes. */
  remove(): void {
    this.close()
    this.#waiting.length = 0
    rmSync(this.#path, { force: true })
  }
}

const PART_BYTES = 256 * 1024

/**
 * Returns the content, part by part.
 * @throws the system's error
 */
export function* readSealedParts({ path, length, key }: SealedFile): Generator<Buffer> {
  const cipher = createDecipheriv(METHOD, Buffer.from(key, 'base64'), COUNTER)
  const file = openSync(path, 'r')
  try {
    const part = Buffer.allocUnsafeSlow(Math.min(PART_BYTES, length))
    for (let at = 0; at < length;) {
      const count = readSync(file, part, 0, Math.min(part.length, length - at), at)
      if (count === 0) throw new Error(`"${path}" ends before ${length}`)
      at += count
      yield cipher.update(part.subarray(0, count))
    }
  } finally {
    closeSync(file)
  }
}

/**
 * Returns the content as one array that shares no memory.
 * @throws the system's error
 */
export function readSealed(file: SealedFile): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(file.length)
  let at = 0
  for (const part of readSealedParts(file)) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
