import { createCipheriv, createDecipheriv, randomBytes, randomUUID, type Cipher } from 'node:crypto'
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectory } from './make-directory.ts'

/** Where a sealed file is, and what opens it: plain values, which other threads and processes can be told. */
export interface SealedFile {
  readonly path: string
  /** Bytes. */
  readonly length: number
  /** In base64. */
  readonly key: string
}

// Each file has a key of its own, so its counter may begin at zero. Nobody has to notice changes: what is read is foreign anyway.
const METHOD = 'aes-256-ctr'
const KEY_BYTES = 32
const COUNTER = new Uint8Array(16)

/**
 * A folder for what is too large for memory and goes with its process. Files are sealed, each with a key that stands
 * nowhere on the disk: what a killed process leaves, and what a disk keeps of removed files, can be read by nobody.
 */
export class SealedFolder {
  readonly directory: string

  /** @param directory is made with the first file */
  constructor(directory: string) {
    this.directory = directory
  }

  /**
   * Returns a new file.
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

  /** @param path of a file that is not there */
  constructor(path: string) {
    this.#path = path
    this.#cipher = createCipheriv(METHOD, this.#key, COUNTER)
    this.#file = openSync(path, 'wx', 0o600)
  }

  /** Adds bytes, which `flush` writes. */
  add(bytes: Uint8Array): void {
    this.#waiting.push(this.#cipher.update(bytes))
  }

  /**
   * Writes what waits. After an error, what has not been written waits still.
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

  /** Ends writing; returns where the bytes are that have been written. */
  close(): SealedFile {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
    return { path: this.#path, length: this.#written, key: this.#key.toString('base64') }
  }

  /** Removes the file, whatever is still to be written. */
  remove(): void {
    this.close()
    this.#waiting.length = 0
    rmSync(this.#path, { force: true })
  }
}

const PART_BYTES = 256 * 1024

/**
 * Returns what was written, part by part.
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
 * Returns what was written as one array, which has its memory for itself.
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
