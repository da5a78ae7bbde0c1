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

  /** Returns how many bytes larger the buffer becomes when `bytes` are added. */
  growthFor(bytes: Buffer): number {
    return this.#length === 0 ? bytes.length : this.#capacityFor(bytes) - this.#buffer.length
  }

  /** Adds bytes. The buffer doubles when it is full. The first bytes are not copied, because most bodies have no others. */
  add(bytes: Buffer): void {
    if (this.#length === 0) this.#buffer = bytes
    else {
      const capacity = this.#capacityFor(bytes)
      if (capacity > this.#buffer.length) {
        const larger = Buffer.allocUnsafeSlow(capacity)
        this.#buffer.copy(larger)
        this.#buffer = larger
      }
      bytes.copy(this.#buffer, this.#length)
    }
    this.#length += bytes.length
  }

  #capacityFor(bytes: Buffer): number {
    const length = this.#length + bytes.length
    return length <= this.#buffer.length ? this.#buffer.length : Math.max(2 * this.#buffer.length, length)
  }
}
