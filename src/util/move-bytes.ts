/**
 * Returns bytes for another thread, and the memory to move there. Small buffers may share their memory with others, so they
 * are copied. Another value than bytes stays as it is.
 */
export function movable<Other>(value: Uint8Array | Other): readonly [Uint8Array | Other, ArrayBuffer[]] {
  if (!(value instanceof Uint8Array)) return [value, []]
  const { buffer, byteOffset, byteLength } = value
  const isOwn = byteLength > Buffer.poolSize && buffer instanceof ArrayBuffer
  const bytes = isOwn ? new Uint8Array(buffer, byteOffset, byteLength) : new Uint8Array(value)
  return [bytes, [bytes.buffer]]
}

/** Returns the bytes that another thread has sent. They arrive without their class. */
export function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
