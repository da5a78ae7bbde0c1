/** Yields the values that `run` emits, then throws its error. `emit` never waits for the reader, so values must be small. */
export async function* eventsOf<T>(run: (emit: (value: T) => void) => Promise<void>): AsyncGenerator<T> {
  const values: T[] = []
  let isDone = false
  let wake = (): void => {}
  const running = run((value) => {
    values.push(value)
    wake()
  }).finally(() => {
    isDone = true
    wake()
  })
  // Its failure is thrown below, after the remaining values.
  running.catch(() => undefined)
  for (;;) {
    yield* values.splice(0)
    if (values.length > 0) continue
    if (isDone) return await running
    await new Promise<void>((resolve) => (wake = resolve))
  }
}
