import { assert } from '../../util/invariant.ts'

/**
 * The bytes of an answer until they are read. The answer passes through promises that are old to the garbage collector
 * by then, and would keep its bytes until the next large collection. This holds them until `release`.
 */
export class PageBody {
  /** Of the whole answer, of which less may be kept. */
  readonly length: number
  #bytes: Buffer | undefined

  constructor(bytes: Buffer, length = bytes.length) {
    this.#bytes = bytes
    this.length = length
  }

  /** Bytes that are kept. */
  get kept(): number {
    return this.#bytes?.length ?? 0
  }

  /** Hands the bytes over, once. */
  release(): Buffer {
    const bytes = this.#bytes
    assert(bytes !== undefined, 'the bytes of an answer were released before')
    this.#bytes = undefined
    return bytes
  }
}
