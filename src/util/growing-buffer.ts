/** Collects bytes in one buffer. Joining a list of chunks would take twice the memory. */
export class GrowingBuffer {
  #buffer: Buffer = Buffer.alloc(0)
  #length = 0

  get length(): number {
    return this.#length
  }

  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length)
  }

  /** Adds bytes. The buffer doubles when it is full. The first bytes are not copied, because most bodies have no others. */
  add(bytes: Buffer): void {
    const length = this.#length + bytes.length
    if (this.#length === 0) this.#buffer = bytes
    else {
      if (length > this.#buffer.length) this.#grow(length)
      bytes.copy(this.#buffer, this.#length)
    }
    this.#length = length
  }

  #grow(least: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * this.#buffer.length, least))
    this.#buffer.copy(larger)
    this.#buffer = larger
  }
}
