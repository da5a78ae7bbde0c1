import { assert } from '../../util/invariant.ts'
import type { SealedFile } from '../../util/sealed-folder.ts'
import type { KeptFile } from './body-file.ts'

/** As many bytes as are looked at to tell what a body is. */
export const START_BYTES = 1024

/**
 * The bytes of an answer until they are read. The answer passes through promises that are old to the garbage collector
 * by then, and would keep its bytes until the next large collection. This holds them until `release`. Those of a large
 * file stand on the disk.
 */
export class PageBody {
  /** Of the whole answer, of which less may be kept. */
  readonly length: number
  /** How it begins, of one on the disk. */
  readonly #start: Buffer | undefined
  #bytes: Buffer | KeptFile | undefined

  constructor(bytes: Buffer | KeptFile, length = bytes.length, start?: Buffer) {
    this.#bytes = bytes
    this.length = length
    this.#start = start
  }

  /** Bytes that are kept in memory. */
  get kept(): number {
    return Buffer.isBuffer(this.#bytes) ? this.#bytes.length : 0
  }

  /** The bytes, if they are in memory, without handing them over. */
  get inMemory(): Buffer | undefined {
    return Buffer.isBuffer(this.#bytes) ? this.#bytes : undefined
  }

  /** The file that holds them, and how they begin; undefined when they are in memory. */
  get file(): { readonly where: SealedFile; readonly start: Buffer } | undefined {
    if (this.#bytes === undefined || Buffer.isBuffer(this.#bytes)) return undefined
    return { where: this.#bytes.close(), start: this.#start ?? Buffer.alloc(0) }
  }

  /** Hands the bytes over, once. */
  release(): Buffer {
    const bytes = this.releaseKept()
    return Buffer.isBuffer(bytes) ? bytes : bytes.bytes()
  }

  /** Hands the bytes over, once, where they are. */
  releaseKept(): Buffer | KeptFile {
    const bytes = this.#bytes
    assert(bytes !== undefined, 'the bytes of an answer were released before')
    this.#bytes = undefined
    return bytes
  }
}
