/** Bytes handed to a connection at once. The next part follows after the client has taken them. */
const PART = 256 * 1024
/**
 * Smaller answers do not count against the budget: connections are few, and each takes more memory than this anyway.
 */
const UNCOUNTED = 64 * 1024

/** Returns whether an answer of this size counts against the budget. */
export function needsBudget(bytes: number): boolean {
  return bytes > UNCOUNTED
}

/** Returns the total number of bytes of pieces. */
export function sizeOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0)
}

/** Yields pieces as parts that are handed over one at a time. */
export function* partsOf(pieces: readonly Uint8Array[]): Generator<Uint8Array> {
  let joined: Uint8Array[] = []
  let size = 0
  for (const piece of pieces) {
    for (let at = 0; at < piece.length;) {
      const next = piece.subarray(at, at + PART - size)
      joined.push(next)
      at += next.length
      size += next.length
      if (size < PART) continue
      yield Buffer.concat(joined)
      joined = []
      size = 0
    }
  }
  if (size > 0) yield Buffer.concat(joined)
}

/** Returns pieces as the body of an answer: a small body at once, a large one part by part. */
export function bodyOf(pieces: readonly Uint8Array[]): Uint8Array | ReadableStream<Uint8Array> {
  if (sizeOf(pieces) <= PART) return Buffer.concat(pieces)
  const parts = partsOf(pieces)
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    const { value, done } = parts.next()
    if (done === true) controller.close()
    else controller.enqueue(value)
  }
  return new ReadableStream({ pull }, { highWaterMark: 0 })
}
