/** Collects bytes in one buffer. Joining a list of chunks would take twice the memory. */
export class GrowingBuffer {
  #buffer: Buffer = Buffer.alloc(0)
  #length = 0

  get length(): number {
    return this.#length
  }

  /** The bytes so far. */
  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length)
  }

  /**
   * Adds bytes. The buffer doubles when it is full.
   * @param expected the length in the end, as far as it is known
   */
  add(bytes: Uint8Array, expected = 0): void {
    const length = this.#length + bytes.length
    if (length > this.#buffer.length) {
      // Memory that is not written yet costs nothing.
      const larger = Buffer.allocUnsafeSlow(Math.max(2 * this.#buffer.length, length, expected))
      this.#buffer.copy(larger)
      this.#buffer = larger
    }
    this.#buffer.set(bytes, this.#length)
    this.#length = length
  }
}
