/** Passes values from several writers to one reader, in the order of writing. */
export interface EventChannel<T> extends AsyncIterable<T> {
  push(value: T): void
  /** Ends the channel after the reader has taken the remaining values. The reader gets `error` last. */
  end(error?: unknown): void
}

/** Returns an unbounded channel. Writers never wait, so push small values. */
export function createEventChannel<T>(): EventChannel<T> {
  const values: T[] = []
  let ended = false
  let failure: { readonly error: unknown } | undefined
  let wake = (): void => {}
  return {
    push(value) {
      values.push(value)
      wake()
    },
    end(error) {
      ended = true
      if (error !== undefined) failure = { error }
      wake()
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const next = values.splice(0)
        yield* next
        if (values.length > 0) continue
        if (failure !== undefined) throw failure.error
        if (ended) return
        await new Promise<void>((resolve) => (wake = resolve))
      }
    },
  }
}
